//! Engines in this process: anything that chooses a ply for a record and limits.

use std::time::Instant;

use engine::game::{Chance, CompositeMoves};
use engine::record::Record;
use engine::search::{Limits, Verdict};

use super::fault::{Fault, FaultKind};
use super::player::{Player, PlayerAction, PlayerReply, SearchInfo, TurnContext};

/// Engine in this process.
pub trait InProcessEngine<G: CompositeMoves>: Send {
    /// Clears what is left of earlier games; `seed` is for its random choices, if it makes any.
    fn new_game(&mut self, seed: u64);
    /// Chooses a ply at the end of a record. A verdict of depth 0 has no score.
    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict;
}

/// Player by an [`InProcessEngine`].
#[derive(Clone, Debug)]
pub struct InProcessPlayer<T>(pub T);

impl<G: Chance + CompositeMoves, T: InProcessEngine<G>> Player<G> for InProcessPlayer<T> {
    fn new_game(&mut self, _: &Record<G>, seed: u64) -> Result<(), Fault> {
        self.0.new_game(seed);
        Ok(())
    }

    fn think(&mut self, record: &Record<G>, turn: &TurnContext) -> Result<PlayerReply, Fault> {
        let began = Instant::now();
        let verdict = self.0.think(record, &turn.time.limits(record.plies_to_go()));
        let info = SearchInfo {
            score: (verdict.depth > 0).then_some(verdict.score),
            depth: Some(verdict.depth).filter(|&depth| depth > 0),
            nodes: Some(verdict.nodes).filter(|&nodes| nodes > 0),
            time: began.elapsed(),
        };
        let best = verdict.best.ok_or_else(|| FaultKind::Illegal.because("no move was chosen"))?;
        Ok(PlayerReply { action: PlayerAction::Play(best), offers_draw: false, info })
    }
}

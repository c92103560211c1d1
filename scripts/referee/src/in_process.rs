//! Players in this process.

use std::time::Instant;

use engine::game::{Chance, CompositeMoves};
use engine::record::Record;
use engine::search::{Limits, Verdict};

use super::fault::{Fault, FaultKind};
use super::player::{Action, Answer, Player, Thought, Turn};

/// A way to choose a ply, in this process.
pub trait Thinker<G: CompositeMoves>: Send {
    /// Forgets what earlier games have taught; whoever uses luck takes it from the seed.
    fn forget(&mut self, seed: u64);
    /// Chooses a ply at the end of a record. A verdict of no depth is a choice without an opinion.
    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict;
}

/// A [`Thinker`] as a [`Player`].
#[derive(Clone, Debug)]
pub struct Thinking<T>(pub T);

impl<G: Chance + CompositeMoves, T: Thinker<G>> Player<G> for Thinking<T> {
    fn new_game(&mut self, _: &Record<G>, seed: u64) -> Result<(), Fault> {
        self.0.forget(seed);
        Ok(())
    }

    fn think(&mut self, record: &Record<G>, turn: &Turn) -> Result<Answer, Fault> {
        let began = Instant::now();
        let verdict = self.0.think(record, &turn.time.limits(record.plies_to_go()));
        let thought = Thought {
            score: (verdict.depth > 0).then_some(verdict.score),
            depth: Some(verdict.depth).filter(|&depth| depth > 0),
            nodes: Some(verdict.nodes).filter(|&nodes| nodes > 0),
            time: began.elapsed(),
        };
        let best = verdict.best.ok_or_else(|| FaultKind::Illegal.because("no move was chosen"))?;
        Ok(Answer { action: Action::Play(best), offers_draw: false, thought })
    }
}

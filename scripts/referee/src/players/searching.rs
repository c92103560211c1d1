//! Players that search.

use anyhow::{Context, Result};
use engine::game::CompositeMoves;
use engine::record::Record;
use engine::search::{Control, Limits, Params, Prune, Search, TreeParams, Verdict};
use searches::{Compared, Evaluation};

use super::options::Options;
use super::weak::{legal, wins};
use crate::Thinker;

/// Megabytes of a player's memory, if nothing else is said.
pub const DEFAULT_HASH: usize = 4;

impl<G: CompositeMoves> Thinker<G> for Box<dyn Search<G>> {
    fn forget(&mut self, _: u64) {
        self.clear();
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        self.as_mut().think(record, limits, &Control::new(), &mut |_| {})
    }
}

/// Alpha-beta as it plays matches: with the evaluation that is played with, and a small table.
///
/// # Panics
/// If there is not even memory for that.
pub fn searcher<G: Compared>() -> Box<dyn Search<G>> {
    let mut searcher = G::alphabeta_with(Evaluation::default(), Params::default(), Prune::default());
    searcher.set_hash(DEFAULT_HASH).expect("there are a few megabytes");
    searcher
}

/// Alpha-beta with settings.
pub(super) fn alphabeta<G: Compared>(options: &mut Options) -> Result<Box<dyn Search<G>>> {
    let (evaluation, hash, mut params) = (options.evaluation()?, options.hash(DEFAULT_HASH)?, Params::default());
    options.parameters(Params::SPECS, |name, value| params.set(name, value))?;
    let mut searcher = G::alphabeta_with(evaluation, params, Prune::default());
    searcher.set_hash(hash).context("not enough memory")?;
    Ok(searcher)
}

/// The tree search with settings.
pub(super) fn tree<G: Compared>(options: &mut Options) -> Result<Box<dyn Search<G>>> {
    let (evaluation, hash, mut params) = (options.evaluation()?, options.hash(DEFAULT_HASH)?, TreeParams::default());
    options.parameters(TreeParams::SPECS, |name, value| params.set(name, value))?;
    let mut searcher = G::tree_with(evaluation, params);
    searcher.set_hash(hash).context("not enough memory")?;
    Ok(searcher)
}

/// Looks one ply ahead: wins if it can, else plays to the position that the evaluation likes best, without a look at what follows.
pub struct OnePlyMover<G: Compared>(Box<dyn Search<G>>);

impl<G: Compared> OnePlyMover<G> {
    /// A player with an evaluation.
    ///
    /// # Panics
    /// If there are not a few megabytes for a table.
    pub fn new(evaluation: Evaluation<G>) -> Self {
        let mut searcher = G::alphabeta_with(evaluation, Params::default(), Prune::Nothing);
        searcher.set_hash(DEFAULT_HASH).expect("there are a few megabytes");
        OnePlyMover(searcher)
    }
}

impl<G: Compared> Thinker<G> for OnePlyMover<G> {
    fn forget(&mut self, _: u64) {
        self.0.clear();
    }

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        let mut one = Limits { depth: Some(1), ..Limits::default() };
        // The horizon of a search without quiescence does not see that there is no answer.
        let game = record.position();
        one.only = legal(game).iter().copied().find(|&mv| wins(game, mv)).into_iter().collect();
        self.0.as_mut().think(record, &one, &Control::new(), &mut |_| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::text::Notation;
    use engine::variants::KnightRelay;

    #[test]
    fn who_looks_one_ply_ahead_takes_what_is_guarded_and_mates() {
        let plays = |fen: &str| {
            let record = Record::new(fen.parse::<KnightRelay>().unwrap());
            let verdict = OnePlyMover::new(Evaluation::default()).think(&record, &Limits::default());
            record.position().write_move(verdict.best.unwrap())
        };
        assert_eq!(plays("3rk3/8/8/3p4/8/8/8/K2Q4 w - - 0 1"), "d1d5");
        assert_eq!(plays("6k1/5ppp/8/8/8/8/q7/K3R3 w - - 0 1"), "a1a2");
        assert_eq!(plays("6k1/5ppp/8/8/8/8/2q5/K3R3 w - - 0 1"), "e1e8");
    }
}

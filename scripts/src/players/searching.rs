//! Players that search.

use anyhow::{Context, Result};
use engine::eval::Evaluator;
use engine::game::Tactics;
use engine::record::Record;
use engine::search::{Control, Limits, Params, Prune, Searcher, TreeParams, TreeSearcher, Verdict};
use eval::Judged;

use super::evaluation::Evaluation;
use super::options::Options;
use super::weak::{legal, wins};
use crate::matches::Thinker;

/// Megabytes of a player's memory, if nothing else is said.
pub const DEFAULT_HASH: usize = 4;

impl<G: Tactics, E: Evaluator<G>> Thinker<G> for Searcher<G, E> {
    fn forget(&mut self, _: u64) {
        self.clear();
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        Searcher::think(self, record, limits, &Control::new(), &mut |_| {})
    }
}

impl<G: Tactics, E: Evaluator<G>> Thinker<G> for TreeSearcher<G, E> {
    fn forget(&mut self, _: u64) {
        self.clear();
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        TreeSearcher::think(self, record, limits, &Control::new(), &mut |_| {})
    }
}

/// Alpha-beta as it plays matches: with a small table.
///
/// # Panics
/// If there is not even memory for that.
pub fn searcher<G: Tactics, E: Evaluator<G>>(evaluator: E) -> Searcher<G, E> {
    let mut searcher = Searcher::new(evaluator);
    searcher.set_hash(DEFAULT_HASH).expect("there are a few megabytes");
    searcher
}

/// Alpha-beta with settings.
pub(super) fn alphabeta<G: Tactics + Judged>(options: &mut Options) -> Result<Searcher<G, Evaluation<G>>> {
    let mut searcher = Searcher::new(options.evaluation()?);
    searcher.set_hash(options.hash(DEFAULT_HASH)?).context("not enough memory")?;
    let mut params = Params::default();
    options.parameters(Params::SPECS, |name, value| params.set(name, value))?;
    searcher.set_params(params);
    Ok(searcher)
}

/// The tree search with settings.
pub(super) fn tree<G: Tactics + Judged>(options: &mut Options) -> Result<TreeSearcher<G, Evaluation<G>>> {
    let mut searcher = TreeSearcher::new(options.evaluation()?);
    searcher.set_hash(options.hash(DEFAULT_HASH)?).context("not enough memory")?;
    let mut params = TreeParams::default();
    options.parameters(TreeParams::SPECS, |name, value| params.set(name, value))?;
    searcher.set_params(params);
    Ok(searcher)
}

/// Looks one ply ahead: wins if it can, else plays to the position that the evaluation likes best, without a look at what follows.
pub struct OnePlyMover<G: Tactics + Judged>(Searcher<G, Evaluation<G>>);

impl<G: Tactics + Judged> OnePlyMover<G> {
    /// A player with an evaluation.
    pub fn new(evaluation: Evaluation<G>) -> Self {
        let mut searcher = searcher(evaluation);
        searcher.set_prune(Prune::Nothing);
        OnePlyMover(searcher)
    }
}

impl<G: Tactics + Judged> Thinker<G> for OnePlyMover<G> {
    fn forget(&mut self, _: u64) {
        self.0.clear();
    }

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        let mut one = Limits { depth: Some(1), ..Limits::default() };
        // The horizon of a search without quiescence does not see that there is no answer.
        let game = record.position();
        one.only = legal(game).iter().copied().find(|&mv| wins(game, mv)).into_iter().collect();
        self.0.think(record, &one, &Control::new(), &mut |_| {})
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

//! [`CoalitionSearcher`]: Paranoid and BRS+ as seen from outside.

use super::super::control::Control;
use super::super::limits::Limits;
use super::super::params::{Params, Prune};
use super::super::report::{Report, Verdict};
use super::super::search_trait::Search;
use super::super::searcher::Searcher;
use super::super::tt::NoMemory;
use super::{Coalition, CoalitionEval, Form};
use crate::eval::SharesEvaluator;
use crate::game::Multiplayer;
use crate::record::Record;

/// Alpha-beta search of a game of more than two: the player to move against all others.
///
/// Reported scores are the share of the player to move as centipawns; a mate says that it is the last one in, or out.
/// With one thread it is deterministic, as [`Searcher`] is.
pub struct CoalitionSearcher<G: Multiplayer, E: SharesEvaluator<G>> {
    searcher: Searcher<Coalition<G>, CoalitionEval<E>>,
    form: Form,
}

impl<G: Multiplayer, E: SharesEvaluator<G>> CoalitionSearcher<G, E> {
    /// A searcher with one thread and a transposition table of [`DEFAULT_HASH`](crate::search::DEFAULT_HASH)
    /// megabytes.
    pub fn new(evaluator: E, form: Form) -> Self {
        CoalitionSearcher { searcher: Searcher::new(CoalitionEval(evaluator)), form }
    }

    /// Sets the tunable parameters.
    pub fn set_params(&mut self, params: Params) {
        self.searcher.set_params(params);
    }

    /// Sets whether the search is selective or exact.
    pub fn set_prune(&mut self, prune: Prune) {
        self.searcher.set_prune(prune);
    }
}

impl<G: Multiplayer, E: SharesEvaluator<G>> Search<G> for CoalitionSearcher<G, E> {
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.searcher.set_hash(megabytes)
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.searcher.set_threads(threads)
    }

    fn set_seed(&mut self, seed: u64) {
        self.searcher.set_seed(seed);
    }

    fn clear(&mut self) {
        self.searcher.clear();
    }

    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        let root = record.position().side_to_move();
        let record = record.map(|position| Coalition::with_root(position.clone(), root, self.form));
        self.searcher.think(&record, limits, control, report)
    }
}

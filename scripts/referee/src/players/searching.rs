//! Built-in players by Motley's searches.

use std::sync::Arc;

use anyhow::{Context, Result};
use engine::game::CompositeMoves;
use engine::record::Record;
use engine::search::coalition::Form;
use engine::search::{Control, Limits, Params, Search, Selectivity, TreeParams, Verdict};
use eval::NnueEvaluator;
use eval::nnue::Network;
use searches::{Compared, Evaluation, Method, Searched, SearchedByMany};

use super::options::Options;
use super::weak::{legal_moves, wins_at_once};
use crate::InProcessEngine;

/// Default hash table size, in megabytes.
pub const DEFAULT_HASH: usize = 4;

impl<G: CompositeMoves> InProcessEngine<G> for Box<dyn Search<G>> {
    fn new_game(&mut self, _: u64) {
        self.clear();
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        self.as_mut().think(record, limits, &Control::new(), &mut |_| {})
    }
}

/// Alpha-beta as the engine plays: with the default evaluation, and a small transposition table.
///
/// # Panics
/// If there is no memory for the table.
pub fn searcher<G: Compared>() -> Box<dyn Search<G>> {
    searcher_with_hash(DEFAULT_HASH)
}

/// Alpha-beta as the engine plays: with the default evaluation, and a transposition table of `hash` megabytes.
///
/// # Panics
/// If there is no memory for the table.
pub(super) fn searcher_with_hash<G: Compared>(hash: usize) -> Box<dyn Search<G>> {
    with_evaluation(Evaluation::default(), Selectivity::default(), hash)
}

/// Alpha-beta with another network, and a transposition table of `hash` megabytes.
///
/// # Panics
/// If there is no memory for the table.
pub(super) fn with_network<G: Compared>(network: Arc<Network>, hash: usize) -> Box<dyn Search<G>> {
    with_evaluation(Evaluation::Nnue(NnueEvaluator::new(Some(network))), Selectivity::default(), hash)
}

fn with_evaluation<G: Compared>(
    evaluation: Evaluation<G>,
    selectivity: Selectivity,
    hash: usize,
) -> Box<dyn Search<G>> {
    G::alphabeta_with(evaluation, G::SEARCH_PARAMS, selectivity, hash).expect("there are a few megabytes")
}

/// The default search of a game, with a table of `hash` megabytes.
///
/// # Panics
/// If there is no memory for the table.
pub(super) fn default_search<G: Searched>(hash: usize) -> Box<dyn Search<G>> {
    let mut searcher = G::search(Method::DEFAULT, G::network());
    searcher.set_hash(hash).expect("there are a few megabytes");
    searcher
}

/// Alpha-beta with options.
pub(super) fn alphabeta<G: Compared>(options: &mut Options) -> Result<Box<dyn Search<G>>> {
    let (evaluation, hash, mut params) = (options.evaluation()?, options.hash(DEFAULT_HASH)?, G::SEARCH_PARAMS);
    options.parameters(Params::SPECS, |name, value| params.set(name, value))?;
    G::alphabeta_with(evaluation, params, Selectivity::default(), hash).context("not enough memory")
}

/// Tree search with options.
pub(super) fn tree<G: Compared>(options: &mut Options) -> Result<Box<dyn Search<G>>> {
    let (evaluation, hash, mut params) = (options.evaluation()?, options.hash(DEFAULT_HASH)?, TreeParams::default());
    options.parameters(TreeParams::SPECS, |name, value| params.set(name, value))?;
    let mut searcher = G::tree_with(evaluation, params);
    searcher.set_hash(hash).context("not enough memory")?;
    Ok(searcher)
}

/// Paranoid or BRS+ with options.
pub(super) fn coalition<G: SearchedByMany>(form: Form, options: &mut Options) -> Result<Box<dyn Search<G>>> {
    let (evaluator, hash, mut params) = (options.shares()?, options.hash(DEFAULT_HASH)?, Params::default());
    options.parameters(Params::SPECS, |name, value| params.set(name, value))?;
    let mut searcher = G::coalition(evaluator, form, params);
    searcher.set_hash(hash).context("not enough memory")?;
    Ok(searcher)
}

/// MaxN tree search with options.
pub(super) fn maxn<G: SearchedByMany>(options: &mut Options) -> Result<Box<dyn Search<G>>> {
    let (evaluator, hash, mut params) = (options.shares()?, options.hash(DEFAULT_HASH)?, TreeParams::default());
    options.parameters(TreeParams::SPECS, |name, value| params.set(name, value))?;
    let mut searcher = G::maxn(evaluator, params);
    searcher.set_hash(hash).context("not enough memory")?;
    Ok(searcher)
}

/// One-ply search: wins if it can, else plays the ply with the best evaluation after it, without quiescence search.
pub struct OnePlyMover<G: Compared>(Box<dyn Search<G>>);

impl<G: Compared> OnePlyMover<G> {
    /// Player with an evaluation.
    ///
    /// # Panics
    /// If there is no memory for a table of a few megabytes.
    pub fn new(evaluation: Evaluation<G>) -> Self {
        OnePlyMover(with_evaluation(evaluation, Selectivity::Exact, DEFAULT_HASH))
    }
}

impl<G: Compared> InProcessEngine<G> for OnePlyMover<G> {
    fn new_game(&mut self, _: u64) {
        self.0.clear();
    }

    fn think(&mut self, record: &Record<G>, _: &Limits) -> Verdict {
        let mut one = Limits { depth: Some(1), ..Limits::default() };
        // Without quiescence search the horizon hides that there is no reply.
        let game = record.position();
        one.searchmoves = legal_moves(game).iter().copied().find(|&mv| wins_at_once(game, mv)).into_iter().collect();
        self.0.as_mut().think(record, &one, &Control::new(), &mut |_| {})
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::text::Notation;
    use engine::variants::KnightRelay;

    #[test]
    fn one_ply_search_takes_guarded_pieces_and_mates() {
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

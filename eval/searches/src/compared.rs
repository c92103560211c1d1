//! Evaluations to be compared.

use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Seat, Tactics};
use engine::search::{Material, NoMemory, Params, Search, Searcher, Selectivity, TreeParams, TreeSearcher};
use eval::{HandCraftedEval, HceEvaluator, NnueEvaluator, ReweightedHce};

/// A game whose searches can be given other evaluations and parameters.
pub trait Compared: Tactics + HandCraftedEval {
    /// A new alpha-beta search with a transposition table of `hash` megabytes.
    ///
    /// # Errors
    /// If there is not enough memory.
    fn alphabeta_with(
        evaluation: Evaluation<Self>,
        params: Params,
        selectivity: Selectivity,
        hash: usize,
    ) -> Result<Box<dyn Search<Self>>, NoMemory>;
    /// A new tree search.
    fn tree_with(evaluation: Evaluation<Self>, params: TreeParams) -> Box<dyn Search<Self>>;
}

/// Implements [`Compared`], as [`Searched`](crate::Searched) is.
macro_rules! compared {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {$(
        impl Compared for engine::variants::$game {
            fn alphabeta_with(
                evaluation: Evaluation<Self>,
                params: Params,
                selectivity: Selectivity,
                hash: usize,
            ) -> Result<Box<dyn Search<Self>>, NoMemory> {
                let mut searcher = Searcher::with_hash(evaluation, hash)?;
                searcher.set_params(params);
                searcher.set_selectivity(selectivity);
                Ok(Box::new(searcher))
            }

            fn tree_with(evaluation: Evaluation<Self>, params: TreeParams) -> Box<dyn Search<Self>> {
                let mut searcher = TreeSearcher::new(evaluation);
                searcher.set_tree_params(params);
                Box::new(searcher)
            }
        }
    )*};
}

engine::for_each_two_player_type!(compared);

/// One of the evaluations of a game. They are one type, so that each search is compiled once a game and not once for
/// each of them.
#[derive(Clone)]
pub enum Evaluation<G: HandCraftedEval> {
    /// The one that is played with, or with another network.
    Nnue(NnueEvaluator<G>),
    /// The hand-crafted one, or its PSQT alone.
    Hce(HceEvaluator<G>),
    /// The hand-crafted one with other weights.
    ReweightedHce(ReweightedHce<G>),
    /// Material balance by the piece values of exchanges.
    Material(Material<G>),
}

impl<G: HandCraftedEval> Default for Evaluation<G> {
    fn default() -> Self {
        Evaluation::Nnue(NnueEvaluator::default())
    }
}

/// Calls a method of whichever evaluation it is.
macro_rules! delegate {
    ($evaluation:expr, $inner:ident => $call:expr) => {
        match $evaluation {
            Evaluation::Nnue($inner) => $call,
            Evaluation::Hce($inner) => $call,
            Evaluation::ReweightedHce($inner) => $call,
            Evaluation::Material($inner) => $call,
        }
    };
}

impl<G: Tactics + HandCraftedEval> BoardObserver<G> for Evaluation<G> {
    fn begin(&mut self) {
        delegate!(self, inner => inner.begin());
    }

    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        delegate!(self, inner => inner.put(seat, kind, field));
    }

    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        delegate!(self, inner => inner.take(seat, kind, field));
    }

    fn revert(&mut self) {
        delegate!(self, inner => inner.revert());
    }
}

impl<G: Tactics + HandCraftedEval> Evaluator<G> for Evaluation<G> {
    fn reset(&mut self, game: &G) {
        delegate!(self, inner => inner.reset(game));
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        delegate!(self, inner => inner.evaluate(game))
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        delegate!(self, inner => inner.terms(game))
    }
}

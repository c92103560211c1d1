//! The searches of all games, each compiled here and nowhere else.
//!
//! A search is generic over game and evaluation, and large. Made where it is used, it would be compiled once more in
//! each program and each test; that took most of the time of building this project. So programs ask [`Searched`] for a
//! search behind a pointer, which costs them nothing: it is called once a move.

#[cfg(feature = "compared")]
mod compared;
mod many;
mod one_ply;

use std::sync::Arc;

use engine::eval::{Evaluator, Term};
use engine::game::Tactics;
use engine::search::{Search, Searcher, TreeSearcher};
use eval::nnue::Network;
use eval::{HandCraftedEval, NnueEvaluator};

#[cfg(feature = "compared")]
pub use compared::{Compared, Evaluation};
pub use many::SearchedByMany;
pub use one_ply::OnePly;

/// Search method. In a game of two there are two, so that each name stands for the method that it comes down to there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// Alpha-beta with iterative deepening; in a game of more than two Paranoid.
    AlphaBeta,
    /// BRS+; in a game of two alpha-beta.
    BestReply,
    /// Monte Carlo tree search; in a game of more than two MaxN.
    Tree,
}

impl Method {
    /// Default method: the strongest in every game, as far as matches have shown (`docs/strength.md`).
    pub const DEFAULT: Method = Method::AlphaBeta;
}

/// Static evaluation of a position with its terms.
#[derive(Clone, Debug)]
pub struct EvalBreakdown {
    /// Evaluation for the side to move, in centipawns.
    pub value: i32,
    /// Terms, for all seats.
    pub terms: Vec<Term>,
    /// Expected shares of all seats in a game of more than two; empty in a game of two.
    pub shares: Vec<f32>,
}

/// A game that can be searched with the evaluation that it is played with.
pub trait Searched: Tactics {
    /// The network that the game is played with, or `None`.
    fn network() -> Option<Arc<Network>>;

    /// A new search by a method, with a network or without one.
    fn search(method: Method, network: Option<Arc<Network>>) -> Box<dyn Search<Self>>;

    /// A new alpha-beta search with the game's network.
    fn alphabeta() -> Box<dyn Search<Self>> {
        Self::search(Method::AlphaBeta, Self::network())
    }

    /// Static evaluation with a network, or without one.
    fn eval_breakdown(&self, network: Option<Arc<Network>>) -> EvalBreakdown;
}

/// Implements [`Searched`] for each game for two. A blanket implementation would be generic, and compiled where it is
/// used.
macro_rules! searched {
    ([] $($name:literal: $family:ident::$game:ident,)*) => {$(
        impl Searched for engine::variants::$game {
            fn network() -> Option<Arc<Network>> {
                <Self as HandCraftedEval>::network()
            }

            fn search(method: Method, network: Option<Arc<Network>>) -> Box<dyn Search<Self>> {
                match method {
                    Method::AlphaBeta | Method::BestReply => Box::new(Searcher::new(NnueEvaluator::new(network))),
                    Method::Tree => Box::new(TreeSearcher::new(NnueEvaluator::new(network))),
                }
            }

            fn eval_breakdown(&self, network: Option<Arc<Network>>) -> EvalBreakdown {
                let mut evaluator = NnueEvaluator::new(network);
                evaluator.reset(self);
                EvalBreakdown { value: evaluator.evaluate(self), terms: evaluator.terms(self), shares: Vec::new() }
            }
        }
    )*};
}

engine::for_each_two_player_type!(searched);

//! The searches of all games, each compiled here and nowhere else.
//!
//! A search is generic over game and evaluation, and large. Made where it is used, it would be compiled once more in
//! each program and each test; that took most of the time of building this project. So programs ask [`Searched`] for a
//! search behind a pointer, which costs them nothing: it is called once a move.

#[cfg(feature = "compared")]
mod compared;
mod one_ply;

use std::sync::Arc;

use engine::eval::{Evaluator, SharesEvaluator, Term};
use engine::game::Tactics;
use engine::search::{Search, Searcher, TreeSearcher};
use eval::nnue::Network;
use eval::{HandCraftedEval, NnueEvaluator, SharesHce};

#[cfg(feature = "compared")]
pub use compared::{Compared, Evaluation};
pub use one_ply::OnePly;

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
    /// A new alpha-beta search with a network, or without one.
    fn alphabeta(network: Option<Arc<Network>>) -> Box<dyn Search<Self>>;
    /// A new tree search with a network, or without one.
    fn tree(network: Option<Arc<Network>>) -> Box<dyn Search<Self>>;
    /// Static evaluation with a network, or without one.
    fn eval_breakdown(&self, network: Option<Arc<Network>>) -> EvalBreakdown;
}

/// Implements [`Searched`] for each game for two. A blanket implementation would be generic, and compiled where it is
/// used.
macro_rules! searched {
    ([] $($name:ident: $family:ident::$game:ident,)*) => {$(
        impl Searched for engine::variants::$game {
            fn network() -> Option<Arc<Network>> {
                <Self as HandCraftedEval>::network()
            }

            fn alphabeta(network: Option<Arc<Network>>) -> Box<dyn Search<Self>> {
                Box::new(Searcher::new(NnueEvaluator::new(network)))
            }

            fn tree(network: Option<Arc<Network>>) -> Box<dyn Search<Self>> {
                Box::new(TreeSearcher::new(NnueEvaluator::new(network)))
            }

            fn eval_breakdown(&self, network: Option<Arc<Network>>) -> EvalBreakdown {
                let mut evaluator = NnueEvaluator::new(network);
                evaluator.reset(self);
                EvalBreakdown { value: evaluator.evaluate(self), terms: evaluator.terms(self), shares: Vec::new() }
            }
        }
    )*};
}

engine::for_each_two_player_game!(searched);

/// Implements [`Searched`] for each game for more than two.
macro_rules! searched_by_many {
    ([] $($name:ident: $family:ident::$game:ident,)*) => {$(
        impl Searched for engine::variants::$game {
            fn network() -> Option<Arc<Network>> {
                None
            }

            fn alphabeta(_: Option<Arc<Network>>) -> Box<dyn Search<Self>> {
                Box::new(OnePly::new(SharesHce::default()))
            }

            fn tree(_: Option<Arc<Network>>) -> Box<dyn Search<Self>> {
                Box::new(OnePly::new(SharesHce::default()))
            }

            fn eval_breakdown(&self, _: Option<Arc<Network>>) -> EvalBreakdown {
                let mut evaluator = SharesHce::default();
                evaluator.reset(self);
                let shares = evaluator.shares(self)[..<Self as engine::game::Game>::SEATS].to_vec();
                EvalBreakdown { value: evaluator.evaluate(self), terms: evaluator.terms(self), shares }
            }
        }
    )*};
}

engine::for_each_multiplayer_game!(searched_by_many);

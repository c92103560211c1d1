//! The searches of all games, each compiled here and nowhere else.
//!
//! A search is generic over game and evaluation, and large. Made where it is used, it would be compiled once more in
//! each program and each test; that took most of the time of building this project. So programs ask [`Searched`] for a
//! search behind a pointer, which costs them nothing: it is called once a move.

#[cfg(feature = "compared")]
mod compared;

use engine::game::Tactics;
use engine::search::{Search, Searcher, TreeSearcher};
use eval::{HandCraftedEval, NnueEvaluator};

#[cfg(feature = "compared")]
pub use compared::{Compared, Evaluation};

/// A game that can be searched with the evaluation that it is played with.
pub trait Searched: Tactics + HandCraftedEval {
    /// A new alpha-beta search.
    fn alphabeta() -> Box<dyn Search<Self>>;
    /// A new tree search.
    fn tree() -> Box<dyn Search<Self>>;
}

/// Implements [`Searched`] for each game of the list. A blanket implementation would be generic, and compiled where it
/// is used.
macro_rules! searched {
    ([] $($name:ident: $family:ident::$game:ident,)*) => {$(
        impl Searched for engine::variants::$game {
            fn alphabeta() -> Box<dyn Search<Self>> {
                Box::new(Searcher::new(NnueEvaluator::default()))
            }

            fn tree() -> Box<dyn Search<Self>> {
                Box::new(TreeSearcher::new(NnueEvaluator::default()))
            }
        }
    )*};
}

engine::for_each_two_player_game!(searched);

//! Evaluations: a hand-crafted evaluation (HCE, [`hce`]) for each game, and a network (NNUE, [`nnue`]) that adds to it.
//!
//! [`NnueEvaluator`] is both together, the [`engine::eval::Evaluator`] that is played with. The families of games are
//! [`orthodox`], [`quex`], [`chex`], [`kaleido`] and [`custom`]: each declares its features once ([`features`]), counts
//! them into a [`tally`] and has the weights of each game.

pub mod chex;
pub mod custom;
pub mod endgame;
pub mod features;
pub mod hce;
pub mod kaleido;
pub mod nnue;
pub mod orthodox;
pub mod quex;
pub mod score;
pub mod shares;
pub mod tally;

pub use hce::{EvalParams, HandCraftedEval, HceEvaluator, LIMIT, ReweightedHce};
pub use nnue::NnueEvaluator;
pub use shares::SharesHce;

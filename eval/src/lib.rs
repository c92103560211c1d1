//! What positions are worth: one hand-written evaluation a game, and beside it what a network has learned.
//! Together they are an [`engine::eval::Evaluator`].

pub mod chex;
pub mod endgame;
pub mod features;
pub mod hce;
pub mod kaleido;
pub mod nnue;
pub mod orthodox;
pub mod quex;
pub mod score;
pub mod tally;

pub use hce::{EvalParams, HandCraftedEval, HceEvaluator, LIMIT, ReweightedHce};
pub use nnue::NnueEvaluator;

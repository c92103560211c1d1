//! What positions are worth: one hand-written evaluation a game, each an implementation of
//! [`engine::eval::Evaluator`].

pub mod orthodox;

pub use orthodox::{ChessEval, KnightRelayEval};

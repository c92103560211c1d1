//! The games, one folder each.

mod exchange;
mod fen;
pub mod orthodox;
pub mod quex;

pub use orthodox::{Chess, KnightRelay};
pub use quex::{Keyles, Quex};

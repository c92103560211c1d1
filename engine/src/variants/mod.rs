//! The games, one folder each.

mod exchange;
mod fen;
pub mod orthodox;
pub mod quex;
mod san;

pub use orthodox::{Chess, KnightRelay};
pub use quex::{Keyles, Quex};

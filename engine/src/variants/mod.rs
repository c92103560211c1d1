//! The games, one folder each.

pub mod chex;
mod exchange;
mod fen;
pub mod orthodox;
pub mod quex;
mod san;

pub use chex::{Chex, ChexByMail};
pub use orthodox::{Chess, KnightRelay};
pub use quex::{Keyles, Quex};

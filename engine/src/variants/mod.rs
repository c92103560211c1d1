//! The games, one folder each.

mod fen;
pub mod orthodox;

pub use orthodox::{Chess, KnightRelay};

//! The games, one folder each.

pub mod orthodox;

pub use orthodox::{Chess, KnightRelay};

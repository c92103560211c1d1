//! The games, one folder each.

pub mod chex;
mod exchange;
mod fen;
pub mod kaleido;
pub mod orthodox;
pub mod quex;
mod san;

pub use chex::{Chex, ChexByMail};
pub use kaleido::{Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens};
pub use orthodox::{Chess, KnightRelay};
pub use quex::{Keyles, Quex};

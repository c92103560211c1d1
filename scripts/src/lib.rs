//! Programs by which the engine is measured.

pub mod duel;
pub mod elo;
pub mod weak;

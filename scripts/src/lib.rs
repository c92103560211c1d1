//! Programs by which the engine is measured and tuned.

pub mod duel;
pub mod elo;
pub mod fit;
pub mod games;
pub mod matches;
pub mod samples;
pub mod statistics;
pub mod weak;
pub mod weights;

//! Programs by which the engine is measured and tuned.

pub mod games;
pub mod matches;
pub mod mates;
pub mod players;
pub mod spsa;
pub mod statistics;
pub mod tournament;
pub mod training;
pub mod weights;

//! Programs by which the engine is measured and tuned.

pub mod fit;
pub mod games;
pub mod matches;
pub mod players;
pub mod samples;
pub mod statistics;
pub mod tournament;
pub mod weights;

//! Parameters of the search tuned by games: simultaneous perturbation stochastic approximation.

mod maths;
mod tuning;

pub use maths::{Coordinate, Spsa};
pub use tuning::{Settings, State, Tuning};

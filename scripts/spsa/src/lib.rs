//! SPSA: tunes search parameters by games, with simultaneous perturbation stochastic approximation (Spall).
//!
//! [`Tuning`] is the entry point: each iteration plays pairs of games between two sides whose parameters are perturbed
//! in opposite directions, and moves the parameters towards the side that won. Its [`TuningState`] is kept in a JSON
//! file, from which an interrupted tuning resumes. [`Spsa`] is the optimizer by itself, without games. The command is
//! `cargo match spsa`.

mod optimizer;
mod tuning;

pub use optimizer::{Parameter, Spsa};
pub use tuning::{Faults, IterationResult, Tuning, TuningSettings, TuningState};

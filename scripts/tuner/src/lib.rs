//! Weights of an evaluation fitted to games of the engine with itself. The recipe stands in `docs/tuning.md`.

mod fit;

pub use fit::{Example, Fit, Settings, fit, read_examples};

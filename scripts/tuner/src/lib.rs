//! Tuner: everything that learns from self-play games; the binary is `tune`.
//!
//! This crate has Texel tuning of the hand-crafted evaluation: [`read_samples`] counts the features of quiet positions,
//! and [`fit`] fits the weights to them by logistic regression. The binary also plays the games ([`selfplay`]), trains
//! networks ([`trainer`]) and makes opening books ([`books`]). The recipe is in `docs/tuning.md`.

mod texel;

pub use texel::{FitConfig, FitResult, TexelSample, fit, read_samples};

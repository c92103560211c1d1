//! Tuner: everything that learns from self-play games; the binary is `tune`.
//!
//! This crate has Texel tuning of the hand-crafted evaluation: [`read_samples`] counts the features of quiet positions,
//! and [`fit`] fits the weights to them by logistic regression; [`read_shares_samples`] and [`fit_shares`] do so for
//! games of more than two. [`TunedGame`] does the one or the other for every game of the list. The binary also plays
//! the games ([`selfplay`]), trains networks ([`trainer`]) and makes opening books ([`books`]). The recipe is in
//! `docs/tuning.md`.

mod adam;
mod samples;
mod shares;
mod texel;
mod tuned_game;

pub use adam::{FitConfig, FitResult};
pub use shares::{CountedSharesSample, fit_shares, read_shares_samples};
pub use texel::{TexelSample, fit, read_samples};
pub use tuned_game::TunedGame;

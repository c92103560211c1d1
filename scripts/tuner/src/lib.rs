//! Tuner: everything that learns from self-play games; the binary is `tune`.
//!
//! This crate has Texel tuning of the hand-crafted evaluation: [`Blocks`] of samples count the features of quiet
//! positions, and [`fit`] fits the weights to them by logistic regression. [`TexelSample`] has the loss of games for
//! two, [`CountedSharesSample`] that of games of more; [`TunedGame`] names the one or the other for each game.
//! Sums over the samples are reproducible ([`Sums`]), so a fit may have them made by [`Shards`] on many machines, and
//! comes to the same weights. The binary also plays the games ([`selfplay`]), trains networks ([`trainer`]) and makes
//! opening books ([`books`]). The recipe is in `docs/tuning.md`.

mod adam;
mod collection;
mod fit;
mod kept;
mod lines;
mod output;
mod samples;
mod shards;
mod shares;
mod sums;
mod texel;
mod tuned_game;

pub use adam::FitConfig;
pub use collection::Collection;
pub use fit::{FitResult, Summation, fit};
pub use kept::{Extracted, read_shard};
pub use lines::{read_answers, read_request};
pub use output::check_output;
pub use samples::{Blocks, Division, split_games};
pub use shards::Shards;
pub use shares::CountedSharesSample;
pub use sums::{FixedPoint, Request, Sample, SumKind, Sums, Weights, line_limit};
pub use texel::TexelSample;
pub use tuned_game::TunedGame;

//! The games of the list, with the weights that can be fitted.

use std::path::{Path, PathBuf};

use anyhow::Result;
use engine::text::Notation;
use eval::HandCraftedEval;
use eval::features::Row;
use eval::score::Score;
use eval::shares::HandCraftedShares;

use crate::{FitConfig, FitResult, fit, fit_shares, read_samples, read_shares_samples};

/// A game whose weights can be fitted.
pub trait TunedGame: Notation {
    /// Weights in use, as a flat table.
    fn weights() -> &'static [Score];

    /// Rows of that table.
    fn rows() -> &'static [Row];

    /// Fits weights to the samples of game files; returns them with the number of samples.
    ///
    /// # Errors
    /// If a file cannot be read or written, or the state belongs to another fit.
    fn fit(files: &[PathBuf], start: &[Score], config: &FitConfig, state: Option<&Path>) -> Result<(FitResult, usize)>;
}

/// Implements [`TunedGame`] for games with an evaluation of some kind, and a fit that goes with it.
macro_rules! tuned_game {
    ([$evaluation:ident $read:ident $fit:ident] $($name:literal: $family:ident::$game:ident,)*) => {$(
        impl TunedGame for engine::variants::$game {
            fn weights() -> &'static [Score] {
                <Self as $evaluation>::WEIGHTS
            }

            fn rows() -> &'static [Row] {
                <Self as $evaluation>::ROWS
            }

            fn fit(
                files: &[PathBuf],
                start: &[Score],
                config: &FitConfig,
                state: Option<&Path>,
            ) -> Result<(FitResult, usize)> {
                let samples = $read::<Self>(files, config.lambda)?;
                Ok(($fit(&samples, start, config, state)?, samples.len()))
            }
        }
    )*};
}

engine::for_each_two_player_game!(tuned_game, HandCraftedEval read_samples fit);
engine::for_each_multiplayer_game!(tuned_game, HandCraftedShares read_shares_samples fit_shares);

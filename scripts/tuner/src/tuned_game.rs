//! The games of the list, with the weights that can be fitted.

use anyhow::Result;
use engine::text::Notation;
use eval::HandCraftedEval;
use eval::features::Row;
use eval::score::Score;
use eval::shares::HandCraftedShares;
use selfplay::{SavedGame, samples, shares_samples};

use crate::{CountedSharesSample, Sample, TexelSample};

/// A game whose weights can be fitted.
pub trait TunedGame: Notation {
    /// Sample of a position.
    type Sample: Sample;

    /// Weights in use, as a flat table.
    fn weights() -> &'static [Score];

    /// Rows of that table.
    fn rows() -> &'static [Row];

    /// Extracts the samples of a game.
    ///
    /// # Errors
    /// If the game is invalid.
    fn samples(game: &SavedGame, lambda: f64) -> Result<Vec<Self::Sample>>;
}

/// Implements [`TunedGame`] for games with an evaluation of some kind, and samples that go with it.
macro_rules! tuned_game {
    ([$evaluation:ident $sample:ident $extract:ident] $($name:literal: $family:ident::$game:ident,)*) => {$(
        impl TunedGame for engine::variants::$game {
            type Sample = $sample;

            fn weights() -> &'static [Score] {
                <Self as $evaluation>::WEIGHTS
            }

            fn rows() -> &'static [Row] {
                <Self as $evaluation>::ROWS
            }

            fn samples(game: &SavedGame, lambda: f64) -> Result<Vec<$sample>> {
                Ok($extract::<Self>(game, lambda)?.iter().map($sample::new).collect())
            }
        }
    )*};
}

engine::for_each_two_player_type!(tuned_game, HandCraftedEval TexelSample samples);
engine::for_each_multiplayer_game!(tuned_game, HandCraftedShares CountedSharesSample shares_samples);

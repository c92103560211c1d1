//! What of a game is worth learning from.

use std::path::{Path, PathBuf};

use anyhow::Result;
use engine::game::{Seat, Tactics};
use engine::text::Notation;
use eval::Judged;
use rayon::prelude::*;

use super::fit::Example;
use super::game_file::{GameFile, SavedGame, Visit};

/// Positions that a search finds further ahead than this, in centipawns, teach nothing.
const DECIDED: i32 = 2000;

/// A position and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<G> {
    /// The position.
    pub position: G,
    /// The value that a search gave it, in centipawns for White.
    pub score: i32,
    /// White's half points in the game: 0, 1 or 2.
    pub half_points: u8,
}

/// The quiet positions of a game that are not decided: an evaluation need not see what captures and checks do at once.
///
/// # Errors
/// If it is no game.
pub fn samples<G: Tactics + Notation>(game: &SavedGame) -> Result<Vec<Sample<G>>> {
    let quiet = |visit: &Visit<G>| !visit.position.in_check() && !visit.position.is_noisy(visit.mv);
    let kept = game.replay()?.into_iter().filter(|visit| visit.score.abs() < DECIDED && quiet(visit));
    let sample = |visit: Visit<G>| {
        let sign = if visit.position.seat() == Seat::WHITE { 1 } else { -1 };
        Sample { position: visit.position, score: sign * visit.score, half_points: game.half_points }
    };
    Ok(kept.map(sample).collect())
}

/// What the fit needs to know of the samples of whole files, in the order of the files and their games.
///
/// # Errors
/// If a file cannot be read; it is named.
pub fn read_examples<G: Tactics + Notation + Judged>(files: &[PathBuf]) -> Result<Vec<Example>> {
    let of_game = |game: &SavedGame| Ok(samples::<G>(game)?.iter().map(Example::new).collect());
    let of_file = |file: &Path| {
        let games = GameFile::read::<G>(file)?;
        games.par_iter().map(of_game).collect::<Result<Vec<Vec<Example>>>>()
    };
    let files = files.iter().map(|file| of_file(file)).collect::<Result<Vec<_>>>()?;
    Ok(files.into_iter().flatten().flatten().collect())
}

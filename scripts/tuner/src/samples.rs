//! Samples of game files.

use std::path::{Path, PathBuf};

use anyhow::Result;
use engine::game::Game;
use rayon::prelude::*;
use selfplay::{GameFile, SavedGame};

/// Reads the samples of all games of some files, in their order, on all threads of the pool.
///
/// # Errors
/// If a file cannot be read, or a game is invalid.
pub(crate) fn read_games<G: Game, S: Send>(
    files: &[PathBuf],
    of_game: impl Fn(&SavedGame) -> Result<Vec<S>> + Sync,
) -> Result<Vec<S>> {
    let of_file = |file: &Path| {
        let games = GameFile::read::<G>(file)?;
        games.par_iter().map(&of_game).collect::<Result<Vec<Vec<S>>>>()
    };
    let files = files.iter().map(|file| of_file(file)).collect::<Result<Vec<_>>>()?;
    Ok(files.into_iter().flatten().flatten().collect())
}

//! Command `verify`: proves that the luck of games followed from the seeds of their commitments.

use std::path::Path;

use engine::text::quote;
use formats::pgn;

use crate::io::output::Output;
use crate::luck;
use crate::parse::CommandError;

/// Limit of a PGN file in bytes.
const MOST_BYTES: u64 = 64 << 20;

/// Checks all games of a PGN file, and prints a line for each.
///
/// # Errors
/// If the file cannot be read, is no PGN, or the luck of a game is not proven.
pub fn run(file: &Path, out: &mut Output) -> Result<(), CommandError> {
    let name = quote(&file.display().to_string());
    let text = pgn::load_text(file, MOST_BYTES).map_err(|error| format!("{name}: {error}"))?;
    let (mut games, mut unproven) = (0, 0);
    for game in pgn::read(&text) {
        let game = game.map_err(|error| format!("{name}: {error}"))?;
        games += 1;
        match luck::verify(&game) {
            Ok(proof) => out.line(format_args!("game {games}: {proof}")),
            Err(why) => {
                unproven += 1;
                out.line(format_args!("game {games}: {why}"));
            }
        }
    }
    match (games, unproven) {
        (0, _) => Err(format!("{name}: there is no game in it")),
        (_, 0) => Ok(()),
        _ => Err(format!("{name}: the luck of {unproven} of {games} games is not proven")),
    }
}

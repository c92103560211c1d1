//! Games in files that XBoard has written.

use std::error::Error;

use engine::pgn::PgnGame;
use engine::record::Record;

use super::{NULL, OnSquares};

/// How XBoard writes a pass into files.
const PASS: &str = "--";

/// Plays a game that XBoard has written again from its first position, each move checked against the rules.
///
/// # Errors
/// Names the position or move that the rules do not allow.
pub fn replay_on_squares<G: OnSquares>(game: &PgnGame) -> Result<Record<G>, Box<dyn Error>> {
    game.replay_with(G::from_squares, |position: &G, text| match text {
        // It belongs to a king's re-placement, and is none of the game's own.
        PASS if position.read_on_squares(NULL).is_err() => None,
        PASS => Some(position.read_on_squares(NULL)),
        _ => Some(position.read_on_squares(text)),
    })
}

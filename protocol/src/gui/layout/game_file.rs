//! PGN files written by XBoard.

use engine::record::Record;
use formats::pgn::{PgnError, PgnGame};

use super::{NULL, OnSquares};

/// Pass in XBoard's files.
const PASS: &str = "--";

/// Replays a game of a file that XBoard has written. Each move is checked against the rules.
///
/// # Errors
/// Names the position or move that the rules do not allow.
pub fn replay_on_squares<G: OnSquares>(game: &PgnGame) -> Result<Record<G>, PgnError> {
    game.replay_with(G::from_squares, |position: &G, text| match text {
        // The second half of a king's re-placement in Keyles: not a move of the game.
        PASS if position.read_on_squares(NULL).is_err() => None,
        PASS => Some(position.read_on_squares(NULL)),
        _ => Some(position.read_in_game_file(text)),
    })
}

//! Draw offers: the engine's answer. It never offers a draw itself.

use engine::game::Seat;

use crate::session::GameRecord;

/// Score, in centipawns, up to which a draw is accepted at any time.
const WORSE: i32 = -50;

/// Moves that each side must have made before an equal position is accepted as a draw.
const AFTER_MOVES: u32 = 20;

/// Returns whether the engine accepts a draw, given its own score in centipawns.
pub fn accepts(game: &dyn GameRecord, score: i32) -> bool {
    let moves = game.turns_made(Seat::WHITE).min(game.turns_made(Seat::BLACK));
    score <= WORSE || (score <= 0 && moves >= AFTER_MOVES)
}

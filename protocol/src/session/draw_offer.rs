//! Draws by agreement: what the engine says to an offer. It never offers one itself.

use engine::game::Seat;

use crate::session::Session;

/// A draw is accepted at any time by an engine that stands at least this much worse, in centipawns.
const WORSE: i32 = -50;

/// How many moves each side must have made before an equal position is a draw.
const AFTER_MOVES: u32 = 20;

/// Whether the engine agrees to a draw in a game in which it gives its own position a score, in centipawns.
pub fn accepts(session: &dyn Session, score: i32) -> bool {
    let moves = session.turns_made(Seat::WHITE).min(session.turns_made(Seat::BLACK));
    score <= WORSE || score <= 0 && moves >= AFTER_MOVES
}

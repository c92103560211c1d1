//! What knight relay chess is weighed with.

use engine::variants::orthodox::Relay;

use super::chess::WEIGHTS as CHESS;
use super::features::{Weights, row, squares};
use super::{Judge, Score};

impl Judge for Relay {
    const WEIGHTS: Weights = WEIGHTS;
    const FLAT: &'static [Score; super::features::COUNT] = &WEIGHTS.flat();
    /// Knights never leave the board, so they say nothing about how far the game has gone.
    const PHASE: [i32; 6] = [0, 0, 1, 2, 4, 0];
}

/// The weights of knight relay chess, in centipawns. What is not said here is as in chess.
pub const WEIGHTS: Weights = Weights {
    material: row([(85, 115), (240, 150), (340, 340), (460, 530), (980, 1040), (0, 0)]),
    knight_squares: squares([
        [(-40, -20), (-24, -14), (-18, -10), (-16, -8)],
        [(-20, -10), (-8, -4), (4, 0), (6, 2)],
        [(-10, -6), (2, 0), (14, 6), (18, 8)],
        [(-4, 0), (8, 4), (20, 10), (26, 12)],
        [(0, 2), (12, 8), (22, 12), (30, 14)],
        [(-6, 0), (8, 6), (18, 10), (22, 12)],
        [(-14, -4), (-2, 2), (8, 4), (12, 6)],
        [(-36, -16), (-20, -8), (-12, -4), (-10, -4)],
    ]),
    ..CHESS
};

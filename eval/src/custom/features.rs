//! Features of the evaluation of custom variants.
//!
//! Material and squares are counted in centipawns: the description of a game tells the values of its pieces.

use crate::features::{Feature, features, row};
use crate::score::Score;

/// Number of distances to the goal that count.
pub const NEAR_GOAL_STEPS: usize = 5;
/// Number of checks left that count, 0 included.
pub const CHECKS_LEFT_ROW: usize = 4;

features! {
    groups {
        Material "material";
        Squares "squares";
        Mobility "mobility";
        Pawns "pawns";
        King "king safety";
        Threats "threats";
        Goal "goal";
    }

    /// Material: the value of a piece, in centipawns.
    MATERIAL = Material material[1];
    /// Square: how much better than the average a piece stands, in centipawns.
    SQUARES = Squares squares[1];
    /// Advance of a pawn, in its ranks squared.
    ADVANCE = Squares advance[1];
    /// Mobility: a square that a piece reaches and no enemy pawn attacks.
    MOBILITY = Mobility mobility[1];
    /// Passed pawn: advance of a pawn that no enemy pawn can stop or capture, in its ranks squared.
    PASSED = Pawns passed[1];
    /// Doubled pawn: behind another of its file.
    DOUBLED = Pawns doubled[1];
    /// Supported pawn: guarded by a pawn.
    SUPPORTED = Pawns supported[1];
    /// Pawn shelter: a pawn next to its royal piece, on the side of the enemy.
    SHELTER = King shelter[1];
    /// King ring: an attack on a square next to the enemy's royal piece, squared over all attacks.
    RING_ATTACKS = King ring_attacks[1];
    /// A piece (no pawn) attacked by a pawn.
    THREAT_BY_PAWN = Threats threat_by_pawn[1];
    /// Hanging piece: attacked, and nothing guards it.
    HANGING = Threats hanging[1];
    /// The piece nearest to the goal, by king's steps.
    NEAR_GOAL = Goal near_goal[NEAR_GOAL_STEPS];
    /// Checks that the side has still to give.
    CHECKS_LEFT = Goal checks_left[CHECKS_LEFT_ROW];
    /// The last enemy piece of a kind that must not become extinct; an attack on it.
    RARE = Goal rare[2];
}

/// Weights, the same for all custom variants.
pub const WEIGHTS: Weights = Weights {
    material: [Score::new(1, 1)],
    squares: [Score::new(1, 1)],
    advance: [Score::new(1, 2)],
    mobility: [Score::new(4, 4)],
    passed: [Score::new(1, 3)],
    doubled: [Score::new(-8, -16)],
    supported: [Score::new(10, 6)],
    shelter: [Score::new(18, 0)],
    ring_attacks: [Score::new(3, 1)],
    threat_by_pawn: [Score::new(45, 35)],
    hanging: [Score::new(-20, -20)],
    near_goal: row([(400, 400), (200, 200), (80, 80), (30, 30), (10, 10)]),
    checks_left: row([(0, 0), (600, 600), (200, 200), (60, 60)]),
    rare: row([(40, 40), (120, 120)]),
};

//! What knight relay chess is weighed with.

use engine::variants::orthodox::{Kind, Relay};

use super::Judge;
use super::camp::Camp;
use super::chess::WEIGHTS as CHESS;
use super::endings::{by_pawns, drive_to_the_edge};
use super::features::Weights;
use super::king::Danger;
use crate::ending::Ending;
use crate::features::{row, table};
use crate::score::Score;

impl Judge for Relay {
    const FLAT: &'static [Score; super::features::COUNT] = &WEIGHTS.flat();
    /// Knights never leave the board, so they say nothing about how far the game has gone.
    const PHASE: [i32; 6] = [0, 0, 1, 2, 4, 0];
    /// Heavier than in chess: a relayed queen next to the king mates soon, and nothing drives its knight away.
    const DANGER: Danger = Danger {
        attacker: [12, 0, 20, 22, 26, 0],
        hit: 8,
        weak_square: 17,
        safe_check: [0, 0, 38, 56, 52, 0],
        unsafe_check: 10,
        relay_check: 30,
        knight_beside: 10,
        tolerance: -36,
        no_queen: -64,
        divisor: 112,
    };

    /// Knights and a king cannot win, and whatever else is left is what it takes to win.
    fn ending(strong: &Camp, weak: &Camp) -> Ending {
        let knights = |camp: &Camp| camp.men(Kind::Knight) | camp.men(Kind::King);
        let force = strong.all.without(knights(strong));
        if force.is_empty() {
            return Ending::DRAWN;
        }
        if strong.men(Kind::Pawn).any() {
            return by_pawns(strong);
        }
        let alone = weak.all == knights(weak);
        let bonus = if alone { drive_to_the_edge(strong, weak) } else { 0 };
        // A single bishop needs a knight's leap at its side to mate, and the enemy's knights in no way.
        let lone_bishop = force == strong.men(Kind::Bishop) && force.len() == 1;
        Ending { scale: if lone_bishop { 24 } else { 56 }, bonus }
    }
}

/// The weights of knight relay chess, in centipawns. What is not said here is as in chess.
pub const WEIGHTS: Weights = Weights {
    material: row([(128, 172), (240, 150), (340, 340), (460, 530), (980, 1040), (0, 0)]),
    knight_squares: table([
        [(-40, -20), (-24, -14), (-18, -10), (-16, -8)],
        [(-20, -10), (-8, -4), (4, 0), (6, 2)],
        [(-10, -6), (2, 0), (14, 6), (18, 8)],
        [(-4, 0), (8, 4), (20, 10), (26, 12)],
        [(0, 2), (12, 8), (22, 12), (30, 14)],
        [(-6, 0), (8, 6), (18, 10), (22, 12)],
        [(-14, -4), (-2, 2), (8, 4), (12, 6)],
        [(-36, -16), (-20, -8), (-12, -4), (-10, -4)],
    ]),
    knight_mobility: row([(-12, -12), (-8, -8), (-4, -4), (-2, -2), (0, 0), (2, 2), (4, 4), (6, 6), (8, 8)]),
    minor_outpost: row([(0, 0), (22, 12), (0, 0)]),
    minor_behind_pawn: row([(2, 0)]),
    passed_knight_blocked: row([(0, 0), (-2, -6), (-4, -12), (-8, -24), (-14, -44), (-30, -80), (-60, -130), (0, 0)]),
    passed_relayed: row([(0, 0), (2, 6), (2, 8), (4, 14), (10, 26), (20, 44), (10, 20), (0, 0)]),
    relayed: row([(6, 8), (0, 0), (20, 24), (18, 18), (28, 26), (0, 0)]),
    relay_leaps: row([(3, 3), (0, 0), (4, 5), (4, 5), (4, 5), (0, 0)]),
    relay_next: row([(0, 1), (0, 0), (6, 6), (5, 6), (10, 10), (0, 0)]),
    blockade: row([(20, 26), (16, 20), (12, 18), (8, 14), (4, 8), (2, 4), (0, 0), (0, 0)]),
    ..CHESS
};

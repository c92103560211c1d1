//! Evaluation parameters of knight relay chess: weights, king danger, endgame knowledge.

use engine::variants::orthodox::{Kind, Relay};

use super::OrthodoxParams;
use super::endgames::{by_pawns, drive_to_the_edge};
use super::features::Weights;
use super::king_safety::KingDanger;
use super::side::Side;
use crate::endgame::EndgameScale;
use crate::features::{row, table};
use crate::hce::EvalParams;
use crate::nnue::embedded_network;
use crate::score::Score;

impl EvalParams for Relay {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::KnightRelay, "knightrelay.network");
}

impl OrthodoxParams for Relay {
    /// Knights never leave the board, so they are no part of the phase.
    const PHASE: [i32; 6] = [0, 0, 1, 2, 4, 0];
    /// Danger weighs more than in chess: a relayed queen next to the king mates soon, and nothing drives its knight
    /// away.
    const KING_DANGER: KingDanger = KingDanger {
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
    fn endgame(strong: &Side, weak: &Side) -> EndgameScale {
        let knights = |side: &Side| side.pieces(Kind::Knight) | side.pieces(Kind::King);
        let force = strong.all.without(knights(strong));
        if force.is_empty() {
            return EndgameScale::DRAWN;
        }
        if strong.pieces(Kind::Pawn).any() {
            return by_pawns(strong);
        }
        let alone = weak.all == knights(weak);
        let bonus = if alone { drive_to_the_edge(strong, weak) } else { 0 };
        // A single bishop needs a knight's leap at its side to mate, and the enemy's knights in no way.
        let lone_bishop = force == strong.pieces(Kind::Bishop) && force.len() == 1;
        EndgameScale { scale: if lone_bishop { 24 } else { 56 }, bonus }
    }
}

/// The weights of knight relay chess, in centipawns: fitted to games (`docs/strength.md`).
pub const WEIGHTS: Weights = Weights {
    material: row([(120, 184), (228, 154), (333, 355), (452, 541), (948, 1058), (0, 0)]),
    pawn_squares: table([
        [(0, 0), (0, 0), (0, 0), (0, 0)],
        [(-21, -2), (-5, -6), (-3, 4), (-14, 20)],
        [(-31, -21), (-7, -1), (6, 2), (9, 14)],
        [(-8, -2), (-11, 9), (25, -5), (35, -12)],
        [(-19, 9), (19, 39), (13, 30), (33, 19)],
        [(0, 19), (14, 6), (34, 16), (17, -3)],
        [(36, 32), (39, 62), (32, 28), (30, 14)],
        [(0, 0), (0, 0), (0, 0), (0, 0)],
    ]),
    knight_squares: table([
        [(-37, -5), (-21, -23), (-15, -6), (-32, -10)],
        [(-18, -8), (-1, 9), (15, 13), (8, 3)],
        [(-4, -2), (9, 15), (-1, 10), (6, 20)],
        [(-21, 1), (12, 1), (20, 9), (24, 26)],
        [(-12, 0), (16, -25), (2, 7), (60, 5)],
        [(-5, -1), (9, 4), (12, 10), (31, -9)],
        [(-16, -7), (-8, -2), (4, 5), (29, 10)],
        [(-44, -14), (-19, -6), (-6, -3), (-19, -14)],
    ]),
    bishop_squares: table([
        [(-22, -24), (-14, -18), (-1, -10), (-17, -6)],
        [(-9, -10), (13, -13), (-18, -4), (8, -1)],
        [(16, -4), (4, 9), (8, 5), (20, 4)],
        [(4, -3), (-4, -9), (14, 8), (20, 25)],
        [(-14, -1), (13, -1), (7, 10), (38, 3)],
        [(-6, 1), (5, -5), (18, 10), (27, 7)],
        [(-21, -11), (-17, -7), (13, 14), (-15, -6)],
        [(-36, -26), (-21, -16), (-26, -4), (-23, -2)],
    ]),
    rook_squares: table([
        [(-12, -5), (-13, -16), (3, -14), (13, -13)],
        [(-47, -11), (-8, -7), (-23, -5), (-8, -7)],
        [(-42, -5), (-9, 10), (-23, 16), (5, -1)],
        [(-28, 8), (-7, 3), (-4, 10), (2, 9)],
        [(-14, 9), (3, 12), (16, 9), (15, 10)],
        [(-9, 11), (11, 0), (10, 9), (16, 6)],
        [(5, 4), (6, 9), (17, 12), (16, 2)],
        [(0, 10), (11, 13), (4, 14), (11, 14)],
    ]),
    queen_squares: table([
        [(-6, -37), (11, -24), (-12, -25), (37, -32)],
        [(-13, -26), (2, -19), (6, -11), (22, -4)],
        [(-6, -13), (9, -6), (7, 7), (-2, 6)],
        [(-20, -9), (-25, 8), (-12, 12), (-18, 22)],
        [(-25, -4), (-14, 16), (-1, 25), (-15, 31)],
        [(-13, -7), (-1, 11), (-8, 15), (2, 23)],
        [(-14, -7), (-25, 11), (-2, 21), (4, 24)],
        [(-7, -4), (1, -2), (8, 9), (2, 3)],
    ]),
    king_squares: table([
        [(31, -52), (43, -12), (15, -21), (3, -37)],
        [(21, -34), (23, -12), (-17, 5), (-41, -14)],
        [(-15, -22), (-17, 1), (-43, 7), (-61, 6)],
        [(-40, -16), (-44, 7), (-67, 12), (-86, -2)],
        [(-50, 5), (-46, 26), (-64, 28), (-87, 17)],
        [(-48, 4), (-33, 31), (-52, 38), (-66, 31)],
        [(-39, 0), (-25, 25), (-34, 29), (-45, 35)],
        [(-49, -49), (-35, -14), (-40, -5), (-49, -1)],
    ]),
    knight_mobility: row([(-16, 0), (-13, 0), (-6, -10), (1, 0), (5, -1), (5, -3), (7, 2), (0, 6), (-2, 4)]),
    bishop_mobility: row([
        (-30, -60),
        (-16, -33),
        (-10, -20),
        (0, -7),
        (1, -1),
        (-1, 10),
        (0, 20),
        (13, 22),
        (15, 26),
        (27, 23),
        (32, 20),
        (31, 36),
        (39, 40),
        (43, 45),
    ]),
    rook_mobility: row([
        (-20, -66),
        (-11, -42),
        (-18, -9),
        (-15, 11),
        (-8, 0),
        (-11, 11),
        (-2, 28),
        (-2, 31),
        (3, 30),
        (19, 27),
        (9, 34),
        (20, 36),
        (12, 42),
        (22, 50),
        (26, 34),
    ]),
    queen_mobility: row([
        (-38, -60),
        (-15, -43),
        (-17, -36),
        (-13, -28),
        (-10, -25),
        (-12, -19),
        (-8, -15),
        (-8, -5),
        (-1, 11),
        (-5, 13),
        (2, 11),
        (2, 15),
        (1, 22),
        (6, 22),
        (3, 31),
        (6, 25),
        (13, 35),
        (16, 31),
        (24, 38),
        (24, 40),
        (20, 41),
        (23, 44),
        (26, 49),
        (28, 52),
        (29, 57),
        (31, 58),
        (32, 61),
        (34, 64),
    ]),
    bishop_pair: row([(15, 34)]),
    bishop_pawns: row([(-4, 5)]),
    minor_outpost: row([(1, -7), (7, 9), (0, 0)]),
    minor_behind_pawn: row([(2, 9)]),
    rook_file: row([(18, 9), (23, 8)]),
    rook_seventh: row([(0, 17)]),
    doubled: row([(1, -32)]),
    isolated: row([(-2, -3), (-16, -7)]),
    backward: row([(1, -17), (-5, -3)]),
    supported: row([(0, 0), (0, 0), (12, -7), (5, 5), (11, 11), (42, 25), (55, 62), (0, 0)]),
    phalanx: row([(0, 0), (3, -4), (3, 7), (4, -3), (18, 24), (45, 37), (67, 71), (0, 0)]),
    passed: row([(0, 0), (5, 13), (0, 7), (9, 22), (25, 41), (54, 70), (101, 121), (0, 0)]),
    passed_enemy_king: row([(0, 0), (-4, -7), (0, -1), (-4, 7), (-7, 11), (0, 25), (1, 31), (0, 0)]),
    passed_own_king: row([(0, 0), (4, -4), (-2, -3), (2, -13), (2, -16), (-7, -13), (-10, -16), (0, 0)]),
    passed_free_step: row([(0, 0), (7, 8), (-10, 9), (18, 9), (5, 12), (3, 15), (16, 32), (0, 0)]),
    passed_free_path: row([(0, 0), (1, 1), (4, 5), (3, 17), (10, 40), (27, 69), (47, 105), (0, 0)]),
    passed_blocked: row([(0, 0), (-1, -7), (-3, -5), (-5, -10), (-6, -14), (-11, -41), (-41, -80), (0, 0)]),
    passed_knight_blocked: row([(0, 0), (-1, -6), (-7, -16), (-15, -17), (-18, -43), (-25, -63), (-42, -130), (0, 0)]),
    passed_relayed: row([(0, 0), (5, -1), (3, -5), (-7, 0), (21, 26), (41, 44), (6, 12), (0, 0)]),
    rook_behind_passed: row([(8, 9)]),
    unstoppable: row([(0, 420)]),
    shelter_king_file: row([(-20, -8), (15, 12), (13, 4), (-4, 4), (-11, -12), (-18, 1), (-17, 0), (0, 0)]),
    shelter_side_file: row([(-9, 4), (17, -6), (9, -8), (-4, 1), (-5, 9), (-8, -10), (-7, 11), (0, 0)]),
    storm: row([(-2, 4), (8, 10), (-50, 4), (-2, 18), (-4, 0), (-7, -16), (-3, -5), (0, 0)]),
    storm_blocked: row([(0, 0), (0, 0), (-13, 6), (8, -19), (-4, 2), (0, 5), (-9, -15), (0, 0)]),
    threat_by_pawn: row([(0, 0), (54, 32), (42, 35), (51, 13), (33, 33), (0, 0)]),
    threat_by_minor: row([(15, 12), (18, 20), (21, 21), (41, 27), (18, 55), (0, 0)]),
    threat_by_rook: row([(7, 21), (18, 26), (21, 27), (0, 22), (29, 31), (0, 0)]),
    threat_by_king: row([(16, 37)]),
    hanging: row([(7, 11)]),
    push_threat: row([(48, 26)]),
    space: row([(0, 4)]),
    relayed: row([(34, 26), (0, 0), (19, 37), (14, 25), (17, 30), (0, 0)]),
    relay_leaps: row([(-4, 8), (0, 0), (4, 2), (6, -2), (3, 9), (0, 0)]),
    relay_next: row([(8, 10), (0, 0), (1, 16), (0, 8), (10, 11), (0, 0)]),
    blockade: row([(2, 26), (11, 3), (14, 4), (-2, 3), (-8, -2), (22, 13), (0, 0), (0, 0)]),
    ..Weights::NONE
};

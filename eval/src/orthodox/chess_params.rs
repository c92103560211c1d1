//! Evaluation parameters of chess: weights, king danger, endgame knowledge.

use engine::variants::orthodox::{Kind, Standard};

use super::OrthodoxParams;
use super::endgames::{are_opposite_bishops, by_pawns, drive_to_the_edge, is_wrong_corner, known_win, piece_points};
use super::features::{KINDS, Weights};
use super::king_safety::KingDanger;
use super::side::Side;
use crate::endgame::EndgameScale;
use crate::features::{row, table};
use crate::hce::EvalParams;
use crate::nnue::embedded_network;
use crate::score::Score;

impl EvalParams for Standard {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::Chess, "chess.network");
}

/// Phase weight of each kind of piece.
pub(super) const PHASE: [i32; KINDS] = [0, 1, 1, 2, 4, 0];

/// King danger of chess.
pub(super) const KING_DANGER: KingDanger = KingDanger {
    attacker: [0, 18, 14, 17, 18, 0],
    hit: 7,
    weak_square: 15,
    safe_check: [0, 46, 30, 54, 44, 0],
    unsafe_check: 9,
    relay_check: 0,
    knight_beside: 0,
    tolerance: -30,
    no_queen: -70,
    divisor: 128,
};

impl OrthodoxParams for Standard {
    fn endgame(strong: &Side, weak: &Side) -> EndgameScale {
        if strong.pieces(Kind::Pawn).any() { with_pawns(strong, weak) } else { without_pawns(strong, weak) }
    }

    fn known_win(strong: &Side, weak: &Side) -> Option<i32> {
        known_win(strong, weak)
    }
}

/// Endgames in which the strong side has pawns.
fn with_pawns(strong: &Side, weak: &Side) -> EndgameScale {
    if is_wrong_corner(strong, weak) {
        return EndgameScale::DRAWN;
    }
    if are_opposite_bishops(strong, weak) {
        let bare = strong.non_pawns().len() == 1 && weak.non_pawns().len() == 1;
        return EndgameScale::scaled(if bare { 28 } else { 50 });
    }
    by_pawns(strong)
}

/// Endgames in which the strong side has no pawns.
fn without_pawns(strong: &Side, weak: &Side) -> EndgameScale {
    let (mine, theirs) = (piece_points(strong), piece_points(weak));
    if mine - theirs <= 3 {
        let scale = if mine < 5 {
            0
        } else if theirs <= 3 {
            8
        } else {
            16
        };
        return EndgameScale::scaled(scale);
    }
    if strong.pieces(Kind::Knight).len() == 2 && strong.all.len() == 3 {
        // Two knights force mate only where a pawn that they hold back spares the weak side stalemate.
        return if weak.pieces(Kind::Pawn).any() { EndgameScale::scaled(4) } else { EndgameScale::DRAWN };
    }
    // A queen beats a rook or a minor, and two pieces more beat one, only at the edge. Pawns leave no time for that.
    let bonus = if weak.pieces(Kind::Pawn).any() { 0 } else { drive_to_the_edge(strong, weak) };
    EndgameScale { bonus, ..EndgameScale::NORMAL }
}

/// The weights of orthodox chess, in centipawns.
pub const WEIGHTS: Weights = Weights {
    material: row([(68, 113), (288, 346), (298, 358), (387, 627), (902, 1146), (0, 0)]),
    pawn_squares: table([
        [(0, 0), (0, 0), (0, 0), (0, 0)],
        [(-8, 6), (4, 7), (-3, 14), (-15, 16)],
        [(-3, 1), (5, 3), (-1, 9), (-2, 12)],
        [(-4, 2), (-6, -7), (10, -11), (15, -16)],
        [(13, 14), (10, -2), (-1, 0), (15, -19)],
        [(3, 29), (-5, 16), (11, 22), (29, 13)],
        [(25, 35), (20, 54), (47, 43), (50, 26)],
        [(0, 0), (0, 0), (0, 0), (0, 0)],
    ]),
    knight_squares: table([
        [(-56, -50), (-19, -42), (-25, -5), (-24, -12)],
        [(-17, -45), (-38, -1), (-9, -20), (-5, 1)],
        [(-13, -22), (0, 3), (4, -1), (4, 14)],
        [(-4, -3), (9, 7), (20, 18), (19, 15)],
        [(-1, -9), (6, 6), (20, -1), (20, 20)],
        [(-14, -8), (5, 2), (-4, 6), (16, 18)],
        [(-29, -24), (-21, 7), (39, -24), (23, -1)],
        [(-103, -72), (-66, -41), (-68, -19), (-27, -7)],
    ]),
    bishop_squares: table([
        [(-11, 0), (8, -3), (-10, 1), (-12, -9)],
        [(-10, -47), (15, -16), (3, -9), (-1, 2)],
        [(4, -7), (8, 0), (11, -2), (2, 10)],
        [(-8, -21), (1, 4), (7, 4), (25, 1)],
        [(0, -25), (13, 0), (17, 5), (19, 9)],
        [(-3, -5), (1, 11), (10, 5), (17, 6)],
        [(-15, -8), (-18, 2), (-20, 15), (-18, 10)],
        [(-28, -5), (-24, 5), (-20, 0), (-41, 1)],
    ]),
    rook_squares: table([
        [(-11, -19), (-8, -9), (-1, -11), (5, -20)],
        [(-35, 7), (-15, -7), (-12, -17), (-18, 3)],
        [(-26, -10), (-17, 3), (-11, 9), (-15, 0)],
        [(-35, 6), (-14, 17), (-10, 6), (-4, 14)],
        [(-17, 24), (-9, 16), (4, 8), (1, -1)],
        [(-13, 12), (15, 10), (4, 14), (3, 7)],
        [(5, 6), (-8, 19), (27, 3), (20, 7)],
        [(21, 16), (2, 18), (0, 29), (16, 26)],
    ]),
    queen_squares: table([
        [(-6, -39), (11, -43), (1, -44), (11, -72)],
        [(-16, -19), (6, -24), (14, -49), (5, -14)],
        [(-23, 2), (-1, 0), (-7, 13), (-7, 5)],
        [(-5, 1), (-18, 23), (-12, 37), (-19, 38)],
        [(-8, 5), (-16, 25), (-18, 45), (-10, 32)],
        [(-13, 3), (-4, 20), (10, 26), (4, 35)],
        [(-15, 3), (-29, 21), (-10, 32), (-18, 31)],
        [(-15, 0), (-1, 5), (13, 19), (16, 12)],
    ]),
    king_squares: table([
        [(26, -59), (41, -48), (4, -32), (-1, -44)],
        [(19, -35), (15, -22), (-4, -10), (-38, 0)],
        [(16, -30), (-4, -12), (-50, 14), (-64, 14)],
        [(-40, -22), (-52, 0), (-51, 24), (-87, 28)],
        [(-59, -15), (-39, 22), (-71, 31), (-87, 35)],
        [(-50, 13), (-36, 29), (-54, 48), (-69, 48)],
        [(-43, -11), (-28, 34), (-37, 38), (-45, 37)],
        [(-51, -55), (-33, -10), (-36, 7), (-48, 2)],
    ]),
    knight_mobility: row([
        (-34, -56),
        (-23, -36),
        (-16, -20),
        (-10, 0),
        (-7, 11),
        (-1, 14),
        (4, 21),
        (6, 18),
        (22, 12),
    ]),
    bishop_mobility: row([
        (-26, -71),
        (-17, -38),
        (-9, -23),
        (-5, -4),
        (-2, 3),
        (4, 8),
        (6, 19),
        (9, 24),
        (9, 26),
        (14, 34),
        (22, 33),
        (21, 40),
        (38, 46),
        (39, 40),
    ]),
    rook_mobility: row([
        (-62, -86),
        (-19, -43),
        (-11, -17),
        (-10, -6),
        (-2, 4),
        (-3, 20),
        (-5, 31),
        (2, 30),
        (7, 37),
        (4, 42),
        (6, 47),
        (14, 52),
        (9, 56),
        (16, 60),
        (-2, 62),
    ]),
    queen_mobility: row([
        (-34, -60),
        (-12, -49),
        (-9, -31),
        (-11, -47),
        (-7, -49),
        (-10, -18),
        (-8, -22),
        (-7, -16),
        (-5, -9),
        (-5, 0),
        (-3, 13),
        (-3, 31),
        (-4, 35),
        (-3, 44),
        (-3, 54),
        (2, 52),
        (0, 62),
        (11, 53),
        (17, 52),
        (17, 57),
        (25, 55),
        (19, 52),
        (28, 56),
        (27, 55),
        (29, 55),
        (30, 55),
        (31, 59),
        (32, 59),
    ]),
    bishop_pair: row([(22, 59)]),
    bishop_pawns: row([(-3, -2)]),
    minor_outpost: row([(24, 17), (25, 12), (15, 12)]),
    minor_behind_pawn: row([(4, 13)]),
    rook_file: row([(13, 7), (34, 3)]),
    rook_seventh: row([(-3, 11)]),
    doubled: row([(-7, -23)]),
    isolated: row([(-2, -4), (-13, -12)]),
    backward: row([(-3, -19), (-14, -17)]),
    supported: row([(0, 0), (0, 0), (12, 5), (6, 11), (11, 18), (32, 29), (62, 71), (0, 0)]),
    phalanx: row([(0, 0), (5, -2), (7, -5), (6, 7), (11, 25), (42, 55), (70, 85), (0, 0)]),
    passed: row([(0, 0), (-8, 17), (20, 3), (13, 50), (13, 73), (57, 94), (105, 145), (0, 0)]),
    passed_enemy_king: row([(0, 0), (4, -3), (-8, 6), (-7, 9), (-9, 19), (-5, 32), (-14, 49), (0, 0)]),
    passed_own_king: row([(0, 0), (-8, 2), (-2, -5), (3, -13), (5, -16), (-3, -19), (4, -30), (0, 0)]),
    passed_free_step: row([(0, 0), (-2, 1), (1, 0), (6, -1), (4, 7), (22, 19), (16, 32), (0, 0)]),
    passed_free_path: row([(0, 0), (0, 8), (-7, 14), (-23, 18), (-9, 34), (36, 96), (46, 117), (0, 0)]),
    passed_blocked: row([(0, 0), (-2, -6), (-10, -4), (-18, -3), (0, -24), (2, -47), (-18, -82), (0, 0)]),
    rook_behind_passed: row([(14, 20)]),
    unstoppable: row([(0, 410)]),
    shelter_king_file: row([(-23, -2), (17, -9), (12, -10), (-9, 4), (-15, 1), (-7, 4), (-17, 12), (0, 0)]),
    shelter_side_file: row([(-11, -7), (21, -8), (9, -8), (1, -6), (0, -6), (-20, 9), (-9, 25), (0, 0)]),
    storm: row([(-10, -5), (16, -1), (-18, 9), (-16, 11), (-12, 2), (-3, 1), (-6, -2), (0, 0)]),
    storm_blocked: row([(0, 0), (0, 0), (-21, 7), (0, -1), (3, -20), (1, -12), (5, 5), (0, 0)]),
    threat_by_pawn: row([(0, 0), (51, 39), (54, 56), (45, 26), (21, 30), (0, 0)]),
    threat_by_minor: row([(6, 20), (19, 39), (31, 22), (36, 23), (13, 45), (0, 0)]),
    threat_by_rook: row([(3, 21), (24, 24), (16, 33), (14, 14), (37, 30), (0, 0)]),
    threat_by_king: row([(29, 25)]),
    hanging: row([(5, 18)]),
    push_threat: row([(26, 14)]),
    space: row([(2, 0)]),
    ..Weights::NONE
};

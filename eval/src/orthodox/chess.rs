//! What orthodox chess is weighed with.

use engine::variants::orthodox::{Kind, Standard};

use super::Judge;
use super::camp::Camp;
use super::endings::{
    are_opposite_bishops, by_pawns, drive_to_the_corner, drive_to_the_edge, is_wrong_corner, officers_worth,
};
use super::features::Weights;
use super::king::Danger;
use crate::ending::Ending;
use crate::features::{row, table};
use crate::score::Score;

impl Judge for Standard {
    const FLAT: &'static [Score; super::features::COUNT] = &WEIGHTS.flat();
    const PHASE: [i32; 6] = [0, 1, 1, 2, 4, 0];
    const DANGER: Danger = Danger {
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

    fn ending(strong: &Camp, weak: &Camp) -> Ending {
        if strong.men(Kind::Pawn).any() { with_pawns(strong, weak) } else { without_pawns(strong, weak) }
    }
}

fn with_pawns(strong: &Camp, weak: &Camp) -> Ending {
    if is_wrong_corner(strong, weak) {
        return Ending::DRAWN;
    }
    if are_opposite_bishops(strong, weak) {
        let bare = strong.officers().len() == 1 && weak.officers().len() == 1;
        return Ending::scaled(if bare { 28 } else { 50 });
    }
    by_pawns(strong)
}

fn without_pawns(strong: &Camp, weak: &Camp) -> Ending {
    let (mine, theirs) = (officers_worth(strong), officers_worth(weak));
    if mine - theirs <= 3 {
        let scale = if mine < 5 {
            0
        } else if theirs <= 3 {
            8
        } else {
            16
        };
        return Ending::scaled(scale);
    }
    if weak.all.len() > 1 {
        return Ending::PLAIN;
    }
    let (knights, bishops) = (strong.men(Kind::Knight).len(), strong.men(Kind::Bishop).len());
    match (knights, bishops, strong.all.len()) {
        (2, 0, 3) => Ending::DRAWN,
        (1, 1, 3) => Ending { bonus: drive_to_the_corner(strong, weak), ..Ending::PLAIN },
        _ => Ending { bonus: drive_to_the_edge(strong, weak), ..Ending::PLAIN },
    }
}

/// The weights of orthodox chess, in centipawns.
pub const WEIGHTS: Weights = Weights {
    material: row([(82, 104), (330, 312), (345, 326), (465, 545), (985, 1020), (0, 0)]),
    pawn_squares: table([
        [(0, 0), (0, 0), (0, 0), (0, 0)],
        [(-10, 8), (2, 4), (-4, 4), (-12, 2)],
        [(-10, 2), (-2, 2), (0, -2), (4, -2)],
        [(-10, 8), (-4, 4), (8, -4), (20, -8)],
        [(-2, 16), (4, 12), (12, 2), (22, -2)],
        [(6, 26), (14, 24), (24, 14), (30, 10)],
        [(30, 40), (34, 38), (36, 32), (40, 28)],
        [(0, 0), (0, 0), (0, 0), (0, 0)],
    ]),
    knight_squares: table([
        [(-70, -50), (-30, -34), (-28, -22), (-22, -14)],
        [(-26, -32), (-22, -18), (-10, -14), (-2, -6)],
        [(-20, -22), (-4, -8), (8, 0), (12, 12)],
        [(-10, -16), (4, 0), (14, 14), (16, 22)],
        [(-4, -14), (8, 4), (20, 18), (28, 26)],
        [(-14, -18), (14, -2), (30, 10), (36, 16)],
        [(-36, -28), (-16, -12), (20, -8), (22, 4)],
        [(-110, -60), (-60, -36), (-40, -22), (-22, -16)],
    ]),
    bishop_squares: table([
        [(-16, -20), (-4, -14), (-14, -10), (-18, -6)],
        [(-4, -16), (14, -10), (6, -6), (0, 0)],
        [(2, -10), (8, -2), (10, 4), (8, 6)],
        [(-4, -6), (4, 0), (6, 6), (20, 10)],
        [(-6, -4), (4, 2), (12, 6), (24, 10)],
        [(-2, -4), (10, 0), (18, 4), (16, 4)],
        [(-20, -8), (-8, -2), (-4, 0), (-6, 0)],
        [(-24, -14), (-16, -8), (-24, -6), (-22, -4)],
    ]),
    rook_squares: table([
        [(-18, -8), (-12, -4), (-2, -4), (6, -8)],
        [(-30, -6), (-14, -8), (-10, -6), (-4, -8)],
        [(-26, -4), (-12, -2), (-12, -4), (-8, -6)],
        [(-20, 2), (-12, 4), (-8, 4), (-4, 2)],
        [(-12, 8), (-4, 8), (4, 8), (8, 6)],
        [(-6, 10), (8, 8), (10, 8), (14, 6)],
        [(4, 12), (6, 14), (18, 12), (22, 10)],
        [(8, 12), (10, 12), (8, 14), (12, 12)],
    ]),
    queen_squares: table([
        [(-8, -36), (-8, -30), (-4, -26), (4, -20)],
        [(-10, -26), (-4, -22), (6, -16), (4, -8)],
        [(-8, -16), (0, -6), (0, 4), (-2, 6)],
        [(-8, -6), (-6, 8), (-4, 14), (-6, 24)],
        [(-10, 0), (-8, 14), (-4, 20), (-6, 30)],
        [(-4, -4), (0, 8), (4, 18), (8, 24)],
        [(-8, -8), (-24, 10), (-2, 18), (0, 24)],
        [(-4, -10), (2, -2), (6, 6), (8, 8)],
    ]),
    king_squares: table([
        [(28, -56), (44, -36), (12, -24), (-8, -26)],
        [(22, -32), (16, -16), (-14, -4), (-34, 0)],
        [(-14, -18), (-18, -4), (-42, 10), (-58, 16)],
        [(-40, -12), (-40, 8), (-62, 22), (-80, 28)],
        [(-52, 0), (-46, 18), (-64, 30), (-84, 34)],
        [(-48, 6), (-34, 28), (-52, 34), (-66, 32)],
        [(-40, -6), (-26, 20), (-36, 24), (-46, 22)],
        [(-50, -50), (-36, -18), (-40, -8), (-50, -6)],
    ]),
    knight_mobility: row([(-44, -48), (-24, -29), (-14, -19), (-5, -11), (2, -4), (9, 2), (15, 8), (21, 13), (26, 18)]),
    bishop_mobility: row([
        (-38, -50),
        (-21, -30),
        (-12, -19),
        (-5, -11),
        (1, -4),
        (7, 3),
        (12, 9),
        (17, 15),
        (22, 20),
        (26, 25),
        (30, 30),
        (34, 35),
        (38, 40),
        (42, 44),
    ]),
    rook_mobility: row([
        (-36, -60),
        (-23, -35),
        (-17, -23),
        (-11, -12),
        (-7, -3),
        (-3, 5),
        (1, 12),
        (5, 19),
        (8, 26),
        (12, 32),
        (15, 38),
        (18, 44),
        (21, 49),
        (23, 55),
        (26, 60),
    ]),
    queen_mobility: row([
        (-34, -60),
        (-25, -43),
        (-20, -34),
        (-16, -27),
        (-12, -21),
        (-9, -15),
        (-6, -10),
        (-4, -5),
        (-1, 0),
        (1, 4),
        (3, 8),
        (6, 12),
        (8, 16),
        (10, 20),
        (12, 24),
        (14, 27),
        (16, 31),
        (18, 34),
        (19, 37),
        (21, 40),
        (23, 44),
        (24, 47),
        (26, 50),
        (28, 53),
        (29, 56),
        (31, 58),
        (32, 61),
        (34, 64),
    ]),
    bishop_pair: row([(26, 52)]),
    bishop_pawns: row([(-2, -6)]),
    minor_outpost: row([(30, 20), (22, 12), (10, 6)]),
    minor_behind_pawn: row([(8, 4)]),
    rook_file: row([(14, 8), (34, 12)]),
    rook_seventh: row([(6, 24)]),
    doubled: row([(-6, -22)]),
    isolated: row([(-6, -10), (-14, -16)]),
    backward: row([(-6, -10), (-16, -16)]),
    supported: row([(0, 0), (0, 0), (12, 6), (9, 6), (12, 12), (26, 28), (50, 50), (0, 0)]),
    phalanx: row([(0, 0), (4, 0), (6, 2), (10, 6), (18, 16), (34, 36), (60, 60), (0, 0)]),
    passed: row([(0, 0), (2, 6), (2, 8), (4, 18), (24, 36), (56, 72), (104, 124), (0, 0)]),
    passed_enemy_king: row([(0, 0), (0, 0), (0, 2), (0, 5), (0, 10), (0, 17), (0, 20), (0, 0)]),
    passed_own_king: row([(0, 0), (0, 0), (0, -1), (0, -3), (0, -6), (0, -9), (0, -9), (0, 0)]),
    passed_free_step: row([(0, 0), (0, 0), (0, 2), (0, 6), (4, 12), (10, 22), (16, 32), (0, 0)]),
    passed_free_path: row([(0, 0), (0, 2), (0, 4), (2, 12), (8, 24), (22, 50), (44, 80), (0, 0)]),
    passed_blocked: row([(0, 0), (0, 0), (0, -2), (-2, -8), (-4, -18), (-10, -34), (-20, -56), (0, 0)]),
    rook_behind_passed: row([(4, 14)]),
    unstoppable: row([(0, 420)]),
    shelter_king_file: row([(-26, 0), (24, 0), (12, 0), (-6, 0), (-10, 0), (-16, 0), (-20, 0), (0, 0)]),
    shelter_side_file: row([(-16, 0), (22, 0), (12, 0), (0, 0), (-4, 0), (-8, 0), (-12, 0), (0, 0)]),
    storm: row([(-4, 0), (0, 0), (-30, 0), (-18, 0), (-8, 0), (-2, 0), (0, 0), (0, 0)]),
    storm_blocked: row([(0, 0), (0, 0), (-10, -4), (-4, -2), (0, 0), (0, 0), (0, 0), (0, 0)]),
    threat_by_pawn: row([(0, 0), (54, 32), (56, 40), (76, 36), (74, 40), (0, 0)]),
    threat_by_minor: row([(2, 14), (18, 20), (26, 26), (56, 40), (50, 60), (0, 0)]),
    threat_by_rook: row([(2, 18), (18, 26), (20, 26), (0, 20), (48, 34), (0, 0)]),
    threat_by_king: row([(12, 44)]),
    hanging: row([(30, 18)]),
    push_threat: row([(20, 16)]),
    space: row([(2, 0)]),
    ..Weights::NONE
};

//! Evaluation parameters of Quex: weights, endgame knowledge.

use engine::game::MoveFacts;
use engine::variants::Quex;
use engine::variants::quex::{Kind, Royal};

use super::QuexParams;
use super::features::{HALF, Weights};
use super::side::Side;
use crate::endgame::{EndgameScale, KNOWN_WIN};
use crate::features::{row, table};
use crate::hce::EvalParams;
use crate::nnue::embedded_network;
use crate::score::Score;

impl EvalParams for Royal {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(Quex, "quex.network");
}

impl QuexParams for Royal {
    /// A bare king is driven to the edge (mop-up). One minor champion alone cannot mate: drawn.
    #[inline(always)]
    fn endgame(strong: &Side, weak: &Side) -> EndgameScale {
        if strong.pions.is_empty() && !strong.champions.several() && !has_heavy(strong) {
            return EndgameScale::DRAWN;
        }
        if !weak.is_bare_king() {
            return EndgameScale::NORMAL;
        }
        EndgameScale { bonus: drive_to_the_edge(strong, weak), ..EndgameScale::NORMAL }
    }

    /// A queen or a rook mates a bare king.
    #[inline(always)]
    fn known_win(strong: &Side, weak: &Side) -> Option<i32> {
        let is_known = weak.is_bare_king() && has_heavy(strong);
        is_known.then(|| KNOWN_WIN + material(strong) + drive_to_the_edge(strong, weak))
    }
}

/// True if a side has a queen or a rook.
fn has_heavy(side: &Side) -> bool {
    (side.pieces(Kind::Queen) | side.pieces(Kind::Rook)).any()
}

/// Material of a side but its king, in centipawns.
fn material(side: &Side) -> i32 {
    let value = |kind: Kind| Quex::piece_value(kind.index()) * side.pieces(kind).len() as i32;
    Kind::ALL.into_iter().filter(|&kind| kind != Kind::King).map(value).sum()
}

/// Mop-up bonus in centipawns: the bare king at the edge, the strong king near it.
fn drive_to_the_edge(strong: &Side, weak: &Side) -> i32 {
    let (Some(strong_king), Some(weak_king)) = (strong.king(), weak.king()) else { return 0 };
    let off_centre = |at: usize| if at < HALF { HALF - 1 - at } else { at - HALF } as i32;
    let steps = strong_king.file().abs_diff(weak_king.file()).max(strong_king.rank().abs_diff(weak_king.rank())) as i32;
    12 * (off_centre(weak_king.file()) + off_centre(weak_king.rank())) + 8 * (9 - steps)
}

/// The weights of Quex, in centipawns.
const WEIGHTS: Weights = Weights {
    material: row([
        (0, 0),
        (977, 1008),
        (481, 567),
        (320, 361),
        (266, 263),
        (255, 241),
        (251, 305),
        (117, 146),
        (103, 180),
        (125, 144),
        (75, 63),
    ]),
    ranks: table([
        [(-13, -11), (27, 2), (3, 9), (-52, 9), (-50, 20), (-57, 16), (-68, 26), (-80, 27), (-97, 15), (-110, 5)],
        [(37, -24), (42, -37), (18, -2), (-8, 15), (-18, 22), (-24, 21), (5, 32), (-3, 22), (16, 14), (7, 32)],
        [(7, 8), (29, 1), (24, 3), (-16, 14), (-6, 22), (-8, 22), (-2, 3), (2, 7), (8, 17), (-14, 12)],
        [(9, 1), (9, 11), (27, 7), (18, 7), (11, 8), (-3, 8), (19, -4), (-8, -8), (-4, 10), (-21, 7)],
        [(-17, -7), (-2, -6), (2, 16), (9, 8), (25, 14), (22, 31), (18, 9), (9, -10), (-5, -11), (10, -4)],
        [(-30, 4), (-18, -11), (24, 15), (8, 14), (19, 10), (12, -2), (32, 9), (-3, -14), (1, -16), (14, -5)],
        [(-34, -12), (14, -56), (18, 2), (0, -9), (-3, 3), (0, 28), (37, 29), (18, 65), (26, 75), (11, 19)],
        [(-7, -16), (25, 8), (7, 7), (9, -10), (3, 10), (2, -1), (-7, 34), (13, 30), (2, 21), (15, 20)],
        [(-7, -32), (-10, 10), (8, -4), (0, 3), (1, 6), (3, 5), (1, 27), (23, 45), (18, 67), (12, 20)],
        [(-8, -12), (-4, -6), (-9, 4), (14, 31), (5, 0), (-1, 17), (41, 19), (39, 50), (20, 39), (-60, -60)],
        [(-8, -12), (-4, -6), (11, 10), (15, -8), (6, 1), (9, 7), (3, 20), (13, 32), (21, 37), (-60, -60)],
    ]),
    files: table([
        [(29, -17), (12, 10), (5, 6), (-25, 7), (-21, -5)],
        [(23, -7), (0, 1), (-3, 12), (-1, 9), (10, -8)],
        [(-19, 5), (-1, -14), (5, 15), (3, -2), (-8, 14)],
        [(-8, -27), (-17, 4), (-7, 8), (-2, -3), (-4, 7)],
        [(-14, -14), (-13, -10), (-2, -13), (4, 12), (1, 9)],
        [(-31, -44), (-20, -12), (-18, -11), (17, 6), (17, 10)],
        [(-4, -10), (17, 3), (-1, 23), (19, 12), (2, 27)],
        [(-27, -1), (-18, 13), (5, -11), (11, -9), (36, 23)],
        [(-12, 6), (-32, 8), (12, 2), (6, 26), (20, 18)],
        [(-59, -5), (-13, 18), (22, 13), (32, -27), (43, 35)],
        [(3, -28), (-25, 20), (14, -35), (-3, 11), (6, 4)],
    ]),
    queen_mobility: row([
        (-45, -54),
        (-31, -33),
        (-14, -38),
        (-13, -13),
        (-10, -35),
        (-8, 0),
        (-7, 1),
        (4, 13),
        (9, 20),
        (13, 24),
        (25, 43),
        (31, 34),
        (22, 29),
        (22, 14),
        (17, 11),
        (24, 19),
        (23, 23),
        (28, 33),
    ]),
    rook_mobility: row([
        (-30, -65),
        (-12, -40),
        (-16, 7),
        (-8, 24),
        (-2, 11),
        (6, 22),
        (14, 29),
        (29, 16),
        (9, 30),
        (19, 28),
    ]),
    lord_mobility: row([
        (-38, -53),
        (-20, -19),
        (-16, -19),
        (-12, -1),
        (-7, 17),
        (2, 20),
        (28, 16),
        (17, 25),
        (36, 37),
    ]),
    knight_mobility: row([(-32, -39), (-20, -14), (1, 6), (3, 21), (4, 12), (4, 11), (7, 8), (4, 6), (23, -8)]),
    prince_mobility: row([(-17, -35), (3, -16), (-2, -16), (3, 6), (-1, 9), (0, 5), (5, 0), (4, 10), (-10, 10)]),
    lord_pair: row([(38, 85)]),
    champion_guarded: row([(-2, 24)]),
    pion_guarded: row([(1, 1)]),
    pion_alone: row([(-16, 7)]),
    held_up: row([(1, -10)]),
    prospect: table([
        [(-8, -29), (-9, -47), (6, -21), (31, -11), (33, -9), (10, 28), (25, 95), (45, 195), (67, 249), (0, 0)],
        [(2, -12), (12, -7), (-6, 13), (9, 9), (36, 15), (24, 22), (14, 48), (28, 79), (43, 104), (-1, -1)],
        [(-2, 2), (-8, 27), (-1, 35), (6, 0), (7, 9), (5, 24), (23, 29), (22, 38), (3, 47), (2, 0)],
    ]),
    open_way: row([(-8, -7), (7, -5), (-2, 3), (-5, -1), (1, 4), (9, 21), (3, 54), (26, 99), (66, 158), (1, -1)]),
    danger: row([
        (-13, -9),
        (-4, 7),
        (-19, -4),
        (-14, -12),
        (-18, -5),
        (-21, -9),
        (-30, -13),
        (-33, -10),
        (-45, -15),
        (-62, -12),
        (-85, -12),
        (-112, 1),
        (-127, -11),
        (-150, -23),
        (-176, -24),
        (-195, -26),
        (-227, -40),
        (-260, -43),
        (-292, -49),
        (-324, -54),
        (-360, -60),
        (-396, -66),
        (-435, -72),
        (-476, -79),
    ]),
    safe_check: row([
        (0, 0),
        (-21, -44),
        (-22, -30),
        (-7, -41),
        (-10, -5),
        (1, -21),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
    ]),
    shelter: row([(24, -8), (13, -3), (-12, 2), (-17, 10), (8, -1), (11, 0), (14, 0), (10, 0), (6, 0)]),
    room: row([(-9, -23), (18, -3), (18, 10), (12, 20), (1, 4), (-9, 7), (-9, -4), (-26, 0), (-17, -7)]),
    threat_by_pion: row([
        (0, 0),
        (12, 33),
        (33, 28),
        (46, 44),
        (28, 28),
        (25, 41),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
        (0, 0),
    ]),
    threat_by_minor: row([
        (0, 0),
        (1, 23),
        (33, 12),
        (25, 26),
        (22, 20),
        (10, 21),
        (11, 8),
        (-2, 9),
        (3, 19),
        (4, 15),
        (3, 16),
    ]),
    threat_by_rook: row([
        (0, 0),
        (29, 36),
        (-6, 0),
        (27, 8),
        (20, -3),
        (20, 26),
        (3, -8),
        (9, 7),
        (4, 8),
        (4, 9),
        (13, 24),
    ]),
    threat_by_king: row([(15, 43)]),
    hanging: row([(-6, 14), (-24, -17)]),
    ..Weights::NONE
};

//! Evaluation parameters of Chex: weights, fitted to games of the published rules. By mail the same weights won as well
//! (`docs/strength.md`).

use engine::variants::chex::{ByMail, Royal};

use super::features::Weights;
use crate::features::row;
use crate::hce::EvalParams;
use crate::nnue::embedded_network;
use crate::score::Score;

impl EvalParams for Royal {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::Chex, "chex.network");
}

impl EvalParams for ByMail {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::ChexByMail, "chexpbm.network");
}

/// The weights of Chex, in centipawns.
const WEIGHTS: Weights = Weights {
    material: row([(-63, -61), (625, 709), (368, 405), (266, 293), (259, 300), (57, 96)]),
    queen_mobility: row([
        (-108, -73),
        (-77, -37),
        (-9, 9),
        (12, 10),
        (41, 23),
        (59, 66),
        (77, 80),
        (80, 80),
        (91, 90),
        (93, 94),
    ]),
    rook_mobility: row([(-71, -27), (-31, -4), (-4, -8), (15, -8), (34, 29), (59, 53), (48, 49), (57, 56)]),
    bishop_mobility: row([(-62, -19), (-2, -12), (28, 9), (18, 45), (46, 43), (42, 34), (51, 49), (50, 50)]),
    knight_mobility: row([
        (-59, -26),
        (-9, -28),
        (-6, -18),
        (29, 11),
        (12, 33),
        (18, 38),
        (24, 35),
        (23, 27),
        (55, 55),
    ]),
    pawn_step: row([(13, 6)]),
    pawn_ahead: row([(-15, -3), (-28, 22), (-2, 21), (1, -5)]),
    room: row([(-135, -153), (-63, -48), (-10, -2), (20, -16), (7, 34), (16, 34), (33, 27), (23, 23), (20, 20)]),
    hunter: row([(10, -1), (21, 62), (33, 43), (20, 29), (-7, 19), (-2, 1)]),
    hunted: row([(-44, -54), (-53, -22), (-63, -57), (-94, -98), (-137, -156), (-180, -188)]),
    threat: row([(20, 20), (74, 69), (38, 53), (61, 80), (69, 55), (10, 10)]),
    look: row([(20, 20), (14, -4), (32, -13), (18, -14), (27, 9), (2, 11)]),
    hidden: row([(63, 61), (776, 648), (531, 395), (408, 349), (405, 333), (231, 163)]),
    late_king: row([
        (-11, -6),
        (-6, 0),
        (16, 11),
        (44, 24),
        (57, 34),
        (58, 43),
        (69, 53),
        (57, 63),
        (60, 71),
        (54, 73),
        (42, 69),
        (39, 53),
        (36, 36),
        (41, 42),
        (40, 38),
        (40, 40),
        (40, 40),
    ]),
    landing: row([(-60, -60), (-30, -30), (-15, -15), (-5, -5), (1, 4), (63, 59)]),
    tied: row([(-110, -93), (-145, -48), (-81, -44), (-50, -53), (-51, -25), (-1, -6)]),
};

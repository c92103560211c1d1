//! Evaluation parameters of the family's games: the same weights, each a network of its own.

use engine::variants::kaleido::{Dice, PawnArmy, RavenArmy, Usual};

use super::features::Weights;
use crate::features::{row, table};
use crate::hce::EvalParams;
use crate::nnue::embedded_network;
use crate::score::Score;

impl EvalParams for Usual {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::Kaleido, "kaleido.network");
}

impl EvalParams for Dice {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::KaleidoDice, "kaleidodice.network");
}

impl EvalParams for PawnArmy {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::KaleidoPawns, "kaleidopawns.network");
}

impl EvalParams for RavenArmy {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::KaleidoRavens, "kaleidoravens.network");
}

/// The weights of all games of the family, in centipawns.
const WEIGHTS: Weights = Weights {
    material: row([
        (673, 691),
        (490, 514),
        (369, 397),
        (287, 299),
        (158, 172),
        (248, 258),
        (197, 213),
        (165, 157),
        (109, 104),
    ]),
    squares: table([
        [
            (-53, -36),
            (12, 9),
            (-1, 2),
            (1, 2),
            (1, 2),
            (0, 2),
            (2, 4),
            (0, 3),
            (-3, -11),
            (-5, 0),
            (7, 10),
            (14, 4),
            (1, -1),
            (-7, -3),
            (5, 3),
        ],
        [
            (9, 27),
            (-18, -2),
            (3, -4),
            (-2, 1),
            (-8, 1),
            (-4, 2),
            (-11, -5),
            (-1, -5),
            (-16, 1),
            (5, -5),
            (10, -2),
            (24, 2),
            (6, 2),
            (-7, 1),
            (0, -1),
        ],
        [
            (-24, 5),
            (-14, 9),
            (-16, -4),
            (14, -6),
            (4, 6),
            (-17, 0),
            (-2, -8),
            (4, -12),
            (8, 11),
            (-6, -4),
            (14, 6),
            (18, 0),
            (13, 6),
            (-2, -1),
            (-24, -12),
        ],
        [
            (1, -5),
            (-1, 4),
            (-33, 6),
            (19, 7),
            (8, 8),
            (-4, -5),
            (8, 2),
            (-28, -8),
            (9, -2),
            (11, 10),
            (11, -10),
            (17, 5),
            (-14, -6),
            (-3, -6),
            (-15, 0),
        ],
        [
            (-19, 0),
            (20, 19),
            (21, 20),
            (-18, 0),
            (-23, -4),
            (4, -1),
            (-18, -8),
            (21, -23),
            (8, 5),
            (-20, -8),
            (4, 5),
            (7, 10),
            (10, 2),
            (8, 5),
            (1, -1),
        ],
        [
            (-12, 11),
            (1, 1),
            (0, 3),
            (1, 1),
            (-5, 3),
            (1, 5),
            (-9, -1),
            (1, -1),
            (-11, -27),
            (-17, 5),
            (13, 9),
            (12, -10),
            (3, -2),
            (18, 10),
            (0, 0),
        ],
        [
            (-12, -12),
            (-6, -4),
            (16, 3),
            (-7, -5),
            (-34, -8),
            (14, 9),
            (1, 10),
            (-22, 15),
            (5, -7),
            (10, 8),
            (-15, 3),
            (5, 4),
            (10, 6),
            (8, -10),
            (25, 3),
        ],
        [
            (9, 3),
            (-18, -17),
            (21, 12),
            (0, 0),
            (-1, 0),
            (-16, -3),
            (28, 3),
            (-35, -15),
            (50, 27),
            (-21, -16),
            (-18, -4),
            (15, 0),
            (-16, -5),
            (1, 15),
            (15, 7),
        ],
        [
            (38, -8),
            (23, -9),
            (-19, 6),
            (-19, -9),
            (21, 18),
            (-23, -28),
            (3, 34),
            (-28, -3),
            (16, 21),
            (-16, -6),
            (10, -20),
            (2, -5),
            (6, 12),
            (-2, 0),
            (-2, 0),
        ],
    ]),
};

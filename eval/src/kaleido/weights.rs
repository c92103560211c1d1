//! What the games of the family are weighed with.

use engine::variants::kaleido::{Dice, PawnArmy, RavenArmy, Usual};

use super::Judge;
use super::features::{COUNT, Weights};
use crate::features::row;
use crate::score::Score;

impl Judge for Usual {
    const FLAT: &'static [Score; COUNT] = &USUAL.flat();
}

impl Judge for Dice {
    const FLAT: &'static [Score; COUNT] = &USUAL.flat();
}

impl Judge for PawnArmy {
    const FLAT: &'static [Score; COUNT] = &USUAL.flat();
}

impl Judge for RavenArmy {
    const FLAT: &'static [Score; COUNT] = &USUAL.flat();
}

/// The weights of KaleidoChess, in centipawns.
const USUAL: Weights = Weights {
    material: row([
        (700, 700),
        (500, 500),
        (400, 400),
        (300, 300),
        (150, 150),
        (250, 250),
        (200, 200),
        (150, 150),
        (100, 100),
    ]),
};

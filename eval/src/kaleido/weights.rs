//! What the games of the family are weighed with.

use engine::variants::kaleido::{Dice, PawnArmy, RavenArmy, Usual};

use super::Judge;
use super::features::{COUNT, Weights};
use crate::features::{row, table};
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
    mobility: row([(2, 2); 9]),
    safe_mobility: row([(2, 2); 9]),
    held: row([(0, 0), (120, 120), (180, 180), (220, 220), (250, 250)]),
    free: row([(0, -100), (0, -60), (0, -30), (0, 0)]),
    storm: table([
        [(60, 60), (120, 120)],
        [(30, 30), (60, 60)],
        [(10, 10), (20, 20)],
        [(150, 150), (150, 150)],
        [(60, 60), (120, 120)],
        [(20, 20), (30, 30)],
    ]),
    throws: table([[(250, 250), (330, 330), (420, 420), (500, 500)], [(150, 150), (200, 200), (250, 250), (300, 300)]]),
    aim: row([(8, 8), (5, 5), (3, 3)]),
    safe_aim: row([(15, 15), (8, 8), (4, 4)]),
    spare: table([[(25, 25), (40, 40), (50, 50)], [(10, 10), (15, 15), (20, 20)], [(5, 5), (8, 8), (10, 10)]]),
    guard: row([(0, 0), (15, 15), (8, 8)]),
    hanging: row([(90, 90), (70, 70), (60, 60), (45, 45), (20, 20), (40, 40), (30, 30), (20, 20), (15, 15)]),
    threat: row([(60, 60), (40, 40), (30, 30), (20, 20), (8, 8), (20, 20), (15, 15), (8, 8), (0, 0)]),
    ..Weights::NONE
};

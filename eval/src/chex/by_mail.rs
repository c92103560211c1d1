//! What Chex by mail is weighed with.

use engine::variants::chex::ByMail;

use super::Judge;
use super::features::{COUNT, Weights};
use crate::features::row;
use crate::score::Score;

impl Judge for ByMail {
    const FLAT: &'static [Score; COUNT] = &WEIGHTS.flat();
}

/// The weights of Chex by mail, in centipawns.
const WEIGHTS: Weights = Weights {
    material: row([(0, 0), (900, 900), (500, 500), (330, 330), (320, 320), (100, 100)]),
    hidden: row([(0, 0), (800, 800), (450, 450), (300, 300), (290, 290), (80, 80)]),
};

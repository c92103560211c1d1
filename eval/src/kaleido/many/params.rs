//! Weights of the games for three and four, in centipawns, set by hand.

use super::features::Weights;
use crate::features::row;
use crate::score::Score;

/// The weights, the same for middle game and endgame: material as in the game for two, the rest by judgement.
pub(super) const WEIGHTS: Weights = Weights {
    material: same([680, 500, 380, 290, 165, 250, 205, 160, 105]),
    mobility: same([1, 1, 1, 2, 3, 1, 1, 2, 3]),
    safe_mobility: same([1, 1, 1, 1, 1, 1, 1, 1, 1]),
    hanging: same([-160, -120, -90, -70, -40, -60, -50, -40, -25]),
    threatened: same([-120, -80, -60, -40, -20, -30, -20, -15, 0]),
    held: same([0, 160, 220, 250, 260]),
    besieged: same([-700, -150]),
    storm: same([120, 60]),
    safe_castles: same([60, 100, 120]),
    guard: same([25]),
    turn: same([20]),
};

/// Row of weights that do not depend on the phase.
const fn same<const N: usize>(values: [i32; N]) -> [Score; N] {
    let mut pairs = [(0, 0); N];
    let mut i = 0;
    while i < N {
        pairs[i] = (values[i], values[i]);
        i += 1;
    }
    row(pairs)
}

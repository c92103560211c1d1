//! Parameters of the Monte Carlo tree search.

use super::super::params::{Spec, params};

params! {
    /// Parameters of the Monte Carlo tree search. Expected scores are from -1 to 1.
    pub struct TreeParams;

    /// PUCT exploration constant (c_puct), in hundredths.
    cpuct = 140 in 20..=600 step 20;
    /// FPU reduction: deduction from the value of unvisited moves when all others are visited, in hundredths.
    fpu_reduction = 20 in 0..=100 step 10;
    /// Softmax temperature of the prior, in centipawns: a move better by this has e times the prior.
    prior_temperature = 140 in 20..=400 step 15;
    /// Bonus of a check in the prior's score, in centipawns.
    check_bonus = 40 in 0..=300 step 20;
    /// Penalty of a move that loses its piece by SEE in the prior's score, in percent of the piece value.
    hanging_penalty = 60 in 0..=100 step 10;
    /// Depth of the alpha-beta search that evaluates a leaf, in plies before quiescence search.
    leaf_depth = 1 in 0..=4 step 1;
}

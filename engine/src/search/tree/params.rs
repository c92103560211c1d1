//! The numbers that steer the tree search.

use super::super::params::{Spec, params};

params! {
    /// The parameters of the tree search. Expected scores run from -1 to 1.
    pub struct TreeParams;

    /// How much a move's promise is worth against what is known of it, in hundredths.
    exploration = 140 in 20..=600 step 20;
    /// By how much the value of a move that has not been tried falls below its position's, as its rivals are tried: in hundredths.
    untried = 20 in 0..=100 step 10;
    /// The centipawns by which a move must look better to seem e times as promising.
    temperature = 140 in 20..=400 step 15;
    /// The centipawns that a check adds to a move's promise.
    check = 40 in 0..=300 step 20;
    /// The share of a piece's worth that a move's promise loses if the piece can be taken where it goes: in percent.
    hanging = 60 in 0..=100 step 10;
    /// The plies that alpha-beta looks ahead from a leaf, before quiescence.
    leaf_depth = 1 in 0..=4 step 1;
}

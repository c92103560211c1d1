//! Differences between the games for three and for four.

use std::fmt::Debug;
use std::hash::Hash;

use crate::variants::GameInfo;

/// Rules by which the games differ.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// Descriptor of the game.
    const INFO: GameInfo;
    /// Seed of the Zobrist keys.
    const KEY_SEED: u64;
    /// Text of the start position.
    const START: &'static str;
    /// Names of the players, clockwise; the first begins.
    const SEAT_NAMES: &'static [&'static str];
}

//! Differences between the games of the family.

use std::fmt::Debug;
use std::hash::Hash;

use crate::variants::GameInfo;

/// Rules by which the games of the family differ.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// Descriptor of the game.
    const INFO: GameInfo;
    /// Seed of the Zobrist keys.
    const KEY_SEED: u64;
    /// True if the king is royal and may not be left in check. If false, it may be captured, and the captor wins.
    const KING_IS_ROYAL: bool;
}

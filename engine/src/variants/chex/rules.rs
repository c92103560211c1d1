//! Parameters by which the games of the family differ.

use std::fmt::Debug;
use std::hash::Hash;

use crate::variants::GameInfo;

/// The rules by which the games differ.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's descriptor.
    const INFO: GameInfo;
    /// Where the stream of the game's key numbers begins.
    const KEY_SEED: u64;
    /// Whether the king may not be left in check. If not, he may be captured, and the captor wins.
    const KING_IS_ROYAL: bool;
}

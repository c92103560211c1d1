//! In what Quex and Keyles differ.

use std::fmt::Debug;
use std::hash::Hash;

/// The rules by which the games of the family differ.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// Where the stream of the game's key numbers begins.
    const KEY_SEED: u64;
    /// Whether the king may not be left attacked. If not, he may be captured and comes back, and wins by reaching the
    /// opponent's end zone.
    const KING_IS_ROYAL: bool;
}

/// The rules of Quex.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Royal;

impl Rules for Royal {
    const NAME: &'static str = "quex";
    const KEY_SEED: u64 = 0x7175_6578_0000_0001;
    const KING_IS_ROYAL: bool = true;
}

/// The rules of Keyles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Capturable;

impl Rules for Capturable {
    const NAME: &'static str = "keyles";
    const KEY_SEED: u64 = 0x6b65_796c_6573_0001;
    const KING_IS_ROYAL: bool = false;
}

//! In what the two ways to play Chex differ.

use std::fmt::Debug;
use std::hash::Hash;

/// The rules by which the games differ.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// The name of the game.
    const NAME: &'static str;
    /// Where the stream of the game's key numbers begins.
    const KEY_SEED: u64;
    /// Whether the king may not be left in check. If not, he may be captured, and the captor wins.
    const KING_IS_ROYAL: bool;
}

/// The published rules.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Royal;

impl Rules for Royal {
    const NAME: &'static str = "chex";
    const KEY_SEED: u64 = 0x6368_6578_0000_0001;
    const KING_IS_ROYAL: bool = true;
}

/// The rules of the play-by-mail server.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct ByMail;

impl Rules for ByMail {
    const NAME: &'static str = "chexpbm";
    const KEY_SEED: u64 = 0x6368_6578_7062_6d01;
    const KING_IS_ROYAL: bool = false;
}

//! Differences between the games of the family.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::RangeInclusive;

use crate::search::Params;
use crate::variants::GameInfo;

/// Rules by which the games of the family differ.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// Descriptor of the game.
    const INFO: GameInfo;
    /// Seed of the Zobrist keys.
    const KEY_SEED: u64;
    /// Text of the start position.
    const START: &'static str;
    /// Opening odds, as in [`Game::OPENING_ODDS`](crate::game::Game::OPENING_ODDS).
    const OPENING_ODDS: RangeInclusive<usize> = 0..=0;
    /// True if a die is thrown before each move.
    const DICE: bool = false;
    /// Parameters of the alpha-beta search.
    const SEARCH_PARAMS: Params = Params::DEFAULT;
}

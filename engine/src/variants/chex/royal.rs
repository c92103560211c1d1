//! Chex as published: checkmate wins.

use super::{Position, Rules};
use crate::variants::GameInfo;

/// Chex as published: checkmate wins.
pub type Chex = Position<Royal>;

/// Rules as published.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Royal;

impl Rules for Royal {
    const INFO: GameInfo = GameInfo {
        name: "chex",
        title: "Chex",
        goal: "Checkmate the enemy king; all tiles have to hold together.",
        aliases: &[],
        bench_reduction: 8,
    };
    const KEY_SEED: u64 = 0x6368_6578_0000_0001;
    const KING_IS_ROYAL: bool = true;
}

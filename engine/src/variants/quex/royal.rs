//! Quex: checkmate wins.

use super::{Position, Rules};
use crate::variants::GameInfo;

/// Quex: checkmate wins.
pub type Quex = Position<Royal>;

/// Rules of Quex.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Royal;

impl Rules for Royal {
    const INFO: GameInfo =
        GameInfo { name: "quex", title: "Quex", goal: "Checkmate the enemy king.", aliases: &[], bench_reduction: 0 };
    const KEY_SEED: u64 = 0x7175_6578_0000_0001;
    const KING_IS_ROYAL: bool = true;
}

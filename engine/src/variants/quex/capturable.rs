//! Keyles: the king who reaches the far side wins; a captured king comes back.

use super::{Position, Rules};
use crate::variants::GameInfo;

/// Keyles: the king who reaches the far side wins; a captured king comes back.
pub type Keyles = Position<Capturable>;

/// The rules of Keyles.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Capturable;

impl Rules for Capturable {
    const INFO: GameInfo = GameInfo { name: "keyles", title: "Keyles", aliases: &[], bench_reduction: 0 };
    const KEY_SEED: u64 = 0x6b65_796c_6573_0001;
    const KING_IS_ROYAL: bool = false;
}

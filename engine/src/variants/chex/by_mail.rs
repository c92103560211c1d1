//! Chex as it was played by mail: capturing the king wins.

use super::{Position, Rules};
use crate::variants::GameInfo;

/// Chex as it was played by mail: capturing the king wins.
pub type ChexByMail = Position<ByMail>;

/// Rules of the play-by-mail server.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct ByMail;

impl Rules for ByMail {
    const INFO: GameInfo = GameInfo {
        name: "chexpbm",
        title: "Chex by mail",
        goal: "Capture the enemy king; all tiles have to hold together.",
        aliases: &[],
        bench_reduction: 8,
    };
    const KEY_SEED: u64 = 0x6368_6578_7062_6d01;
    const KING_IS_ROYAL: bool = false;
}

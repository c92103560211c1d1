//! KaleidoChess with a die that says which pieces may move.

use super::{Position, Rules, Usual};
use crate::variants::GameInfo;

/// KaleidoChess with a die that says which pieces may move.
pub type KaleidoDice = Position<Dice>;

/// Rules of KaleidoChess with dice.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Dice;

impl Rules for Dice {
    const INFO: GameInfo = GameInfo {
        name: "kaleidodice",
        title: "KaleidoChess with dice",
        goal: "Leave the enemy without a piece on any castle; the die says which of your pieces may move.",
        aliases: &[],
        bench_reduction: 10,
    };
    const KEY_SEED: u64 = 0x6b61_6c65_6964_6501;
    const START: &'static str = Usual::START;
    const DICE: bool = true;
}

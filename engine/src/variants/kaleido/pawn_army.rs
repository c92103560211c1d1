//! KaleidoChess against eighteen pawns.

use std::ops::RangeInclusive;

use super::{Position, Rules};
use crate::variants::GameInfo;

/// KaleidoChess against eighteen pawns.
pub type KaleidoPawns = Position<PawnArmy>;

/// Rules of KaleidoChess against pawns: Black has eighteen pawns.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct PawnArmy;

impl Rules for PawnArmy {
    const INFO: GameInfo = GameInfo {
        name: "kaleidopawns",
        title: "KaleidoChess against pawns",
        goal: "Leave the enemy without a piece on any castle; White has an army, Black has eighteen pawns.",
        aliases: &[],
        bench_reduction: 5,
    };
    const KEY_SEED: u64 = 0x6b61_6c65_6964_7001;
    const START: &'static str = "RWRL5LD/EVPP5TH/11/pppp5pp/pppp5pp/pppp5pp/11/PVET5PH/1 w - - 0 1";
    /// As measured in `docs/experiments/odds.csv`.
    const OPENING_ODDS: RangeInclusive<usize> = 0..=17;
}

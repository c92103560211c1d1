//! KaleidoChess against eighteen ravens.

use std::ops::RangeInclusive;

use super::{Position, Rules};
use crate::variants::GameInfo;

/// KaleidoChess against eighteen ravens.
pub type KaleidoRavens = Position<RavenArmy>;

/// Rules of KaleidoChess against ravens: Black has eighteen ravens.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct RavenArmy;

impl Rules for RavenArmy {
    const INFO: GameInfo = GameInfo {
        name: "kaleidoravens",
        title: "KaleidoChess against ravens",
        goal: "Leave the enemy without a piece on any castle; White has an army, Black has eighteen ravens.",
        aliases: &[],
        bench_reduction: 5,
    };
    const KEY_SEED: u64 = 0x6b61_6c65_6964_7201;
    const START: &'static str = "RWRL5LD/EVPP5TH/11/vvvv5vv/vvvv5vv/vvvv5vv/11/PVET5PH/1 w - - 0 1";
    /// As measured in `docs/experiments/odds.csv`.
    const OPENING_ODDS: RangeInclusive<usize> = 0..=14;
}

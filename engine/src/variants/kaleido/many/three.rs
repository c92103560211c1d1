//! KaleidoChess for three.

use super::{Position, Rules};
use crate::variants::GameInfo;

/// KaleidoChess for three.
pub type Kaleido3 = Position<Three>;

/// Rules of KaleidoChess for three: the seat at 7B stays empty.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Three;

impl Rules for Three {
    const INFO: GameInfo = GameInfo {
        name: "kaleido3",
        title: "KaleidoChess for three",
        goal: "Be the last of three with a piece on a castle; whoever has none is out.",
        aliases: &[],
        bench_reduction: 6,
    };
    const KEY_SEED: u64 = 0x6b61_6c65_6964_3301;
    const START: &'static str = "RWRLP3PLD/E1'E'T5T1/'R'W'R'L'P3'P'L'D/'E1et5'T1/rwrlp3pld/e8t1/11/2ET7/1 w - - - 0 1";
    const SEAT_NAMES: &'static [&'static str] = &["White", "Red", "Black"];
}

//! KaleidoChess for four.

use super::{Position, Rules};
use crate::variants::GameInfo;

/// KaleidoChess for four.
pub type Kaleido4 = Position<Four>;

/// Rules of KaleidoChess for four.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Four;

impl Rules for Four {
    const INFO: GameInfo = GameInfo {
        name: "kaleido4",
        title: "KaleidoChess for four",
        goal: "Be the last of four with a piece on a castle; whoever has none is out.",
        aliases: &[],
        bench_reduction: 6,
    };
    const KEY_SEED: u64 = 0x6b61_6c65_6964_3401;
    const START: &'static str = "RWRLP3PLD/E1'E'T5T1/'R'W'R'L'P3'P'L'D/'E1et5'T1/rwrlp3pld/e1'e't5t1/\
                                 'r'w'r'l'p3'p'l'd/'e1ET5't1/1 w - - - - 0 1";
    const SEAT_NAMES: &'static [&'static str] = &["White", "Red", "Black", "Green"];
}

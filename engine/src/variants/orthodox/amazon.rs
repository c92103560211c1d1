//! Amazon chess: the queen leaps like a knight as well.

use super::{EightFiles, Rules};
use crate::variants::GameInfo;

/// Rules of amazon chess, as Fairy-Stockfish plays it.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct WithAmazon;

impl Rules for WithAmazon {
    const INFO: GameInfo = GameInfo {
        name: "amazon",
        title: "Amazon chess",
        goal: "Checkmate the enemy king.",
        aliases: &[],
        bench_reduction: 1,
    };
    const KEY_SEED: u64 = 0x616d_617a_6f6e_0001;
    const START: &'static str = "rnbakbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBAKBNR w KQkq - 0 1";
    const QUEEN: (char, &'static str) = ('A', "amazon");
    const QUEEN_LEAPS: bool = true;
    const SEE_VALUES: &'static [i32] = &[100, 320, 330, 500, 1300, 0];
    type Board = EightFiles;
    type Memory = ();
}

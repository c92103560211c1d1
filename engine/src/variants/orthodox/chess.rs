//! Orthodox chess by the FIDE laws.

use super::{EightFiles, Rules};
use crate::variants::GameInfo;

/// Rules of orthodox chess.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Standard;

impl Rules for Standard {
    const INFO: GameInfo = GameInfo {
        name: "chess",
        title: "Chess",
        goal: "Checkmate the enemy king.",
        aliases: &[
            "standard",
            "normal",
            "from position",
            "chess960",
            "chess 960",
            "fischerandom",
            "fischerrandom",
            "fischer random",
        ],
        bench_reduction: 0,
    };
    const PGN_VARIANTS: [Option<&'static str>; 2] = [None, Some("Chess960")];
    const KEY_SEED: u64 = 0x6368_6573_7300_0001;
    const CHESS960: bool = true;
    const CAN_BE_REACHED: bool = true;
    type Board = EightFiles;
    type Memory = ();
}

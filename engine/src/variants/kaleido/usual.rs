//! KaleidoChess.

use super::{Position, Rules};
use crate::search::Params;
use crate::variants::GameInfo;

/// KaleidoChess.
pub type Kaleido = Position<Usual>;

/// Rules of KaleidoChess.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Usual;

impl Rules for Usual {
    const INFO: GameInfo = GameInfo {
        name: "kaleido",
        title: "KaleidoChess",
        goal: "Leave the enemy without a piece on any castle, and keep one of your own on a castle.",
        aliases: &[],
        bench_reduction: 5,
    };
    const KEY_SEED: u64 = 0x6b61_6c65_6964_6f01;
    const START: &'static str = "RWRL5LD/EVPP5TH/11/pvet5ph/rwrl5ld/evpp5th/11/PVET5PH/1 w - - 0 1";
    /// More reductions than in chess, and less pruning of moves. With dice, and against pawns or ravens, they gain
    /// nothing.
    const SEARCH_PARAMS: Params = Params {
        aspiration_delta: 9,
        rfp_margin: 42,
        iir_depth: 3,
        lmr_base: 90,
        lmr_divisor: 190,
        lmr_not_improving: 150,
        lmp_depth: 5,
        see_quiet_margin: 110,
        see_noisy_margin: 70,
        history_bonus: 260,
        ..Params::DEFAULT
    };
}

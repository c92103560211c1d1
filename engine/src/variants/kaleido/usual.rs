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
    const INFO: GameInfo = GameInfo { name: "kaleido", title: "KaleidoChess", aliases: &[], bench_reduction: 5 };
    const KEY_SEED: u64 = 0x6b61_6c65_6964_6f01;
    const START: &'static str = "RWRL5LD/EVPP5TH/11/pvet5ph/rwrl5ld/evpp5th/11/PVET5PH/1 w - - 0 1";
    const SEARCH_PARAMS: Params = Params::KALEIDO;
}

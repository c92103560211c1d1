//! Scottish progressive chess: each turn is a ply longer than the one before, and a check ends it.

use super::series::{self, Series, TurnLengths};
use super::{EightFiles, Ply, Position, Rules};
use crate::game::Seat;
use crate::variants::GameInfo;

/// One ply, two, three ...
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Growing;

impl TurnLengths for Growing {
    const WRITTEN: bool = true;
    const WANTED: &'static str = "plies left and length of the series, as 2/3";

    fn first(_: Seat) -> u16 {
        1
    }

    #[inline(always)]
    fn next(_: Seat, length: u16) -> u16 {
        length.saturating_add(1)
    }
}

/// Rules of Scottish progressive chess.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Progressive;

impl Rules for Progressive {
    const INFO: GameInfo = GameInfo {
        name: "progressive",
        title: "Scottish progressive chess",
        goal: "Checkmate the enemy king; each turn is a move longer than the one before.",
        aliases: &["scottish progressive", "progressive chess"],
        bench_reduction: 1,
    };
    const KEY_SEED: u64 = 0x7072_6f67_7265_7301;
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 1/1 0 1";
    type Board = EightFiles;
    type Memory = Series<Growing>;

    #[inline(always)]
    fn finish(position: &mut Position<Self>, ply: Ply) {
        let checks = position.is_attacked_king(position.side);
        series::finish(position, ply, checks);
    }
}

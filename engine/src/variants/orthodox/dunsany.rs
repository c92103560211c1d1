//! Dunsany's chess (Lord Dunsany, 1942): thirty-two pawns against an army.

use super::{EightFiles, PiecesOf, Position, Rules};
use crate::game::Seat;
use crate::outcome::{Outcome, Reason, ReasonInfo, Wording};
use crate::variants::GameInfo;

const ALL_CAPTURED: Reason = Reason::new(&ReasonInfo {
    name: "AllCaptured",
    wording: Wording::ByWinner(&["White captures every man", "Black captures every man"]),
});

/// Rules of Dunsany's chess. Black moves first.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Dunsany;

impl Rules for Dunsany {
    const INFO: GameInfo = GameInfo {
        name: "dunsany",
        title: "Dunsany's chess",
        goal: "White checkmates the black king; Black captures all of White's pieces.",
        aliases: &["horde (dunsany)", "dunsany's chess"],
        bench_reduction: 1,
    };
    const KEY_SEED: u64 = 0x6475_6e73_616e_7901;
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP b kq - 0 1";
    const DOUBLE_STEP: [bool; 2] = [false, true];
    const ROYAL: [bool; 2] = [false, true];
    const COLOURS_ALIKE: bool = false;
    type Board = EightFiles;
    type Memory = ();

    #[inline(always)]
    fn is_dead(_: &PiecesOf<Self>) -> bool {
        false
    }

    #[inline(always)]
    fn decided(position: &Position<Self>) -> Option<Outcome> {
        position.pieces.of(Seat::WHITE).is_empty().then_some(Outcome::Win(Seat::BLACK, ALL_CAPTURED))
    }
}

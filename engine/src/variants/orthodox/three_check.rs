//! Three-check chess: the third check wins.

use super::checks::can_check;
use super::{EightFiles, Memory, PiecesOf, Ply, Position, Rules};
use crate::board::zobrist;
use crate::game::Seat;
use crate::outcome::{Outcome, Reason, ReasonInfo, Wording};
use crate::variants::GameInfo;

const THIRD_CHECK: Reason = Reason::new(&ReasonInfo {
    name: "ThirdCheck",
    wording: Wording::ByWinner(&["White gives the third check", "Black gives the third check"]),
});

/// Checks that each side has still to give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ChecksLeft([u8; 2]);

impl ChecksLeft {
    /// Checks that a side has still to give to win.
    #[inline(always)]
    pub const fn of(self, seat: Seat) -> u8 {
        self.0[seat.index() & 1]
    }
}

impl Default for ChecksLeft {
    fn default() -> Self {
        ChecksLeft([3; 2])
    }
}

impl Memory for ChecksLeft {
    const FIELD: Option<&'static str> = Some("checks left");

    #[inline(always)]
    fn key(&self) -> u64 {
        zobrist::digest([u64::from(u16::from_le_bytes(self.0)) + 1])
    }

    fn colours_exchanged(self) -> Self {
        let [white, black] = self.0;
        ChecksLeft([black, white])
    }

    fn checks_left(&self, seat: Seat) -> Option<u8> {
        Some(self.of(seat))
    }

    fn write(&self) -> String {
        format!("{}+{}", self.0[0], self.0[1])
    }

    /// Checks that were given, as Lichess writes them: `+1+0`.
    fn read_suffix(text: &str) -> Option<Self> {
        let &[b'+', white @ b'0'..=b'3', b'+', black @ b'0'..=b'3'] = text.as_bytes() else { return None };
        let left = [b'3' - white, b'3' - black];
        (left != [0; 2]).then_some(ChecksLeft(left))
    }

    /// At least one of the sides has a check left to give, and only the other may have none.
    fn read(text: &str, _: Seat) -> Result<Self, &'static str> {
        let wanted = "a text like 3+3 with numbers from 0 to 3, not both 0";
        let &[white @ b'0'..=b'3', b'+', black @ b'0'..=b'3'] = text.as_bytes() else { return Err(wanted) };
        let left = [white - b'0', black - b'0'];
        if left == [0; 2] { Err(wanted) } else { Ok(ChecksLeft(left)) }
    }
}

/// Rules of three-check chess.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct ThreeChecks;

impl Rules for ThreeChecks {
    const INFO: GameInfo = GameInfo {
        name: "3check",
        title: "Three-check chess",
        goal: "Give check for the third time, or checkmate the enemy king.",
        aliases: &["three-check", "threecheck", "three check", "3-check"],
        bench_reduction: 0,
    };
    const PGN_VARIANTS: [Option<&'static str>; 2] = [Some("Three-check"); 2];
    const KEY_SEED: u64 = 0x3363_6865_636b_0001;
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1";
    type Board = EightFiles;
    type Memory = ChecksLeft;

    /// Bare kings: any other piece may still give a check.
    #[inline(always)]
    fn is_dead(pieces: &PiecesOf<Self>) -> bool {
        pieces.occupied().len() == 2
    }

    #[inline(always)]
    fn decided(position: &Position<Self>) -> Option<Outcome> {
        let winner = Seat::BOTH.into_iter().find(|&seat| position.memory.of(seat) == 0);
        winner.map(|seat| Outcome::Win(seat, THIRD_CHECK))
    }

    /// The last check.
    #[inline(always)]
    fn wins_at_once(position: &Position<Self>) -> bool {
        position.memory.of(position.side) == 1 && can_check(position)
    }

    /// Checks are worth sacrifices: the second one a queen, for it threatens to win with any other.
    #[inline(always)]
    fn check_value(position: &Position<Self>) -> i32 {
        match position.memory.of(position.side) {
            2 => 800,
            3 => 400,
            _ => 0,
        }
    }

    #[inline(always)]
    fn finish(position: &mut Position<Self>, ply: Ply) {
        if position.is_attacked_king(position.side) {
            let ChecksLeft(mut left) = position.memory;
            let mover = &mut left[ply.mover.index()];
            *mover = mover.saturating_sub(1);
            position.set_memory(ChecksLeft(left));
        }
    }
}

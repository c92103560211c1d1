//! Circe chess (Pierre Monreal, 1967): a captured man is reborn on its home square.

use super::{EightFiles, Kind, Legality, Memory, Ply, Position, Rules};
use crate::board::{Bitboard, Square, zobrist};
use crate::game::Seat;
use crate::variants::GameInfo;

/// Kings that have never moved. A side with a right to castle has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Innocence([bool; 2]);

impl Memory for Innocence {
    const INNOCENCE: bool = true;

    #[inline(always)]
    fn key(&self) -> u64 {
        zobrist::digest([1 + u64::from(self.0[0]) + 2 * u64::from(self.0[1])])
    }

    fn colours_exchanged(self) -> Self {
        let [white, black] = self.0;
        Innocence([black, white])
    }

    #[inline(always)]
    fn is_innocent(&self, seat: Seat) -> bool {
        self.0[seat.index() & 1]
    }

    fn with_innocence(self, kings: [bool; 2]) -> Self {
        Innocence(kings)
    }
}

/// Rules of Circe.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, Debug)]
pub struct Rebirth;

impl Rules for Rebirth {
    const INFO: GameInfo = GameInfo {
        name: "circe",
        title: "Circe chess",
        goal: "Checkmate the enemy king; captured pieces come back on their home squares.",
        aliases: &[],
        bench_reduction: 2,
    };
    const KEY_SEED: u64 = 0x6369_7263_6500_0001;
    const PROGRESS_IS_FINAL: bool = false;
    const ORTHODOX_CHECKS: bool = false;
    const REBIRTH: bool = true;
    const MIRRORED: bool = false;
    type Board = EightFiles;
    type Memory = Innocence;

    /// A reborn man may check the king of its captor, or shield it.
    #[inline(always)]
    fn legality(_: &Position<Self>, _: Seat) -> Legality {
        Legality::Test
    }

    /// The second rank for pawns, d1 and d8 for queens; for others the home square that has the colour of the square
    /// of the capture.
    #[inline(always)]
    fn rebirth(seat: Seat, kind: Kind, captured_on: Square) -> Square {
        let (left, right) = match kind {
            Kind::Rook => (0, 7),
            Kind::Knight => (1, 6),
            Kind::Bishop => (2, 5),
            Kind::Queen | Kind::King | Kind::Archbishop | Kind::Chancellor => (3, 3),
            Kind::Pawn => (captured_on.file(), captured_on.file()),
        };
        let rank = 7 * seat.index();
        if kind == Kind::Pawn {
            return Square::new(left, rank.abs_diff(1));
        }
        let left = Square::new(left, rank);
        let is_light = |square| Bitboard::LIGHT_SQUARES.has(square);
        if is_light(left) == is_light(captured_on) { left } else { Square::new(right, rank) }
    }

    #[inline(always)]
    fn finish(position: &mut Position<Self>, ply: Ply) {
        let king_home = Square::new(4, 7 * ply.mover.index());
        if ply.mv.from() == king_home.index() {
            let Innocence(mut kings) = position.memory;
            kings[ply.mover.index()] = false;
            position.set_memory(Innocence(kings));
        }
    }
}

//! The position: pieces, side to move, rights and clocks.

use super::{Kind, Pieces, Rules};
use crate::board::{Bitboard, Square};
use crate::game::Seat;

/// The castlings still allowed, one bit each: White's short and long, Black's short and long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Castling(pub(super) u8);

impl Castling {
    /// No castling.
    pub const NONE: Castling = Castling(0);
    /// How many sets of rights there are.
    pub(super) const STATES: usize = 16;
    /// The letters of the rights, in the order of FEN and of the bits.
    pub(super) const LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// The rights with colours exchanged.
    pub(super) const fn colours_exchanged(self) -> Castling {
        Castling((self.0 << 2 | self.0 >> 2) & 15)
    }

    /// Whether `seat` may still castle short, long.
    #[inline(always)]
    pub const fn of(self, seat: Seat) -> (bool, bool) {
        let bits = self.0 >> (2 * seat.index());
        (bits & 1 != 0, bits & 2 != 0)
    }

    /// The rights that survive a move from or to a square.
    #[inline(always)]
    pub(super) const fn after_touching(self, square: Square) -> Castling {
        const KEEP: [u8; 64] = {
            let mut keep = [15; 64];
            keep[0] = !2 & 15;
            keep[4] = !3 & 15;
            keep[7] = !1 & 15;
            keep[56] = !8 & 15;
            keep[60] = !12 & 15;
            keep[63] = !4 & 15;
            keep
        };
        Castling(self.0 & KEEP[square.index()])
    }
}

/// A position of orthodox chess or of a game that differs from it by `R`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(super) pieces: Pieces,
    pub(super) key: u64,
    /// What the game's own rules remember of the pieces.
    pub(super) survey: R,
    pub(super) full_moves: u16,
    pub(super) clock: u16,
    pub(super) side: Seat,
    pub(super) castling: Castling,
    /// Set only if some pawn can capture there legally: otherwise the position is the same without it.
    pub(super) en_passant: Option<Square>,
}

impl<R: Rules> Position<R> {
    /// Where the pieces stand.
    #[inline(always)]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// The castlings still allowed.
    #[inline(always)]
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// The square on which a pawn can be captured en passant, if a legal move does so.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The number of the current move, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// Where the king of a side stands.
    #[inline(always)]
    pub const fn king(&self, seat: Seat) -> Square {
        self.pieces.get(seat, Kind::King).first()
    }

    /// The pieces of a side that may leap like knights although they are none.
    #[inline(always)]
    pub fn relayed(&self, seat: Seat) -> Bitboard {
        self.survey.relayed(seat)
    }

    /// The pieces of a side that can be captured; the king counts as one of them.
    #[inline(always)]
    pub fn capturable(&self, seat: Seat) -> Bitboard {
        let men = self.pieces.of(seat);
        if R::KNIGHTS_FIGHT { men } else { men.without(self.pieces.kind(Kind::Knight)) }
    }
}

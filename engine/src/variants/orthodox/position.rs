//! Position: pieces, side to move, castling rights, en passant square, clocks.

use super::{Kind, Pieces, Rules};
use crate::board::{Bitboard, Square};
use crate::game::Seat;

/// Castling rights, one bit each: White's short and long, Black's short and long.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Castling(pub(super) u8);

impl Castling {
    /// No castling.
    pub const NONE: Castling = Castling(0);
    /// Number of sets of rights.
    pub(super) const STATES: usize = 16;
    /// FEN letters of the rights, in the order of the bits.
    pub(super) const LETTERS: [char; 4] = ['K', 'Q', 'k', 'q'];

    #[inline(always)]
    pub(super) const fn index(self) -> usize {
        (self.0 & 15) as usize
    }

    /// Rights with colours exchanged.
    pub(super) const fn colours_exchanged(self) -> Castling {
        Castling((self.0 << 2 | self.0 >> 2) & 15)
    }

    /// Rights of a side: (short, long).
    #[inline(always)]
    pub const fn of(self, seat: Seat) -> (bool, bool) {
        let bits = self.0 >> (2 * seat.index());
        (bits & 1 != 0, bits & 2 != 0)
    }

    /// Rights that survive a move from or to a square.
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

/// Position of orthodox chess, or of a game that differs from it by `R`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(super) pieces: Pieces,
    pub(super) key: u64,
    /// Derived state of the game's own rules.
    pub(super) derived: R,
    pub(super) full_moves: u16,
    pub(super) clock: u16,
    pub(super) side: Seat,
    pub(super) castling: Castling,
    /// Set only if a legal move captures there: otherwise the position is the same without it.
    pub(super) en_passant: Option<Square>,
}

impl<R: Rules> Position<R> {
    /// Piece placement.
    #[inline(always)]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Castling rights.
    #[inline(always)]
    pub const fn castling(&self) -> Castling {
        self.castling
    }

    /// En passant square, if a legal move captures there.
    #[inline(always)]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Full-move number, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// King square of a side.
    #[inline(always)]
    pub const fn king(&self, seat: Seat) -> Square {
        self.pieces.get(seat, Kind::King).first()
    }

    /// Relayed pieces of a side: they leap like knights in addition to their own moves.
    #[inline(always)]
    pub fn relayed(&self, seat: Seat) -> Bitboard {
        self.derived.relayed(seat)
    }

    /// Pieces of a side that can be captured, the king included.
    #[inline(always)]
    pub fn capturable(&self, seat: Seat) -> Bitboard {
        let pieces = self.pieces.of(seat);
        if R::KNIGHTS_FIGHT { pieces } else { pieces.without(self.pieces.kind(Kind::Knight)) }
    }
}

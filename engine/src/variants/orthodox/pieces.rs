//! Piece placement as quad-bitboards.

use crate::board::{Bitboard, Square, zobrist};
use crate::game::Seat;
use crate::variants::kinds::piece_kinds;

piece_kinds! {
    /// Piece kind. The numbers are the codes of [`Pieces`]; 0 is an empty square.
    pub enum Kind:

    /// Pawn.
    Pawn = 1, 'P', "pawn";
    /// Knight.
    Knight = 2, 'N', "knight";
    /// Bishop.
    Bishop = 3, 'B', "bishop";
    /// Rook.
    Rook = 4, 'R', "rook";
    /// Queen.
    Queen = 5, 'Q', "queen";
    /// King.
    King = 6, 'K', "king";
}

impl Kind {
    /// Index for tables, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize - 1
    }

    /// Kind of a code; `None` for the empty square.
    #[inline(always)]
    pub(super) const fn from_code(code: usize) -> Option<Kind> {
        match code {
            1 => Some(Kind::Pawn),
            2 => Some(Kind::Knight),
            3 => Some(Kind::Bishop),
            4 => Some(Kind::Rook),
            5 => Some(Kind::Queen),
            6 => Some(Kind::King),
            _ => None,
        }
    }
}

/// Piece placement: quad-bitboards (Gerd Isenberg).
///
/// Three planes spread the code of the piece on a square, the fourth holds its colour. That is a quarter of the space
/// of twelve bitboards with a mailbox: a position is copied in one or two vector instructions. The bitboard of a kind
/// and the kind on a square cost two or three operations on registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pieces {
    code: [u64; 3],
    black: u64,
}

impl Pieces {
    /// All pieces.
    #[inline(always)]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.code[0] | self.code[1] | self.code[2])
    }

    /// All pieces of one side.
    #[inline(always)]
    pub const fn of(&self, seat: Seat) -> Bitboard {
        // Turns the black plane into the white one without a branch.
        let flip = (seat.index() as u64).wrapping_sub(1);
        Bitboard((self.black ^ flip) & self.occupied().0)
    }

    /// All pieces of one kind, of both sides.
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> Bitboard {
        let [a, b, c] = self.code;
        Bitboard(match kind {
            Kind::Pawn => a & !b & !c,
            Kind::Knight => b & !a & !c,
            Kind::Bishop => a & b,
            Kind::Rook => c & !a & !b,
            Kind::Queen => a & c,
            Kind::King => b & c,
        })
    }

    /// Bishops and queens of both sides.
    #[inline(always)]
    pub const fn diagonal_sliders(&self) -> Bitboard {
        Bitboard(self.code[0] & (self.code[1] | self.code[2]))
    }

    /// Rooks and queens of both sides.
    #[inline(always)]
    pub const fn straight_sliders(&self) -> Bitboard {
        Bitboard(self.code[2] & !self.code[1])
    }

    /// The pieces of one kind and side.
    #[inline(always)]
    pub const fn get(&self, seat: Seat, kind: Kind) -> Bitboard {
        let flip = (seat.index() as u64).wrapping_sub(1);
        Bitboard(self.kind(kind).0 & (self.black ^ flip))
    }

    /// Insufficient material of orthodox chess: bare kings, a single minor piece, or bishops that all stand on squares
    /// of one colour.
    #[inline(always)]
    pub(super) fn cannot_mate(&self) -> bool {
        let others = self.occupied().without(self.kind(Kind::King));
        let bishops = self.kind(Kind::Bishop);
        match others.len() {
            0 => true,
            1 => (self.kind(Kind::Knight) | bishops) == others,
            _ => {
                let light = others & Bitboard::LIGHT_SQUARES;
                others == bishops && (light.is_empty() || light == others)
            }
        }
    }

    /// Hash of the pieces on a set of squares, for correction keys.
    #[inline]
    pub(super) fn digest(&self, squares: Bitboard) -> u64 {
        let [a, b, c] = self.code;
        zobrist::digest([a, b, c, self.black].map(|plane| plane & squares.0))
    }

    /// Code of the piece on a square; 0 if it is empty.
    #[inline(always)]
    pub(super) const fn code_on(&self, square: Square) -> usize {
        let at = square.index();
        (self.code[0] >> at & 1 | (self.code[1] >> at & 1) << 1 | (self.code[2] >> at & 1) << 2) as usize
    }

    /// Kind of the piece on a square.
    #[inline(always)]
    pub const fn kind_on(&self, square: Square) -> Option<Kind> {
        Kind::from_code(self.code_on(square))
    }

    /// Seat and kind of the piece on a square.
    pub const fn on(&self, square: Square) -> Option<(Seat, Kind)> {
        match self.kind_on(square) {
            Some(kind) if self.black >> square.index() & 1 != 0 => Some((Seat::BLACK, kind)),
            Some(kind) => Some((Seat::WHITE, kind)),
            None => None,
        }
    }

    /// Sets a code (0: empty) on every square of a set, replacing what is there.
    #[inline(always)]
    pub(super) const fn set(&mut self, squares: Bitboard, seat: Seat, code: usize) {
        let mut plane = 0;
        while plane < 3 {
            let bit = (code >> plane & 1) as u64;
            self.code[plane] = self.code[plane] & !squares.0 | squares.0 & bit.wrapping_neg();
            plane += 1;
        }
        let bit = seat.index() as u64 & (code != 0) as u64;
        self.black = self.black & !squares.0 | squares.0 & bit.wrapping_neg();
    }

    /// Puts a piece on a square, replacing what is there.
    pub const fn put(&mut self, square: Square, seat: Seat, kind: Kind) {
        self.set(Bitboard::from_square(square), seat, kind as usize);
    }
}

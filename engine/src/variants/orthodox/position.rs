//! Position: pieces, side to move, castling rights, en passant square, clocks.

use super::board::{BoardSet, BoardSquare};
use super::{Castling, Kind, PiecesOf, Rules, SetOf, SquareOf, Standard};
use crate::game::{PieceRemoval, Seat};

/// En passant square in one byte: 0 stands for none, since a1 is never one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub(super) struct EnPassant(u8);

impl EnPassant {
    pub(super) const NONE: EnPassant = EnPassant(0);

    #[inline(always)]
    pub(super) fn new<S: BoardSquare>(square: S) -> EnPassant {
        EnPassant(square.index() as u8)
    }

    #[inline(always)]
    pub(super) fn get<S: BoardSquare>(self) -> Option<S> {
        if self.0 == 0 { None } else { Some(S::from_index(self.0 as usize)) }
    }
}

/// Position of orthodox chess, or of a game that differs from it by `R`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(super) pieces: PiecesOf<R>,
    pub(super) key: u64,
    /// Derived state of the game's own rules.
    pub(super) derived: R,
    /// State beyond that of orthodox chess.
    pub(super) memory: R::Memory,
    pub(super) full_moves: u16,
    pub(super) clock: u16,
    pub(super) castling: Castling,
    pub(super) side: Seat,
    /// Set only if a legal move captures there: otherwise the position is the same without it.
    pub(super) en_passant: EnPassant,
}

// Moves are made by copy-make: the size is part of the speed.
const _: () = assert!(size_of::<Position<Standard>>() == 48);

impl<R: Rules> Position<R> {
    /// Piece placement.
    #[inline(always)]
    pub const fn pieces(&self) -> &PiecesOf<R> {
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
    pub fn en_passant(&self) -> Option<SquareOf<R>> {
        self.en_passant.get()
    }

    /// Full-move number, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// King square of a side that has a royal king.
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> SquareOf<R> {
        self.pieces.get(seat, Kind::King).first()
    }

    /// Relayed pieces of a side: they leap like knights in addition to their own moves.
    #[inline(always)]
    pub fn relayed(&self, seat: Seat) -> SetOf<R> {
        self.derived.relayed(seat)
    }

    /// Paralysed pieces of both sides: they do not move, capture or check.
    #[inline(always)]
    pub fn paralysed(&self) -> SetOf<R> {
        self.derived.paralysed()
    }

    /// Pieces of a side that can be captured, the king included.
    #[inline(always)]
    pub fn capturable(&self, seat: Seat) -> SetOf<R> {
        let pieces = self.pieces.of(seat);
        if R::KNIGHTS_FIGHT { pieces } else { pieces.without(self.pieces.kind(Kind::Knight)) }
    }
}

impl<R: Rules> PieceRemoval for Position<R> {
    fn without_each_piece(&self) -> Vec<(usize, Self)> {
        let removable = self.pieces.occupied().without(self.pieces.kind(Kind::King));
        let without = |square: SquareOf<R>| {
            let mut position = *self;
            position.pieces.set(square.into(), Seat::WHITE, 0);
            position.castling = if self.castling.is_chess960() {
                self.castling.after_chess960_step::<R>(self.side, false, square, square)
            } else {
                self.castling.after_touching::<R>(square)
            };
            position.en_passant = EnPassant::NONE;
            position.derived = R::derive(&position.pieces);
            position.key = position.compute_key();
            (square.index(), position)
        };
        removable.into_iter().map(without).collect()
    }
}

//! Encoding of the kind of a [`Move`] on the boards of the family.

use super::Kind;
use super::board::BoardSquare;
use crate::moves::Move;

/// Move kind: what a move does beyond taking a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves or captures.
    Normal = 0,
    /// Double step of a pawn.
    DoubleStep = 1,
    /// Castling; the move is the king's.
    Castle = 2,
    /// En passant capture.
    EnPassant = 3,
    /// Promotion; the code of the new piece is added.
    Promotion = 8,
}

impl MoveKind {
    /// Number of the kind in a move.
    #[inline(always)]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

/// Promotion move.
#[inline(always)]
pub(super) fn promotion<S: BoardSquare>(from: S, to: S, kind: Kind) -> Move {
    Move::new(from.index() as u16, to.index() as u16, MoveKind::Promotion.code() + kind as u8)
}

/// Move of a kind without further data.
#[inline(always)]
pub(super) fn plain<S: BoardSquare>(from: S, to: S, kind: MoveKind) -> Move {
    Move::new(from.index() as u16, to.index() as u16, kind.code())
}

/// Code of the promotion piece; 0 if the move is no promotion.
#[inline(always)]
pub(super) const fn promotion_code(mv: Move) -> usize {
    if mv.kind() >= MoveKind::Promotion.code() { (mv.kind() - MoveKind::Promotion.code()) as usize } else { 0 }
}

/// Kind of the promotion piece.
#[inline(always)]
pub(super) const fn promotion_kind(mv: Move) -> Option<Kind> {
    Kind::from_code(promotion_code(mv), Kind::COUNT)
}

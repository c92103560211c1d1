//! What the kind of a [`Move`](crate::moves::Move) means on the orthodox board.

use super::Kind;
use crate::board::Square;
use crate::moves::Move;

/// The kinds of moves that are more than taking a piece from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves or captures.
    Normal = 0,
    /// A pawn steps two squares.
    DoubleStep = 1,
    /// The king castles; the move is the king's.
    Castle = 2,
    /// A pawn captures en passant.
    EnPassant = 3,
    /// A pawn becomes another piece, whose code is added.
    Promotion = 8,
}

impl MoveKind {
    /// The kind's number in a move.
    #[inline(always)]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

/// A move that promotes a pawn.
#[inline(always)]
pub(super) const fn promotion(from: Square, to: Square, kind: Kind) -> Move {
    Move::new(from.index() as u16, to.index() as u16, MoveKind::Promotion.code() + kind as u8)
}

/// A move of a kind that needs no more than the kind.
#[inline(always)]
pub(super) const fn plain(from: Square, to: Square, kind: MoveKind) -> Move {
    Move::new(from.index() as u16, to.index() as u16, kind.code())
}

/// The code of the piece a pawn becomes; 0 if the move is no promotion.
#[inline(always)]
pub(super) const fn promotion_code(mv: Move) -> usize {
    if mv.kind() >= MoveKind::Promotion.code() { (mv.kind() - MoveKind::Promotion.code()) as usize } else { 0 }
}

/// The kind a pawn becomes.
#[inline(always)]
pub(super) const fn promotion_kind(mv: Move) -> Option<Kind> {
    Kind::from_code(promotion_code(mv))
}

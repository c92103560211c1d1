//! Encoding of moves.

use crate::board::ten::Square;
use crate::moves::Move;

/// Move kinds: what a move does beyond taking a piece from one square to another.
pub(super) const NORMAL: u8 = 0;
pub(super) const DOUBLE_STEP: u8 = 1;
pub(super) const CASTLE: u8 = 2;
pub(super) const EN_PASSANT: u8 = 3;
/// Promotion; the new kind is added.
pub(super) const PROMOTION: u8 = 16;

/// Move without further data.
#[inline(always)]
pub(super) fn plain(from: Square, to: Square, kind: u8) -> Move {
    Move::new(from.index() as u16, to.index() as u16, kind)
}

/// Kind that a pawn becomes by a move.
#[inline(always)]
pub(super) const fn promotion(mv: Move) -> Option<usize> {
    if mv.kind() >= PROMOTION { Some((mv.kind() - PROMOTION) as usize) } else { None }
}

/// Origin and target of a move.
#[inline(always)]
pub(super) const fn squares(mv: Move) -> [Square; 2] {
    [Square::from_index(mv.from()), Square::from_index(mv.to())]
}

//! Encoding of the kind of a [`Move`] in Quex and Keyles.

use super::Kind;
use super::pieces::CODES;
use crate::board::ten::Square;
use crate::moves::Move;

/// Move kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves or captures.
    Normal = 0,
    /// Re-placement: the captured king comes back in the place of a champion; from and to are the champion's square.
    Replacement = 1,
    /// A pion is exchanged for a piece of the pool, whose code is added.
    Exchange = 16,
}

impl MoveKind {
    /// Number of the kind in a move.
    #[inline(always)]
    pub const fn code(self) -> u8 {
        self as u8
    }
}

#[inline(always)]
pub(super) const fn normal(from: Square, to: Square) -> Move {
    Move::new(from.index() as u16, to.index() as u16, MoveKind::Normal.code())
}

#[inline(always)]
pub(super) const fn exchange(from: Square, to: Square, kind: Kind) -> Move {
    Move::new(from.index() as u16, to.index() as u16, MoveKind::Exchange.code() + kind as u8)
}

#[inline(always)]
pub(super) const fn replacement(at: Square) -> Move {
    Move::new(at.index() as u16, at.index() as u16, MoveKind::Replacement.code())
}

#[inline(always)]
pub(super) const fn is_replacement(mv: Move) -> bool {
    mv.kind() == MoveKind::Replacement.code()
}

/// Code of the piece that a pion is exchanged for; 0 if the move is no exchange.
#[inline(always)]
pub(super) const fn exchange_code(mv: Move) -> usize {
    if mv.kind() >= MoveKind::Exchange.code() { mv.kind() as usize % CODES } else { 0 }
}

/// Kind that a pion is exchanged for.
#[inline(always)]
pub(super) const fn exchange_kind(mv: Move) -> Option<Kind> {
    Kind::from_code(exchange_code(mv))
}

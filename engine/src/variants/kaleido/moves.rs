//! Encoding of the kind of a [`Move`] in KaleidoChess.

use crate::board::round::Field;
use crate::moves::Move;

/// Move kind. A move or a pass may carry the throw that it follows, which is added: then it is a composite move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves or knocks another out.
    Normal = 0,
    /// No allowed piece can move.
    Pass = 8,
    /// Throw of the die; its number is added.
    Throw = 16,
}

/// Numbers of the die.
pub(super) const THROWS: std::ops::RangeInclusive<u8> = 1..=6;

/// Numbers of the die that allow all pieces.
pub(super) const FREE_THROWS: std::ops::RangeInclusive<u8> = 5..=6;

impl MoveKind {
    /// Kind of a move and the throw that it carries or is; `None` for an invalid encoding.
    #[inline(always)]
    pub(super) fn of(mv: Move) -> Option<(MoveKind, Option<u8>)> {
        let throw = Some(mv.kind() & 7).filter(|throw| *throw > 0);
        if throw.is_some_and(|throw| !THROWS.contains(&throw)) {
            return None;
        }
        match (mv.kind() & !7, throw) {
            (0, _) => Some((MoveKind::Normal, throw)),
            (8, _) => Some((MoveKind::Pass, throw)),
            (16, Some(_)) => Some((MoveKind::Throw, throw)),
            _ => None,
        }
    }
}

#[inline(always)]
pub(super) const fn normal(from: Field, to: Field) -> Move {
    Move::new(from.index() as u16, to.index() as u16, MoveKind::Normal as u8)
}

/// Pass.
pub(super) const PASS: Move = Move::new(0, 0, MoveKind::Pass as u8);

/// Chance outcome: the die shows a number.
#[inline(always)]
pub(super) const fn thrown(throw: u8) -> Move {
    Move::new(0, 0, MoveKind::Throw as u8 + throw)
}

/// Composite move of a throw and the move or pass that follows it.
#[inline(always)]
pub(super) const fn after_throw(throw: u8, mv: Move) -> Move {
    Move::new(mv.from() as u16, mv.to() as u16, mv.kind() + throw)
}

/// Move or pass without its throw.
#[inline(always)]
pub(super) const fn without_throw(mv: Move) -> Move {
    Move::new(mv.from() as u16, mv.to() as u16, mv.kind() & !7)
}

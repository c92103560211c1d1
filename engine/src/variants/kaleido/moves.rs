//! What the kind of a [`Move`] means in KaleidoChess.

use crate::board::round::Field;
use crate::moves::Move;

/// The kinds of moves. A move or a pass may carry the throw it follows, which is added: then it stands for both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A piece moves or knocks another out.
    Normal = 0,
    /// No piece that may move can.
    Pass = 8,
    /// The die is thrown, and what it shows is added.
    Throw = 16,
}

/// What the die can show.
pub(super) const THROWS: std::ops::RangeInclusive<u8> = 1..=6;

impl MoveKind {
    /// The kind of a move, and the throw it carries or is; none if the number means nothing.
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

/// A pass.
pub(super) const PASS: Move = Move::new(0, 0, MoveKind::Pass as u8);

/// The die shows a number.
#[inline(always)]
pub(super) const fn thrown(throw: u8) -> Move {
    Move::new(0, 0, MoveKind::Throw as u8 + throw)
}

/// A move or a pass together with the throw it follows.
#[inline(always)]
pub(super) const fn after_throw(throw: u8, mv: Move) -> Move {
    Move::new(mv.from() as u16, mv.to() as u16, mv.kind() + throw)
}

/// A move or a pass without its throw.
#[inline(always)]
pub(super) const fn without_throw(mv: Move) -> Move {
    Move::new(mv.from() as u16, mv.to() as u16, mv.kind() & !7)
}

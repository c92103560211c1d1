//! What the kind of a [`Move`] means in Chex. Fields are those of the [frame](super::Frame) before the move.

use super::Kind;
use crate::moves::Move;

/// The kinds of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A tile in play moves or captures.
    Normal = 0,
    /// The player decides to draw.
    Draw = 1,
    /// Chance turns up a tile, whose kind is added.
    Dealt = 8,
    /// A tile is placed, whose kind is added. Where no tile is in hand it stands for a whole draw.
    Placed = 16,
    /// A whole draw of a tile, whose kind is added, that can be placed nowhere.
    Stranded = 24,
}

impl MoveKind {
    /// The kind of a move, and the kind of the tile that is drawn or placed; none if the number means nothing.
    #[inline(always)]
    pub(super) fn of(mv: Move) -> Option<(MoveKind, Kind)> {
        let (kind, tile) = match mv.kind() {
            0 => (MoveKind::Normal, 0),
            1 => (MoveKind::Draw, 0),
            number => {
                let kind = [MoveKind::Dealt, MoveKind::Placed, MoveKind::Stranded].into_iter();
                (kind.into_iter().find(|&kind| number & !7 == kind as u8)?, number & 7)
            }
        };
        Some((kind, *Kind::ALL.get(usize::from(tile))?))
    }
}

/// The decision to draw.
pub(super) const DRAW: Move = Move::new(0, 0, MoveKind::Draw as u8);

#[inline(always)]
pub(super) const fn normal(from: u16, to: u16) -> Move {
    Move::new(from, to, MoveKind::Normal as u8)
}

#[inline(always)]
pub(super) const fn dealt(kind: Kind) -> Move {
    Move::new(0, 0, MoveKind::Dealt as u8 + kind as u8)
}

#[inline(always)]
pub(super) const fn placed(kind: Kind, to: u16) -> Move {
    Move::new(0, to, MoveKind::Placed as u8 + kind as u8)
}

#[inline(always)]
pub(super) const fn stranded(kind: Kind) -> Move {
    Move::new(0, 0, MoveKind::Stranded as u8 + kind as u8)
}

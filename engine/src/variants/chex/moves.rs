//! Encoding of the kind of a [`Move`] in Chex. Fields are those of the [frame](super::Frame) before the move.

use super::Kind;
use crate::moves::Move;

/// Move kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// A tile in play moves or captures.
    Normal = 0,
    /// Decision to draw.
    Draw = 1,
    /// Chance outcome: a tile is dealt, whose kind is added.
    Dealt = 8,
    /// Placement of a tile, whose kind is added. Without a known tile in hand it is a composite move.
    Placed = 16,
    /// Composite move: draw of a tile, whose kind is added, that can be placed nowhere.
    Stranded = 24,
}

impl MoveKind {
    /// Kind of a move, and the kind of the tile that is drawn or placed; `None` for an invalid encoding.
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

/// Decision to draw.
pub(super) const DRAW_TILE: Move = Move::new(0, 0, MoveKind::Draw as u8);

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

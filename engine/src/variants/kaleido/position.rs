//! Position: pieces, side to move, last moves, throw, clocks.

use std::marker::PhantomData;

use super::moves::FREE_THROWS;
use super::{CASTLES, Kind, Pieces, Rules};
use crate::board::round::{Field, Set};
use crate::game::{PieceRemoval, Seat};

/// Last move of a side, which it may not undo.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Origin.
    pub from: Field,
    /// Target.
    pub to: Field,
}

/// Position of KaleidoChess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(super) pieces: Pieces,
    pub(super) key: u64,
    /// Last move of each side.
    pub(super) last: [Option<Step>; 2],
    pub(super) full_moves: u16,
    pub(super) clock: u16,
    pub(super) side: Seat,
    /// Throw for this move, if the die has been thrown.
    pub(super) throw: Option<u8>,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// Castles.
    pub const CASTLES: Set = CASTLES;

    /// Piece placement.
    #[inline(always)]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Side to move.
    #[inline(always)]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Last move of a side, which it may not undo.
    #[inline(always)]
    pub const fn last(&self, seat: Seat) -> Option<Step> {
        self.last[seat.index()]
    }

    /// Throw for this move, if the die has been thrown.
    pub const fn throw(&self) -> Option<u8> {
        self.throw
    }

    /// Full-move number, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// Castles that a side holds.
    #[inline(always)]
    pub fn castles(&self, seat: Seat) -> Set {
        self.pieces.of(seat) & Self::CASTLES
    }

    /// True if a throw allows a kind: one to four allow the kinds of that number of steps, five and six all.
    #[inline(always)]
    pub(super) const fn allows(throw: u8, kind: Kind) -> bool {
        throw >= *FREE_THROWS.start() || kind.steps() == throw as usize
    }

    /// Pieces of a set that a throw allows.
    #[inline(always)]
    pub(super) fn allowed(&self, throw: u8, pieces: Set) -> Set {
        let kinds = Kind::ALL.into_iter().filter(|&kind| Self::allows(throw, kind));
        kinds.fold(Set::EMPTY, |allowed, kind| allowed | self.pieces.kind(kind)) & pieces
    }
}

impl<R: Rules> PieceRemoval for Position<R> {
    fn without_each_piece(&self) -> Vec<(usize, Self)> {
        self.pieces.placed(|field, seat, kind| {
            let mut position = *self;
            position.pieces.toggle(field, seat, kind);
            position.key = position.compute_key();
            (field.index(), position)
        })
    }
}

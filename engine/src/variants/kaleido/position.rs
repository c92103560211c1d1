//! The position: pieces, side to move, what may not be undone, the throw and the clocks.

use std::marker::PhantomData;

use super::{Kind, Pieces, Rules};
use crate::board::round::{Field, Set};
use crate::game::Seat;

/// A move of a piece, remembered because its owner may not undo it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Step {
    /// Where the piece came from.
    pub from: Field,
    /// Where it went.
    pub to: Field,
}

/// A position of KaleidoChess.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(super) pieces: Pieces,
    pub(super) key: u64,
    /// The last move of each player.
    pub(super) last: [Option<Step>; 2],
    pub(super) full_moves: u16,
    pub(super) clock: u16,
    pub(super) side: Seat,
    /// What the die shows, if it has been thrown for this move.
    pub(super) throw: Option<u8>,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// The castles: in the middle of the outer ring in every other sector, and the centre.
    pub const CASTLES: Set = {
        let mut castles = 1 << Field::CENTRE.index();
        let mut sector = 0;
        while sector < 8 {
            castles |= 1 << Field::new(sector, 1).index();
            sector += 2;
        }
        Set(castles)
    };

    /// Where the pieces stand.
    #[inline(always)]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// A player's last move, which he may not undo.
    #[inline(always)]
    pub const fn last(&self, seat: Seat) -> Option<Step> {
        self.last[seat.index()]
    }

    /// What the die shows, if it has been thrown for this move.
    pub const fn throw(&self) -> Option<u8> {
        self.throw
    }

    /// The number of the current move, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// The castles that a player holds.
    #[inline(always)]
    pub fn castles(&self, seat: Seat) -> Set {
        self.pieces.of(seat) & Self::CASTLES
    }

    /// Whether a throw lets a piece of a kind move: one to four those of so many steps, five and six any.
    #[inline(always)]
    pub(super) const fn allows(throw: u8, kind: Kind) -> bool {
        throw > 4 || kind.steps() == throw as usize
    }

    /// Those of some pieces that a throw lets move.
    #[inline(always)]
    pub(super) fn allowed(&self, throw: u8, pieces: Set) -> Set {
        let kinds = Kind::ALL.into_iter().filter(|&kind| Self::allows(throw, kind));
        kinds.fold(Set::EMPTY, |allowed, kind| allowed | self.pieces.kind(kind)) & pieces
    }
}

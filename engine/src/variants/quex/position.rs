//! The position: men, pool, side to move and clocks.

use std::marker::PhantomData;

use super::{Kind, Pieces, Pool, Rules};
use crate::board::ten::{SIZE, Set, Square};
use crate::game::Seat;

/// A position of Quex or Keyles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position<R: Rules> {
    pub(super) pieces: Pieces,
    pub(super) pool: Pool,
    pub(super) key: u64,
    pub(super) full_moves: u16,
    pub(super) clock: u16,
    pub(super) side: Seat,
    pub(super) rules: PhantomData<R>,
}

impl<R: Rules> Position<R> {
    /// Where the men stand.
    #[inline(always)]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The captured men.
    #[inline(always)]
    pub const fn pool(&self) -> &Pool {
        &self.pool
    }

    /// The side to move.
    #[inline(always)]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// The number of the current move, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// The rank on which the men of `seat` have arrived: the opponent's end zone.
    #[inline(always)]
    pub const fn end_zone(seat: Seat) -> Set {
        Set::rank((SIZE - 1) * (1 - seat.index()))
    }

    /// Where the king of a side stands, if he stands on the board.
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> Option<Square> {
        self.pieces.get(seat, Kind::King).into_iter().next()
    }

    /// Whether the side to move must put its captured king back before it moves.
    #[inline(always)]
    pub const fn must_replace(&self) -> bool {
        !R::KING_IS_ROYAL && self.pool.has_king(self.side)
    }

    /// The champions of a side that its king may come back in the place of.
    #[inline(always)]
    pub const fn champions(&self, seat: Seat) -> Set {
        self.pieces.of(seat).without(self.pieces.pions()).without(self.pieces.kind(Kind::King))
    }
}

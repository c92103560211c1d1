//! Position: pieces, pool, side to move, clocks.

use std::marker::PhantomData;

use super::{Kind, Pieces, Pool, Rules};
use crate::board::ten::{SIZE, Set, Square};
use crate::game::{PieceRemoval, Seat};

/// Position of Quex or Keyles.
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
    /// Piece placement.
    #[inline(always)]
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// Captured pieces.
    #[inline(always)]
    pub const fn pool(&self) -> &Pool {
        &self.pool
    }

    /// Side to move.
    #[inline(always)]
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Full-move number, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// End zone of `seat`: the opponent's first rank.
    #[inline(always)]
    pub const fn end_zone(seat: Seat) -> Set {
        Set::rank((SIZE - 1) * (1 - seat.index()))
    }

    /// King square of a side, if its king is on the board.
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> Option<Square> {
        self.pieces.get(seat, Kind::King).into_iter().next()
    }

    /// True if the side to move must re-place its captured king before it moves.
    #[inline(always)]
    pub const fn must_replace(&self) -> bool {
        !R::KING_IS_ROYAL && self.pool.has_king(self.side)
    }

    /// Champions of a side, in whose place its king may come back.
    #[inline(always)]
    pub const fn champions(&self, seat: Seat) -> Set {
        self.pieces.of(seat).without(self.pieces.pions()).without(self.pieces.kind(Kind::King))
    }
}

impl<R: Rules> PieceRemoval for Position<R> {
    fn without_each_piece(&self) -> Vec<(usize, Self)> {
        let removable = self.pieces.occupied().without(self.pieces.kind(Kind::King));
        let without = |square: Square| {
            let mut position = *self;
            position.pieces.set(square, Seat::WHITE, 0);
            position.key = position.compute_key();
            (square.index(), position)
        };
        removable.into_iter().map(without).collect()
    }
}

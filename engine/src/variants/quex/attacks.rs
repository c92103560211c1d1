//! Who attacks what.

use super::{Kind, Position, Rules};
use crate::board::ten::{self, Set, Square};
use crate::game::Seat;

impl<R: Rules> Position<R> {
    /// The men of `by` that attack a square, with `occupied` in place of the present board.
    #[inline(always)]
    pub fn attackers(&self, square: Square, by: Seat, occupied: Set) -> Set {
        let kind = |kind| self.pieces.kind(kind);
        // Where a man must stand to have the square before it: behind it, as its own side looks.
        let behind = ten::ahead_diagonally(by.opponent(), square);
        let attackers = ten::king(square) & (kind(Kind::King) | kind(Kind::Grand))
            | ten::knight(square) & kind(Kind::Knight)
            | ten::wazir(square) & kind(Kind::Crux)
            | ten::ferz(square) & kind(Kind::Wyse)
            | (behind | ten::ahead(by.opponent(), square)) & kind(Kind::Trez)
            | behind & kind(Kind::Fote)
            | ten::bishop(square, occupied) & (kind(Kind::Lord) | kind(Kind::Queen))
            | ten::rook(square, occupied) & (kind(Kind::Rook) | kind(Kind::Queen))
            // A prince's way is as open from one end as from the other.
            | ten::prince(square, occupied) & kind(Kind::Prince);
        attackers & self.pieces.of(by)
    }

    /// The squares that a man attacks, with `occupied` in place of the present board.
    #[inline(always)]
    pub fn attacks_of(&self, kind: Kind, seat: Seat, square: Square, occupied: Set) -> Set {
        match kind {
            Kind::King | Kind::Grand => ten::king(square),
            Kind::Queen => ten::bishop(square, occupied) | ten::rook(square, occupied),
            Kind::Rook => ten::rook(square, occupied),
            Kind::Lord => ten::bishop(square, occupied),
            Kind::Knight => ten::knight(square),
            Kind::Prince => ten::prince(square, occupied),
            Kind::Crux => ten::wazir(square),
            Kind::Wyse => ten::ferz(square),
            Kind::Trez => ten::ahead(seat, square) | ten::ahead_diagonally(seat, square),
            Kind::Fote => ten::ahead_diagonally(seat, square),
        }
    }

    /// The men that attack the king of the side to move.
    #[inline]
    pub fn checkers(&self) -> Set {
        let king = self.king(self.side);
        king.map_or(Set::EMPTY, |king| self.attackers(king, self.side.opponent(), self.pieces.occupied()))
    }
}

//! The race of Keyles: certain wins by kings and end zones, without search.

use super::moves::is_replacement;
use super::{Kind, Position, Rules};
use crate::board::ten::{self, Set, Square};
use crate::game::Seat;
use crate::moves::Move;

impl<R: Rules> Position<R> {
    /// True if a king of `seat` on a square can step onto the end zone. Only its own pieces, as far as they are
    /// `present`, block it.
    #[inline]
    fn arrives_from(&self, seat: Seat, square: Square, present: Set) -> bool {
        (ten::king(square) & Self::end_zone(seat)).without(self.pieces.of(seat) & present).any()
    }

    /// True if the king of a side is on the board and one step from winning.
    #[inline]
    pub fn king_arrives(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| self.arrives_from(seat, king, Set::ALL))
    }

    /// Threat test of a legal move: true if the opponent must re-place its captured king, or answer an enemy king that
    /// is one step from winning. After a re-placement the same side moves again.
    #[inline]
    pub(super) fn threatens_in_race(&self, mv: Move) -> bool {
        let side = self.side;
        if is_replacement(mv) {
            return false;
        }
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        if self.pieces.kind_on(to) == Some(Kind::King) {
            return true;
        }
        let king = if self.pieces.kind_on(from) == Some(Kind::King) { Some(to) } else { self.king(side) };
        let own = self.pieces.of(side).without(from.into()) | to.into();
        king.is_some_and(|king| (ten::king(king) & Self::end_zone(side)).without(own).any())
    }

    /// True if a side wins by a re-placement, now or whenever its king is captured: in the place of a champion on the
    /// end zone, or next to a square of it that the king can step on in the same turn.
    #[inline]
    pub fn wins_by_replacement(&self, seat: Seat) -> bool {
        self.would_win_by_replacement(seat, Set::ALL)
    }

    /// True if a side wins by a re-placement with only the pieces of a set present.
    #[inline]
    pub(super) fn would_win_by_replacement(&self, seat: Seat, present: Set) -> bool {
        let forward = Self::end_zone(seat) | Self::threshold(seat);
        let champions = self.champions(seat) & forward & present;
        (champions & Self::end_zone(seat)).any() || champions.into_iter().any(|at| self.arrives_from(seat, at, present))
    }

    /// Rank before the end zone of `seat`.
    const fn threshold(seat: Seat) -> Set {
        Set::rank([ten::SIZE - 2, 1][seat.index()])
    }

    /// Distance in turns of a certain win in Keyles, as [`known_mate`](crate::game::SearchHints::known_mate) counts it.
    /// The game must not be over.
    pub(super) fn race_distance(&self) -> Option<usize> {
        let (side, enemy) = (self.side, self.side.opponent());
        if self.must_replace() {
            return self.wins_by_replacement(side).then_some(1);
        }
        if self.king_arrives(side) {
            return Some(1);
        }
        let king = self.king(enemy)?;
        let capturable = self.attackers(king, side, self.pieces.occupied()).any();
        if capturable && self.champions(enemy).is_empty() {
            return Some(1);
        }
        // Only the king's capture stops it now, and not even that if it wins by its re-placement; or a stalemate does.
        (self.king_arrives(enemy) && self.king_can_step(side) && (!capturable || self.wins_by_replacement(enemy)))
            .then_some(2)
    }

    /// True if a side is certainly not stalemated: its king has a step.
    fn king_can_step(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| ten::king(king).without(self.pieces.of(seat)).any())
    }
}

//! The race of Keyles: what a look at the board tells for certain about kings and end zones.

use super::moves::is_replacement;
use super::{Kind, Position, Rules};
use crate::board::ten::{self, Set, Square};
use crate::game::Seat;
use crate::moves::Move;

impl<R: Rules> Position<R> {
    /// Whether a king of `seat` on a square could step onto the end zone: nothing but his own men, as far as they are
    /// `present`, can keep him off.
    #[inline]
    fn arrives_from(&self, seat: Seat, square: Square, present: Set) -> bool {
        (ten::king(square) & Self::end_zone(seat)).without(self.pieces.of(seat) & present).any()
    }

    /// Whether the king of a side is on the board and one step from winning.
    #[inline]
    pub fn king_arrives(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| self.arrives_from(seat, king, Set::ALL))
    }

    /// Whether a legal move leaves whoever moves next with something to deal with at once: his captured king, or the
    /// enemy's who is one step from winning.
    #[inline]
    pub(super) fn threatens_in_race(&self, mv: Move) -> bool {
        let side = self.side;
        if is_replacement(mv) {
            return self.king_arrives(side.opponent());
        }
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        if self.pieces.kind_on(to) == Some(Kind::King) {
            return true;
        }
        let king = if self.pieces.kind_on(from) == Some(Kind::King) { Some(to) } else { self.king(side) };
        let own = self.pieces.of(side).without(from.into()) | to.into();
        king.is_some_and(|king| (ten::king(king) & Self::end_zone(side)).without(own).any())
    }

    /// Whether a side would win by being put back, now or whenever its king is captured: in the place of a champion
    /// that stands on the end zone, or next to a square of it that the king may step on in the same turn.
    #[inline]
    pub fn returns_to_win(&self, seat: Seat) -> bool {
        self.would_return_to_win(seat, Set::ALL)
    }

    /// The same if only the men on some squares are present.
    #[inline]
    pub(super) fn would_return_to_win(&self, seat: Seat, present: Set) -> bool {
        let forward = Self::end_zone(seat) | Self::threshold(seat);
        let champions = self.champions(seat) & forward & present;
        (champions & Self::end_zone(seat)).any() || champions.into_iter().any(|at| self.arrives_from(seat, at, present))
    }

    /// The rank before the end zone that the men of `seat` move to.
    const fn threshold(seat: Seat) -> Set {
        Set::rank([ten::SIZE - 2, 1][seat.index()])
    }

    /// In how many turns Keyles is certainly won, if a look at the board tells; see
    /// [`Tactics::known_mate`](crate::game::Tactics::known_mate). The game must not be over.
    pub(super) fn foresee(&self) -> Option<usize> {
        let (side, enemy) = (self.side, self.side.opponent());
        if self.must_replace() {
            return self.returns_to_win(side).then_some(1);
        }
        if self.king_arrives(side) {
            return Some(1);
        }
        let king = self.king(enemy)?;
        let capturable = self.attackers(king, side, self.pieces.occupied()).any();
        if capturable && self.champions(enemy).is_empty() {
            return Some(1);
        }
        // Only the king's capture can stop him now, and not even that if he comes back to win; or a stalemate could.
        (self.king_arrives(enemy) && self.king_can_step(side) && (!capturable || self.returns_to_win(enemy)))
            .then_some(2)
    }

    /// Whether a side is certainly not stalemated.
    fn king_can_step(&self, seat: Seat) -> bool {
        self.king(seat).is_some_and(|king| ten::king(king).without(self.pieces.of(seat)).any())
    }
}

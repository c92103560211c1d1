//! Threats to castles: who loses his last one with the next move, and what can be done about it.
//!
//! Every piece makes an exact number of steps, so a threat is seen from the castle: the reach of each kind from there,
//! less what is in the way, holds the pieces that hit it.

use super::moves::normal;
use super::reach::REACH;
use super::{Kind, Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::Seat;
use crate::moves::Move;
use crate::outcome::{Reason, ReasonInfo, Wording};

/// A side holds no castle any more.
pub const NO_CASTLE: Reason = Reason::new(&ReasonInfo {
    name: "NoCastle",
    wording: Wording::ByWinner(["Black holds no castle", "White holds no castle"]),
});

impl<R: Rules> Position<R> {
    /// The pieces of a player that may go to a field in his next turn, with pieces on `occupied`: all that reach it but
    /// one that would undo his last move. What a die shows is not asked.
    #[inline]
    pub fn hitters(&self, field: Field, seat: Seat, occupied: Set) -> Set {
        let banned = self.last(seat).filter(|last| last.from == field).map_or(Set::EMPTY, |last| last.to.into());
        self.attackers(field, seat, occupied).without(banned)
    }

    /// The pieces of a player that win by knocking out the only piece that the opponent has on a castle, if it is his
    /// turn and the die allows them.
    #[inline]
    pub fn winners(&self, seat: Seat) -> Set {
        let held = self.castles(seat.opponent());
        if held.is_empty() || held.several() {
            return Set::EMPTY;
        }
        self.hitters(held.first(), seat, self.pieces.occupied())
    }

    /// Whether the side to move can win with the next move by knocking a piece off the opponent's only castle.
    #[inline]
    pub(super) fn wins_at_once(&self) -> bool {
        let winners = self.winners(self.side);
        match self.throw {
            Some(throw) if R::DICE => self.allowed(throw, winners).any(),
            _ => winners.any(),
        }
    }

    /// Whether the opponent could win with his next move if nothing changed.
    #[inline]
    pub(super) fn is_threatened(&self) -> bool {
        self.winners(self.side.opponent()).any()
    }

    /// Whether a move of the side to move leaves it with no castle though the opponent still has one.
    #[inline]
    pub(super) fn gives_up_last_castle(&self, mv: Move) -> bool {
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let left = self.castles(self.side).without(from.into());
        left.is_empty() && !Self::CASTLES.has(to)
    }

    /// Whether a move of the side to move knocks a piece off the opponent's only castle.
    #[inline]
    pub(super) fn takes_last_castle(&self, mv: Move) -> bool {
        mv.from() != mv.to() && self.castles(self.side.opponent()) == Set::from(Field::from_index(mv.to()))
    }

    /// Whether the opponent cannot win at once after a move of the side to move, by a piece that hits the only castle
    /// left, or by that there is none. Without dice.
    pub(super) fn survives(&self, mv: Move) -> bool {
        if self.takes_last_castle(mv) {
            return true;
        }
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let held = self.castles(self.side).without(from.into()) | Set::from(to) & Self::CASTLES;
        if held.is_empty() || held.several() {
            return held.any();
        }
        let occupied = self.pieces.occupied().without(from.into()) | to.into();
        self.hitters(held.first(), self.side.opponent(), occupied).without(to.into()).is_empty()
    }

    /// Whether a move of the side to move, after which the game goes on, hits the opponent's only castle. Without dice.
    pub(super) fn threatens(&self, mv: Move) -> bool {
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let held = self.castles(self.side.opponent()).without(to.into());
        if held.is_empty() || held.several() || self.gives_up_last_castle(mv) {
            return false;
        }
        let castle = held.first();
        let occupied = self.pieces.occupied().without(from.into()) | to.into();
        // The move replaces the last one, so the way back that is shut off is now its own.
        let others = self.attackers(castle, self.side, occupied).without(Set::from(from) | to.into());
        let Some(kind) = self.pieces.kind_on(from) else { return false };
        others.any() || REACH.connects(kind, to, castle, occupied)
    }

    /// Whether the opponent hits the only castle of the side to move and wins with his next move whatever it does: no
    /// other castle can be had, and no piece captures or blocks all that hits it. The side to move cannot win at once
    /// itself. Without dice.
    pub(super) fn is_lost(&self) -> bool {
        let hitters = self.winners(self.side.opponent());
        if hitters.is_empty() {
            return false;
        }
        let held = self.castles(self.side);
        let occupied = self.pieces.occupied();
        let goals = self.remedies(held.first(), hitters) | Self::CASTLES.without(held);
        // A piece that stops one attack may let another through.
        let helps = |goal| {
            let mut helpers = self.hitters(goal, self.side, occupied).into_iter();
            helpers.any(|helper| self.survives(normal(helper, goal)))
        };
        !goals.into_iter().any(helps)
    }

    /// Whether a player, the opponent on move, keeps a move that spoils nothing for as long as three plies.
    ///
    /// Two pieces that nothing can block stand off his castles and in nobody's way to them. The opponent can knock out
    /// only one with his next move; the other goes anywhere, which opens no way to a castle. And of four such pieces,
    /// wherever they stand, one is left to move after three plies, even if each knocks one out.
    pub(super) fn cannot_be_squeezed(&self, seat: Seat) -> bool {
        let blockable = Kind::ALL.into_iter().filter(|kind| kind.can_be_blocked());
        let stiff = blockable.fold(Set::EMPTY, |stiff, kind| stiff | self.pieces.kind(kind));
        let nimble = self.pieces.of(seat).without(stiff);
        let castles = self.castles(seat);
        let idle =
            castles.into_iter().fold(nimble.without(castles), |idle, castle| idle.without(REACH.approaches(castle)));
        nimble.len() > 3 && idle.several()
    }

    /// The fields where a piece could stop all that hits a castle: by capturing the only one, or by standing in all
    /// ways at once.
    fn remedies(&self, castle: Field, hitters: Set) -> Set {
        let occupied = self.pieces.occupied();
        let capture = if hitters.several() { Set::EMPTY } else { hitters };
        let in_all_ways = hitters.into_iter().fold(Set::ALL, |common, hitter| match self.pieces.kind_on(hitter) {
            Some(kind) if kind.can_be_blocked() => {
                let open = REACH.ways(kind, hitter, castle).filter(|way| (*way & occupied).is_empty());
                open.fold(common, |common, way| common & way)
            }
            _ => Set::EMPTY,
        });
        capture | in_all_ways
    }
}

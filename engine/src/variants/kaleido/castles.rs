//! Threats to castles: the loss of the last castle by the next move, and its evasions.
//!
//! A threat to the last castle is the check of the game. Every piece makes an exact number of steps, so a threat is
//! found from the castle: the reach of each kind from there, less what is blocked, holds the attackers. The tests for
//! evasions and for the lack of any make no moves.

use super::moves::normal;
use super::reach::REACH;
use super::{Kind, Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::Seat;
use crate::moves::Move;
use crate::outcome::{Reason, ReasonInfo, Wording};

/// Castles: in the middle of the outer ring in every other sector, and the centre.
pub const CASTLES: Set = {
    let mut castles = 1 << Field::CENTRE.index();
    let mut sector = 0;
    while sector < 8 {
        castles |= 1 << Field::new(sector, 1).index();
        sector += 2;
    }
    Set(castles)
};

/// A side holds no castle any more.
pub const NO_CASTLE: Reason = Reason::new(&ReasonInfo {
    name: "NoCastle",
    wording: Wording::ByWinner(&["Black holds no castle", "White holds no castle"]),
});

impl<R: Rules> Position<R> {
    /// Attackers of a castle for the side's next turn, with the given occupancy: all pieces that reach it, except one
    /// that would undo the side's last move. The throw of the die is left aside.
    #[inline]
    pub fn castle_attackers(&self, field: Field, seat: Seat, occupied: Set) -> Set {
        let banned = self.last(seat).filter(|last| last.from == field).map_or(Set::EMPTY, |last| last.to.into());
        self.attackers(field, seat, occupied).without(banned)
    }

    /// Winning attackers: pieces that win by knocking the opponent's only piece off a castle, if it is the side's turn
    /// and the die allows them.
    #[inline]
    pub fn winning_attackers(&self, seat: Seat) -> Set {
        let held = self.castles(seat.opponent());
        if held.is_empty() || held.several() {
            return Set::EMPTY;
        }
        self.castle_attackers(held.first(), seat, self.pieces.occupied())
    }

    /// True if the side to move wins with its next move by knocking a piece off the opponent's only castle.
    #[inline]
    pub(super) fn wins_at_once(&self) -> bool {
        let winners = self.winning_attackers(self.side);
        match self.throw {
            Some(throw) if R::DICE => self.allowed(throw, winners).any(),
            _ => winners.any(),
        }
    }

    /// True if the opponent threatens to win with its next move.
    #[inline]
    pub(super) fn is_threatened(&self) -> bool {
        self.winning_attackers(self.side.opponent()).any()
    }

    /// True if a move leaves the side to move without a castle while the opponent still has one.
    #[inline]
    pub(super) fn gives_up_last_castle(&self, mv: Move) -> bool {
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let left = self.castles(self.side).without(from.into());
        left.is_empty() && !Self::CASTLES.has(to)
    }

    /// True if a move knocks a piece off the opponent's only castle.
    #[inline]
    pub(super) fn takes_last_castle(&self, mv: Move) -> bool {
        mv.from() != mv.to() && self.castles(self.side.opponent()) == Set::from(Field::from_index(mv.to()))
    }

    /// Evasion test: true if the opponent cannot win at once after a move, neither by an attacker of the only castle
    /// left nor because there is none. Without dice.
    pub(super) fn is_castle_evasion(&self, mv: Move) -> bool {
        if self.takes_last_castle(mv) {
            return true;
        }
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let held = self.castles(self.side).without(from.into()) | Set::from(to) & Self::CASTLES;
        if held.is_empty() || held.several() {
            return held.any();
        }
        let occupied = self.pieces.occupied().without(from.into()) | to.into();
        self.castle_attackers(held.first(), self.side.opponent(), occupied).without(to.into()).is_empty()
    }

    /// Check test: true if a move after which the game goes on attacks the opponent's only castle. Without dice.
    pub(super) fn checks_last_castle(&self, mv: Move) -> bool {
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let held = self.castles(self.side.opponent()).without(to.into());
        if held.is_empty() || held.several() || self.gives_up_last_castle(mv) {
            return false;
        }
        let castle = held.first();
        let occupied = self.pieces.occupied().without(from.into()) | to.into();
        // The move replaces the side's last move, so its own way back is the one that is banned now.
        let others = self.attackers(castle, self.side, occupied).without(Set::from(from) | to.into());
        let Some(kind) = self.pieces.kind_on(from) else { return false };
        others.any() || REACH.connects(kind, to, castle, occupied)
    }

    /// Mate test: true if the opponent attacks the only castle of the side to move and wins with its next move whatever
    /// the reply: no other castle can be reached, and no piece captures or blocks all attackers. The side to move must
    /// have no win at once. Without dice.
    pub(super) fn is_mated_in_two(&self) -> bool {
        let castle_attackers = self.winning_attackers(self.side.opponent());
        if castle_attackers.is_empty() {
            return false;
        }
        let held = self.castles(self.side);
        let occupied = self.pieces.occupied();
        let goals = self.evasion_fields(held.first(), castle_attackers) | Self::CASTLES.without(held);
        // A piece that stops one attack may open another.
        let helps = |goal| {
            let mut helpers = self.castle_attackers(goal, self.side, occupied).into_iter();
            helpers.any(|helper| self.is_castle_evasion(normal(helper, goal)))
        };
        !goals.into_iter().any(helps)
    }

    /// Zugzwang exclusion: true if a side, with the opponent to move, keeps a harmless move for three plies.
    ///
    /// Sufficient: two unblockable pieces stand off the side's castles and block no way to them. The opponent can knock
    /// out only one with its next move; the other goes anywhere, which opens no way to a castle. And of four such
    /// pieces, wherever they stand, one is left to move after three plies, even if each ply knocks one out.
    pub(super) fn cannot_be_squeezed(&self, seat: Seat) -> bool {
        let blockable = Kind::ALL.into_iter().filter(|kind| kind.can_be_blocked());
        let stiff = blockable.fold(Set::EMPTY, |stiff, kind| stiff | self.pieces.kind(kind));
        let nimble = self.pieces.of(seat).without(stiff);
        let castles = self.castles(seat);
        let idle =
            castles.into_iter().fold(nimble.without(castles), |idle, castle| idle.without(REACH.approaches(castle)));
        nimble.len() > 3 && idle.several()
    }

    /// Fields where a piece stops all attackers of a castle: by capturing the only one, or by blocking all ways at
    /// once.
    fn evasion_fields(&self, castle: Field, castle_attackers: Set) -> Set {
        let occupied = self.pieces.occupied();
        let capture = if castle_attackers.several() { Set::EMPTY } else { castle_attackers };
        let in_all_ways =
            castle_attackers.into_iter().fold(Set::ALL, |common, attacker| match self.pieces.kind_on(attacker) {
                Some(kind) if kind.can_be_blocked() => {
                    let open = REACH.ways(kind, attacker, castle).filter(|way| (*way & occupied).is_empty());
                    open.fold(common, |common, way| common & way)
                }
                _ => Set::EMPTY,
            });
        capture | in_all_ways
    }
}

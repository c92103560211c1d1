//! Static exchange evaluation: what the knock-outs on one field come to.

use super::{Kind, Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::{MoveFacts, Seat};
use crate::moves::Move;
use crate::variants::see::{least_valuable_first, recaptures_suffice};

impl<R: Rules> Position<R> {
    /// The kinds from the cheapest to the dearest, as exchanges are reckoned.
    pub const BY_WORTH: [Kind; Kind::COUNT] = least_valuable_first(Kind::ALL, Self::SEE_VALUES);

    /// What is worth as much as the whole game.
    pub(super) const THE_GAME: i32 = 10_000;

    /// Centipawns by kind, as exchanges are reckoned: more for more fields reached.
    pub(super) const SEE_VALUES: [i32; Kind::COUNT] = [700, 500, 400, 300, 150, 250, 200, 150, 100];

    /// Whether `mv` and the best knock-outs on its target by both sides leave the mover at least `threshold` ahead.
    ///
    /// Each side captures with its cheapest piece and may stop when going on would lose. Of castles it is seen who
    /// loses his last one by the move itself or by the first recapture, and that a piece does not leave its side's only
    /// castle to recapture elsewhere. Bans and throws are not looked at.
    pub(super) fn exchange_ge(&self, mv: Move, threshold: i32) -> bool {
        if self.takes_last_castle(mv) {
            return threshold <= Self::THE_GAME;
        }
        if self.gives_up_last_castle(mv) {
            return threshold <= -Self::THE_GAME;
        }
        let gain = self.gain(mv);
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let Some(kind) = self.pieces.kind_on(from).filter(|_| from != to) else { return threshold <= gain };
        let held = self.castles(self.side).without(from.into()) | Set::from(to) & Self::CASTLES;
        let risk = if held == to.into() { Self::THE_GAME } else { Self::piece_value(kind.index()) };
        let balance = gain - threshold;
        if balance < 0 || balance >= risk {
            return balance >= 0;
        }
        let mut men =
            Exchange { position: self, on: to, present: self.pieces.occupied().without(Set::from(from) | to.into()) };
        recaptures_suffice(balance - risk, self.side, |seat| men.capture(seat))
    }
}

/// The pieces that may still capture on a field.
struct Exchange<'a, R: Rules> {
    position: &'a Position<R>,
    on: Field,
    present: Set,
}

impl<R: Rules> Exchange<'_, R> {
    /// Lets a side capture with its cheapest piece; says what that is worth, or that there is none.
    fn capture(&mut self, seat: Seat) -> Option<i32> {
        let position = self.position;
        let held = position.castles(seat) & self.present;
        let tied = held.when(!held.several() && !Position::<R>::CASTLES.has(self.on));
        let ready = position.attackers(self.on, seat, self.present | self.on.into()) & self.present.without(tied);
        let kind = Position::<R>::BY_WORTH.into_iter().find(|&kind| (ready & position.pieces.kind(kind)).any())?;
        self.present = self.present.without((ready & position.pieces.kind(kind)).first().into());
        Some(Position::<R>::piece_value(kind.index()))
    }
}

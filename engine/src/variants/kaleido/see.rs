//! Static exchange evaluation (SEE) of knock-outs.

use super::{Kind, Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::{MoveFacts, Seat};
use crate::moves::Move;
use crate::variants::see::{least_valuable_first, swap_ge};

/// SEE values by kind, in centipawns: more for more reachable fields.
pub(super) const SEE_VALUES: [i32; Kind::COUNT] = [700, 500, 400, 300, 150, 250, 200, 150, 100];

/// Kinds by SEE value, least valuable first.
pub const BY_VALUE: [Kind; Kind::COUNT] = least_valuable_first(Kind::ALL, SEE_VALUES);

/// Value of the whole game, in centipawns.
pub(super) const THE_GAME: i32 = 10_000;

impl<R: Rules> Position<R> {
    /// SEE with a threshold: true if `mv` and the best knock-outs on its target by both sides leave the mover at least
    /// `threshold` centipawns ahead.
    ///
    /// Each side captures with its least valuable attacker and may stop when going on would lose. Of castles it sees
    /// the loss of the last one by the move itself or by the first recapture, and that a piece does not leave its
    /// side's only castle to recapture elsewhere. Bans and throws are left aside.
    pub(super) fn exchange_ge(&self, mv: Move, threshold: i32) -> bool {
        if self.takes_last_castle(mv) {
            return threshold <= THE_GAME;
        }
        if self.gives_up_last_castle(mv) {
            return threshold <= -THE_GAME;
        }
        let gain = self.gain(mv);
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let Some(kind) = self.pieces.kind_on(from).filter(|_| from != to) else { return threshold <= gain };
        let held = self.castles(self.side).without(from.into()) | Set::from(to) & Self::CASTLES;
        let risk = if held == to.into() { THE_GAME } else { Self::piece_value(kind.index()) };
        let mut sequence = CaptureSequence {
            position: self,
            on: to,
            present: self.pieces.occupied().without(Set::from(from) | to.into()),
        };
        swap_ge(gain, risk, threshold, self.side, |seat| sequence.capture(seat))
    }
}

/// State of a capture sequence on one field.
struct CaptureSequence<'a, R: Rules> {
    position: &'a Position<R>,
    on: Field,
    present: Set,
}

impl<R: Rules> CaptureSequence<'_, R> {
    /// Captures with the least valuable attacker of a side. Returns its value, or `None` without an attacker.
    fn capture(&mut self, seat: Seat) -> Option<i32> {
        let position = self.position;
        let held = position.castles(seat) & self.present;
        let tied = held.when(!held.several() && !Position::<R>::CASTLES.has(self.on));
        let ready = position.attackers(self.on, seat, self.present | self.on.into()) & self.present.without(tied);
        let kind = BY_VALUE.into_iter().find(|&kind| (ready & position.pieces.kind(kind)).any())?;
        self.present = self.present.without((ready & position.pieces.kind(kind)).first().into());
        Some(Position::<R>::piece_value(kind.index()))
    }
}

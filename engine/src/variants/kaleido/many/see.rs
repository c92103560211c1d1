//! Static exchange evaluation (SEE) of knock-outs: the mover against all opponents together.

use super::{Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::{MoveFacts, Seat, StaticExchange};
use crate::moves::Move;
use crate::variants::kaleido::see::THE_GAME;
use crate::variants::kaleido::{BY_VALUE, CASTLES};
use crate::variants::see::swap_ge;

impl<R: Rules> StaticExchange for Position<R> {
    /// The mover against all opponents, as if they were one: this is the worst that can happen.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        self.exchange_ge(mv, threshold, |seat| seat == self.side)
    }
}

impl<R: Rules> Position<R> {
    /// SEE with a threshold for the mover and its allies against all others.
    ///
    /// Each side captures with its least valuable attacker, and may stop when going on would lose. Of castles it sees
    /// the exits by the move itself, that the first recapture takes the mover's last one, and that a piece does not
    /// leave its owner's only castle to recapture elsewhere. Bans are left aside.
    pub(super) fn exchange_ge(&self, mv: Move, threshold: i32, is_ally: impl Fn(Seat) -> bool) -> bool {
        let gain = self.gain(mv);
        if self.gives_up_last_castle(mv) || gain >= THE_GAME {
            return threshold <= gain;
        }
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let Some(kind) = self.pieces.kind_on(from) else { return threshold <= gain };
        let held = self.castles(self.side).without(from.into()) | Set::from(to) & CASTLES;
        let risk = if held == to.into() { THE_GAME } else { Self::piece_value(kind.index()) };
        let mut sequence = CaptureSequence {
            position: self,
            on: to,
            present: self.pieces.occupied().without(Set::from(from) | to.into()),
            is_ally,
        };
        // White stands for the mover and its allies, Black for the others.
        swap_ge(gain, risk, threshold, Seat::WHITE, |side| sequence.capture(side == Seat::WHITE))
    }
}

/// State of a capture sequence on one field.
struct CaptureSequence<'a, R: Rules, A> {
    position: &'a Position<R>,
    on: Field,
    present: Set,
    is_ally: A,
}

impl<R: Rules, A: Fn(Seat) -> bool> CaptureSequence<'_, R, A> {
    /// Captures with the least valuable attacker of the mover's allies, or of all others. Returns its value, or `None`
    /// without an attacker.
    fn capture(&mut self, by_allies: bool) -> Option<i32> {
        let position = self.position;
        let sides = position.players().filter(|&seat| (self.is_ally)(seat) == by_allies);
        let ready = sides.fold(Set::EMPTY, |ready, seat| ready | self.ready(seat));
        let kind = BY_VALUE.into_iter().find(|&kind| (ready & position.pieces.kind(kind)).any())?;
        self.present = self.present.without((ready & position.pieces.kind(kind)).first().into());
        Some(Position::<R>::piece_value(kind.index()))
    }

    /// Pieces of a player that can capture.
    fn ready(&self, seat: Seat) -> Set {
        let held = self.position.castles(seat) & self.present;
        let tied = held.when(!held.several() && !CASTLES.has(self.on));
        self.position.pieces.attackers(self.on, seat, self.present | self.on.into()) & self.present.without(tied)
    }
}

//! Static exchange evaluation (SEE) of knock-outs: the mover against all opponents together.

use super::{Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::{MoveFacts, Seat, StaticExchange};
use crate::moves::Move;
use crate::variants::kaleido::see::THE_GAME;
use crate::variants::kaleido::{BY_VALUE, CASTLES};
use crate::variants::see::recaptures_suffice;

impl<R: Rules> StaticExchange for Position<R> {
    /// The mover captures with the least valuable attacker, and so do the opponents, as if they were one: this is the
    /// worst that can happen. Each side may stop when going on would lose. Of castles it sees the exits by the move
    /// itself, that the first recapture takes the mover's last one, and that a piece does not leave its owner's only
    /// castle to recapture elsewhere. Bans are left aside.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let gain = self.gain(mv);
        if self.gives_up_last_castle(mv) || gain >= THE_GAME {
            return threshold <= gain;
        }
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let Some(kind) = self.pieces.kind_on(from) else { return threshold <= gain };
        let held = self.castles(self.side).without(from.into()) | Set::from(to) & CASTLES;
        let risk = if held == to.into() { THE_GAME } else { Self::piece_value(kind.index()) };
        let balance = gain - threshold;
        if balance < 0 || balance >= risk {
            return balance >= 0;
        }
        let mut sequence = CaptureSequence {
            position: self,
            on: to,
            present: self.pieces.occupied().without(Set::from(from) | to.into()),
        };
        // White stands for the mover, Black for the others.
        recaptures_suffice(balance - risk, Seat::WHITE, |side| sequence.capture(side == Seat::WHITE))
    }
}

/// State of a capture sequence on one field.
struct CaptureSequence<'a, R: Rules> {
    position: &'a Position<R>,
    on: Field,
    present: Set,
}

impl<R: Rules> CaptureSequence<'_, R> {
    /// Captures with the least valuable attacker of the mover, or of all others. Returns its value, or `None` without
    /// an attacker.
    fn capture(&mut self, by_mover: bool) -> Option<i32> {
        let position = self.position;
        let sides = position.players().filter(|&seat| (seat == position.side) == by_mover);
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

//! Static exchange evaluation (SEE) of knock-outs: the mover against all opponents together.

use super::{Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::{MoveFacts, Seat, StaticExchange};
use crate::moves::Move;
use crate::variants::kaleido::CASTLES;
use crate::variants::kaleido::see::{CaptureSequence, THE_GAME};
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
        let mut sequence = CaptureSequence::new(&self.pieces, from, to);
        // White stands for the mover and its allies, Black for the others.
        swap_ge(gain, risk, threshold, Seat::WHITE, |side| {
            sequence.capture(self.players().filter(|&seat| is_ally(seat) == (side == Seat::WHITE)))
        })
    }
}

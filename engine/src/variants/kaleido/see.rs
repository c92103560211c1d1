//! Static exchange evaluation (SEE) of knock-outs.

use std::iter::once;

use super::{CASTLES, Kind, Pieces, Position, Rules};
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
        let mut sequence = CaptureSequence::new(&self.pieces, from, to);
        swap_ge(gain, risk, threshold, self.side, |seat| sequence.capture(once(seat)))
    }
}

/// State of a capture sequence on one field.
pub(super) struct CaptureSequence<'a, const SEATS: usize> {
    pieces: &'a Pieces<SEATS>,
    on: Field,
    present: Set,
}

impl<'a, const SEATS: usize> CaptureSequence<'a, SEATS> {
    /// The sequence that a move from a field begins.
    pub(super) fn new(pieces: &'a Pieces<SEATS>, from: Field, on: Field) -> Self {
        CaptureSequence { pieces, on, present: pieces.occupied().without(Set::from(from) | on.into()) }
    }

    /// Captures with the least valuable attacker of players who are on one side. Returns its value, or `None` without
    /// an attacker.
    #[inline(always)]
    pub(super) fn capture(&mut self, players: impl Iterator<Item = Seat>) -> Option<i32> {
        let ready = players.fold(Set::EMPTY, |ready, seat| ready | self.ready(seat));
        let kind = BY_VALUE.into_iter().find(|&kind| (ready & self.pieces.kind(kind)).any())?;
        self.present = self.present.without((ready & self.pieces.kind(kind)).first().into());
        Some(SEE_VALUES[kind.index()])
    }

    /// Pieces of a player that can capture.
    #[inline(always)]
    fn ready(&self, seat: Seat) -> Set {
        let held = self.pieces.of(seat) & CASTLES & self.present;
        let tied = held.when(!held.several() && !CASTLES.has(self.on));
        self.pieces.attackers(self.on, seat, self.present | self.on.into()) & self.present.without(tied)
    }
}

//! Making of moves.

use super::keys::KeysOf;
use super::{Position, Rules};
use crate::board::round::Field;
use crate::game::{BoardObserver, CopyMake, Game};
use crate::moves::Move;
use crate::seat::Seat;
use crate::variants::kaleido::moves::PASS;
use crate::variants::kaleido::{Kind, Step};

impl<R: Rules> CopyMake for Position<R> {
    /// Plays a legal move, or the pass of a player who cannot move.
    #[inline(always)]
    fn play<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) {
        observer.begin();
        let mover = self.side;
        if mv == PASS {
            self.leave(mover, observer);
        } else {
            self.step(Step { from: Field::from_index(mv.from()), to: Field::from_index(mv.to()) }, observer);
            for seat in Seat::all(Self::SEATS) {
                // A player that has lost its last piece still has its last move.
                let was_in = self.is_in(seat) || self.last(seat).is_some();
                if seat != mover && self.castles(seat).is_empty() && was_in {
                    self.leave(seat, observer);
                }
            }
            if self.castles(mover).is_empty() && !self.is_over() {
                self.leave(mover, observer);
            }
        }
        self.end_turn();
    }

    /// Null move.
    fn play_null(&mut self) {
        self.clock = self.clock.saturating_add(1);
        self.end_turn();
    }
}

impl<R: Rules> Position<R> {
    #[inline(always)]
    fn step<O: BoardObserver<Self>>(&mut self, step: Step, observer: &mut O) {
        let side = self.side;
        let Some(kind) = self.pieces.kind_on(step.from) else { unreachable!("a piece moves") };
        self.clock = self.clock.saturating_add(1);
        if let Some((owner, victim)) = self.pieces.on(step.to) {
            observer.take(owner, victim.index(), step.to.index());
            self.toggle(step.to, owner, victim);
            self.clock = 0;
        }
        observer.take(side, kind.index(), step.from.index());
        observer.put(side, kind.index(), step.to.index());
        self.toggle(step.from, side, kind);
        self.toggle(step.to, side, kind);
        self.set_last(side, Some(step));
    }

    /// A player is out: its pieces leave the board, and its last move is forgotten.
    #[cold]
    fn leave<O: BoardObserver<Self>>(&mut self, seat: Seat, observer: &mut O) {
        for kind in Kind::ALL {
            for field in self.pieces.get(seat, kind) {
                observer.take(seat, kind.index(), field.index());
                self.toggle(field, seat, kind);
            }
        }
        self.set_last(seat, None);
        self.clock = 0;
    }

    #[inline(always)]
    fn toggle(&mut self, field: Field, seat: Seat, kind: Kind) {
        self.pieces.toggle(field, seat, kind);
        self.key ^= KeysOf::<R>::KEYS.piece(seat, kind, field);
    }

    #[inline(always)]
    fn set_last(&mut self, seat: Seat, step: Option<Step>) {
        let keys = KeysOf::<R>::KEYS;
        let last = &mut self.last[seat.index()];
        self.key ^= keys.last(seat, *last) ^ keys.last(seat, step);
        *last = step;
    }

    /// The turn goes to the next player who is in, clockwise.
    #[inline(always)]
    fn end_turn(&mut self) {
        let keys = KeysOf::<R>::KEYS;
        let mover = self.side.index();
        let seats = (mover + 1..Self::SEATS).chain(0..=mover).map(Seat::new);
        let next = seats.into_iter().find(|&seat| self.is_in(seat)).expect("the last one in stays");
        self.round = self.round.saturating_add(u16::from(next.index() <= mover));
        self.key ^= keys.turn(self.side) ^ keys.turn(next);
        self.side = next;
    }

    /// Key after a legal move of a piece by which nobody leaves.
    #[inline(always)]
    pub(super) fn key_after_step(&self, step: Step) -> u64 {
        let (keys, side) = (KeysOf::<R>::KEYS, self.side);
        let next = (side.index() + 1..Self::SEATS).chain(0..side.index()).map(Seat::new).find(|&seat| self.is_in(seat));
        let turn = keys.turn(side) ^ next.map_or(0, |next| keys.turn(next));
        self.key ^ keys.step(&self.pieces, side, self.last(side), step) ^ turn
    }
}

//! Making of moves.

use super::keys::KeysOf;
use super::{Kind, MoveKind, Position, Rules, Step};
use crate::board::round::Field;
use crate::game::{BoardObserver, CopyMake, Seat};
use crate::moves::Move;

impl<R: Rules> CopyMake for Position<R> {
    /// Plays a legal move, a throw, or both at once.
    #[inline(always)]
    fn play<O: BoardObserver<Self>>(&mut self, mv: Move, observer: &mut O) {
        observer.begin();
        let (kind, throw) = MoveKind::of(mv).expect("a legal move has a kind");
        match kind {
            MoveKind::Normal => {
                let step = Step { from: Field::from_index(mv.from()), to: Field::from_index(mv.to()) };
                self.step(step, observer);
                self.end_turn();
            }
            MoveKind::Pass => {
                self.clock = self.clock.saturating_add(1);
                self.end_turn();
            }
            MoveKind::Throw => self.show(throw),
        }
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
        let keys = KeysOf::<R>::KEYS;
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
        let last = &mut self.last[side.index()];
        self.key ^= keys.last(side, *last) ^ keys.last(side, Some(step));
        *last = Some(step);
    }

    /// Key after a legal move of a piece, without dice.
    #[inline(always)]
    pub(super) fn key_after_step(&self, step: Step) -> u64 {
        let keys = KeysOf::<R>::KEYS;
        self.key ^ keys.step(&self.pieces, self.side, self.last(self.side), step) ^ keys.turn(Seat::BLACK)
    }

    #[inline(always)]
    fn toggle(&mut self, field: Field, seat: Seat, kind: Kind) {
        self.pieces.toggle(field, seat, kind);
        self.key ^= KeysOf::<R>::KEYS.piece(seat, kind, field);
    }

    /// Sets the throw, or clears it.
    #[inline(always)]
    fn show(&mut self, throw: Option<u8>) {
        let keys = KeysOf::<R>::KEYS;
        self.key ^= keys.throw(self.throw) ^ keys.throw(throw);
        self.throw = throw;
    }

    #[inline(always)]
    fn end_turn(&mut self) {
        if R::DICE {
            self.show(None);
        }
        self.key ^= KeysOf::<R>::KEYS.turn(Seat::BLACK);
        self.full_moves = self.full_moves.saturating_add(self.side.index() as u16);
        self.side = self.side.opponent();
    }
}

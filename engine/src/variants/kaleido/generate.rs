//! Legal moves. There is no check, so what a piece reaches it may go to, but for the way back.

use super::moves::{PASS, THROWS, after_throw, normal};
use super::reach::REACH;
use super::{Kind, Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::{GenType, Seat};
use crate::moves::Move;

impl<R: Rules> Position<R> {
    /// Hands the pieces of `sources` that may move by a throw (any, if there is none) and the fields that each may go
    /// to, to `man`.
    #[inline(always)]
    fn targets(&self, throw: Option<u8>, sources: Set, mut man: impl FnMut(Field, Set)) {
        let reach = &*REACH;
        let occupied = self.pieces.occupied();
        let own = self.pieces.of(self.side) & sources;
        let last = self.last(self.side);
        for kind in Kind::ALL {
            if throw.is_some_and(|throw| !Self::allows(throw, kind)) {
                continue;
            }
            for from in self.pieces.kind(kind) & own {
                let back = last.filter(|last| last.to == from).map_or(Set::EMPTY, |last| last.from.into());
                man(from, reach.of(kind, from, occupied).without(back));
            }
        }
    }

    /// Hands the legal moves of the asked sort by pieces on `sources` to `out`. Knocking out an own piece is a quiet
    /// move. A pass is listed where no piece that may move can, whatever the sources.
    #[inline(always)]
    pub(super) fn generate(&self, wanted: GenType, sources: Set, out: &mut impl FnMut(Move)) {
        if self.loser().is_some() || R::DICE && self.throw.is_none() {
            return;
        }
        let enemies = self.pieces.of(self.side.opponent());
        let goal = match wanted {
            GenType::All => Set::ALL,
            GenType::Noisy => enemies,
            GenType::Quiet => Set::ALL.without(enemies),
        };
        self.targets(self.throw, sources, |from, targets| {
            for to in targets & goal {
                out(normal(from, to));
            }
        });
        if R::DICE && wanted != GenType::Noisy && !self.can_move(self.throw) {
            out(PASS);
        }
    }

    /// How many moves there are by a throw.
    #[inline(always)]
    fn count_by(&self, throw: Option<u8>) -> usize {
        let mut count = 0;
        self.targets(throw, Set::ALL, |_, targets| count += targets.len());
        count
    }

    fn can_move(&self, throw: Option<u8>) -> bool {
        self.count_by(throw) > 0
    }

    /// The number of legal moves.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        if self.loser().is_some() || R::DICE && self.throw.is_none() {
            return 0;
        }
        let count = self.count_by(self.throw);
        if R::DICE { count.max(1) } else { count }
    }

    /// Hands every throw with every move it allows to `out`.
    pub(super) fn throws_and_moves(&self, out: &mut impl FnMut(Move)) {
        if self.loser().is_some() {
            return;
        }
        for throw in THROWS {
            let mut stuck = true;
            self.targets(Some(throw), Set::ALL, |from, targets| {
                for to in targets {
                    stuck = false;
                    out(after_throw(throw, normal(from, to)));
                }
            });
            if stuck {
                out(after_throw(throw, PASS));
            }
        }
    }

    /// How many they are.
    pub(super) fn count_throws_and_moves(&self) -> usize {
        if self.loser().is_some() {
            return 0;
        }
        let by_steps: [usize; 4] = std::array::from_fn(|steps| self.count_by(Some(steps as u8 + 1)));
        // Five and six allow every piece.
        let all: usize = by_steps.iter().sum();
        by_steps.iter().map(|&count| count.max(1)).sum::<usize>() + 2 * all.max(1)
    }

    /// The pieces of a player that could go to a field, with pieces on `occupied` and the way back open.
    #[inline]
    pub fn attackers(&self, field: Field, seat: Seat, occupied: Set) -> Set {
        let reach = &*REACH;
        let own = self.pieces.of(seat);
        Kind::ALL.into_iter().fold(Set::EMPTY, |attackers, kind| {
            let near = reach.unhindered(kind, field) & self.pieces.kind(kind) & own;
            // Most pieces are nowhere near; only for the others the ways are looked at.
            let blocked = kind.can_be_blocked() && near.any();
            attackers | if blocked { near & reach.of(kind, field, occupied) } else { near }
        })
    }
}

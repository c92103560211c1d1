//! Legal move generation. The rules know no check, so a piece may go wherever it reaches, except back the way it came.

use super::moves::{PASS, THROWS, after_throw, normal};
use super::reach::REACH;
use super::{Kind, Pieces, Position, Rules, Step};
use crate::board::round::{Field, Set};
use crate::game::{GenType, Seat};
use crate::moves::Move;

/// Hands each of the `own` pieces of an allowed kind with its targets to `piece`. The last move is not undone.
#[inline(always)]
pub(super) fn targets<const SEATS: usize>(
    pieces: &Pieces<SEATS>,
    own: Set,
    last: Option<Step>,
    allowed: impl Fn(Kind) -> bool,
    mut piece: impl FnMut(Field, Set),
) {
    let reach = &*REACH;
    let occupied = pieces.occupied();
    for kind in Kind::ALL {
        if !allowed(kind) {
            continue;
        }
        for from in pieces.kind(kind) & own {
            let back = last.filter(|last| last.to == from).map_or(Set::EMPTY, |last| last.from.into());
            piece(from, reach.of(kind, from, occupied).without(back));
        }
    }
}

impl<R: Rules> Position<R> {
    /// Hands each piece of `sources` that a throw allows (all, without one) with its targets to `piece`.
    #[inline(always)]
    fn targets(&self, throw: Option<u8>, sources: Set, piece: impl FnMut(Field, Set)) {
        let allowed = |kind| !R::DICE || throw.is_none_or(|throw| Self::allows(throw, kind));
        targets(&self.pieces, self.pieces.of(self.side) & sources, self.last(self.side), allowed, piece);
    }

    /// Hands the legal moves of a stage by pieces on `sources` to `out`. Knocking out an own piece is a quiet move. A
    /// pass is listed where no allowed piece can move, whatever the sources.
    #[inline(always)]
    pub(super) fn generate(&self, stage: GenType, sources: Set, out: &mut impl FnMut(Move)) {
        if self.loser().is_some() || (R::DICE && self.throw.is_none()) {
            return;
        }
        let enemies = self.pieces.of(self.side.opponent());
        let goal = match stage {
            GenType::All => Set::ALL,
            GenType::Noisy => enemies,
            GenType::Quiet => Set::ALL.without(enemies),
        };
        self.targets(self.throw, sources, |from, targets| {
            for to in targets & goal {
                out(normal(from, to));
            }
        });
        if R::DICE && stage != GenType::Noisy && !self.can_move(self.throw) {
            out(PASS);
        }
    }

    /// Number of moves by a throw.
    #[inline(always)]
    fn count_by(&self, throw: Option<u8>) -> usize {
        let mut count = 0;
        self.targets(throw, Set::ALL, |_, targets| count += targets.len());
        count
    }

    fn can_move(&self, throw: Option<u8>) -> bool {
        self.count_by(throw) > 0
    }

    /// Number of legal moves (bulk counting).
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        if self.loser().is_some() || (R::DICE && self.throw.is_none()) {
            return 0;
        }
        let count = self.count_by(self.throw);
        if R::DICE { count.max(1) } else { count }
    }

    /// Composite moves: every throw with every move that it allows.
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

    /// Number of composite moves of throw and move.
    pub(super) fn count_throws_and_moves(&self) -> usize {
        if self.loser().is_some() {
            return 0;
        }
        let by_steps: [usize; 4] = std::array::from_fn(|steps| self.count_by(Some(steps as u8 + 1)));
        // Five and six allow every piece.
        let all: usize = by_steps.iter().sum();
        by_steps.iter().map(|&count| count.max(1)).sum::<usize>() + 2 * all.max(1)
    }

    /// Attackers of a field by a side, with the given occupancy and the ban on the way back left aside.
    #[inline]
    pub fn attackers(&self, field: Field, seat: Seat, occupied: Set) -> Set {
        self.pieces.attackers(field, seat, occupied)
    }
}

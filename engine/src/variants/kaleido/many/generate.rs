//! Legal move generation.

use super::{Position, Rules};
use crate::board::round::{Field, Set};
use crate::game::GenType;
use crate::moves::Move;
use crate::variants::kaleido::generate::targets;
use crate::variants::kaleido::moves::{PASS, normal};

impl<R: Rules> Position<R> {
    /// Hands each piece of `sources` with its targets to `piece`.
    #[inline(always)]
    fn targets(&self, sources: Set, piece: impl FnMut(Field, Set)) {
        targets(&self.pieces, self.pieces.of(self.side) & sources, self.last(self.side), |_| true, piece);
    }

    /// Hands the legal moves of a stage by pieces on `sources` to `out`. Knocking out an own piece is a quiet move. The
    /// pass of a player who cannot move is listed whatever the sources.
    #[inline(always)]
    pub(super) fn generate(&self, stage: GenType, sources: Set, out: &mut impl FnMut(Move)) {
        if self.is_over() {
            return;
        }
        let enemies = self.pieces.occupied().without(self.pieces.of(self.side));
        let goal = match stage {
            GenType::All => Set::ALL,
            GenType::Noisy => enemies,
            GenType::Quiet => Set::ALL.without(enemies),
        };
        let mut stuck = true;
        self.targets(sources, |from, targets| {
            for to in targets & goal {
                stuck = false;
                out(normal(from, to));
            }
        });
        if stuck && stage != GenType::Noisy && self.count_targets() == 0 {
            out(PASS);
        }
    }

    /// Number of moves of pieces.
    #[inline(always)]
    fn count_targets(&self) -> usize {
        let mut count = 0;
        self.targets(Set::ALL, |_, targets| count += targets.len());
        count
    }

    /// Number of legal moves (bulk counting).
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        if self.is_over() { 0 } else { self.count_targets().max(1) }
    }
}

//! How well moves have done elsewhere in the tree: the order in which to try them.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use super::correction::CorrectionHistory;
use crate::game::{Seat, Tactics};
use crate::moves::Move;

/// Scores stay within plus and minus this.
const LIMIT: i32 = 16_384;

/// The row of no move at all: at the root, and after a null move or an event of chance.
pub(super) const NO_MOVE: usize = 0;

/// The rows of the moves before a node that say what moves do well there.
pub(super) type ContHistIndices = [usize; 3];

/// The histories of a search, which all its threads read and write: what one has learned spares the others the same mistakes, and they come to the same
/// reductions. A score that two threads change at a time may miss one of the changes.
///
/// A move is known by the kind of the piece it moves and the field it ends on. Each score drifts to plus or minus [`LIMIT`] with every
/// reward or penalty, the slower the nearer it is.
pub(super) struct Histories {
    fields: usize,
    pieces: usize,
    /// Quiet moves by side and piece-field.
    quiet: Box<[AtomicI16]>,
    /// Captures by piece-field and victim (0: none).
    noisy: Box<[AtomicI16]>,
    /// Quiet moves by a move made one, two or four plies before and piece-field.
    continuation: Box<[AtomicI16]>,
    /// How far the evaluation has been off.
    pub(super) corrections: CorrectionHistory,
}

impl Histories {
    /// Empty histories for a game.
    pub(super) fn new<G: Tactics>() -> Histories {
        let pieces = G::KINDS * G::FIELDS;
        Histories {
            fields: G::FIELDS,
            pieces,
            quiet: zeros(2 * pieces),
            noisy: zeros(pieces * (G::KINDS + 1)),
            continuation: zeros((1 + 2 * pieces) * pieces),
            corrections: CorrectionHistory::new(),
        }
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        for scores in [&mut self.quiet, &mut self.noisy, &mut self.continuation] {
            scores.iter_mut().for_each(|score| *score.get_mut() = 0);
        }
        self.corrections.clear();
    }

    /// The row of a move that `seat` plays, for the moves that follow it.
    #[inline(always)]
    pub(super) fn row<G: Tactics>(&self, game: &G, seat: Seat, mv: Move) -> usize {
        1 + seat.index() * self.pieces + self.piece_field(game, mv)
    }

    /// How promising a quiet move is after the moves of some rows.
    #[inline(always)]
    pub(super) fn quiet<G: Tactics>(&self, game: &G, seat: Seat, rows: ContHistIndices, mv: Move) -> i32 {
        let place = self.piece_field(game, mv);
        let follows = |row: usize| i32::from(self.continuation[row * self.pieces + place].load(Relaxed));
        i32::from(self.quiet[seat.index() * self.pieces + place].load(Relaxed))
            + rows.into_iter().map(follows).sum::<i32>()
    }

    /// How promising a capture is.
    #[inline(always)]
    pub(super) fn noisy<G: Tactics>(&self, game: &G, mv: Move) -> i32 {
        i32::from(self.noisy[self.capture_index(game, mv)].load(Relaxed))
    }

    /// Rewards (or, below 0, penalises) a quiet move.
    pub(super) fn learn_quiet<G: Tactics>(&self, game: &G, seat: Seat, rows: ContHistIndices, mv: Move, bonus: i32) {
        self.learn_played(self.row(game, seat, mv), rows, bonus);
    }

    /// The same for a quiet move that has been played, known by its row.
    pub(super) fn learn_played(&self, played: usize, rows: ContHistIndices, bonus: i32) {
        let index = played - 1;
        apply_bonus(&self.quiet[index], bonus);
        for row in rows {
            if row != NO_MOVE {
                apply_bonus(&self.continuation[row * self.pieces + index % self.pieces], bonus);
            }
        }
    }

    /// Rewards (or, below 0, penalises) a capture.
    pub(super) fn learn_noisy<G: Tactics>(&self, game: &G, mv: Move, bonus: i32) {
        let index = self.capture_index(game, mv);
        apply_bonus(&self.noisy[index], bonus);
    }

    #[inline(always)]
    fn piece_field<G: Tactics>(&self, game: &G, mv: Move) -> usize {
        game.moved_kind(mv) * self.fields + game.target(mv)
    }

    #[inline(always)]
    fn capture_index<G: Tactics>(&self, game: &G, mv: Move) -> usize {
        self.piece_field(game, mv) * (G::KINDS + 1) + game.captured_kind(mv).map_or(0, |kind| kind + 1)
    }
}

#[inline(always)]
fn apply_bonus(score: &AtomicI16, bonus: i32) {
    let old = i32::from(score.load(Relaxed));
    score.store((old + bonus - old * bonus.abs() / LIMIT) as i16, Relaxed);
}

/// So many scores of nothing.
pub(super) fn zeros(count: usize) -> Box<[AtomicI16]> {
    (0..count).map(|_| AtomicI16::new(0)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_approach_the_limit_and_never_pass_it() {
        let score = AtomicI16::new(0);
        let value = || i32::from(score.load(Relaxed));
        for _ in 0..1000 {
            let before = value();
            apply_bonus(&score, 1500);
            assert!((before..=LIMIT).contains(&value()));
        }
        assert!(value() > LIMIT * 9 / 10);
        for _ in 0..1000 {
            apply_bonus(&score, -1500);
        }
        assert!((-LIMIT..-LIMIT * 9 / 10).contains(&value()));
    }
}

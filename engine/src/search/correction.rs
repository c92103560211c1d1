//! How far the evaluation has been off in positions that have something in common with the present one: correction history.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use super::history::zeros;
use crate::game::{CORRECTION_KEYS, Seat, Tactics};

/// Entries for each facet of each side, a power of two.
const SIZE: usize = 1 << 14;

/// Plies of a centipawn that an error is remembered in.
const GRAIN: i32 = 256;

/// The most centipawns that a facet is held responsible for.
const LIMIT: i32 = 100;

/// An error of a search this deep, in plies, replaces 1/16 of what was remembered before; deeper ones, no more.
const DEEPEST: i32 = 15;

/// The mean errors of the evaluation that the threads of a search have seen, by side to move and by each [facet](Tactics::correction_keys) of the position.
pub(super) struct CorrectionHistory(Box<[AtomicI16]>);

impl CorrectionHistory {
    pub(super) fn new() -> CorrectionHistory {
        CorrectionHistory(zeros(2 * CORRECTION_KEYS * SIZE))
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|mean| *mean.get_mut() = 0);
    }

    /// What to add to the evaluation of a position, in centipawns.
    #[inline]
    pub(super) fn of<G: Tactics>(&self, game: &G, seat: Seat, share: i32) -> i32 {
        let places = places(game, seat);
        let sum: i32 = places.into_iter().map(|place| i32::from(self.0[place].load(Relaxed))).sum();
        sum * share / (100 * GRAIN)
    }

    /// A search of so many plies has found that the evaluation of the position is wrong by `error` centipawns.
    pub(super) fn learn<G: Tactics>(&self, game: &G, seat: Seat, error: i32, depth: i32) {
        let weight = 1 + depth.min(DEEPEST);
        let target = error.clamp(-LIMIT, LIMIT) * GRAIN;
        for place in places(game, seat) {
            let mean = &self.0[place];
            let before = i32::from(mean.load(Relaxed));
            mean.store(((before * (256 - weight) + target * weight) / 256) as i16, Relaxed);
        }
    }
}

#[inline]
fn places<G: Tactics>(game: &G, seat: Seat) -> [usize; CORRECTION_KEYS] {
    let mut row = CORRECTION_KEYS * seat.index();
    game.correction_keys().map(|facet| {
        let place = row * SIZE + facet as usize % SIZE;
        row += 1;
        place
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::variants::Chess;

    #[test]
    fn errors_seen_again_and_again_are_expected() {
        let (mut corrections, start) = (CorrectionHistory::new(), Chess::start());
        assert_eq!(corrections.of(&start, Seat::WHITE, 100), 0);
        for _ in 0..2000 {
            corrections.learn(&start, Seat::WHITE, 30, 8);
        }
        let full = CORRECTION_KEYS as i32 * 30;
        assert!((full - 3..=full).contains(&corrections.of(&start, Seat::WHITE, 100)));
        assert_eq!(corrections.of(&start, Seat::BLACK, 100), 0, "each side errs for itself");
        for _ in 0..4000 {
            corrections.learn(&start, Seat::WHITE, -30_000, 100);
        }
        assert!(corrections.of(&start, Seat::WHITE, 100) >= -LIMIT * CORRECTION_KEYS as i32);
        corrections.clear();
        assert_eq!(corrections.of(&start, Seat::WHITE, 100), 0);
    }
}

//! Correction history: the mean error of the static evaluation in positions that share a part with the present one.
//!
//! Source: chessprogramming wiki, "Static Evaluation Correction History". The parts are hashed by the game's
//! [correction keys](crate::game::SearchHints::correction_keys): pawns, the non-pawns of one side.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use super::history::zeros;
use crate::game::{CORRECTION_KEYS, Seat, Tactics};

/// Entries for each correction key of each side, a power of two.
const CORRHIST_SIZE: usize = 1 << 14;

/// Fixed-point scale: units of a stored error to a centipawn.
const CORRHIST_GRAIN: i32 = 256;

/// The largest error that one key is held responsible for, in centipawns.
const CORRHIST_MAX: i32 = 100;

/// Denominator of the moving average: an error found at depth `d` has the weight `1 + d` of so many.
const CORRHIST_WEIGHT_SCALE: i32 = 256;

/// The depth, in plies, from which on the weight grows no more: an error found there replaces 1/16 of the stored mean.
const CORRHIST_MAX_DEPTH: i32 = 15;

/// Correction history tables, shared by all threads: `[player to move][correction key][hash]`, errors in
/// 1/[`CORRHIST_GRAIN`] centipawns.
pub struct CorrectionHistory(Box<[AtomicI16]>);

impl CorrectionHistory {
    /// Tables without any error, for that many players.
    pub fn new(players: usize) -> CorrectionHistory {
        CorrectionHistory(zeros(players * CORRECTION_KEYS * CORRHIST_SIZE))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|mean| *mean.get_mut() = 0);
    }

    /// Correction of the static evaluation, in centipawns: `percent` of the sum of all keys' errors.
    #[inline]
    pub fn correction<G: Tactics>(&self, game: &G, player: Seat, percent: i32) -> i32 {
        let sum: i32 = indices(game, player).into_iter().map(|index| i32::from(self.0[index].load(Relaxed))).sum();
        sum * percent / (100 * CORRHIST_GRAIN)
    }

    /// Updates the means with an error of `error` centipawns found by a search of that depth.
    pub fn update<G: Tactics>(&self, game: &G, player: Seat, error: i32, depth: i32) {
        let weight = 1 + depth.min(CORRHIST_MAX_DEPTH);
        let target = error.clamp(-CORRHIST_MAX, CORRHIST_MAX) * CORRHIST_GRAIN;
        for index in indices(game, player) {
            let mean = &self.0[index];
            let old = i32::from(mean.load(Relaxed));
            let new = (old * (CORRHIST_WEIGHT_SCALE - weight) + target * weight) / CORRHIST_WEIGHT_SCALE;
            mean.store(new as i16, Relaxed);
        }
    }
}

#[inline]
fn indices<G: Tactics>(game: &G, player: Seat) -> [usize; CORRECTION_KEYS] {
    let mut row = CORRECTION_KEYS * player.index();
    game.correction_keys().map(|key| {
        let index = row * CORRHIST_SIZE + key as usize % CORRHIST_SIZE;
        row += 1;
        index
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::variants::Chess;

    #[test]
    fn repeated_errors_become_the_correction() {
        let (mut corrhist, start) = (CorrectionHistory::new(2), Chess::start());
        assert_eq!(corrhist.correction(&start, Seat::WHITE, 100), 0);
        for _ in 0..2000 {
            corrhist.update(&start, Seat::WHITE, 30, 8);
        }
        let full = CORRECTION_KEYS as i32 * 30;
        assert!((full - 3..=full).contains(&corrhist.correction(&start, Seat::WHITE, 100)));
        assert_eq!(corrhist.correction(&start, Seat::BLACK, 100), 0, "each side has its own errors");
        for _ in 0..4000 {
            corrhist.update(&start, Seat::WHITE, -30_000, 100);
        }
        assert!(corrhist.correction(&start, Seat::WHITE, 100) >= -CORRHIST_MAX * CORRECTION_KEYS as i32);
        corrhist.clear();
        assert_eq!(corrhist.correction(&start, Seat::WHITE, 100), 0);
    }
}

//! Correction history: the error of the static evaluation in positions that share a part with the present one.
//!
//! Source: chessprogramming wiki, "Static Evaluation Correction History". The parts are hashed by the game's
//! [correction keys](crate::game::SearchHints::correction_keys): pawns, the non-pawns of one side.

use std::sync::atomic::{AtomicI16, Ordering::Relaxed};

use super::history::{apply_bonus, zeros};
use crate::game::{CORRECTION_KEYS, Seat, Tactics};

/// Entries for each correction key of each player, a power of two.
const CORRHIST_SIZE: usize = 1 << 14;

/// Fixed-point scale: units of a stored error to a centipawn.
const CORRHIST_GRAIN: i32 = 256;

/// The largest error that one key is held responsible for, in centipawns.
const CORRHIST_MAX: i32 = 100;

/// Denominator of the weight of an error: one found at depth `d` has the numerator `1 + d`.
const CORRHIST_WEIGHT_SCALE: i32 = 256;

/// The depth, in plies, from which on the weight grows no more.
const CORRHIST_MAX_DEPTH: i32 = 15;

/// Greatest stored error, in 1/[`CORRHIST_GRAIN`] centipawns.
const CORRHIST_LIMIT: i32 = CORRHIST_MAX * CORRHIST_GRAIN;

/// Greatest change of a stored error by one update.
const CORRHIST_MAX_BONUS: i32 = CORRHIST_LIMIT / 4;

/// Correction history tables, shared by all threads: `[player to move][correction key][hash]`, errors in
/// 1/[`CORRHIST_GRAIN`] centipawns.
pub struct CorrectionHistory(Box<[AtomicI16]>);

impl CorrectionHistory {
    /// Tables without any error, for `players` players.
    pub fn new(players: usize) -> CorrectionHistory {
        CorrectionHistory(zeros(players * CORRECTION_KEYS * CORRHIST_SIZE))
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(|error| *error.get_mut() = 0);
    }

    /// Correction of the static evaluation, in centipawns: `percent` of the sum of all keys' errors.
    #[inline]
    pub fn correction<G: Tactics>(&self, game: &G, player: Seat, percent: i32) -> i32 {
        let sum: i32 = indices(game, player).into_iter().map(|index| i32::from(self.0[index].load(Relaxed))).sum();
        sum * percent / (100 * CORRHIST_GRAIN)
    }

    /// Updates the errors of all keys with what a search of that depth has left of the error: `residual` centipawns
    /// between its value and the corrected evaluation. So the keys add up, and none of them learns twice what another
    /// one knows. Stored errors have [gravity](apply_bonus), as histories have.
    pub fn update<G: Tactics>(&self, game: &G, player: Seat, residual: i32, depth: i32) {
        let weight = 1 + depth.min(CORRHIST_MAX_DEPTH);
        let bonus = residual * weight * CORRHIST_GRAIN / CORRHIST_WEIGHT_SCALE;
        let bonus = bonus.clamp(-CORRHIST_MAX_BONUS, CORRHIST_MAX_BONUS);
        for index in indices(game, player) {
            apply_bonus(&self.0[index], bonus, CORRHIST_LIMIT);
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
        for percent in [100, 50] {
            for _ in 0..2000 {
                corrhist.update(&start, Seat::WHITE, 30 - corrhist.correction(&start, Seat::WHITE, percent), 8);
            }
            assert!((27..=30).contains(&corrhist.correction(&start, Seat::WHITE, percent)), "{percent}");
        }
        assert_eq!(corrhist.correction(&start, Seat::BLACK, 100), 0, "each side has its own errors");
        for _ in 0..4000 {
            corrhist.update(&start, Seat::WHITE, -60_000, 100);
        }
        let least = -CORRHIST_MAX * CORRECTION_KEYS as i32;
        assert!((least..least / 2).contains(&corrhist.correction(&start, Seat::WHITE, 100)));
        corrhist.clear();
        assert_eq!(corrhist.correction(&start, Seat::WHITE, 100), 0);
    }
}

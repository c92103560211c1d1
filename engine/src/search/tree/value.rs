//! Node values: expected scores for White from -1 (loss) to 1 (win), so that means over chance outcomes make sense; and
//! their proven bounds.

use super::super::score::{LOGISTIC_SCALE, MATE_BOUND, turns_to_mate};
use crate::game::Seat;

/// Largest expected score of a position that is not proven.
const MAX_UNPROVEN: f32 = 0.9999;

/// Proven win, as an integer. Sums of integers are exact, so that two bounds can meet.
pub(super) const WIN: i32 = 1 << 30;

/// Sign of a seat: 1 for White, -1 for Black. Converts values for White to values for a seat and back.
#[inline(always)]
pub(super) fn sign(seat: Seat) -> f32 {
    1.0 - 2.0 * seat.index() as f32
}

/// Expected score of a value in centipawns: logistic function.
#[inline]
pub(super) fn expected_score(centipawns: i32) -> f32 {
    (centipawns as f32 / (2.0 * LOGISTIC_SCALE)).tanh().clamp(-MAX_UNPROVEN, MAX_UNPROVEN)
}

/// Centipawns of an expected score: inverse of [`expected_score`].
pub(super) fn centipawns(score: f32) -> i32 {
    let score = score.clamp(-MAX_UNPROVEN, MAX_UNPROVEN);
    (LOGISTIC_SCALE * ((1.0 + score) / (1.0 - score)).ln()).round() as i32
}

/// Score bounds for White, in units of [`WIN`].
///
/// Source: Cazenave and Saffidine, "Score Bounded Monte-Carlo Tree Search" (2010).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// White is certain of at least this.
    pub(super) lower: i32,
    /// White is certain of at most this.
    pub(super) upper: i32,
}

impl Bounds {
    /// Nothing is proven.
    pub(super) const UNKNOWN: Bounds = Bounds { lower: -WIN, upper: WIN };

    /// Bounds of a known value.
    pub(super) const fn exact(value: i32) -> Bounds {
        Bounds { lower: value, upper: value }
    }

    /// The bounds from the view of a seat.
    #[inline(always)]
    pub(super) const fn for_seat(self, seat: Seat) -> Bounds {
        if seat.index() == 0 { self } else { Bounds { lower: -self.upper, upper: -self.lower } }
    }

    /// True if the bounds meet.
    #[inline(always)]
    pub(super) const fn is_proven(self) -> bool {
        self.lower >= self.upper
    }

    /// Expected score, clamped to the bounds.
    #[inline(always)]
    pub(super) fn clamp(self, value: f32) -> f32 {
        let [lower, upper] = [self.lower, self.upper].map(|bound| bound as f32 / WIN as f32);
        value.max(lower).min(upper)
    }
}

/// Converts a score of the alpha-beta search for a seat: expected score for White, bounds, and distance of a mate in
/// turns (else 0).
pub(super) fn from_search(value: i32, seat: Seat) -> (f32, Bounds, u32) {
    match turns_to_mate(value) {
        Some(turns) => {
            let win = if value >= MATE_BOUND { WIN } else { -WIN };
            let bounds = Bounds::exact(win).for_seat(seat);
            (bounds.clamp(0.0), bounds, turns.unsigned_abs())
        }
        None => (sign(seat) * expected_score(value), Bounds::UNKNOWN, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::score::{MATE, mated_in};
    use super::*;

    #[test]
    fn centipawns_invert_expected_scores() {
        assert_eq!(expected_score(0), 0.0);
        for value in [-900, -35, -1, 0, 20, 150, 1200] {
            assert!((centipawns(expected_score(value)) - value).abs() <= 1, "{value}");
            assert_eq!(expected_score(-value), -expected_score(value));
        }
        assert!(expected_score(MATE_BOUND - 1) < 1.0 && centipawns(1.0) < MATE_BOUND);
    }

    #[test]
    fn mate_scores_become_proven_bounds() {
        assert_eq!(from_search(MATE - 3, Seat::WHITE), (1.0, Bounds::exact(WIN), 3));
        assert_eq!(from_search(MATE - 3, Seat::BLACK), (-1.0, Bounds::exact(-WIN), 3));
        assert_eq!(from_search(mated_in(2), Seat::BLACK), (1.0, Bounds::exact(WIN), 2));
        assert_eq!(from_search(100, Seat::BLACK).1, Bounds::UNKNOWN);
        assert!(from_search(100, Seat::BLACK).0 < 0.0);
    }

    #[test]
    fn values_are_clamped_to_bounds() {
        assert_eq!(Bounds { lower: 0, upper: WIN }.clamp(-0.3), 0.0);
        assert_eq!(Bounds { lower: -WIN, upper: WIN / 2 }.clamp(0.8), 0.5);
        assert_eq!(Bounds { lower: 0, upper: WIN }.for_seat(Seat::BLACK), Bounds { lower: -WIN, upper: 0 });
    }
}

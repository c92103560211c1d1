//! What positions are worth in the tree: expected scores for White from -1, a loss, to 1, a win, so that means over luck mean something.

use super::super::score::{MATE_BOUND, turns_to_mate};
use crate::game::Seat;

/// The centipawns that multiply White's odds by e.
const SPREAD: f32 = 220.0;

/// No judgement of an undecided position is as sure as a win.
const SUREST: f32 = 0.9999;

/// A certain win, in the whole numbers that proven bounds are kept in: sums of them are exact, so that two bounds can meet.
pub(super) const WIN: i32 = 1 << 30;

/// 1 for White, -1 for Black: turns values for White into values for a seat, and back.
#[inline(always)]
pub(super) fn sign(seat: Seat) -> f32 {
    1.0 - 2.0 * seat.index() as f32
}

/// The expected score that goes with centipawns (a logistic curve).
#[inline]
pub(super) fn expected_score(centipawns: i32) -> f32 {
    (centipawns as f32 / (2.0 * SPREAD)).tanh().clamp(-SUREST, SUREST)
}

/// The centipawns that go with an expected score.
pub(super) fn centipawns(score: f32) -> i32 {
    let score = score.clamp(-SUREST, SUREST);
    (SPREAD * ((1.0 + score) / (1.0 - score)).ln()).round() as i32
}

/// What is certain about a position, for White, in units of [`WIN`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// White can have at least this.
    pub(super) least: i32,
    /// Black can hold White to this.
    pub(super) most: i32,
}

impl Bounds {
    /// Nothing is certain.
    pub(super) const OPEN: Bounds = Bounds { least: -WIN, most: WIN };

    /// The value is known.
    pub(super) const fn exactly(value: i32) -> Bounds {
        Bounds { least: value, most: value }
    }

    /// What the bounds are to a seat.
    #[inline(always)]
    pub(super) const fn seen_by(self, seat: Seat) -> Bounds {
        if seat.index() == 0 { self } else { Bounds { least: -self.most, most: -self.least } }
    }

    /// Whether nothing is left to find out.
    #[inline(always)]
    pub(super) const fn is_settled(self) -> bool {
        self.least >= self.most
    }

    /// An expected score, moved inside the bounds.
    #[inline(always)]
    pub(super) fn clamp(self, value: f32) -> f32 {
        let [least, most] = [self.least, self.most].map(|bound| bound as f32 / WIN as f32);
        value.max(least).min(most)
    }
}

/// A value of the search for a seat as expected score for White, what it proves, and the turns to the mate that it is, if it is one.
pub(super) fn from_search(value: i32, seat: Seat) -> (f32, Bounds, u32) {
    match turns_to_mate(value) {
        Some(turns) => {
            let win = if value >= MATE_BOUND { WIN } else { -WIN };
            let bounds = Bounds::exactly(win).seen_by(seat);
            (bounds.clamp(0.0), bounds, turns.unsigned_abs())
        }
        None => (sign(seat) * expected_score(value), Bounds::OPEN, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::score::{MATE, mated_in};
    use super::*;

    #[test]
    fn scores_and_centipawns_are_one_scale() {
        assert_eq!(expected_score(0), 0.0);
        for value in [-900, -35, -1, 0, 20, 150, 1200] {
            assert!((centipawns(expected_score(value)) - value).abs() <= 1, "{value}");
            assert_eq!(expected_score(-value), -expected_score(value));
        }
        assert!(expected_score(MATE_BOUND - 1) < 1.0 && centipawns(1.0) < MATE_BOUND);
    }

    #[test]
    fn mates_are_proofs_for_whoever_mates() {
        assert_eq!(from_search(MATE - 3, Seat::WHITE), (1.0, Bounds::exactly(WIN), 3));
        assert_eq!(from_search(MATE - 3, Seat::BLACK), (-1.0, Bounds::exactly(-WIN), 3));
        assert_eq!(from_search(mated_in(2), Seat::BLACK), (1.0, Bounds::exactly(WIN), 2));
        assert_eq!(from_search(100, Seat::BLACK).1, Bounds::OPEN);
        assert!(from_search(100, Seat::BLACK).0 < 0.0);
    }

    #[test]
    fn values_keep_to_what_is_certain() {
        assert_eq!(Bounds { least: 0, most: WIN }.clamp(-0.3), 0.0);
        assert_eq!(Bounds { least: -WIN, most: WIN / 2 }.clamp(0.8), 0.5);
        assert_eq!(Bounds { least: 0, most: WIN }.seen_by(Seat::BLACK), Bounds { least: -WIN, most: 0 });
    }
}

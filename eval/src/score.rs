//! Packed scores: a middle game and an endgame value in one integer, for the tapered eval.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Packed score: a (middle game, endgame) pair in centipawns.
///
/// Both are packed into one integer, the endgame in the upper half, so that one addition or multiplication serves both
/// (as `Score` in Stockfish). A negative middle game borrows one from the upper half; [`eg`](Score::eg) gives it back.
/// A half has 32 bits: a board full of queens is worth more than 16 can say.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Score(i64);

impl Score {
    /// (0, 0).
    pub const ZERO: Score = Score(0);

    /// Packs a pair.
    #[inline(always)]
    pub const fn new(mg: i32, eg: i32) -> Score {
        Score(((eg as i64) << 32) + mg as i64)
    }

    /// Middle game value, in centipawns.
    #[inline(always)]
    pub const fn mg(self) -> i32 {
        self.0 as i32
    }

    /// Endgame value, in centipawns.
    #[inline(always)]
    pub const fn eg(self) -> i32 {
        ((self.0 + 0x8000_0000) >> 32) as i32
    }

    /// Negation; for constants, where the operator cannot be used.
    #[inline(always)]
    pub const fn negated(self) -> Score {
        Score(-self.0)
    }

    /// Sum; for constants, where the operator cannot be used.
    #[inline(always)]
    pub const fn plus(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Add for Score {
    type Output = Score;
    #[inline(always)]
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;
    #[inline(always)]
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline(always)]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Mul<i32> for Score {
    type Output = Score;
    #[inline(always)]
    fn mul(self, times: i32) -> Score {
        Score(self.0 * i64::from(times))
    }
}

impl AddAssign for Score {
    #[inline(always)]
    fn add_assign(&mut self, other: Score) {
        self.0 += other.0;
    }
}

impl SubAssign for Score {
    #[inline(always)]
    fn sub_assign(&mut self, other: Score) {
        self.0 -= other.0;
    }
}

impl std::fmt::Debug for Score {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({}, {})", self.mg(), self.eg())
    }
}

#[cfg(test)]
mod tests {
    use super::Score;

    #[test]
    fn both_halves_keep_their_sign_through_arithmetic() {
        for (a, b) in [
            ((100, -100), (-7, 3)),
            ((-1, 1), (-1, -1)),
            ((-12_000, 12_000), (300, -300)),
            ((70_000, -70_000), (-70_000, 70_000)),
            ((0, -1), (-1, 0)),
        ] {
            let (x, y) = (Score::new(a.0, a.1), Score::new(b.0, b.1));
            assert_eq!((x + y).mg(), a.0 + b.0);
            assert_eq!((x + y).eg(), a.1 + b.1);
            assert_eq!(((x - y).mg(), (x - y).eg()), (a.0 - b.0, a.1 - b.1));
            assert_eq!(((y * -9).mg(), (y * -9).eg()), (b.0 * -9, b.1 * -9));
            assert_eq!(((-x).mg(), (-x).eg()), (-a.0, -a.1));
        }
    }
}

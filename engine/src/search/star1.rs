//! Star1 arithmetic: means over chance outcomes, their bounds, and the window of each outcome.
//!
//! A mean of centipawns would let a rare mate outweigh everything else. So the mean is one of utilities: that of a
//! value `v` is `v / (scale + |v|)`, from -1 to 1, that of a mate 1 or -1. The mean utility is turned back into
//! centipawns.
//!
//! Invariants: two rules make this exact, so that bounds and plain enumeration come to the same digit.
//! * Utilities are whole multiples of 2^-40, rounded towards 0; they tell all values apart. Their sum is exact. The one
//!   rounding is that of the mean, downwards: the greatest value whose utility does not exceed it. The mean of equal
//!   values is that value.
//! * A mean is a mate only if every part is a mate for the same side, and then the slowest of them: its number of turns
//!   suffice whatever chance does.
//!
//! The mean rises with each of its parts. That is all that the windows of Star1 need (Ballard, "The *-minimax search
//! procedure for trees containing chance nodes", 1983).

use super::report::Bound;
use super::score::{MATE, MATE_BOUND};
use super::window::Window;
use crate::moves::Move;

/// The utility of a mate: 1 in fixed point.
const CERTAIN_WIN: i64 = 1 << 40;

/// Utility scale: the value, in centipawns, whose utility `v / (scale + |v|)` is a half.
#[derive(Clone, Copy)]
pub struct UtilityScale(pub i32);

impl UtilityScale {
    /// The utility of a value, `v / (scale + |v|)`, in units of 1 / [`CERTAIN_WIN`].
    #[inline]
    fn utility(self, value: i32) -> i64 {
        if value.abs() >= MATE_BOUND {
            return CERTAIN_WIN * i64::from(value.signum());
        }
        i64::from(value) * CERTAIN_WIN / i64::from(self.0 + value.abs())
    }

    /// The greatest value whose utility is at most this. [`MATE`] and its negative stand for any value and none.
    fn at_most(self, utility: i64) -> i32 {
        match utility {
            CERTAIN_WIN.. => MATE,
            0.. => {
                // utility(v) <= utility exactly if v * CERTAIN_WIN < (utility + 1) * (scale + v).
                let (above, rest) = (utility + 1, CERTAIN_WIN - utility - 1);
                let value = (above * i64::from(self.0) - 1).checked_div(rest).unwrap_or(i64::MAX);
                value.min(i64::from(MATE_BOUND) - 1) as i32
            }
            _ => -self.at_most(-utility - 1) - 1,
        }
        .max(-MATE)
    }

    /// The least value whose utility is at least this.
    fn at_least(self, utility: i64) -> i32 {
        -self.at_most(-utility)
    }
}

/// Weighted mean of values.
pub struct Mean {
    scale: UtilityScale,
    utilities: i64,
    weight: i64,
    least: i32,
    greatest: i32,
}

impl Mean {
    /// The mean of nothing yet.
    pub fn new(scale: UtilityScale) -> Mean {
        Mean { scale, utilities: 0, weight: 0, least: MATE, greatest: -MATE }
    }

    /// Adds a value with a weight.
    pub fn add(&mut self, value: i32, weight: u32) {
        self.utilities += self.scale.utility(value) * i64::from(weight);
        self.weight += i64::from(weight);
        self.least = self.least.min(value);
        self.greatest = self.greatest.max(value);
    }

    /// The mean of what was added, at least one value.
    pub fn value(&self) -> i32 {
        if self.least >= MATE_BOUND {
            self.least
        } else if self.greatest <= -MATE_BOUND {
            self.greatest
        } else {
            self.scale.at_most(self.utilities.div_euclid(self.weight)).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
        }
    }
}

/// A chance outcome and the interval of its value for the side of the chance node.
#[derive(Clone, Copy, Debug)]
pub struct ChanceOutcome {
    /// The outcome, made like a move.
    pub mv: Move,
    /// Its weight among the outcomes of the node.
    pub weight: u32,
    /// The value is at least this.
    low: i32,
    /// The value is at most this.
    high: i32,
}

impl ChanceOutcome {
    /// An outcome of which nothing is known.
    pub const fn new(mv: Move, weight: u32) -> ChanceOutcome {
        ChanceOutcome { mv, weight, low: -MATE, high: MATE }
    }

    /// True if the value is known exactly.
    pub const fn is_known(&self) -> bool {
        self.low == self.high
    }

    /// Narrows the interval by that of an outcome that is known to be no better (lower bound) or no worse (upper
    /// bound). What a search has found counts more.
    pub fn narrow_by(&mut self, other: &ChanceOutcome, bound: Bound) {
        if bound == Bound::Lower {
            self.low = self.low.max(other.low.min(self.high));
        } else {
            self.high = self.high.min(other.high.max(self.low));
        }
    }

    /// Narrows the interval by a value with its bound type.
    pub fn narrow(&mut self, value: i32, bound: Bound) {
        if bound != Bound::Upper {
            self.low = self.low.max(value);
        }
        if bound != Bound::Lower {
            self.high = self.high.min(value);
        }
        if self.low > self.high {
            // Searches of different depths may contradict each other; the last one counts.
            (self.low, self.high) = (value, value);
        }
    }
}

/// The least and the greatest mean that the intervals of the outcomes allow.
pub fn mean_bounds(scale: UtilityScale, outcomes: &[ChanceOutcome]) -> (i32, i32) {
    let (mut low, mut high) = (Mean::new(scale), Mean::new(scale));
    for outcome in outcomes {
        low.add(outcome.low, outcome.weight);
        high.add(outcome.high, outcome.weight);
    }
    (low.value(), high.value())
}

/// Star1 window of an outcome, if the mean matters in `window`: up to its alpha the mean stays at or below the mean's
/// alpha, from its beta on the mean reaches the mean's beta, whatever the other outcomes come to.
///
/// A window's end that is a mate holds for each outcome: a mean is a faster mate than that only if all its parts are.
/// All other mates count the same in the mean, so a search for the fastest of them is not asked for.
pub fn outcome_window(scale: UtilityScale, outcomes: &[ChanceOutcome], at: usize, window: Window) -> Window {
    let others = || outcomes.iter().enumerate().filter(|&(other, _)| other != at).map(|(_, outcome)| outcome);
    let rest = |known: fn(&ChanceOutcome) -> i32| {
        others().map(|outcome| scale.utility(known(outcome)) * i64::from(outcome.weight)).sum::<i64>()
    };
    let total: i64 = outcomes.iter().map(|outcome| i64::from(outcome.weight)).sum();
    let weight = i64::from(outcomes[at].weight);
    let Window { mut alpha, mut beta } = window;
    if alpha.abs() < MATE_BOUND {
        let most = scale.utility(alpha + 1) * total - 1 - rest(|outcome| outcome.high);
        alpha = scale.at_most(most.div_euclid(weight)).max(-MATE_BOUND);
    }
    if beta.abs() < MATE_BOUND {
        let least = scale.utility(beta) * total - rest(|outcome| outcome.low);
        beta = scale.at_least(-(-least).div_euclid(weight)).min(MATE_BOUND);
    }
    Window { alpha, beta }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const SCALE: UtilityScale = UtilityScale(400);

    fn mean(values: &[(i32, u32)]) -> i32 {
        let mut mean = Mean::new(SCALE);
        values.iter().for_each(|&(value, weight)| mean.add(value, weight));
        mean.value()
    }

    #[test]
    fn equal_values_are_their_own_mean() {
        for value in (1 - MATE)..MATE {
            assert_eq!(mean(&[(value, 3), (value, 8)]), value);
        }
    }

    #[test]
    fn means_are_of_utilities() {
        // Utilities of 0 and a half: a quarter, the utility of a third of the scale; rounded downwards.
        assert_eq!(mean(&[(0, 1), (400, 1)]), 133);
        assert_eq!(mean(&[(0, 1), (-400, 1)]), -134);
        assert_eq!(mean(&[(200, 5), (-200, 5)]), 0);
        // One chance in sixteen to mate is worth a quarter of a pawn.
        assert_eq!(mean(&[(MATE - 3, 1), (0, 15)]), 26);
    }

    #[test]
    fn a_mate_by_chance_alone_is_no_mate() {
        assert_eq!(mean(&[(MATE - 3, 10_000), (0, 1)]), MATE_BOUND - 1);
        assert_eq!(mean(&[(3 - MATE, 10_000), (0, 1)]), 1 - MATE_BOUND);
        assert_eq!(mean(&[(MATE - 3, 1), (3 - MATE, 1)]), 0);
    }

    #[test]
    fn a_mate_for_every_outcome_takes_as_long_as_the_slowest() {
        assert_eq!(mean(&[(MATE - 3, 1), (MATE - 7, 1), (MATE - 5, 9)]), MATE - 7);
        assert_eq!(mean(&[(3 - MATE, 1), (7 - MATE, 1), (5 - MATE, 9)]), 7 - MATE);
    }

    #[test]
    fn utilities_invert_exactly() {
        for utility in [0, 1, CERTAIN_WIN / 3, CERTAIN_WIN / 2, CERTAIN_WIN - 1]
            .into_iter()
            .flat_map(|utility| [utility, -utility, utility - 1])
        {
            let most = SCALE.at_most(utility);
            assert!(SCALE.utility(most) <= utility && (most + 1 >= MATE_BOUND || SCALE.utility(most + 1) > utility));
            let least = SCALE.at_least(utility);
            assert!(
                SCALE.utility(least) >= utility && (least - 1 <= -MATE_BOUND || SCALE.utility(least - 1) < utility)
            );
        }
        assert_eq!((SCALE.at_most(CERTAIN_WIN), SCALE.at_most(-CERTAIN_WIN - 1)), (MATE, -MATE));
    }

    /// Values near 0, far from it, and mates.
    fn any_value() -> impl Strategy<Value = i32> {
        prop_oneof![-9..9, -900..900, -30_999..31_000, MATE_BOUND..MATE, (1 - MATE)..(1 - MATE_BOUND)]
    }

    fn any_outcomes() -> impl Strategy<Value = Vec<ChanceOutcome>> {
        let known = (any_value(), any_value()).prop_map(|(a, b)| (a.min(b), a.max(b)));
        let unknown = Just((-MATE, MATE));
        let outcome = (1u32..9, prop_oneof![known, unknown]);
        prop::collection::vec(
            outcome.prop_map(|(weight, (low, high))| ChanceOutcome {
                low,
                high,
                ..ChanceOutcome::new(Move::NONE, weight)
            }),
            1..6,
        )
    }

    proptest! {
        #[test]
        fn means_rise_with_their_parts(outcomes in any_outcomes()) {
            let (low, high) = mean_bounds(SCALE, &outcomes);
            prop_assert!(low <= high);
        }

        /// The Star1 window of an outcome against its definition, looked up value by value.
        #[test]
        fn outcome_windows_are_sound_and_tight(
            outcomes in any_outcomes(), at in any::<prop::sample::Index>(),
            alpha in any_value(), width in 1..900, value in any_value()
        ) {
            let at = at.index(outcomes.len());
            let window = Window { alpha, beta: alpha + width };
            let (low, high) = mean_bounds(SCALE, &outcomes);
            prop_assume!(low < window.beta && high > window.alpha);
            let part = outcome_window(SCALE, &outcomes, at, window);
            let with = |value| {
                let mut outcomes = outcomes.clone();
                (outcomes[at].low, outcomes[at].high) = (value, value);
                mean_bounds(SCALE, &outcomes)
            };
            prop_assert!(part.alpha < part.beta);
            let within = |(low, high): (i32, i32)| [low, high].map(|mean| mean.clamp(window.alpha, window.beta));
            // Sound: how far beyond its window the outcome lies makes no difference within the window of the mean.
            if value <= part.alpha {
                prop_assert_eq!(within(with(value)), within(with(part.alpha)));
            }
            if value >= part.beta {
                prop_assert_eq!(within(with(value)), within(with(part.beta)));
            }
            // Tight: inside, it is not decided yet.
            if value > part.alpha && value < part.beta && value.abs() < MATE_BOUND {
                let (low, high) = with(value);
                prop_assert!(high > window.alpha && low < window.beta);
            }
        }
    }
}

//! What results say about strength.

use std::fmt;

/// The results of pairs of games, each pair from one opening with colours exchanged, by the points that the first
/// player made in it: 0, 1/2, 1, 3/2 or 2.
///
/// Pairs are counted rather than games because the two games of a pair are not independent: an opening that favours
/// one colour makes one win each, which says nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Tally {
    /// Pairs by points, in halves.
    pub pairs: [u32; 5],
    /// Single games: won, drawn, lost.
    pub games: [u32; 3],
}

/// A difference in Elo with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Elo {
    /// The best guess.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The result of one game for the first player, in half points: 0, 1 or 2.
pub type HalfPoints = usize;

impl Tally {
    /// Adds the two games of a pair.
    pub fn add(&mut self, first: HalfPoints, second: HalfPoints) {
        self.pairs[first + second] += 1;
        for result in [first, second] {
            self.games[2 - result] += 1;
        }
    }

    /// Puts two tallies together.
    pub fn merge(mut self, other: Tally) -> Tally {
        self.pairs.iter_mut().zip(other.pairs).for_each(|(sum, more)| *sum += more);
        self.games.iter_mut().zip(other.games).for_each(|(sum, more)| *sum += more);
        self
    }

    /// The share of the points that the first player made; one half of nothing.
    pub fn score(&self) -> f64 {
        self.moments().0
    }

    /// Mean and variance of a pair's share of the points.
    fn moments(&self) -> (f64, f64) {
        let pairs = f64::from(self.pairs.iter().sum::<u32>());
        if pairs == 0.0 {
            return (0.5, 0.0);
        }
        let share = |halves: usize| halves as f64 / 4.0;
        let mean_of = |value: &dyn Fn(usize) -> f64| {
            (0..5).map(|halves| f64::from(self.pairs[halves]) * value(halves)).sum::<f64>() / pairs
        };
        let mean = mean_of(&share);
        (mean, mean_of(&|halves| (share(halves) - mean).powi(2)))
    }

    /// The difference in strength by the logistic model, with the normal approximation's interval.
    pub fn elo(&self) -> Elo {
        let (mean, variance) = self.moments();
        let pairs = f64::from(self.pairs.iter().sum::<u32>()).max(1.0);
        let reach = 1.96 * (variance / pairs).sqrt();
        Elo { value: logistic(mean), low: logistic(mean - reach), high: logistic(mean + reach) }
    }
}

/// The Elo difference at which a share of the points is expected; infinite for everything and nothing.
fn logistic(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    // Adding zero turns the negative zero of an even score into a positive one.
    -400.0 * (1.0 / share - 1.0).log10() + 0.0
}

impl fmt::Display for Elo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.0} [{:+.0}, {:+.0}]", self.value, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_differences_agree_with_the_logistic_table() {
        for (share, elo) in [(0.5, 0.0), (0.75, 190.8), (0.25, -190.8), (0.9, 381.7)] {
            assert!((logistic(share) - elo).abs() < 0.1, "{share}");
        }
        assert_eq!((logistic(1.0), logistic(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    #[test]
    fn openings_that_favour_a_colour_say_nothing() {
        let mut even = Tally::default();
        for _ in 0..50 {
            even.add(2, 0);
        }
        assert_eq!(even.elo(), Elo { value: 0.0, low: 0.0, high: 0.0 });
        assert_eq!(even.games, [50, 0, 50]);
    }

    #[test]
    fn the_interval_is_that_of_pairs() {
        // 30 pairs won, 20 shared, 10 lost: mean 2/3, variance 5/36, standard error sqrt(5/36/60).
        let tally = Tally { pairs: [10, 0, 20, 0, 30], games: [80, 0, 40] };
        let reach = 1.96 * (5.0_f64 / 36.0 / 60.0).sqrt();
        let elo = tally.elo();
        assert!((tally.score() - 2.0 / 3.0).abs() < 1e-12);
        assert!((elo.low - logistic(2.0 / 3.0 - reach)).abs() < 1e-9 && elo.high > elo.value);
        assert_eq!(tally.merge(tally).pairs, [20, 0, 40, 0, 60]);
    }
}

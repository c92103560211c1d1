//! How often each share of the points was made, and what follows from it.

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

/// The standard errors between the middle and either end of a 95 % interval.
const REACH_95: f64 = 1.959_963_984_540_054;

/// Normalized Elo for a score that is a standard deviation of one game above one half.
pub(super) const NORMALIZED_SCALE: f64 = 800.0 / LN_10;

/// Counts of the possible results of one trial, from no points to all of them in equal steps: three for a game, five for a pair of games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Distribution<const N: usize> {
    /// How often each result was seen.
    pub counts: [f64; N],
}

/// A value with its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// The best guess.
    pub value: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A difference in Elo with its 95 % interval.
pub type Elo = Interval;

impl<const N: usize> Distribution<N> {
    /// Games in a trial.
    pub const GAMES: f64 = (N - 1) as f64 / 2.0;

    /// The counts, worst result first.
    pub fn new(counts: [u32; N]) -> Distribution<N> {
        Distribution { counts: counts.map(f64::from) }
    }

    /// The share of the points that a result stands for.
    pub(super) fn share(result: usize) -> f64 {
        result as f64 / (N - 1) as f64
    }

    /// How many trials there were.
    pub fn trials(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Mean and variance of a trial's share of the points; one half and none if there were no trials.
    pub fn moments(&self) -> (f64, f64) {
        let trials = self.trials();
        if trials == 0.0 {
            return (0.5, 0.0);
        }
        let mean_of =
            |value: &dyn Fn(f64) -> f64| (0..N).map(|i| self.counts[i] * value(Self::share(i))).sum::<f64>() / trials;
        let mean = mean_of(&|share| share);
        (mean, mean_of(&|share| (share - mean).powi(2)))
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        (self.moments().1 / self.trials().max(1.0)).sqrt()
    }

    /// The difference in strength by the logistic model, with the normal approximation's interval.
    pub fn elo(&self) -> Elo {
        let (mean, reach) = (self.moments().0, REACH_95 * self.error());
        Elo { value: logistic(mean), low: logistic(mean - reach), high: logistic(mean + reach) }
    }

    /// Normalized Elo: how clearly a game shows the difference, whatever the share of draws. Infinite or zero if all trials ended alike.
    pub fn normalized(&self) -> Elo {
        let (mean, variance) = self.moments();
        let excess = mean - 0.5;
        let value = if excess == 0.0 { 0.0 } else { NORMALIZED_SCALE * excess / (Self::GAMES * variance).sqrt() };
        let games = (self.trials() * Self::GAMES).max(1.0);
        let reach = REACH_95 * NORMALIZED_SCALE / games.sqrt();
        Elo { value, low: value - reach, high: value + reach }
    }

    /// The likelihood of superiority: how likely it is, from 0 to 1, that the score is above one half for another reason than luck.
    pub fn superiority(&self) -> f64 {
        let excess = self.moments().0 - 0.5;
        if excess == 0.0 { 0.5 } else { normal(excess / self.error()) }
    }
}

/// The Elo difference at which a share of the points is expected; infinite for everything and nothing.
pub(super) fn logistic(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    // Adding zero turns the negative zero of an even score into a positive one.
    -400.0 * (1.0 / share - 1.0).log10() + 0.0
}

/// The share of the points that is expected at an Elo difference.
pub(super) fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How likely a normal variable is below so many standard deviations.
fn normal(deviations: f64) -> f64 {
    0.5 * libm::erfc(-deviations / SQRT_2)
}

impl fmt::Display for Interval {
    /// Whole numbers, `+12 [-3, +27]`, or as many digits as asked for.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(0);
        write!(f, "{:+.digits$} [{:+.digits$}, {:+.digits$}]", self.value, self.low, self.high)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(value: f64, published: f64, half_a_digit: f64) {
        assert!((value - published).abs() <= half_a_digit, "{value} is not {published}");
    }

    #[test]
    fn shares_and_differences_agree_with_the_logistic_table() {
        for (share, elo) in [(0.5, 0.0), (0.75, 190.8), (0.25, -190.8), (0.9, 381.7)] {
            close(logistic(share), elo, 0.1);
            close(expected(logistic(share)), share, 1e-12);
        }
        assert_eq!((logistic(1.0), logistic(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// Half the width of an interval.
    fn error(interval: Interval) -> f64 {
        (interval.high - interval.low) / 2.0
    }

    /// <https://tests.stockfishchess.org/tests/view/631836b437f41b13973d7da1>, as quoted in Stockfish's pull request 4160:
    /// "Elo: 1.35 +-1.2 (95%) LOS: 98.6% ... Ptnml(0-2): 39, 5335, 18992, 5622, 12, nElo: 3.13 +-2.8 (95%)".
    #[test]
    fn pairs_of_a_long_match_as_fishtest_shows_them() {
        let pairs = Distribution::new([39, 5335, 18992, 5622, 12]);
        close(pairs.elo().value, 1.35, 0.005);
        close(error(pairs.elo()), 1.2, 0.05);
        close(pairs.superiority(), 0.986, 0.0005);
        close(pairs.normalized().value, 3.13, 0.005);
        close(error(pairs.normalized()), 2.8, 0.05);
    }

    /// Stockfish's pull request 6255, 10k games from a book about stalemates: "Elo: 2.22 ± 1.3 (95%) LOS: 100.0% ...
    /// Ptnml(0-2): 1, 137, 4659, 203, 0, nElo: 12.00 ± 6.8 (95%)".
    #[test]
    fn pairs_with_hardly_a_decision_as_fishtest_shows_them() {
        let pairs = Distribution::new([1, 137, 4659, 203, 0]);
        close(pairs.elo().value, 2.22, 0.005);
        close(error(pairs.elo()), 1.3, 0.05);
        close(pairs.superiority(), 1.0, 0.0005);
        close(pairs.normalized().value, 12.00, 0.005);
        close(error(pairs.normalized()), 6.8, 0.05);
    }

    /// Fastchess's report in pull request 727 of brunocodutra/cinder: "Elo: 18.04 +/- 8.23, nElo: 28.19 +/- 12.84 ...
    /// Ptnml(0-2): [50, 287, 610, 387, 73]"; and in issue 807 of Fastchess, one-sided: "Elo: -168.40 +/- 73.37, nElo: -170.08 +/- 62.16,
    /// LOS: 0.00 % ... Ptnml(0-2): [30, 6, 18, 0, 6]".
    #[test]
    fn pairs_as_fastchess_shows_them() {
        let pairs = Distribution::new([50, 287, 610, 387, 73]);
        close(pairs.elo().value, 18.04, 0.005);
        close(error(pairs.elo()), 8.23, 0.005);
        close(pairs.normalized().value, 28.19, 0.005);
        close(error(pairs.normalized()), 12.84, 0.005);
        let pairs = Distribution::new([30, 6, 18, 0, 6]);
        close(pairs.elo().value, -168.40, 0.005);
        close(error(pairs.elo()), 73.37, 0.005);
        close(pairs.normalized().value, -170.08, 0.005);
        close(error(pairs.normalized()), 62.16, 0.005);
        close(pairs.superiority(), 0.0, 0.00005);
    }

    /// Cute Chess in kelseyde/calvin-chess-engine's pull request 106: "215 - 158 - 612 [0.529] 985 ... Elo difference: 20.1 +/- 13.3,
    /// LOS: 99.8 %"; and with more decided games, SebLague/Chess-Challenge's pull request 403: "954 - 584 - 462 [0.593] 2000 ... Elo
    /// difference: 65.0 +/- 13.5". They count wins, losses, draws.
    #[test]
    fn single_games_as_cute_chess_shows_them() {
        let games = Distribution::new([158, 612, 215]);
        close(games.elo().value, 20.1, 0.05);
        close(error(games.elo()), 13.3, 0.05);
        close(games.superiority(), 0.998, 0.0005);
        let games = Distribution::new([584, 462, 954]);
        close(games.elo().value, 65.0, 0.05);
        close(error(games.elo()), 13.5, 0.05);
    }

    #[test]
    fn the_ends_are_infinite_and_nothing_is_even() {
        let lost = Distribution::new([7, 0, 0]);
        assert_eq!(lost.elo().value, f64::NEG_INFINITY);
        assert_eq!((lost.normalized().value, lost.superiority()), (f64::NEG_INFINITY, 0.0));
        let none = Distribution::new([0; 5]);
        assert_eq!((none.elo().value, none.normalized().value, none.superiority()), (0.0, 0.0, 0.5));
        assert_eq!(none.elo().to_string(), "+0 [+0, +0]");
        assert_eq!(format!("{:.1}", Distribution::new([158, 612, 215]).elo()), "+20.1 [+6.8, +33.5]");
    }
}

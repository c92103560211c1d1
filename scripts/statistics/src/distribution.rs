//! Trinomial and pentanomial distributions of results: score, Elo, normalized Elo, likelihood of superiority (LOS).

use std::f64::consts::{LN_10, PI, SQRT_2};
use std::fmt;

/// Half the width of a 95 % confidence interval, in standard errors.
const Z_95: f64 = 1.959_963_984_540_054;

/// Half the width of a 95 % confidence interval, in standard errors that are estimated with some degrees of freedom: a
/// quantile of Student's t-distribution. From three degrees on by its asymptotic expansion (M. Abramowitz and
/// I. Stegun, "Handbook of Mathematical Functions", 26.7.5), which is too small by less than 0.004.
pub(super) fn student_t_95(degrees: usize) -> f64 {
    let (z, n) = (Z_95, degrees as f64);
    match degrees {
        0 => f64::INFINITY,
        1 => (0.475 * PI).tan(),
        2 => 0.95 / (2.0_f64 * 0.975 * 0.025).sqrt(),
        _ => {
            let terms = [
                (z.powi(3) + z) / 4.0,
                (5.0 * z.powi(5) + 16.0 * z.powi(3) + 3.0 * z) / 96.0,
                (3.0 * z.powi(7) + 19.0 * z.powi(5) + 17.0 * z.powi(3) - 15.0 * z) / 384.0,
                (79.0 * z.powi(9) + 776.0 * z.powi(7) + 1482.0 * z.powi(5) - 1920.0 * z.powi(3) - 945.0 * z) / 92_160.0,
            ];
            z + terms.into_iter().rev().fold(0.0, |sum, term| (sum + term) / n)
        }
    }
}

/// Normalized Elo of a t-value of 1: of a score that is one standard deviation of a game above 1/2. Fishtest's name.
pub(super) const NELO_DIVIDED_BY_NT: f64 = 800.0 / LN_10;

/// Counts of the possible results of a trial, worst first, in equal steps of the score: trinomial (loss, draw, win) for
/// single games with `N = 3`, pentanomial for pairs of games with `N = 5`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Distribution<const N: usize> {
    /// Occurrences of each result, worst first.
    pub counts: [f64; N],
}

/// Estimate with its 95 % confidence interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    /// Estimate.
    pub value: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Elo difference with its 95 % confidence interval.
pub type Elo = Interval;

impl<const N: usize> Distribution<N> {
    /// Games in a trial.
    pub const GAMES: f64 = (N - 1) as f64 / 2.0;

    /// Distribution with these counts, worst result first.
    pub fn new(counts: [u32; N]) -> Distribution<N> {
        Distribution { counts: counts.map(f64::from) }
    }

    /// Score of a result, from 0 to 1.
    pub(super) fn score(result: usize) -> f64 {
        result as f64 / (N - 1) as f64
    }

    /// Number of trials.
    pub fn trials(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Mean and variance of a trial's score; (1/2, 0) if there are no trials.
    pub fn mean_and_variance(&self) -> (f64, f64) {
        let trials = self.trials();
        if trials == 0.0 {
            return (0.5, 0.0);
        }
        let mean_of =
            |value: &dyn Fn(f64) -> f64| (0..N).map(|i| self.counts[i] * value(Self::score(i))).sum::<f64>() / trials;
        let mean = mean_of(&|score| score);
        (mean, mean_of(&|score| (score - mean).powi(2)))
    }

    /// Standard error of the mean; infinite without trials. If all trials ended alike, it is that of the rule of three:
    /// with 95 % confidence another result has a probability of at most 3 / trials.
    fn standard_error(&self) -> f64 {
        match self.mean_and_variance().1 {
            0.0 => 3.0 / (Z_95 * self.trials()),
            variance => (variance / self.trials()).sqrt(),
        }
    }

    /// Elo difference by the logistic model, with the interval of the normal approximation.
    pub fn elo(&self) -> Elo {
        let (mean, margin) = (self.mean_and_variance().0, Z_95 * self.standard_error());
        Elo { value: elo_of_score(mean), low: elo_of_score(mean - margin), high: elo_of_score(mean + margin) }
    }

    /// Normalized Elo: the score's excess over 1/2 in standard deviations of a game, which does not depend on the draw
    /// ratio. Infinite or zero if all trials ended alike; the interval is then that of the rule of three.
    pub fn normalized_elo(&self) -> Elo {
        let (mean, variance) = self.mean_and_variance();
        if variance == 0.0 {
            let [low, high] = [0.0, 1.0].map(|other| self.normalized_elo_bound(mean, other));
            return Elo { value: Self::to_normalized_elo(mean - 0.5, 0.0), low, high };
        }
        let value = Self::to_normalized_elo(mean - 0.5, variance);
        let margin = Z_95 * NELO_DIVIDED_BY_NT / (self.trials() * Self::GAMES).sqrt();
        Elo { value, low: value - margin, high: value + margin }
    }

    /// Bound of normalized Elo if all trials scored `score`: its value if `other`, the best or the worst score, occurs
    /// as often as the rule of three allows. Away from 1/2 there is none: the rarer other scores are, the larger it is.
    fn normalized_elo_bound(&self, score: f64, other: f64) -> f64 {
        let away = other - score;
        if away * (score - 0.5) > 0.0 || away == 0.0 {
            return if other == 0.0 { f64::NEG_INFINITY } else { f64::INFINITY };
        }
        let rate = (3.0 / self.trials()).min(1.0);
        Self::to_normalized_elo(score - 0.5 + rate * away, rate * (1.0 - rate) * away.powi(2))
    }

    /// Normalized Elo of an excess over 1/2 and a variance of a trial's score.
    fn to_normalized_elo(excess: f64, variance: f64) -> f64 {
        if excess == 0.0 { 0.0 } else { NELO_DIVIDED_BY_NT * excess / (Self::GAMES * variance).sqrt() }
    }

    /// Likelihood of superiority (LOS), from 0 to 1.
    pub fn los(&self) -> f64 {
        let excess = self.mean_and_variance().0 - 0.5;
        if excess == 0.0 { 0.5 } else { normal_cdf(excess / self.standard_error()) }
    }
}

/// Elo difference of an expected score (logistic model); infinite for scores of 0 and 1.
pub(super) fn elo_of_score(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Adding zero turns the negative zero of an even score into a positive one.
    -400.0 * (1.0 / score - 1.0).log10() + 0.0
}

/// Expected score at an Elo difference (logistic model).
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Cumulative distribution function of the standard normal distribution.
fn normal_cdf(deviations: f64) -> f64 {
    0.5 * libm::erfc(-deviations / SQRT_2)
}

impl fmt::Display for Interval {
    /// `+12 [-3, +27]`: whole numbers, or as many decimals as the format's precision.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(0);
        write!(f, "{:+.digits$} [{:+.digits$}, {:+.digits$}]", self.value, self.low, self.high)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Checks a value against a published one, which is rounded.
    pub fn close(value: f64, published: f64, half_a_digit: f64) {
        assert!((value - published).abs() <= half_a_digit, "{value} is not {published}");
    }

    #[test]
    fn scores_and_elo_differences_agree_with_the_logistic_table() {
        for (score, elo) in [(0.5, 0.0), (0.75, 190.8), (0.25, -190.8), (0.9, 381.7)] {
            close(elo_of_score(score), elo, 0.1);
            close(expected_score(elo_of_score(score)), score, 1e-12);
        }
        assert_eq!((elo_of_score(1.0), elo_of_score(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
    }

    /// Two-sided 5 % points of the t-distribution as they are printed in any table.
    #[test]
    fn quantiles_of_students_t_are_those_of_the_tables() {
        for (degrees, printed, precision) in [
            (1, 12.706, 0.0005),
            (2, 4.303, 0.0005),
            (3, 3.182, 0.004),
            (5, 2.571, 0.001),
            (10, 2.228, 0.0005),
            (30, 2.042, 0.0005),
            (120, 1.980, 0.0005),
        ] {
            close(student_t_95(degrees), printed, precision);
        }
        close(student_t_95(1_000_000_000), Z_95, 1e-8);
        assert_eq!(student_t_95(0), f64::INFINITY);
    }

    /// Half the width of an interval.
    fn error(interval: Interval) -> f64 {
        (interval.high - interval.low) / 2.0
    }

    /// <https://tests.stockfishchess.org/tests/view/631836b437f41b13973d7da1>, as quoted in Stockfish's pull request
    /// 4160: "Elo: 1.35 +-1.2 (95%) LOS: 98.6% ... Ptnml(0-2): 39, 5335, 18992, 5622, 12, nElo: 3.13 +-2.8 (95%)".
    #[test]
    fn pentanomial_of_a_long_match_matches_fishtest() {
        let pairs = Distribution::new([39, 5335, 18992, 5622, 12]);
        close(pairs.elo().value, 1.35, 0.005);
        close(error(pairs.elo()), 1.2, 0.05);
        close(pairs.los(), 0.986, 0.0005);
        close(pairs.normalized_elo().value, 3.13, 0.005);
        close(error(pairs.normalized_elo()), 2.8, 0.05);
    }

    /// Stockfish's pull request 6255, 10k games from a book about stalemates: "Elo: 2.22 ± 1.3 (95%) LOS: 100.0% ...
    /// Ptnml(0-2): 1, 137, 4659, 203, 0, nElo: 12.00 ± 6.8 (95%)".
    #[test]
    fn pentanomial_with_few_decisive_games_matches_fishtest() {
        let pairs = Distribution::new([1, 137, 4659, 203, 0]);
        close(pairs.elo().value, 2.22, 0.005);
        close(error(pairs.elo()), 1.3, 0.05);
        close(pairs.los(), 1.0, 0.0005);
        close(pairs.normalized_elo().value, 12.00, 0.005);
        close(error(pairs.normalized_elo()), 6.8, 0.05);
    }

    /// Fastchess's report in pull request 727 of brunocodutra/cinder: "Elo: 18.04 +/- 8.23, nElo: 28.19 +/- 12.84 ...
    /// Ptnml(0-2): [50, 287, 610, 387, 73]"; and in issue 807 of Fastchess, one-sided: "Elo: -168.40 +/- 73.37,
    /// nElo: -170.08 +/- 62.16, LOS: 0.00 % ... Ptnml(0-2): [30, 6, 18, 0, 6]".
    #[test]
    fn pentanomial_matches_fastchess() {
        let pairs = Distribution::new([50, 287, 610, 387, 73]);
        close(pairs.elo().value, 18.04, 0.005);
        close(error(pairs.elo()), 8.23, 0.005);
        close(pairs.normalized_elo().value, 28.19, 0.005);
        close(error(pairs.normalized_elo()), 12.84, 0.005);
        let pairs = Distribution::new([30, 6, 18, 0, 6]);
        close(pairs.elo().value, -168.40, 0.005);
        close(error(pairs.elo()), 73.37, 0.005);
        close(pairs.normalized_elo().value, -170.08, 0.005);
        close(error(pairs.normalized_elo()), 62.16, 0.005);
        close(pairs.los(), 0.0, 0.00005);
    }

    /// Cute Chess in kelseyde/calvin-chess-engine's pull request 106: "215 - 158 - 612 [0.529] 985 ... Elo difference:
    /// 20.1 +/- 13.3, LOS: 99.8 %"; and with more decisive games, SebLague/Chess-Challenge's pull request 403: "954 -
    /// 584 - 462 [0.593] 2000 ... Elo difference: 65.0 +/- 13.5". They count wins, losses, draws.
    #[test]
    fn trinomial_matches_cute_chess() {
        let games = Distribution::new([158, 612, 215]);
        close(games.elo().value, 20.1, 0.05);
        close(error(games.elo()), 13.3, 0.05);
        close(games.los(), 0.998, 0.0005);
        let games = Distribution::new([584, 462, 954]);
        close(games.elo().value, 65.0, 0.05);
        close(error(games.elo()), 13.5, 0.05);
    }

    #[test]
    fn elo_of_one_sided_results_is_infinite_and_of_no_results_zero() {
        let lost = Distribution::new([7, 0, 0]);
        assert_eq!(lost.elo().value, f64::NEG_INFINITY);
        assert_eq!(lost.normalized_elo().value, f64::NEG_INFINITY);
        let none = Distribution::new([0; 5]);
        assert_eq!((none.elo().value, none.normalized_elo().value, none.los()), (0.0, 0.0, 0.5));
        assert_eq!(none.elo().to_string(), "+0 [-inf, +inf]");
        assert_eq!(none.normalized_elo().to_string(), "+0 [-inf, +inf]");
        assert_eq!(format!("{:.1}", Distribution::new([158, 612, 215]).elo()), "+20.1 [+6.8, +33.5]");
    }

    #[test]
    fn equal_results_are_no_certainty() {
        assert_eq!(Distribution::new([0, 0, 1, 0, 0]).elo().to_string(), "+0 [-inf, +inf]");
        assert_eq!(Distribution::new([0, 0, 60, 0, 0]).elo().to_string(), "+0 [-35, +35]", "a score of 0.45 to 0.55");
        let won = Distribution::new([0, 0, 30]);
        close(won.elo().low, elo_of_score(0.9), 1e-9);
        let (lost, won) = (Distribution::new([1, 0, 0, 0, 0]), Distribution::new([0, 0, 0, 0, 1]));
        assert_eq!(
            [lost, won].map(|pair| pair.normalized_elo().to_string()),
            ["-inf [-inf, +inf]", "+inf [-inf, +inf]"]
        );
        assert_eq!(Distribution::new([0, 0, 1, 0, 0]).normalized_elo().to_string(), "+0 [-inf, +inf]");
        // One loss in ten games is a mean of 0.9 with a deviation of 0.3, one win in ten 0.55 with a deviation of 0.15.
        let won = Distribution::new([0, 0, 30]).normalized_elo();
        close(won.low, NELO_DIVIDED_BY_NT * 0.4 / 0.3, 1e-9);
        assert_eq!((won.value, won.high), (f64::INFINITY, f64::INFINITY));
        let lost = Distribution::new([30, 0, 0]).normalized_elo();
        assert_eq!((lost.low, lost.high), (f64::NEG_INFINITY, -won.low));
        let drawn = Distribution::new([0, 30, 0]).normalized_elo();
        close(drawn.high, NELO_DIVIDED_BY_NT / 3.0, 1e-9);
        assert_eq!((drawn.value, drawn.low), (0.0, -drawn.high));
        // A win and a draw in all pairs: even if three of ninety could be lost, the rest is above 1/2.
        let better = Distribution::new([0, 0, 0, 90, 0]).normalized_elo();
        assert!(better.low > 0.0 && better.low.is_finite() && better.high == f64::INFINITY, "{better}");
        let los = [1, 7].map(|wins| Distribution::new([0, 0, wins]).los());
        assert!((0.5..0.7).contains(&los[0]) && (0.98..0.995).contains(&los[1]), "{los:?}");
    }
}

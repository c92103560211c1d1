//! The sequential probability ratio test, by which a match ends as soon as it has decided between two differences in strength.
//!
//! The ratio is the generalised one: of the likelihoods of the most likely distributions of results that have the strength of either
//! hypothesis. See M. Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a Distribution" and, for
//! normalized Elo, "Normalized Elo in practice", section 4.1 (<https://hardy.uhasselt.be/Fishtest/>).

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::distribution::{Distribution, NORMALIZED_SCALE, expected};
use super::tally::Tally;

/// What the bounds of a test are given in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Model {
    /// Elo by the expected score.
    Logistic,
    /// Elo by the expected score in standard deviations of a game, so that tests take equally long whatever the share of draws.
    Normalized,
}

/// A test between two differences in strength.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference that the first hypothesis assumes, in Elo.
    pub elo0: f64,
    /// The greater one of the second hypothesis.
    pub elo1: f64,
    /// How often the second may be accepted though the first is true.
    pub alpha: f64,
    /// How often the first may be accepted though the second is true.
    pub beta: f64,
    /// What the two differences are.
    pub model: Model,
}

/// How a test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum State {
    /// More games are needed.
    Undecided,
    /// The first hypothesis, the smaller difference, is accepted.
    AcceptedH0,
    /// The second one is.
    AcceptedH1,
}

/// Bounds that no test can have.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum BoundsError {
    /// The differences are not in order, or not moderate numbers.
    #[error("elo0={0} and elo1={1} are not two numbers between -{MOST_ELO} and {MOST_ELO}, the smaller one first")]
    Elo(f64, f64),
    /// A rate of errors is none.
    #[error("alpha={0} and beta={1} are not both between 0 and 0.5")]
    Errors(f64, f64),
}

/// No bound of a test is further from 0.
const MOST_ELO: f64 = 1000.0;

/// What is counted for a result that was never seen, as fishtest does: without it a hypothesis might be impossible.
const UNSEEN: f64 = 1e-3;

/// Steps in which the most likely distribution with a normalized difference is approached, at most.
const STEPS: usize = 50;

/// When no probability changes by more than this, it has been found.
const PRECISION: f64 = 1e-10;

impl Sprt {
    /// Checks the bounds.
    ///
    /// # Errors
    /// If they make no test.
    pub fn check(&self) -> Result<(), BoundsError> {
        let moderate = |elo: f64| elo.abs() <= MOST_ELO;
        if !(moderate(self.elo0) && moderate(self.elo1) && self.elo0 < self.elo1) {
            return Err(BoundsError::Elo(self.elo0, self.elo1));
        }
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if rate(self.alpha) && rate(self.beta) { Ok(()) } else { Err(BoundsError::Errors(self.alpha, self.beta)) }
    }

    /// The log-likelihood ratios at which the first and the second hypothesis are accepted (A. Wald, "Sequential Tests of Statistical
    /// Hypotheses", 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of the pairs of a match.
    pub fn llr(&self, tally: &Tally) -> f64 {
        self.llr_of(&Distribution::new(tally.pairs))
    }

    /// What the pairs of a match decide.
    pub fn state(&self, tally: &Tally) -> State {
        let (llr, (low, high)) = (self.llr(tally), self.bounds());
        if llr <= low {
            State::AcceptedH0
        } else if llr >= high {
            State::AcceptedH1
        } else {
            State::Undecided
        }
    }

    /// The log-likelihood ratio of any results, 0 of none.
    pub fn llr_of<const N: usize>(&self, results: &Distribution<N>) -> f64 {
        if results.trials() == 0.0 {
            return 0.0;
        }
        let seen = Distribution { counts: results.counts.map(|count| if count == 0.0 { UNSEEN } else { count }) };
        let trials = seen.trials();
        let observed = seen.counts.map(|count| count / trials);
        let ratio = |[first, second]: [[f64; N]; 2]| -> f64 {
            (0..N).map(|i| seen.counts[i] * (second[i] / first[i]).ln()).sum()
        };
        match self.model {
            Model::Logistic => ratio([self.elo0, self.elo1].map(|elo| with_mean(&observed, expected(elo)))),
            Model::Normalized => {
                let deviations =
                    [self.elo0, self.elo1].map(|elo| elo / NORMALIZED_SCALE * Distribution::<N>::GAMES.sqrt());
                match deviations.map(|wanted| with_deviations(&observed, wanted)) {
                    [Some(first), Some(second)] => ratio([first, second]),
                    _ => normal_ratio(&seen, deviations),
                }
            }
        }
    }
}

/// The most likely distribution under which the mean of some values is 0, given what was observed. None if they all lie on one side of 0.
///
/// With a Lagrange multiplier m, the probability of a value v is its observed share divided by 1 + mv.
fn with_zero_mean<const N: usize>(observed: &[f64; N], values: &[f64; N]) -> Option<[f64; N]> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // Between these no probability is negative, and the mean falls from infinity to minus infinity.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let share = |m: f64, i: usize| observed[i] / (1.0 + m * values[i]);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return Some(std::array::from_fn(|i| share(middle, i)));
        }
        let mean: f64 = (0..N).map(|i| share(middle, i) * values[i]).sum();
        if mean > 0.0 { low = middle } else { high = middle }
    }
}

/// The most likely distribution with an expected share of the points, between 0 and 1.
fn with_mean<const N: usize>(observed: &[f64; N], mean: f64) -> [f64; N] {
    let values = std::array::from_fn(|i| Distribution::<N>::share(i) - mean);
    with_zero_mean(observed, &values).expect("the mean is between the least and the most that can be made")
}

/// The most likely distribution whose mean is so many of its standard deviations above one half, found by steps in each of which that
/// condition is replaced by its tangent; none if that leads nowhere.
fn with_deviations<const N: usize>(observed: &[f64; N], wanted: f64) -> Option<[f64; N]> {
    let mut guess = [1.0 / N as f64; N];
    for _ in 0..STEPS {
        let (mean, variance) = Distribution { counts: guess }.moments();
        let deviation = variance.sqrt();
        let values = std::array::from_fn(|i| {
            let share = Distribution::<N>::share(i);
            share - 0.5 - wanted * deviation * (1.0 + ((share - mean) / deviation).powi(2)) / 2.0
        });
        let next = with_zero_mean(observed, &values)?;
        let moved = guess.iter().zip(next).map(|(before, after)| (before - after).abs()).fold(0.0, f64::max);
        guess = next;
        if moved < PRECISION {
            return Some(guess);
        }
    }
    None
}

/// The log-likelihood ratio of two deviations if trials were normal variables of unknown variance.
///
/// With t the mean in standard deviations, and u the inverse of these, the log-likelihood of a trial is ln u - qu²/2 + tmu - t²/2, where m is
/// the observed mean above one half and q that of its square; u is chosen to make it greatest.
fn normal_ratio<const N: usize>(results: &Distribution<N>, deviations: [f64; 2]) -> f64 {
    let (mean, variance) = results.moments();
    let m = mean - 0.5;
    let q = variance + m * m;
    let [first, second] = deviations.map(|t| {
        let u = (t * m + ((t * m).powi(2) + 4.0 * q).sqrt()) / (2.0 * q);
        u.ln() - q * u * u / 2.0 + t * m * u - t * t / 2.0
    });
    results.trials() * (second - first)
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Model::Logistic => "logistic",
            Model::Normalized => "normalized",
        })
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            State::Undecided => "undecided",
            State::AcceptedH0 => "H0 accepted",
            State::AcceptedH1 => "H1 accepted",
        })
    }
}

impl fmt::Display for Sprt {
    /// The bounds in fishtest's brackets: `[0, 5]` logistic, `<0, 5>` normalized.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.model {
            Model::Logistic => write!(f, "[{}, {}]", self.elo0, self.elo1),
            Model::Normalized => write!(f, "<{}, {}>", self.elo0, self.elo1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
        sprt.check().unwrap();
        sprt
    }

    fn close(value: f64, published: f64, half_a_digit: f64) {
        assert!((value - published).abs() <= half_a_digit, "{value} is not {published}");
    }

    /// The "raw statistics" of <https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712>, an instance of fishtest: results
    /// 13, 37, 50, 25, 3; bounds 0 and 4 in normalized Elo, which are 0 and 2.716 in logistic; and all the ratios that it shows.
    const MONTY: [u32; 5] = [13, 37, 50, 25, 3];

    #[test]
    fn ratios_as_fishtest_shows_them() {
        let pairs = Distribution::new(MONTY);
        let normalized = sprt(Model::Normalized, 0.0, 4.0);
        close(normalized.llr_of(&pairs), -0.54912, 0.000_005);
        close(pairs.normalized().value, -63.97, 0.005);
        let (low, high) = normalized.bounds();
        close(low, -2.9444, 0.00005);
        close(high, 2.9444, 0.00005);
        // The logistic bound that belongs to the normalized one is rounded on that page, hence the lesser precision.
        close(sprt(Model::Logistic, 0.0, 2.716).llr_of(&pairs), -0.53772, 0.0001);
    }

    /// What Fastchess's tests expect (app/tests/sprt_test.cpp), given by hand by its authors in pull request 426, and its pull request 783.
    #[test]
    fn ratios_as_fastchess_shows_them() {
        use Model::{Logistic, Normalized};
        for (model, elo0, elo1, pairs, llr, precision) in [
            (Normalized, 0.0, 2.0, [365, 16618, 36229, 16974, 390], 2.25, 0.005),
            (Normalized, -1.75, 0.25, [127, 4883, 10712, 5150, 104], 3.01, 0.005),
            (Logistic, 0.5, 2.5, [223, 9863, 21279, 10037, 246], -3.07, 0.005),
            (Logistic, 0.0, 2.0, [871, 26175, 55983, 26678, 821], -4.98, 0.005),
            (Normalized, 0.0, 2.0, [379, 10170, 21828, 10640, 343], 2.946, 0.001),
        ] {
            close(sprt(model, elo0, elo1).llr_of(&Distribution::new(pairs)), llr, precision);
        }
        for (model, elo0, elo1, games, llr) in [
            (Normalized, 0.0, 2.0, [36027, 68692, 36433], 0.92),
            (Normalized, -1.75, 0.25, [10650, 20431, 10871], 2.30),
            (Logistic, 0.5, 2.5, [21184, 40708, 21404], -1.57),
            (Logistic, 0.0, 2.0, [57030, 106_593, 57433], -2.59),
        ] {
            close(sprt(model, elo0, elo1).llr_of(&Distribution::new(games)), llr, 0.005);
        }
    }

    /// Two tests of Stockfish's pull requests 4160 and 6255 that had just been accepted: "LLR: 2.95 (-2.94,2.94) <0.50,2.50> ...
    /// Ptnml(0-2): 12, 2318, 9925, 2598, 3" and "LLR: 2.96 (-2.94,2.94) <-1.75,0.25> ... Ptnml(0-2): 317, 12094, 28735, 12231, 319".
    #[test]
    fn tests_end_where_fishtest_ended_them() {
        for (elo0, elo1, pairs, llr) in
            [(0.5, 2.5, [12, 2318, 9925, 2598, 3], 2.95), (-1.75, 0.25, [317, 12094, 28735, 12231, 319], 2.96)]
        {
            let (sprt, tally) = (sprt(Model::Normalized, elo0, elo1), Tally { pairs, ..Tally::default() });
            close(sprt.llr(&tally), llr, 0.005);
            assert_eq!(sprt.state(&tally), State::AcceptedH1);
        }
    }

    #[test]
    fn normal_variables_are_a_good_guess_for_long_matches() {
        let pairs = Distribution::new([379, 10170, 21828, 10640, 343]);
        let deviations = [0.0, 2.0].map(|elo| elo / NORMALIZED_SCALE * 2f64.sqrt());
        close(normal_ratio(&pairs, deviations), sprt(Model::Normalized, 0.0, 2.0).llr_of(&pairs), 0.001);
    }

    #[test]
    fn results_turned_round_turn_the_ratio_round() {
        for model in [Model::Logistic, Model::Normalized] {
            let mut turned = MONTY;
            turned.reverse();
            let (one, other) = (sprt(model, -3.0, 8.0), sprt(model, -8.0, 3.0));
            let sum = one.llr_of(&Distribution::new(MONTY)) + other.llr_of(&Distribution::new(turned));
            close(sum, 0.0, 1e-7);
        }
    }

    #[test]
    fn a_ratio_is_a_number_whatever_the_results() {
        for model in [Model::Logistic, Model::Normalized] {
            for (elo0, elo1) in [(-1000.0, -500.0), (0.0, 1000.0), (-5.0, 0.0), (0.0, 0.1)] {
                for result in 0..5 {
                    let mut counts = [0; 5];
                    counts[result] = 78;
                    let llr = sprt(model, elo0, elo1).llr_of(&Distribution::new(counts));
                    assert!(llr.is_finite(), "{model} [{elo0}, {elo1}] {counts:?}: {llr}");
                }
            }
            assert_eq!(sprt(model, 0.0, 5.0).state(&Tally::default()), State::Undecided);
        }
        let lost = Tally { pairs: [500, 0, 0, 0, 0], ..Tally::default() };
        assert_eq!(sprt(Model::Logistic, 0.0, 5.0).state(&lost), State::AcceptedH0);
    }

    #[test]
    fn bounds_that_make_no_test_are_refused() {
        let good = sprt(Model::Logistic, 0.0, 5.0);
        for bad in [
            Sprt { elo1: 0.0, ..good },
            Sprt { elo0: f64::NAN, ..good },
            Sprt { elo1: 1e9, ..good },
            Sprt { alpha: 0.0, ..good },
            Sprt { beta: 0.5, ..good },
        ] {
            assert!(bad.check().is_err(), "{bad:?}");
        }
        assert_eq!(
            Sprt { alpha: 2.0, ..good }.check().unwrap_err().to_string(),
            "alpha=2 and beta=0.05 are not both between 0 and 0.5"
        );
        assert_eq!(sprt(Model::Normalized, -1.75, 0.25).to_string(), "<-1.75, 0.25>");
    }
}

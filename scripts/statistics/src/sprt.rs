//! Sequential probability ratio test (SPRT): ends a match as soon as it has decided between two Elo differences.
//!
//! The ratio is the generalised likelihood ratio (GSPRT): of the maximum likelihoods of the results under each
//! hypothesis. See M. Van den Bergh, "The Generalized Maximum Likelihood Ratio for the Expectation Value of a
//! Distribution" and, for normalized Elo, "Normalized Elo in practice", section 4.1
//! (<https://hardy.uhasselt.be/Fishtest/>).

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::distribution::{Distribution, NELO_DIVIDED_BY_NT, expected_score};
use super::tally::Tally;

/// Scale of a test's bounds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EloModel {
    /// Logistic Elo: by the expected score.
    Logistic,
    /// Normalized Elo: by the expected score in standard deviations of a game. Tests take equally long at any draw
    /// ratio.
    Normalized,
}

/// Sequential probability ratio test (SPRT) between two Elo differences.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Sprt {
    /// Elo difference under H0.
    pub elo0: f64,
    /// Elo difference under H1, greater than `elo0`.
    pub elo1: f64,
    /// Type I error rate: how often H1 may be accepted though H0 is true.
    pub alpha: f64,
    /// Type II error rate: how often H0 may be accepted though H1 is true.
    pub beta: f64,
    /// Scale of the two differences.
    pub model: EloModel,
}

/// State of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtState {
    /// More games are needed.
    Undecided,
    /// H0, the smaller difference, is accepted.
    AcceptedH0,
    /// H1, the greater difference, is accepted.
    AcceptedH1,
}

/// Error: bounds that no test can have.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum BoundsError {
    /// `elo0` is not below `elo1`, or one is too large or not a number.
    #[error("elo0={0} and elo1={1} are not two numbers between -{MAX_ELO} and {MAX_ELO}, the smaller one first")]
    Elo(f64, f64),
    /// An error rate is out of range.
    #[error("alpha={0} and beta={1} are not both between 0 and 0.5")]
    Errors(f64, f64),
}

/// Greatest absolute value of `elo0` and `elo1`.
const MAX_ELO: f64 = 1000.0;

/// Count in place of 0 for a result that did not occur (fishtest's regularization): otherwise a hypothesis might be
/// impossible.
const REGULARIZATION: f64 = 1e-3;

/// Most iterations in the search for the maximum likelihood estimate (MLE) with a given t-value.
const MAX_ITERATIONS: usize = 50;

/// The iteration has converged when no probability changes by more than this.
const TOLERANCE: f64 = 1e-10;

impl Sprt {
    /// Checks the bounds.
    ///
    /// # Errors
    /// If `elo0`, `elo1` or an error rate is out of range.
    pub fn check(&self) -> Result<(), BoundsError> {
        let in_range = |elo: f64| elo.abs() <= MAX_ELO;
        if !(in_range(self.elo0) && in_range(self.elo1) && self.elo0 < self.elo1) {
            return Err(BoundsError::Elo(self.elo0, self.elo1));
        }
        let rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if rate(self.alpha) && rate(self.beta) { Ok(()) } else { Err(BoundsError::Errors(self.alpha, self.beta)) }
    }

    /// LLRs at which H0 and H1 are accepted (A. Wald, "Sequential Tests of Statistical Hypotheses", 1945).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Log-likelihood ratio (LLR) of the pairs of a match.
    pub fn llr(&self, tally: &Tally) -> f64 {
        self.llr_of(&Distribution::new(tally.pentanomial))
    }

    /// State of the test after the pairs of a match.
    pub fn state(&self, tally: &Tally) -> SprtState {
        let (llr, (low, high)) = (self.llr(tally), self.bounds());
        if llr <= low {
            SprtState::AcceptedH0
        } else if llr >= high {
            SprtState::AcceptedH1
        } else {
            SprtState::Undecided
        }
    }

    /// Log-likelihood ratio (LLR) of a distribution of results; 0 if there are none.
    pub fn llr_of<const N: usize>(&self, results: &Distribution<N>) -> f64 {
        if results.trials() == 0.0 {
            return 0.0;
        }
        let seen =
            Distribution { counts: results.counts.map(|count| if count == 0.0 { REGULARIZATION } else { count }) };
        let trials = seen.trials();
        let observed = seen.counts.map(|count| count / trials);
        let ratio = |[h0, h1]: [[f64; N]; 2]| -> f64 { (0..N).map(|i| seen.counts[i] * (h1[i] / h0[i]).ln()).sum() };
        match self.model {
            EloModel::Logistic => {
                ratio([self.elo0, self.elo1].map(|elo| mle_with_mean(&observed, expected_score(elo))))
            }
            EloModel::Normalized => {
                let t_values =
                    [self.elo0, self.elo1].map(|elo| elo / NELO_DIVIDED_BY_NT * Distribution::<N>::GAMES.sqrt());
                match t_values.map(|t| mle_with_t_value(&observed, t)) {
                    [Some(h0), Some(h1)] => ratio([h0, h1]),
                    _ => gaussian_llr(&seen, t_values),
                }
            }
        }
    }
}

/// Maximum likelihood estimate (MLE) of the distribution under which the mean of `values` is 0, from the observed
/// frequencies. None if all values lie on one side of 0.
///
/// With a Lagrange multiplier m, the probability of a value v is its observed frequency divided by 1 + mv.
fn mle_with_zero_mean<const N: usize>(observed: &[f64; N], values: &[f64; N]) -> Option<[f64; N]> {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return None;
    }
    // Between these no probability is negative, and the mean falls from infinity to minus infinity.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    let probability = |m: f64, i: usize| observed[i] / (1.0 + m * values[i]);
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return Some(std::array::from_fn(|i| probability(middle, i)));
        }
        let mean: f64 = (0..N).map(|i| probability(middle, i) * values[i]).sum();
        if mean > 0.0 { low = middle } else { high = middle }
    }
}

/// MLE of the distribution with an expected score, between 0 and 1.
fn mle_with_mean<const N: usize>(observed: &[f64; N], mean: f64) -> [f64; N] {
    let values = std::array::from_fn(|i| Distribution::<N>::score(i) - mean);
    mle_with_zero_mean(observed, &values).expect("the mean is between the lowest and the highest score")
}

/// MLE of the distribution with a t-value: its mean lies `t` of its standard deviations above 1/2. Found by iteration;
/// each step replaces that condition by its tangent. None if the iteration does not converge.
fn mle_with_t_value<const N: usize>(observed: &[f64; N], t: f64) -> Option<[f64; N]> {
    let mut guess = [1.0 / N as f64; N];
    for _ in 0..MAX_ITERATIONS {
        let (mean, variance) = Distribution { counts: guess }.mean_and_variance();
        let deviation = variance.sqrt();
        let values = std::array::from_fn(|i| {
            let score = Distribution::<N>::score(i);
            score - 0.5 - t * deviation * (1.0 + ((score - mean) / deviation).powi(2)) / 2.0
        });
        let next = mle_with_zero_mean(observed, &values)?;
        let moved = guess.iter().zip(next).map(|(before, after)| (before - after).abs()).fold(0.0, f64::max);
        guess = next;
        if moved < TOLERANCE {
            return Some(guess);
        }
    }
    None
}

/// LLR of two t-values if trials were normal variables of unknown variance.
///
/// With t the mean in standard deviations, and u the inverse of these, the log-likelihood of a trial is
/// ln u - qu²/2 + tmu - t²/2, where m is the observed mean above 1/2 and q that of its square; u maximises it.
fn gaussian_llr<const N: usize>(results: &Distribution<N>, t_values: [f64; 2]) -> f64 {
    let (mean, variance) = results.mean_and_variance();
    let m = mean - 0.5;
    let q = variance + m * m;
    let [h0, h1] = t_values.map(|t| {
        let u = (t * m + ((t * m).powi(2) + 4.0 * q).sqrt()) / (2.0 * q);
        u.ln() - q * u * u / 2.0 + t * m * u - t * t / 2.0
    });
    results.trials() * (h1 - h0)
}

impl fmt::Display for EloModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            EloModel::Logistic => "logistic",
            EloModel::Normalized => "normalized",
        })
    }
}

impl fmt::Display for SprtState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SprtState::Undecided => "undecided",
            SprtState::AcceptedH0 => "H0 accepted",
            SprtState::AcceptedH1 => "H1 accepted",
        })
    }
}

impl fmt::Display for Sprt {
    /// Bounds in fishtest's brackets: `[0, 5]` logistic, `<0, 5>` normalized.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.model {
            EloModel::Logistic => write!(f, "[{}, {}]", self.elo0, self.elo1),
            EloModel::Normalized => write!(f, "<{}, {}>", self.elo0, self.elo1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::distribution::tests::close;

    fn sprt(model: EloModel, elo0: f64, elo1: f64) -> Sprt {
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
        sprt.check().unwrap();
        sprt
    }

    /// "Raw statistics" of <https://montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712>, an instance of
    /// fishtest: results 13, 37, 50, 25, 3; bounds 0 and 4 in normalized Elo, which are 0 and 2.716 in logistic; and
    /// all LLRs that it shows.
    const MONTY: [u32; 5] = [13, 37, 50, 25, 3];

    #[test]
    fn llr_matches_fishtest() {
        let pairs = Distribution::new(MONTY);
        let normalized = sprt(EloModel::Normalized, 0.0, 4.0);
        close(normalized.llr_of(&pairs), -0.54912, 0.000_005);
        close(pairs.normalized_elo().value, -63.97, 0.005);
        let (low, high) = normalized.bounds();
        close(low, -2.9444, 0.00005);
        close(high, 2.9444, 0.00005);
        // That page rounds the logistic bound that belongs to the normalized one: hence the lower precision.
        close(sprt(EloModel::Logistic, 0.0, 2.716).llr_of(&pairs), -0.53772, 0.0001);
    }

    /// Expected values of Fastchess's tests (app/tests/sprt_test.cpp), given by hand by its authors in pull request
    /// 426, and its pull request 783.
    #[test]
    fn llr_matches_fastchess() {
        use EloModel::{Logistic, Normalized};
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

    /// Two tests of Stockfish's pull requests 4160 and 6255 that had just been accepted: "LLR: 2.95 (-2.94,2.94)
    /// <0.50,2.50> ... Ptnml(0-2): 12, 2318, 9925, 2598, 3" and "LLR: 2.96 (-2.94,2.94) <-1.75,0.25> ... Ptnml(0-2):
    /// 317, 12094, 28735, 12231, 319".
    #[test]
    fn tests_end_where_fishtest_ended_them() {
        for (elo0, elo1, pairs, llr) in
            [(0.5, 2.5, [12, 2318, 9925, 2598, 3], 2.95), (-1.75, 0.25, [317, 12094, 28735, 12231, 319], 2.96)]
        {
            let (sprt, tally) =
                (sprt(EloModel::Normalized, elo0, elo1), Tally { pentanomial: pairs, ..Tally::default() });
            close(sprt.llr(&tally), llr, 0.005);
            assert_eq!(sprt.state(&tally), SprtState::AcceptedH1);
        }
    }

    #[test]
    fn gaussian_llr_is_close_for_long_matches() {
        let pairs = Distribution::new([379, 10170, 21828, 10640, 343]);
        let t_values = [0.0, 2.0].map(|elo| elo / NELO_DIVIDED_BY_NT * 2f64.sqrt());
        close(gaussian_llr(&pairs, t_values), sprt(EloModel::Normalized, 0.0, 2.0).llr_of(&pairs), 0.001);
    }

    #[test]
    fn reversed_results_negate_the_llr() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let mut turned = MONTY;
            turned.reverse();
            let (one, other) = (sprt(model, -3.0, 8.0), sprt(model, -8.0, 3.0));
            let sum = one.llr_of(&Distribution::new(MONTY)) + other.llr_of(&Distribution::new(turned));
            close(sum, 0.0, 1e-7);
        }
    }

    #[test]
    fn llr_is_finite_for_all_results() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            for (elo0, elo1) in [(-1000.0, -500.0), (0.0, 1000.0), (-5.0, 0.0), (0.0, 0.1)] {
                for result in 0..5 {
                    let mut counts = [0; 5];
                    counts[result] = 78;
                    let llr = sprt(model, elo0, elo1).llr_of(&Distribution::new(counts));
                    assert!(llr.is_finite(), "{model} [{elo0}, {elo1}] {counts:?}: {llr}");
                }
            }
            assert_eq!(sprt(model, 0.0, 5.0).state(&Tally::default()), SprtState::Undecided);
        }
        let lost = Tally { pentanomial: [500, 0, 0, 0, 0], ..Tally::default() };
        assert_eq!(sprt(EloModel::Logistic, 0.0, 5.0).state(&lost), SprtState::AcceptedH0);
    }

    #[test]
    fn invalid_bounds_are_refused() {
        let good = sprt(EloModel::Logistic, 0.0, 5.0);
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
        assert_eq!(sprt(EloModel::Normalized, -1.75, 0.25).to_string(), "<-1.75, 0.25>");
    }
}

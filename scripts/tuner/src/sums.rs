//! Reproducible summation: sums over samples that depend neither on threads nor on how the samples are divided.
//!
//! Floating-point addition is not associative. So samples are added in floating point only within a
//! [block](crate::samples::Blocks), always in the same order; sums of blocks are added as fixed-point numbers.

use anyhow::{Context, Result, ensure};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::samples::Blocks;

/// Weights as (middle game, endgame) pairs, in centipawns.
pub type Weights = Vec<[f64; 2]>;

/// Greatest weight in a request, in centipawns. All sums stay finite with it.
const MAX_WEIGHT: f64 = 1e6;

/// Fixed-point number with 64 fractional bits. Addition is associative; sums reach to 2^63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize)]
pub struct FixedPoint(i128);

impl FixedPoint {
    /// 1.0: 2^64.
    const ONE: f64 = 18_446_744_073_709_551_616.0;

    /// The next fixed-point number.
    fn of(number: f64) -> FixedPoint {
        FixedPoint((number * FixedPoint::ONE).round() as i128)
    }

    /// The next floating-point number.
    pub fn value(self) -> f64 {
        self.0 as f64 / FixedPoint::ONE
    }

    fn add(&mut self, other: FixedPoint) {
        self.0 = self.0.saturating_add(other.0);
    }

    /// The difference to another number.
    pub(crate) fn minus(self, other: FixedPoint) -> FixedPoint {
        FixedPoint(self.0.saturating_sub(other.0))
    }
}

/// Sample as feature counts, and its loss.
pub trait Sample: Clone + Send + Sync {
    /// Scales of the win model that a fit chooses from, in centipawns.
    fn scales() -> Vec<f64>;

    /// Adds the loss on the result of the game, at each of some scales.
    fn add_errors(&self, weights: &[[f64; 2]], scales: &[f64], errors: &mut [f64]);

    /// Adds the derivative of the training loss by each weight; returns the training loss.
    fn add_gradient(&self, request: &Request, gradient: &mut [[f64; 2]]) -> f64;

    /// Weights that occur, each once.
    fn places(&self) -> Vec<u16>;

    /// Appends the sample in words of 32 bits, which are read much faster than a gradient is summed.
    fn pack(&self, words: &mut Vec<u32>);

    /// Takes a sample from words; nothing if they are none, or name a weight beyond the first `weights`.
    fn unpack(words: &mut impl Iterator<Item = u32>, weights: usize) -> Option<Self>;
}

/// Kind of sums over samples.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SumKind {
    /// Over all samples: the loss on the results at each scale, and in how many samples each weight occurs.
    Survey,
    /// Over the training set: the training loss and its gradient.
    Gradient,
    /// Over the validation set: the loss on the results at each scale.
    Validation,
}

/// Request for sums over the samples of a fit, or over those of a shard: a line of JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Kind of the sums.
    pub kind: SumKind,
    /// Step of gradient descent, from 1 on; for a survey or a validation how many steps went before.
    pub step: usize,
    /// Most samples of the training set: it has those of the first games, as many as fit.
    pub training: usize,
    /// Scales of the win model, in centipawns: one for a gradient.
    pub scales: Vec<f64>,
    /// Weight of the search's score in the target; the rest is the game's result.
    pub search_share: f64,
    /// Weights, in centipawns.
    pub weights: Weights,
}

impl Request {
    /// Parses a request about `weights` weights.
    ///
    /// # Errors
    /// If the text is no request, or numbers are missing or out of range; the message says which.
    pub fn parse(text: &str, weights: usize) -> Result<Request> {
        let request: Request = serde_json::from_str(text).context("not a request for sums")?;
        let (there, scales) = (request.weights.len(), &request.scales);
        ensure!(there == weights, "{there} pairs of weights, and the game has {weights}");
        for (place, weight) in request.weights.as_flattened().iter().enumerate() {
            let pair = place / 2;
            ensure!(weight.abs() <= MAX_WEIGHT, "pair {pair} of the weights has {weight}: {MAX_WEIGHT} is the most");
        }
        let one = !scales.is_empty() && (scales.len() == 1 || request.kind != SumKind::Gradient);
        ensure!(one, "{} scales, and one is wanted", scales.len());
        for scale in scales {
            ensure!((1.0..=MAX_WEIGHT).contains(scale), "a scale of {scale}: scales go from 1 to {MAX_WEIGHT}");
        }
        let share = request.search_share;
        ensure!((0.0..=1.0).contains(&share), "a search share of {share}: it lies between 0 and 1");
        Ok(request)
    }

    /// Numbers of losses, derivatives and uses in the answer.
    fn lengths(&self) -> [usize; 3] {
        let weights = self.weights.len();
        match self.kind {
            SumKind::Survey => [self.scales.len(), 0, weights],
            SumKind::Gradient => [1, 2 * weights, 0],
            SumKind::Validation => [self.scales.len(), 0, 0],
        }
    }
}

/// Most bytes of a request about so many pairs of weights, or of its answer.
pub fn line_limit(weights: usize) -> usize {
    // A request has two numbers of floating point for a pair, an answer two of fixed point and a count.
    const OF_PAIR: usize = 128;
    // Scales, their losses, and names.
    const OTHERS: usize = 1 << 16;
    OTHERS + OF_PAIR * weights
}

/// Sums over samples: a line of JSON.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sums {
    /// Number of samples.
    pub samples: usize,
    /// Loss at each scale of the request.
    pub losses: Vec<FixedPoint>,
    /// Derivatives of the loss by the weights, middle game and endgame in turn; of a gradient.
    pub gradient: Vec<FixedPoint>,
    /// Number of samples in which each weight occurs; of a survey.
    pub uses: Vec<usize>,
}

impl Sums {
    /// Sums over some samples, on all threads of the pool.
    ///
    /// # Errors
    /// If the training set is larger than all samples.
    pub fn of<S: Sample>(blocks: &Blocks<S>, request: &Request) -> Result<Sums> {
        let (training, samples) = (request.training, blocks.len());
        ensure!(training <= samples, "a training set of {training} samples, and there are {samples}");
        let parts: Vec<&[Vec<S>]> = match request.kind {
            SumKind::Survey => blocks.0.iter().map(Vec::as_slice).collect(),
            SumKind::Gradient => blocks.divided(training).map(|[games, _]| games).collect(),
            SumKind::Validation => blocks.divided(training).map(|[_, games]| games).collect(),
        };
        let sums = parts.par_iter().map(|part| Sums::of_part(part, request));
        Ok(sums.reduce(|| Sums::of_part::<S>(&[], request), Sums::plus))
    }

    /// Sums over samples of games of one block.
    fn of_part<S: Sample>(games: &[Vec<S>], request: &Request) -> Sums {
        let samples = || games.iter().flatten();
        let [losses, derivatives, uses] = request.lengths();
        let (mut losses, mut uses) = (vec![0.0; losses], vec![0; uses]);
        let mut gradient = vec![[0.0; 2]; derivatives / 2];
        match request.kind {
            SumKind::Gradient => {
                losses[0] = samples().map(|sample| sample.add_gradient(request, &mut gradient)).sum();
            }
            SumKind::Survey | SumKind::Validation => {
                samples().for_each(|sample| sample.add_errors(&request.weights, &request.scales, &mut losses));
            }
        }
        if request.kind == SumKind::Survey {
            samples().flat_map(Sample::places).for_each(|place| uses[usize::from(place)] += 1);
        }
        let fixed = |numbers: &[f64]| numbers.iter().map(|&number| FixedPoint::of(number)).collect();
        Sums { samples: samples().count(), losses: fixed(&losses), gradient: fixed(gradient.as_flattened()), uses }
    }

    /// Parses the answer to a request.
    ///
    /// # Errors
    /// If the text is no answer, or that to another request.
    pub fn parse(text: &str, request: &Request) -> Result<Sums> {
        let sums: Sums = serde_json::from_str(text).context("not sums over samples")?;
        let (there, wanted) = ([sums.losses.len(), sums.gradient.len(), sums.uses.len()], request.lengths());
        ensure!(there == wanted, "{there:?} losses, derivatives and uses, not {wanted:?}");
        Ok(sums)
    }

    /// Sums over the samples of both.
    #[must_use]
    pub fn plus(mut self, other: Sums) -> Sums {
        self.samples = self.samples.saturating_add(other.samples);
        self.losses.iter_mut().zip(other.losses).for_each(|(sum, part)| sum.add(part));
        self.gradient.iter_mut().zip(other.gradient).for_each(|(sum, part)| sum.add(part));
        self.uses.iter_mut().zip(other.uses).for_each(|(sum, part)| *sum = sum.saturating_add(part));
        self
    }

    /// The gradient in floating point.
    pub fn slopes(&self) -> Weights {
        self.gradient.as_chunks().0.iter().map(|pair: &[FixedPoint; 2]| pair.map(FixedPoint::value)).collect()
    }

    /// Mean loss at a scale, by its place among those of the request.
    pub fn mean_loss(&self, scale: usize) -> f64 {
        self.losses[scale].value() / self.samples.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request() -> Request {
        Request {
            kind: SumKind::Gradient,
            step: 1,
            training: 10,
            scales: vec![200.0],
            search_share: 0.8,
            weights: vec![[1.5, -0.1], [2.0, 1.0 / 3.0]],
        }
    }

    #[test]
    fn requests_round_trip_to_the_last_bit() {
        let text = serde_json::to_string(&request()).unwrap();
        assert_eq!(Request::parse(&text, 2).unwrap(), request());
    }

    #[test]
    fn faulty_requests_are_refused_by_name() {
        let fault = |request: &Request| {
            let text = serde_json::to_string(request).unwrap();
            format!("{:#}", Request::parse(&text, 2).unwrap_err())
        };
        let good = request();
        assert_eq!(
            fault(&Request { weights: vec![[0.0; 2]; 3], ..good.clone() }),
            "3 pairs of weights, and the game has 2"
        );
        assert_eq!(
            fault(&Request { weights: vec![[0.0; 2], [0.0, -2e6]], ..good.clone() }),
            "pair 1 of the weights has -2000000: 1000000 is the most"
        );
        assert_eq!(fault(&Request { scales: vec![], ..good.clone() }), "0 scales, and one is wanted");
        assert_eq!(fault(&Request { scales: vec![1.0, 2.0], ..good.clone() }), "2 scales, and one is wanted");
        assert!(fault(&Request { scales: vec![0.0], ..good.clone() }).starts_with("a scale of 0"));
        assert!(fault(&Request { search_share: 1.5, ..good.clone() }).starts_with("a search share of 1.5"));
        let text = serde_json::to_string(&good).unwrap();
        for (wrong, fault) in [
            (String::new(), "EOF"),
            ("gradient\n".to_string(), "expected value"),
            (text.replace("-0.1", "NaN"), "expected value"),
            (text.replace("-0.1", "1e999"), "number out of range"),
            (text.replace("\"step\":1,", ""), "missing field `step`"),
            (text.replace("gradient", "hessian"), "unknown variant `hessian`"),
            (text.replace("training", "trained"), "unknown field `trained`"),
            (text[..text.len() - 1].to_string(), "EOF"),
        ] {
            let error = format!("{:#}", Request::parse(&wrong, 2).unwrap_err());
            assert!(error.starts_with("not a request for sums: ") && error.contains(fault), "{error}");
        }
    }

    #[test]
    fn the_longest_lines_are_within_the_limit() {
        const WEIGHTS: usize = 10_000;
        let longest = -1.797_693_134_862_315_7e308;
        let request = Request { scales: vec![longest; 100], weights: vec![[longest; 2]; WEIGHTS], ..request() };
        let longest = FixedPoint(i128::MIN);
        let sums = Sums {
            samples: usize::MAX,
            losses: vec![longest; 100],
            gradient: vec![longest; 2 * WEIGHTS],
            uses: vec![usize::MAX; WEIGHTS],
        };
        for text in [serde_json::to_string(&request), serde_json::to_string(&sums)] {
            assert!(text.unwrap().len() < line_limit(WEIGHTS));
        }
    }

    #[test]
    fn fixed_point_numbers_keep_floating_point_ones() {
        for number in [0.0, 1.0, -0.375, 1.0 / 3.0, -1e-3, 123_456.789, 1e15] {
            let there = FixedPoint::of(number).value();
            assert!((there - number).abs() <= 1e-19, "{number} became {there}");
        }
        let text = serde_json::to_string(&[FixedPoint::of(-1e9), FixedPoint::of(0.5)]).unwrap();
        assert_eq!(text, "[-18446744073709551616000000000,9223372036854775808]");
        let read: Vec<FixedPoint> = serde_json::from_str(&text).unwrap();
        assert_eq!(read, [FixedPoint::of(-1e9), FixedPoint::of(0.5)]);
    }
}

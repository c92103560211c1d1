//! Fit of weights: what is the same for every game, and wherever the sums over the samples are made.

use std::path::Path;

use anyhow::{Result, ensure};
use eval::score::Score;

use crate::adam::{Adam, FitConfig, minimise};
use crate::samples::Blocks;
use crate::sums::{Request, Sample, SumKind, Sums, Weights};

/// One sample in this many is in the validation set: those of the last games.
const VALIDATION_DIVISOR: usize = 8;

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitResult {
    /// Weights as (middle game, endgame) pairs, in centipawns.
    pub weights: Weights,
    /// Number of samples.
    pub samples: usize,
    /// Scale of the win model, in centipawns.
    pub scale: f64,
    /// Validation loss before and after: the mean of the loss on the results of games.
    pub errors: [f64; 2],
    /// Number of samples in which each weight occurs.
    pub uses: Vec<usize>,
}

/// Maker of the sums over all samples of a fit.
pub trait Summation {
    /// Sample of a position.
    type Sample: Sample;

    /// Makes the sums that are asked for. The first request of a fit is a survey.
    ///
    /// # Errors
    /// If they cannot be made.
    fn sums(&mut self, request: &Request) -> Result<Sums>;
}

impl<S: Sample> Summation for Blocks<S> {
    type Sample = S;

    fn sums(&mut self, request: &Request) -> Result<Sums> {
        Sums::of(self, request)
    }
}

/// Weights as numbers that can be fitted.
pub(crate) fn to_floats(weights: &[Score]) -> Weights {
    weights.iter().map(|score| [score.mg().into(), score.eg().into()]).collect()
}

/// Fits weights to samples. With a `state` file, an interrupted fit resumes from it.
///
/// # Errors
/// If there are too few samples, or none beside those of the validation set; if sums cannot be made, or the file cannot
/// be read or written or belongs to another fit.
pub fn fit<M: Summation>(
    summation: &mut M,
    start: &[Score],
    config: &FitConfig,
    state: Option<&Path>,
) -> Result<FitResult> {
    let start = to_floats(start);
    let mut request = Request {
        kind: SumKind::Survey,
        step: 0,
        training: 0,
        scales: M::Sample::scales(),
        search_share: config.search_share,
        weights: start.clone(),
    };
    let survey = summation.sums(&request)?;
    let samples = survey.samples;
    ensure!(samples > 0, "there are no quiet positions in the games");
    let divisor = VALIDATION_DIVISOR;
    ensure!(samples >= divisor, "{samples} quiet positions are too few: one in {divisor} is held back");
    request.kind = SumKind::Validation;
    request.training = samples - samples / divisor;
    let held_back = summation.sums(&request)?;
    ensure!(held_back.samples < samples, "the quiet positions are those of too few games");
    // The scale with which the initial weights predict the results of the training set best.
    let errors = survey.losses.iter().zip(&held_back.losses).map(|(all, held_back)| all.minus(*held_back));
    let best = errors.enumerate().min_by_key(|&(_, error)| error).map_or(0, |(best, _)| best);
    let (scale, before) = (request.scales[best], held_back.mean_loss(best));
    request.scales = vec![scale];

    let mut sums = |kind, step, weights: &Weights| {
        summation.sums(&Request { kind, step, weights: weights.clone(), ..request.clone() })
    };
    let initial = Adam::new(*config, request.training, before, &start);
    let weights = minimise(initial, state, |step, weights| Ok(sums(SumKind::Gradient, step, weights)?.slopes()))?;
    let after = sums(SumKind::Validation, config.steps, &weights)?.mean_loss(0);
    Ok(FitResult { weights, samples, scale, errors: [before, after], uses: survey.uses })
}

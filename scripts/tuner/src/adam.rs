//! Gradient descent (Adam): what every fit of weights shares, whatever its loss.
//!
//! D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", 2014. Each step sees all samples. An L2
//! penalty holds each weight to its initial value, so that weights of rare features stay.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use eval::score::Score;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// One sample in this many is in the validation set.
const VALIDATION_DIVISOR: usize = 8;

/// Steps between two writes of the state.
const STEPS_PER_WRITE: usize = 50;

/// Configuration of a fit.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct FitConfig {
    /// Weight of the search's score in the target; the rest is the game's result.
    pub search_share: f64,
    /// λ of TD(λ) with which the [samples](selfplay::samples) were extracted.
    pub lambda: f64,
    /// L2 penalty: what a weight that has moved 100 centipawns adds to the sum of squared errors.
    pub l2_penalty: f64,
    /// Steps of gradient descent.
    pub steps: usize,
}

/// Result of a fit.
#[derive(Clone, PartialEq, Debug)]
pub struct FitResult {
    /// Weights as (middle game, endgame) pairs, in centipawns.
    pub weights: Vec<[f64; 2]>,
    /// Scale of the win model, in centipawns.
    pub scale: f64,
    /// Validation error before and after: the mean of the loss on the results of games.
    pub errors: [f64; 2],
    /// Number of samples in which each weight occurs.
    pub uses: Vec<usize>,
}

/// Weights as (middle game, endgame) pairs, in centipawns.
pub(crate) type Weights = Vec<[f64; 2]>;

/// Weights as numbers that can be fitted.
pub(crate) fn to_floats(weights: &[Score]) -> Weights {
    weights.iter().map(|score| [score.mg().into(), score.eg().into()]).collect()
}

/// Training and validation set: the latter is the last games.
pub(crate) fn split<S>(samples: &[S]) -> (&[S], &[S]) {
    samples.split_at(samples.len() - samples.len() / VALIDATION_DIVISOR)
}

/// Mean of a sample's error over all samples.
pub(crate) fn mean_error<S: Sync>(samples: &[S], error: impl Fn(&S) -> f64 + Sync + Send) -> f64 {
    samples.par_iter().map(error).sum::<f64>() / samples.len().max(1) as f64
}

/// Number of samples in which each of `weights` weights occurs.
pub(crate) fn count_uses<'a, S: 'a, I: IntoIterator<Item = u16>>(
    samples: &'a [S],
    weights: usize,
    places: impl Fn(&'a S) -> I,
) -> Vec<usize> {
    let mut uses = vec![0; weights];
    for place in samples.iter().flat_map(places) {
        uses[usize::from(place)] += 1;
    }
    uses
}

/// Sum of the gradients of samples with their targets, on all threads of the pool; `add` adds a sample's.
pub(crate) fn sum_gradients<S: Sync, T: Sync>(
    samples: &[S],
    targets: &[T],
    weights: usize,
    add: impl Fn(&S, &T, &mut [[f64; 2]]) + Sync,
) -> Weights {
    let chunk = samples.len().div_ceil(2 * rayon::current_num_threads()).max(1);
    let zeros = || vec![[0.0; 2]; weights];
    let part = |(samples, targets): (&[S], &[T])| {
        let mut sum = zeros();
        samples.iter().zip(targets).for_each(|(sample, target)| add(sample, target, &mut sum));
        sum
    };
    samples.par_chunks(chunk).zip(targets.par_chunks(chunk)).map(part).reduce(zeros, |mut sum, part| {
        sum.as_flattened_mut().iter_mut().zip(part.as_flattened()).for_each(|(a, b)| *a += b);
        sum
    })
}

/// Loss over a training set, without the L2 penalty.
pub(crate) trait Objective {
    /// Number of samples.
    fn samples(&self) -> usize;

    /// Initial weights.
    fn start(&self) -> &Weights;

    /// Derivative of the loss by each weight.
    fn gradient(&self, weights: &[[f64; 2]]) -> Weights;
}

/// Minimises a loss. With a `state` file, an interrupted fit resumes from it.
///
/// # Errors
/// If the file cannot be read or written, or belongs to another fit.
pub(crate) fn minimise(objective: &impl Objective, config: &FitConfig, state: Option<&Path>) -> Result<Weights> {
    let initial = Adam::new(*config, objective);
    let mut adam = match state {
        Some(file) if file.exists() => Adam::read(file, &initial).with_context(|| file.display().to_string())?,
        _ => initial,
    };
    while adam.step < config.steps {
        for _ in 0..STEPS_PER_WRITE.min(config.steps - adam.step) {
            adam.step(objective);
        }
        if let Some(file) = state {
            adam.write(file).with_context(|| file.display().to_string())?;
        }
    }
    Ok(adam.weights)
}

/// Adam with its usual constants; steps of 1.5 centipawns at first, smaller towards the end. Also the state file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Adam {
    config: FitConfig,
    /// Number of samples, which with the initial weights identifies the fit.
    samples: usize,
    start: Weights,
    step: usize,
    weights: Weights,
    first: Weights,
    second: Weights,
}

impl Adam {
    pub(crate) fn new(config: FitConfig, objective: &impl Objective) -> Adam {
        let (start, zeros) = (objective.start().clone(), vec![[0.0; 2]; objective.start().len()]);
        Adam {
            config,
            samples: objective.samples(),
            weights: start.clone(),
            start,
            step: 0,
            first: zeros.clone(),
            second: zeros,
        }
    }

    /// Reads the state of a fit that started from `initial`.
    fn read(file: &Path, initial: &Adam) -> Result<Adam> {
        let read: Adam = postcard::from_bytes(&std::fs::read(file)?)?;
        let same = (read.config, read.samples, &read.start) == (initial.config, initial.samples, &initial.start);
        ensure!(same, "this is the state of a fit with other settings, weights or games");
        Ok(read)
    }

    pub(crate) fn write(&self, file: &Path) -> Result<()> {
        let unfinished = file.with_extension("new");
        std::fs::write(&unfinished, postcard::to_stdvec(self)?)?;
        Ok(std::fs::rename(unfinished, file)?)
    }

    pub(crate) fn step(&mut self, objective: &impl Objective) {
        const BETA1: f64 = 0.9;
        const BETA2: f64 = 0.999;
        const STEP_SIZE: f64 = 1.5;
        let mut slopes = objective.gradient(&self.weights);
        self.step += 1;
        let power = self.step as i32;
        let rate = STEP_SIZE * (1.0 - 0.95 * self.step as f64 / self.config.steps as f64);
        let flat = slopes.as_flattened_mut().iter_mut().enumerate();
        for (i, gradient) in flat {
            let (index, half) = (i / 2, i % 2);
            let weight = &mut self.weights[index][half];
            *gradient += self.config.l2_penalty * (*weight - self.start[index][half]) / 1e4;
            let (m, v) = (&mut self.first[index][half], &mut self.second[index][half]);
            *m = BETA1 * *m + (1.0 - BETA1) * *gradient;
            *v = BETA2 * *v + (1.0 - BETA2) * gradient.powi(2);
            let (m, v) = (*m / (1.0 - BETA1.powi(power)), *v / (1.0 - BETA2.powi(power)));
            *weight -= rate * m / (v.sqrt() + 1e-12);
        }
    }
}

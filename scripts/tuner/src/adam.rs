//! Gradient descent (Adam): what every fit of weights shares, whatever its loss.
//!
//! D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", 2014. Each step sees all samples. An L2
//! penalty holds each weight to its initial value, so that weights of rare features stay.

use std::path::Path;

use anyhow::{Result, ensure};
use serde::{Deserialize, Serialize};
use trainer::checkpoint;

use crate::sums::Weights;

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

/// Minimises a loss, whose `gradient` is asked for with the number of the step and the weights. The L2 penalty is added
/// here. With a `state` file (checkpoint), which is written after each step, an interrupted fit resumes.
///
/// # Errors
/// If a gradient cannot be had, or the file cannot be read or written, or belongs to another fit.
pub(crate) fn minimise(
    initial: Adam,
    state: Option<&Path>,
    mut gradient: impl FnMut(usize, &Weights) -> Result<Weights>,
) -> Result<Weights> {
    let read = |file| checkpoint::read(file, |there: &Adam| there.check(&initial));
    let mut adam = state.map(read).transpose()?.flatten().unwrap_or_else(|| initial.clone());
    while adam.step < adam.config.steps {
        let slopes = gradient(adam.step + 1, &adam.weights)?;
        adam.step(slopes);
        if let Some(file) = state {
            checkpoint::write(file, &adam)?;
        }
    }
    Ok(adam.weights)
}

/// Adam with its usual constants; steps of 1.5 centipawns at first, smaller towards the end. Also the checkpoint.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Adam {
    config: FitConfig,
    /// Number of samples and initial validation loss, which with the initial weights identify the fit.
    samples: usize,
    initial_error: f64,
    start: Weights,
    step: usize,
    weights: Weights,
    first: Weights,
    second: Weights,
}

impl Adam {
    /// State before the first step. `initial_error`: validation loss of the initial weights.
    pub(crate) fn new(config: FitConfig, samples: usize, initial_error: f64, start: &Weights) -> Adam {
        let zeros = vec![[0.0; 2]; start.len()];
        Adam {
            config,
            samples,
            initial_error,
            start: start.clone(),
            step: 0,
            weights: start.clone(),
            first: zeros.clone(),
            second: zeros,
        }
    }

    /// Checks that a state belongs to the fit that begins with `initial`.
    fn check(&self, initial: &Adam) -> Result<()> {
        checkpoint::ensure_same(&self.config, &initial.config)?;
        let games = |adam: &Adam| (adam.samples, adam.initial_error);
        ensure!(games(self) == games(initial) && self.start == initial.start, "the state of a fit to other games");
        let sizes = [&self.weights, &self.first, &self.second].map(Vec::len);
        ensure!(sizes == [self.start.len(); 3] && self.step <= self.config.steps, "the state is damaged");
        Ok(())
    }

    /// Makes a step, by the gradient at the present weights.
    pub(crate) fn step(&mut self, mut slopes: Weights) {
        const BETA1: f64 = 0.9;
        const BETA2: f64 = 0.999;
        const STEP_SIZE: f64 = 1.5;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_of_other_fits_and_damaged_ones_are_refused() {
        let config = FitConfig { search_share: 0.5, lambda: 0.0, l2_penalty: 0.1, steps: 9 };
        let initial = Adam::new(config, 100, 0.25, &vec![[50.0, 20.0]; 3]);
        let mut state = initial.clone();
        state.step(vec![[1.0, -1.0]; 3]);
        assert!(state.check(&initial).is_ok());
        let refused = |state: Adam, why: &str| {
            let error = state.check(&initial).unwrap_err().to_string();
            assert!(error.contains(why), "{error}");
        };
        refused(Adam { config: FitConfig { steps: 8, ..config }, ..state.clone() }, "steps: 8");
        refused(Adam { samples: 99, ..state.clone() }, "other games");
        refused(Adam { initial_error: 0.24, ..state.clone() }, "other games");
        refused(Adam { second: vec![[0.0; 2]; 2], ..state.clone() }, "damaged");
        refused(Adam { step: 10, ..state }, "damaged");
    }
}

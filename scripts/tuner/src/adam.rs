//! Gradient descent (Adam): what every fit of weights shares, whatever its loss.
//!
//! D. P. Kingma and J. Ba, "Adam: A Method for Stochastic Optimization", 2014. Each step sees all samples. An L2
//! penalty holds each weight to its initial value, so that weights of rare features stay.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use formats::files;
use serde::{Deserialize, Serialize};

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

/// Minimises a loss over `samples` samples, whose `gradient` is asked for with the number of the step and the weights.
/// The L2 penalty is added here. With a `state` file, which is written after each step, an interrupted fit resumes.
///
/// # Errors
/// If a gradient cannot be had, or the file cannot be read or written, or belongs to another fit.
pub(crate) fn minimise(
    samples: usize,
    start: &Weights,
    config: &FitConfig,
    state: Option<&Path>,
    mut gradient: impl FnMut(usize, &Weights) -> Result<Weights>,
) -> Result<Weights> {
    let initial = Adam::new(*config, samples, start);
    let mut adam = match state {
        Some(file) if file.exists() => Adam::read(file, &initial).with_context(|| file.display().to_string())?,
        _ => initial,
    };
    while adam.step < config.steps {
        let slopes = gradient(adam.step + 1, adam.weights())?;
        adam.step(slopes);
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
    pub(crate) fn new(config: FitConfig, samples: usize, start: &Weights) -> Adam {
        let zeros = vec![[0.0; 2]; start.len()];
        Adam {
            config,
            samples,
            start: start.clone(),
            step: 0,
            weights: start.clone(),
            first: zeros.clone(),
            second: zeros,
        }
    }

    /// Present weights.
    pub(crate) fn weights(&self) -> &Weights {
        &self.weights
    }

    /// Reads the state of a fit that started from `initial`.
    fn read(file: &Path, initial: &Adam) -> Result<Adam> {
        let read: Adam = postcard::from_bytes(&std::fs::read(file)?)?;
        let same = (read.config, read.samples, &read.start) == (initial.config, initial.samples, &initial.start);
        ensure!(same, "this is the state of a fit with other settings, weights or games");
        Ok(read)
    }

    /// Writes the state, whole or not at all.
    pub(crate) fn write(&self, file: &Path) -> Result<()> {
        Ok(files::replace(file, &postcard::to_stdvec(self)?)?)
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
    fn writing_the_state_leaves_its_neighbours_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, neighbour) = (folder.path().join("fit.state"), folder.path().join("fit.new"));
        std::fs::write(&neighbour, "another file").unwrap();
        let config = FitConfig { search_share: 0.5, lambda: 0.0, l2_penalty: 0.1, steps: 9 };
        let start = vec![[50.0, 20.0]; 3];
        let mut adam = Adam::new(config, 100, &start);
        for _ in 0..2 {
            adam.step(vec![[1.0, -1.0]; 3]);
            adam.write(&file).unwrap();
            assert_eq!(Adam::read(&file, &Adam::new(config, 100, &start)).unwrap(), adam);
        }
        assert_eq!(std::fs::read_to_string(&neighbour).unwrap(), "another file");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing unfinished is left");
    }
}

//! Training loop: epochs of shuffled batches, and the training on one machine.

use std::ops::Range;
use std::path::Path;

use anyhow::{Result, anyhow, ensure};
use eval::HandCraftedEval;
use eval::nnue::{Base, Network, NetworkFile};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::checkpoint;
use crate::dataset::{Dataset, Examples, VALIDATION_DIVISOR, best, scales, shuffled, tempi};
use crate::model::{Loss, Model};
use crate::validation::{Validated, validate};
use crate::{EpochStats, TrainConfig};

/// Final learning rate, as a fraction of the initial one.
const FINAL_RATE: f64 = 0.01;

/// Shuffle block: positions that an epoch visits one after the other. They are neighbours in memory, so that fewer
/// cache misses take time.
pub(crate) const SHUFFLE_BLOCK: usize = 32;

/// Epoch: the blocks of the training set in random order, in batches.
pub(crate) struct Epoch {
    config: TrainConfig,
    /// Epochs before.
    number: usize,
    order: Vec<u32>,
    /// Gives the mirrors of each batch.
    random: Xoshiro256PlusPlus,
}

impl Epoch {
    /// Shuffles the blocks of a training set. Each shard of one training has an order of its own.
    pub(crate) fn new(config: &TrainConfig, number: usize, shard: usize, positions: usize) -> Epoch {
        let seed = config.seed ^ (1 + number as u64) << 32 ^ (shard as u64) << 48;
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let blocks = shuffled(positions.div_ceil(SHUFFLE_BLOCK), &mut random).into_iter();
        let order = blocks.flat_map(|block| {
            let begin = block * SHUFFLE_BLOCK as u32;
            begin..(begin + SHUFFLE_BLOCK as u32).min(positions as u32)
        });
        let order = order.collect();
        Epoch { config: *config, number, order, random }
    }

    /// Number of batches.
    pub(crate) fn len(&self) -> usize {
        self.order.len().div_ceil(self.config.batch)
    }

    /// Takes a step of the optimizer for each batch of a range, with weights that decay towards
    /// [`decay_target`](Model::descend). Returns the training loss.
    pub(crate) fn descend(
        mut self,
        model: &mut Model,
        examples: &Examples,
        range: Range<usize>,
        decay_target: &[f32],
    ) -> Loss {
        let config = &self.config;
        let total = self.len() * config.epochs;
        let mut loss = Loss::default();
        for (number, batch) in self.order.chunks(config.batch).enumerate().take(range.end) {
            let mirrors = self.random.next_u64();
            if number < range.start {
                continue;
            }
            let done = (self.number * self.len() + number) as f64 / total as f64;
            let cosine = 0.5 + 0.5 * (std::f64::consts::PI * done).cos();
            let rate = config.rate * (FINAL_RATE + (1.0 - FINAL_RATE) * cosine);
            loss.add(model.descend(examples, batch, mirrors, rate, config.decay, decay_target));
        }
        loss
    }
}

/// State of a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    config: TrainConfig,
    /// Hash of the dataset.
    dataset: u64,
    /// The initial network, if the training does not begin with random weights.
    initial: Option<NetworkFile>,
    epochs: usize,
    model: Model,
}

impl State {
    /// Checks that a state which was read belongs to a training.
    fn check(&self, config: &TrainConfig, initial: Option<&NetworkFile>, dataset: &Dataset) -> Result<()> {
        checkpoint::ensure_same(&self.config, config)?;
        ensure!(self.initial.as_ref() == initial, "the state of a training with another initial network");
        ensure!(self.dataset == dataset.digest(), "the state of a training with another dataset");
        self.model.check(dataset.feature_count(), config.l1_size)
    }
}

/// Checks an initial network: its game, its L1 size, its base, and the piece count of its output buckets.
///
/// # Errors
/// The first difference.
pub fn check_initial<G: HandCraftedEval>(network: &NetworkFile, config: &TrainConfig, base: Base) -> Result<()> {
    Network::new::<G>(network).map_err(|error| anyhow!("the initial network: {error}"))?;
    let (there, wanted) = (network.ft_biases.len(), config.l1_size);
    ensure!(there == wanted, "the initial network has an L1 size of {there}, not {wanted}");
    let (there, wanted) = (network.base.name(), base.name());
    ensure!(there == wanted, "the initial network has the base {there}, not {wanted}");
    let (there, wanted) = (usize::from(network.piece_count), G::feature_set().piece_count());
    ensure!(there == wanted, "the initial network is made for {there} pieces, not {wanted}");
    Ok(())
}

/// Trains a network, on all threads of the pool. Training begins with random weights, and those of the feature
/// transformer decay towards zero. Fine-tuning begins with the weights of the `initial` network, and they decay towards
/// these (L2-SP: Li et al., "Explicit Inductive Bias for Transfer Learning with Convolutional Networks", 2018). With a
/// `state` file (checkpoint), an interrupted training resumes from it. Calls `on_epoch` after each epoch, before the
/// checkpoint: an epoch whose statistics were lost is trained again.
///
/// # Errors
/// If the file cannot be read or written, or belongs to another training; if there are too few positions, the
/// configuration is invalid, or the initial network does not fit.
pub fn train<G: HandCraftedEval>(
    dataset: &Dataset,
    config: &TrainConfig,
    initial: Option<&NetworkFile>,
    state_file: Option<&Path>,
    mut on_epoch: impl FnMut(&EpochStats),
) -> Result<NetworkFile> {
    config.check()?;
    if let Some(network) = initial {
        check_initial::<G>(network, config, dataset.base)?;
    }
    let training = dataset.training_len();
    ensure!(dataset.len() >= VALIDATION_DIVISOR, "{} positions are too few to learn from", dataset.len());
    ensure!(training < dataset.len(), "the positions of one game are too few to learn from");
    let examples = Examples::new(dataset, config.search_share, best(scales(), &dataset.scale_errors()));
    let tempo = best(tempi(), &examples.tempo_errors());
    let random = Model::new(config.seed, dataset.feature_count(), config.l1_size, tempo);
    let base_loss = validate::<G>(&random, &examples).loss.mean();
    let tuned = initial.map(Model::from_network);
    let decay_target = tuned.as_ref().map_or_else(Vec::new, |model| model.ft_weights().to_vec());
    let first = tuned.unwrap_or(random);
    let read = |file| checkpoint::read(file, |state: &State| state.check(config, initial, dataset));
    let mut state = state_file.map(read).transpose()?.flatten().unwrap_or_else(|| State {
        config: *config,
        dataset: dataset.digest(),
        initial: initial.cloned(),
        epochs: 0,
        model: first,
    });

    while state.epochs < config.epochs {
        let epoch = Epoch::new(config, state.epochs, 0, training);
        let batches = 0..epoch.len();
        let training_loss = epoch.descend(&mut state.model, &examples, batches, &decay_target).mean();
        state.epochs += 1;
        let Validated { loss, peak } = validate::<G>(&state.model, &examples);
        on_epoch(&EpochStats { epochs: state.epochs, training_loss, validation_loss: loss.mean(), base_loss, peak });
        if let Some(file) = state_file {
            checkpoint::write(file, &state)?;
        }
    }
    Ok(state.model.network_file::<G>(dataset.base))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::CONFIG;

    #[test]
    fn an_epoch_visits_each_position_once() {
        let positions = 10 * SHUFFLE_BLOCK + 5;
        let mut order = Epoch::new(&CONFIG, 0, 0, positions).order;
        assert!(!order.is_sorted());
        assert_ne!(order, Epoch::new(&CONFIG, 1, 0, positions).order);
        assert_ne!(order, Epoch::new(&CONFIG, 0, 1, positions).order);
        order.sort_unstable();
        assert!(order.into_iter().eq(0..positions as u32));
    }
}

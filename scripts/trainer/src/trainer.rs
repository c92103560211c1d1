//! Training loop: epochs of shuffled batches, and the training on one machine.

use std::ops::Range;
use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use eval::HandCraftedEval;
use eval::nnue::{Base, Network, NetworkFile};
use formats::files;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde::{Deserialize, Serialize};

use crate::checkpoint;
use crate::dataset::{Dataset, Examples, VALIDATION_DIVISOR, best, scales, shuffled, tempi};
use crate::model::{Loss, Model, Step};
use crate::validation::{Validated, validate};
use crate::{EpochStats, TrainConfig};

/// Final learning rate, as a fraction of the initial one.
const FINAL_RATE: f64 = 0.01;

/// Steps of the warm-up at most: with the few gradients in Adam's first moments, its steps have the full learning rate
/// in every weight.
const MAX_WARM_UP: usize = 200;

/// Part of the training that the warm-up takes at most: one step in so many.
const WARM_UP_DIVISOR: usize = 20;

/// Learning rate of a step of so many, as a share of that of the configuration: linear warm-up, then a cosine.
fn relative_rate(step: usize, steps: usize) -> f64 {
    let warm_up = MAX_WARM_UP.min(steps / WARM_UP_DIVISOR);
    let warmth = if step < warm_up { (step + 1) as f64 / warm_up as f64 } else { 1.0 };
    let cosine = 0.5 + 0.5 * (std::f64::consts::PI * step as f64 / steps as f64).cos();
    warmth * (FINAL_RATE + (1.0 - FINAL_RATE) * cosine)
}

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
    /// [`decay_target`](Step::decay_target). Returns the training loss.
    pub(crate) fn descend(
        mut self,
        model: &mut Model,
        examples: &Examples,
        range: Range<usize>,
        decay_target: &[f32],
    ) -> Loss {
        let config = &self.config;
        let total = self.len().saturating_mul(config.epochs);
        let mut loss = Loss::default();
        for (number, batch) in self.order.chunks(config.batch).enumerate().take(range.end) {
            let mirrors = self.random.next_u64();
            if number < range.start {
                continue;
            }
            let rate = config.rate * relative_rate(self.number * self.len() + number, total);
            let step = Step { mirrors, rate, weight_decay: config.decay, decay_target };
            loss.add(model.descend(examples, batch, &step));
        }
        loss
    }
}

/// Network that a training begins with.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct InitialNetwork {
    /// Weights of the network.
    pub network: NetworkFile,
    /// Fine-tuning: the weights decay towards those of the network, and not towards zero.
    pub fine_tune: bool,
}

/// State of a training.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct State {
    config: TrainConfig,
    /// Hash of the dataset.
    dataset: u64,
    /// The initial network, if the training does not begin with random weights.
    initial: Option<InitialNetwork>,
    epochs: usize,
    model: Model,
}

impl State {
    /// Checks that a state which was read belongs to a training.
    fn check(&self, config: &TrainConfig, initial: Option<&InitialNetwork>, dataset: &Dataset) -> Result<()> {
        checkpoint::ensure_same(&self.config, config)?;
        ensure!(self.initial.as_ref() == initial, "the state of a training with another initial network");
        ensure!(self.dataset == dataset.digest(), "the state of a training with another dataset");
        self.model.check(dataset.feature_count(), config.l1_size)
    }
}

/// Reads an initial network from a file: one of the game, or one of another game with as many inputs. Its output
/// buckets become those of the game, with the weights that they have.
///
/// # Errors
/// If the file cannot be read, is no network, or has other inputs. It is named.
pub fn read_initial<G: HandCraftedEval>(file: &Path) -> Result<NetworkFile> {
    let read = || {
        let found = NetworkFile::read(&files::read(file, NetworkFile::MAX_BYTES as u64)?)?;
        let l1_size = found.ft_biases.len().max(1);
        let (there, wanted) = (found.ft_weights.len() / l1_size, G::feature_set().mirror().len());
        ensure!(there == wanted, "a network for {} with {there} inputs, and {} has {wanted}", found.variant, G::name());
        let piece_count = G::feature_set().piece_count() as u16;
        let network = NetworkFile { variant: G::name().to_string(), piece_count, ..found };
        Network::new::<G>(&network)?;
        Ok::<_, anyhow::Error>(network)
    };
    read().with_context(|| file.display().to_string())
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

/// Trains a network, on all threads of the pool. Training begins with random weights or those of the `initial` network,
/// and they decay towards zero; in fine-tuning towards those of the network, biases too (L2-SP: Li et al., "Explicit
/// Inductive Bias for Transfer Learning with Convolutional Networks", 2018). With a `state` file (checkpoint), an
/// interrupted training resumes from it. Calls `on_epoch` after each epoch, before the checkpoint: an epoch whose
/// statistics were lost is trained again.
///
/// # Errors
/// If the file cannot be read or written, or belongs to another training; if there are too few positions, the
/// configuration is invalid, or the initial network does not fit.
pub fn train<G: HandCraftedEval>(
    dataset: &Dataset,
    config: &TrainConfig,
    initial: Option<&InitialNetwork>,
    state_file: Option<&Path>,
    mut on_epoch: impl FnMut(&EpochStats),
) -> Result<NetworkFile> {
    config.check()?;
    if let Some(initial) = initial {
        check_initial::<G>(&initial.network, config, dataset.base)?;
    }
    let training = dataset.training_len();
    ensure!(dataset.len() >= VALIDATION_DIVISOR, "{} positions are too few to learn from", dataset.len());
    ensure!((1..dataset.len()).contains(&training), "the positions of one game are too few to learn from");
    let scale = best(scales(), &dataset.scale_errors());
    let examples = Examples::new(dataset, config.search_share, scale);
    let tempo = best(tempi(), &examples.tempo_errors());
    let random = Model::new(config.seed, dataset.feature_count(), config.l1_size, tempo);
    let base_loss = validate::<G>(&random, &examples).loss.mean();
    let given = initial.map(|initial| Model::from_network(&initial.network));
    let initial_loss = given.as_ref().map(|model| validate::<G>(model, &examples).loss.mean());
    let tuned = given.as_ref().filter(|_| initial.is_some_and(|initial| initial.fine_tune));
    let decay_target = tuned.map_or_else(Vec::new, |model| model.weights().to_vec());
    let first = given.unwrap_or(random);
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
        let (epochs, validation_loss) = (state.epochs, loss.mean());
        on_epoch(&EpochStats { epochs, training_loss, initial_loss, validation_loss, base_loss, scale, peak });
        if let Some(file) = state_file {
            checkpoint::write(file, &state)?;
        }
    }
    Ok(state.model.network_file::<G>(dataset.base))
}

#[cfg(test)]
mod tests {
    use engine::game::Game;
    use engine::variants::Kaleido;
    use selfplay::GameSample;

    use super::*;
    use crate::tests::CONFIG;

    #[test]
    fn the_rate_rises_in_the_warm_up_and_falls_along_a_cosine() {
        let rates = |steps: usize| (0..steps).map(|step| relative_rate(step, steps)).collect::<Vec<f64>>();
        // A twentieth of few steps, and 200 of many.
        for (steps, warm_up) in [(100, 5), (20_000, 200)] {
            let rates = rates(steps);
            assert!(rates[..warm_up].is_sorted() && rates[warm_up..].is_sorted_by(|one, next| one > next));
            assert!((rates[0] * warm_up as f64 - 1.0).abs() < 0.01 && rates[warm_up] > 0.99);
            assert!((FINAL_RATE..0.012).contains(rates.last().unwrap()));
        }
        assert_eq!(rates(19)[0], 1.0, "too few for a warm-up");
    }

    #[test]
    fn any_number_of_epochs_has_a_learning_rate() {
        let config = TrainConfig { epochs: usize::MAX, batch: 4, ..CONFIG };
        let sample = GameSample { position: Kaleido::start(), score: 20, half_points: 1 };
        let samples: Vec<GameSample<Kaleido>> = std::iter::repeat_n(sample, 32).collect();
        let dataset = Dataset::new(&samples, Base::Hce);
        let mut model = Model::new(1, dataset.feature_count(), config.l1_size, 0.0);
        let examples = Examples::new(&dataset, config.search_share, 200.0);
        let loss = Epoch::new(&config, 0, 0, samples.len()).descend(&mut model, &examples, 0..8, &[]);
        assert_eq!(loss.positions, samples.len());
        assert!(model.check(dataset.feature_count(), config.l1_size).is_ok());
    }

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

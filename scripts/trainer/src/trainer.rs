//! Training loop: forward pass, backpropagation, Adam.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use eval::HandCraftedEval;
use eval::nnue::{EVAL_SCALE, L1_SIZE, NetworkFile, OUTPUT_BUCKETS, QA, QB};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::TrainConfig;
use super::dataset::Dataset;

/// Parts of a batch for the threads. Their number is fixed, so that sums do not depend on the number of threads.
const PARTS: usize = 8;

/// Adam's beta1 and beta2: decay of the running means of the gradient and of its square.
const BETAS: [f32; 2] = [0.9, 0.999];

/// Adam's epsilon.
const EPSILON: f32 = 1e-8;

/// Weights are clipped to this, so that they do not overflow when quantised.
const MAX_WEIGHT: f32 = 1.98;

/// Final learning rate, as a fraction of the initial one.
const FINAL_RATE: f64 = 0.01;

/// Range of the initial weights of the feature transformer: -0.05 to 0.05.
const INIT_RANGE: f32 = 0.05;

/// Layout of all weights in one vector: feature transformer weights (a row for each feature), feature transformer
/// biases, output weights (a row for each output bucket). Then a bonus for the side to move in each output bucket, in
/// the unit of the output: it is trained so that the network need not explain it, and is not part of the network.
#[derive(Clone, Copy)]
struct Layout {
    feature_count: usize,
}

impl Layout {
    const OUTPUT_WEIGHTS: usize = OUTPUT_BUCKETS * L1_SIZE;

    /// Layout of a vector of weights.
    fn of(weights: &[f32]) -> Layout {
        Layout { feature_count: (weights.len() - OUTPUT_BUCKETS - Layout::OUTPUT_WEIGHTS) / L1_SIZE - 1 }
    }

    fn ft_biases(self) -> usize {
        self.feature_count * L1_SIZE
    }

    fn output_weights(self) -> usize {
        self.ft_biases() + L1_SIZE
    }

    fn tempo(self) -> usize {
        self.output_weights() + Layout::OUTPUT_WEIGHTS
    }

    fn len(self) -> usize {
        self.tempo() + OUTPUT_BUCKETS
    }
}

/// State of a training: weights and Adam's moments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Trainer {
    config: TrainConfig,
    /// Hash of the dataset.
    dataset: u64,
    epochs: usize,
    steps: i32,
    weights: Vec<f32>,
    /// Adam's moments: running means of the gradient and of its square.
    moments: Vec<[f32; 2]>,
}

/// Quantises a weight.
fn quantize(weight: f32, unit: i16) -> i16 {
    (weight * f32::from(unit)).round() as i16
}

/// Gradient and loss of a part of a batch.
struct Part {
    gradient: Vec<f32>,
    loss: f64,
}

/// Accumulator of one side, in floating point.
type Accumulator = [f32; L1_SIZE];

impl Trainer {
    /// Initial state: random weights, and a bonus for the side to move, in centipawns.
    pub(super) fn new(config: TrainConfig, dataset: &Dataset, tempo: f64) -> Trainer {
        let layout = Layout { feature_count: dataset.feature_count() };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(config.seed);
        let mut initial = || ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * INIT_RANGE;
        let mut weights: Vec<f32> = (0..layout.len()).map(|_| initial()).collect();
        // Biases in the active range of SCReLU, and outputs of zero: training starts from the HCE.
        weights[layout.ft_biases()..layout.output_weights()].fill(0.2);
        weights[layout.output_weights()..layout.tempo()].fill(0.0);
        weights[layout.tempo()..].fill(tempo as f32 / EVAL_SCALE as f32);
        Trainer {
            config,
            dataset: dataset.digest(),
            epochs: 0,
            steps: 0,
            moments: vec![[0.0; 2]; weights.len()],
            weights,
        }
    }

    /// Reads the state of an interrupted training.
    pub(super) fn read(file: &Path, config: &TrainConfig, dataset: &Dataset) -> Result<Trainer> {
        let trainer: Trainer = postcard::from_bytes(&std::fs::read(file)?).context("not the state of a training")?;
        let (there, wanted) = (trainer.config, *config);
        ensure!(there == wanted, "the state of another training: {there:?}, not {wanted:?}");
        let len = Layout { feature_count: dataset.feature_count() }.len();
        let complete = [trainer.weights.len(), trainer.moments.len()] == [len, len];
        ensure!(complete && trainer.dataset == dataset.digest(), "the state of a training with another dataset");
        Ok(trainer)
    }

    /// Writes the state atomically.
    pub(super) fn write(&self, file: &Path) -> Result<()> {
        let write = || -> Result<()> {
            let new = file.with_extension("new");
            std::fs::write(&new, postcard::to_stdvec(self)?)?;
            std::fs::rename(&new, file)?;
            Ok(())
        };
        write().with_context(|| file.display().to_string())
    }

    pub(super) fn epochs(&self) -> usize {
        self.epochs
    }

    /// One epoch: shuffles the first `split` positions and takes a step for each batch. Returns the training loss.
    pub(super) fn epoch(&mut self, dataset: &Dataset, targets: &[f32], scale: f64, split: usize) -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.config.seed ^ ((1 + self.epochs as u64) << 32));
        let mut order: Vec<u32> = (0..split as u32).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
        }
        let batches = split.div_ceil(self.config.batch);
        let total = (batches * self.config.epochs).max(1);
        let mut loss = 0.0;
        for batch in order.chunks(self.config.batch) {
            let mirrors = random.next_u64();
            let parts: Vec<Part> = batch
                .par_chunks(batch.len().div_ceil(PARTS))
                .map(|part| self.batch_gradient(dataset, targets, scale, part, mirrors))
                .collect();
            loss += parts.iter().map(|part| part.loss).sum::<f64>();
            let done = f64::from(self.steps) / total as f64;
            let cosine = 0.5 + 0.5 * (std::f64::consts::PI * done).cos();
            self.adam_step(&parts, batch.len(), self.config.rate * (FINAL_RATE + (1.0 - FINAL_RATE) * cosine));
        }
        self.epochs += 1;
        loss / split.max(1) as f64
    }

    /// Loss at some positions: mean squared error.
    pub(super) fn loss(&self, dataset: &Dataset, targets: &[f32], scale: f64, which: &[u32]) -> f64 {
        let loss = |&index: &u32| {
            let index = index as usize;
            let accumulators = self.accumulators(dataset, index, false);
            let expected = self.expected(dataset, index, &accumulators, scale);
            f64::from(expected - targets[index]).powi(2)
        };
        let errors: Vec<f64> = which.par_iter().map(loss).collect();
        errors.iter().sum::<f64>() / which.len().max(1) as f64
    }

    /// Accumulators of a position, before activation: of the side to move, and of the opponent.
    #[inline(always)]
    fn accumulators(&self, dataset: &Dataset, index: usize, mirrored: bool) -> [Accumulator; 2] {
        let layout = Layout { feature_count: dataset.feature_count() };
        let ft_biases: Accumulator =
            self.weights[layout.ft_biases()..layout.output_weights()].try_into().expect("so many");
        let mut accumulators = [ft_biases; 2];
        for &pair in dataset.features(index) {
            for (accumulator, feature) in accumulators.iter_mut().zip(pair) {
                let feature = if mirrored { dataset.mirrored(feature) } else { feature };
                let row = &self.weights[usize::from(feature) * L1_SIZE..][..L1_SIZE];
                accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        accumulators
    }

    /// Forward pass: expected score of a position.
    #[inline(always)]
    fn expected(&self, dataset: &Dataset, index: usize, accumulators: &[Accumulator; 2], scale: f64) -> f32 {
        let layout = Layout { feature_count: dataset.feature_count() };
        let bucket = usize::from(dataset.buckets[index]);
        let output_weights = &self.weights[layout.output_weights() + bucket * L1_SIZE..][..L1_SIZE];
        let [own, other] = accumulators;
        // Eight partial sums, for SIMD.
        let mut sums = [0.0_f32; 8];
        for ((own, other), weights) in
            own.chunks_exact(8).zip(other.chunks_exact(8)).zip(output_weights.chunks_exact(8))
        {
            for i in 0..8 {
                let [own, other] = [own[i], other[i]].map(|number| number.clamp(0.0, 1.0));
                sums[i] += (own * own - other * other) * weights[i];
            }
        }
        let output = sums.iter().sum::<f32>() + self.weights[layout.tempo() + bucket];
        let sample = &dataset.samples[index];
        let value = sample.hce + sample.hce_slope * output * EVAL_SCALE as f32;
        1.0 / (1.0 + (-value / scale as f32).exp())
    }

    /// Backpropagation: gradient of the sum of squared errors at some positions.
    fn batch_gradient(&self, dataset: &Dataset, targets: &[f32], scale: f64, which: &[u32], mirrors: u64) -> Part {
        let layout = Layout { feature_count: dataset.feature_count() };
        let mut part = Part { gradient: vec![0.0; layout.len()], loss: 0.0 };
        for &index in which {
            let mirrored = (u64::from(index) ^ mirrors).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 1;
            let index = index as usize;
            let accumulators = self.accumulators(dataset, index, mirrored);
            let expected = self.expected(dataset, index, &accumulators, scale);
            let error = expected - targets[index];
            part.loss += f64::from(error).powi(2);
            let sample = &dataset.samples[index];
            let output_gradient =
                2.0 * error * expected * (1.0 - expected) * sample.hce_slope * EVAL_SCALE as f32 / scale as f32;
            let bucket = usize::from(dataset.buckets[index]);
            let place = layout.output_weights() + bucket * L1_SIZE;
            let mut gradients = [[0.0_f32; L1_SIZE]; 2];
            let output_weights = &self.weights[place..][..L1_SIZE];
            let of_outputs = &mut part.gradient[place..][..L1_SIZE];
            for ((accumulator, gradients), output_gradient) in
                accumulators.iter().zip(&mut gradients).zip([output_gradient, -output_gradient])
            {
                for i in 0..L1_SIZE {
                    let activated = accumulator[i].clamp(0.0, 1.0);
                    of_outputs[i] += output_gradient * activated * activated;
                    let open = if accumulator[i] > 0.0 && accumulator[i] < 1.0 { 2.0 * output_gradient } else { 0.0 };
                    gradients[i] = open * activated * output_weights[i];
                }
            }
            part.gradient[layout.tempo() + bucket] += output_gradient;
            let ft_biases = &mut part.gradient[layout.ft_biases()..layout.output_weights()];
            for gradients in &gradients {
                ft_biases.iter_mut().zip(gradients).for_each(|(sum, output_gradient)| *sum += output_gradient);
            }
            for &pair in dataset.features(index) {
                for (gradients, feature) in gradients.iter().zip(pair) {
                    let feature = if mirrored { dataset.mirrored(feature) } else { feature };
                    let row = &mut part.gradient[usize::from(feature) * L1_SIZE..][..L1_SIZE];
                    row.iter_mut().zip(gradients).for_each(|(sum, output_gradient)| *sum += output_gradient);
                }
            }
        }
        part
    }

    /// Step of Adam; the weights of the feature transformer also decay.
    fn adam_step(&mut self, parts: &[Part], positions: usize, rate: f64) {
        const CHUNK: usize = 1 << 14;
        let features = Layout::of(&self.weights).ft_biases();
        let decay = (1.0 - rate * self.config.decay) as f32;
        self.steps += 1;
        let [first, second] = BETAS;
        // Bias correction.
        let correction = [1.0 - first.powi(self.steps), 1.0 - second.powi(self.steps)];
        let chunks = self.weights.par_chunks_mut(CHUNK).zip(self.moments.par_chunks_mut(CHUNK)).enumerate();
        chunks.for_each(|(chunk, (weights, moments))| {
            for (i, (weight, [mean, square])) in weights.iter_mut().zip(moments).enumerate() {
                let sum: f32 = parts.iter().map(|part| part.gradient[chunk * CHUNK + i]).sum();
                let gradient = sum / positions as f32;
                *mean = first * *mean + (1.0 - first) * gradient;
                *square = second * *square + (1.0 - second) * gradient * gradient;
                let direction = *mean / correction[0] / ((*square / correction[1]).sqrt() + EPSILON);
                let decay = if chunk * CHUNK + i < features { decay } else { 1.0 };
                *weight = (decay * *weight - rate as f32 * direction).clamp(-MAX_WEIGHT, MAX_WEIGHT);
            }
        });
    }

    /// The same with weights as they are after quantisation.
    pub(super) fn quantized(&self) -> Trainer {
        let layout = Layout::of(&self.weights);
        let mut quantized = self.clone();
        let (ft, output_weights) = quantized.weights[..layout.tempo()].split_at_mut(layout.output_weights());
        for (weights, unit) in [(ft, QA), (output_weights, QB)] {
            weights.iter_mut().for_each(|weight| *weight = f32::from(quantize(*weight, unit)) / f32::from(unit));
        }
        quantized
    }

    /// The quantised network.
    pub(super) fn network_file<G: HandCraftedEval>(&self, dataset: &Dataset) -> NetworkFile {
        let layout = Layout { feature_count: dataset.feature_count() };
        let quantize = |weights: &[f32], unit: i16| weights.iter().map(|weight| quantize(*weight, unit)).collect();
        NetworkFile {
            format: NetworkFile::FORMAT,
            variant: G::NAME.to_string(),
            piece_count: dataset.piece_count as u16,
            ft_biases: quantize(&self.weights[layout.ft_biases()..layout.output_weights()], QA),
            ft_weights: quantize(&self.weights[..layout.ft_biases()], QA),
            output_weights: quantize(&self.weights[layout.output_weights()..layout.tempo()], QB),
        }
    }
}

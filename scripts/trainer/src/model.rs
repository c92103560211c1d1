//! Network in training: parameters in floating point, forward pass, backpropagation, Adam, quantisation.

use std::ops::Range;

use anyhow::{Result, ensure};
use eval::HandCraftedEval;
use eval::nnue::{self, Base, EVAL_SCALE, L1_SIZES, NetworkFile, OUTPUT_BUCKETS, QA, QB};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::dataset::Examples;

/// Parts of a batch for the threads. Their number is fixed, so that sums do not depend on the number of threads.
const PARTS: usize = 8;

/// Adam's beta1 and beta2: decay of the running means of the gradient and of its square.
const BETAS: [f32; 2] = [0.9, 0.999];

/// Adam's epsilon.
const EPSILON: f32 = 1e-8;

/// Weights and biases of the feature transformer are clipped to this, so that sums of many fit into 16 bits.
const MAX_FT_WEIGHT: f32 = 1.98;

/// Output weights and biases are clipped to this: a hundredth below what a network with that L1 size may have.
fn max_output_weight(l1_size: usize) -> f32 {
    0.99 * f32::from(nnue::max_output_weight(l1_size)) / f32::from(QB)
}

/// Weight decay of the outputs, as a share of that of the feature transformer.
const OUTPUT_DECAY: f64 = 0.25;

/// Range of the initial weights of the feature transformer: -0.05 to 0.05.
const INIT_RANGE: f32 = 0.05;

/// Layout of all weights in one vector: feature transformer weights (a row for each feature), feature transformer
/// biases, output weights (for each output bucket a row for the side to move and one for its opponent), output biases.
#[derive(Clone, Copy)]
struct Layout {
    feature_count: usize,
    l1_size: usize,
}

impl Layout {
    fn ft_biases(self) -> usize {
        self.feature_count * self.l1_size
    }

    fn output_weights(self) -> usize {
        self.ft_biases() + self.l1_size
    }

    fn output_biases(self) -> usize {
        self.output_weights() + OUTPUT_BUCKETS * 2 * self.l1_size
    }

    fn len(self) -> usize {
        self.output_biases() + OUTPUT_BUCKETS
    }
}

/// Sum of squared errors at some positions.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Loss {
    pub(crate) sum: f64,
    pub(crate) positions: usize,
}

impl Loss {
    /// Adds the loss at other positions.
    pub(crate) fn add(&mut self, other: Loss) {
        self.sum += other.sum;
        self.positions = self.positions.saturating_add(other.positions);
    }

    /// Mean squared error.
    pub(crate) fn mean(self) -> f64 {
        self.sum / self.positions.max(1) as f64
    }
}

/// Parameters of a training: the network's weights and Adam's moments.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Model {
    /// Steps of Adam so far.
    steps: i32,
    /// L1 size, one of [`L1_SIZES`].
    l1_size: usize,
    weights: Vec<f32>,
    /// Adam's moments: running means of the gradient and of its square.
    moments: Vec<[f32; 2]>,
}

/// Settings of a step of the optimizer.
pub(crate) struct Step<'a> {
    /// Random bits that choose the positions of the batch which are mirrored.
    pub(crate) mirrors: u64,
    /// Learning rate.
    pub(crate) rate: f64,
    /// Weight decay of the feature transformer, as a multiple of the learning rate. The outputs have
    /// [`OUTPUT_DECAY`] of it.
    pub(crate) weight_decay: f64,
    /// Values that all weights and biases decay towards. If it is empty, weights decay towards zero, and biases do not
    /// decay.
    pub(crate) decay_target: &'a [f32],
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
type Accumulator<const L1: usize> = [f32; L1];

/// Calls a method of the model with the L1 size as a constant.
macro_rules! with_l1_size {
    ($model:ident.$method:ident($($argument:expr),*)) => {
        match $model.l1_size {
            128 => $model.$method::<128>($($argument),*),
            256 => $model.$method::<256>($($argument),*),
            _ => $model.$method::<512>($($argument),*),
        }
    };
}

const _: () = assert!(matches!(L1_SIZES, [128, 256, 512]), "those of with_l1_size");

impl Model {
    /// Initial parameters: random weights, and output biases that are a bonus for the side to move, in centipawns.
    pub(crate) fn new(seed: u64, feature_count: usize, l1_size: usize, tempo: f64) -> Model {
        let layout = Layout { feature_count, l1_size };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut initial = || ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * INIT_RANGE;
        let mut weights: Vec<f32> = (0..layout.len()).map(|_| initial()).collect();
        // Biases in the active range of SCReLU, and output weights of zero: training starts from the HCE with a bonus
        // for the side to move.
        weights[layout.ft_biases()..layout.output_weights()].fill(0.2);
        weights[layout.output_weights()..layout.output_biases()].fill(0.0);
        weights[layout.output_biases()..].fill(tempo as f32 / EVAL_SCALE as f32);
        Model { steps: 0, l1_size, moments: vec![[0.0; 2]; weights.len()], weights }
    }

    /// Initial parameters that are the weights of a network.
    pub(crate) fn from_network(network: &NetworkFile) -> Model {
        let l1_size = network.ft_biases.len();
        let dequantize = |weights: &[i16], unit: i16, most: f32| {
            let one = f32::from(unit);
            weights.iter().map(|&weight| (f32::from(weight) / one).clamp(-most, most)).collect::<Vec<_>>()
        };
        let most = max_output_weight(l1_size);
        let weights = [
            dequantize(&network.ft_weights, QA, MAX_FT_WEIGHT),
            dequantize(&network.ft_biases, QA, MAX_FT_WEIGHT),
            dequantize(&network.output_weights, QB, most),
            dequantize(&network.output_biases, QB, most),
        ]
        .concat();
        Model { steps: 0, l1_size, moments: vec![[0.0; 2]; weights.len()], weights }
    }

    /// All weights and biases.
    pub(crate) fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Number of weights of the largest model.
    pub(crate) fn max_weight_count(feature_count: usize) -> usize {
        Layout { feature_count, l1_size: L1_SIZES[L1_SIZES.len() - 1] }.len()
    }

    /// Layout of the weights.
    fn layout(&self) -> Layout {
        let feature_count = (self.weights.len() - OUTPUT_BUCKETS) / self.l1_size - 2 * OUTPUT_BUCKETS - 1;
        Layout { feature_count, l1_size: self.l1_size }
    }

    /// Checks parameters that come from outside.
    ///
    /// # Errors
    /// If they are not those of a network with so many features and that L1 size, or out of range.
    pub(crate) fn check(&self, feature_count: usize, l1_size: usize) -> Result<()> {
        const MOST_STEPS: i32 = 1 << 30;
        ensure!(self.l1_size == l1_size, "a model with an L1 size of {}, not {l1_size}", self.l1_size);
        crate::check_l1_size(l1_size)?;
        let (there, wanted) = ([self.weights.len(), self.moments.len()], Layout { feature_count, l1_size }.len());
        ensure!(there == [wanted; 2], "{there:?} weights and moments, and the network has {wanted}");
        ensure!((0..MOST_STEPS).contains(&self.steps), "a model after {} steps", self.steps);
        let (ft, output) = self.weights.split_at(self.layout().output_weights());
        for (weights, most) in [(ft, MAX_FT_WEIGHT), (output, max_output_weight(l1_size))] {
            ensure!(weights.iter().all(|weight| weight.abs() <= most), "a weight beyond {most}");
        }
        let moments = self.moments.iter().all(|[mean, square]| mean.is_finite() && (0.0..f32::MAX).contains(square));
        ensure!(moments, "moments of Adam that are none");
        Ok(())
    }

    /// Weighted mean of several models. The steps are those of the model that has made most.
    ///
    /// # Panics
    /// If there are none, they differ in size, or the weights sum to zero.
    pub(crate) fn mean(models: &[(usize, Model)]) -> Model {
        let total = models.iter().map(|&(positions, _)| positions as f64).sum::<f64>();
        let mean_of = |number: &(dyn Fn(&Model) -> f32 + Sync)| {
            (models.iter().map(|(positions, model)| *positions as f64 * f64::from(number(model))).sum::<f64>() / total)
                as f32
        };
        let places = (0..models[0].1.weights.len()).into_par_iter();
        Model {
            steps: models.iter().map(|(_, model)| model.steps).max().unwrap_or(0),
            l1_size: models[0].1.l1_size,
            weights: places.clone().map(|i| mean_of(&|model| model.weights[i])).collect(),
            moments: places.map(|i| [0, 1].map(|moment| mean_of(&|model| model.moments[i][moment]))).collect(),
        }
    }

    /// Loss at a range of positions.
    pub(crate) fn loss(&self, examples: &Examples, range: Range<usize>) -> Loss {
        with_l1_size!(self.loss_of(examples, range))
    }

    fn loss_of<const L1: usize>(&self, examples: &Examples, range: Range<usize>) -> Loss {
        let positions = range.len();
        let loss = |index: usize| {
            let accumulators = self.accumulators::<L1>(examples, index, false);
            let expected = self.expected(examples, index, &accumulators);
            f64::from(expected - examples.targets[index]).powi(2)
        };
        let errors: Vec<f64> = range.into_par_iter().map(loss).collect();
        Loss { sum: errors.iter().sum(), positions }
    }

    /// Accumulators of a position, before activation: of the side to move, and of the opponent.
    #[inline(always)]
    fn accumulators<const L1: usize>(&self, examples: &Examples, index: usize, mirrored: bool) -> [Accumulator<L1>; 2] {
        let dataset = examples.dataset;
        let layout = self.layout();
        let ft_biases: Accumulator<L1> =
            self.weights[layout.ft_biases()..layout.output_weights()].try_into().expect("so many");
        let mut accumulators = [ft_biases; 2];
        for &pair in dataset.features(index) {
            for (accumulator, feature) in accumulators.iter_mut().zip(pair) {
                let feature = if mirrored { dataset.mirrored(feature) } else { feature };
                let row = &self.weights[usize::from(feature) * L1..][..L1];
                accumulator.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        accumulators
    }

    /// Forward pass: expected score of a position.
    #[inline(always)]
    fn expected<const L1: usize>(&self, examples: &Examples, index: usize, accumulators: &[Accumulator<L1>; 2]) -> f32 {
        let dataset = examples.dataset;
        let layout = self.layout();
        let bucket = usize::from(dataset.buckets[index]);
        let output_weights = &self.weights[layout.output_weights() + bucket * 2 * L1..][..2 * L1];
        // Eight partial sums, for SIMD.
        let mut sums = [0.0_f32; 8];
        for (numbers, weights) in accumulators.as_flattened().chunks_exact(8).zip(output_weights.chunks_exact(8)) {
            for i in 0..8 {
                let activated = numbers[i].clamp(0.0, 1.0);
                sums[i] += activated * activated * weights[i];
            }
        }
        let output = sums.iter().sum::<f32>() + self.weights[layout.output_biases() + bucket];
        let sample = &dataset.samples[index];
        let value = sample.hce + sample.hce_slope * output * EVAL_SCALE as f32;
        1.0 / (1.0 + libm::expf(-value / examples.scale as f32))
    }

    /// Step of the optimizer with a batch of positions, some of them mirrored at random (data augmentation). Where the
    /// rules tell left from right, features are their own mirror images and nothing changes. Returns the loss before
    /// the step.
    pub(crate) fn descend(&mut self, examples: &Examples, batch: &[u32], step: &Step) -> Loss {
        let parts: Vec<Part> = batch
            .par_chunks(batch.len().div_ceil(PARTS))
            .map(|part| with_l1_size!(self.batch_gradient(examples, part, step.mirrors)))
            .collect();
        self.adam_step(&parts, batch.len(), step);
        Loss { sum: parts.iter().map(|part| part.loss).sum(), positions: batch.len() }
    }

    /// Backpropagation: gradient of the sum of squared errors at some positions.
    fn batch_gradient<const L1: usize>(&self, examples: &Examples, batch: &[u32], mirrors: u64) -> Part {
        let (dataset, scale) = (examples.dataset, examples.scale as f32);
        let layout = self.layout();
        let mut part = Part { gradient: vec![0.0; layout.len()], loss: 0.0 };
        for &index in batch {
            let mirrored = (u64::from(index) ^ mirrors).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 1;
            let index = index as usize;
            let accumulators = self.accumulators::<L1>(examples, index, mirrored);
            let expected = self.expected(examples, index, &accumulators);
            let error = expected - examples.targets[index];
            part.loss += f64::from(error).powi(2);
            let sample = &dataset.samples[index];
            let output_gradient =
                2.0 * error * expected * (1.0 - expected) * sample.hce_slope * EVAL_SCALE as f32 / scale;
            let bucket = usize::from(dataset.buckets[index]);
            let mut gradients = [[0.0_f32; L1]; 2];
            for (perspective, (accumulator, gradients)) in accumulators.iter().zip(&mut gradients).enumerate() {
                let place = layout.output_weights() + (2 * bucket + perspective) * L1;
                let output_weights = &self.weights[place..][..L1];
                let of_outputs = &mut part.gradient[place..][..L1];
                for i in 0..L1 {
                    let activated = accumulator[i].clamp(0.0, 1.0);
                    of_outputs[i] += output_gradient * activated * activated;
                    let open = if accumulator[i] > 0.0 && accumulator[i] < 1.0 { 2.0 * output_gradient } else { 0.0 };
                    gradients[i] = open * activated * output_weights[i];
                }
            }
            part.gradient[layout.output_biases() + bucket] += output_gradient;
            let ft_biases = &mut part.gradient[layout.ft_biases()..layout.output_weights()];
            for gradients in &gradients {
                ft_biases.iter_mut().zip(gradients).for_each(|(sum, output_gradient)| *sum += output_gradient);
            }
            for &pair in dataset.features(index) {
                for (gradients, feature) in gradients.iter().zip(pair) {
                    let feature = if mirrored { dataset.mirrored(feature) } else { feature };
                    let row = &mut part.gradient[usize::from(feature) * L1..][..L1];
                    row.iter_mut().zip(gradients).for_each(|(sum, output_gradient)| *sum += output_gradient);
                }
            }
        }
        part
    }

    /// Step of Adam with decoupled weight decay (AdamW).
    fn adam_step(&mut self, parts: &[Part], positions: usize, step: &Step) {
        const CHUNK: usize = 1 << 14;
        let Step { rate, weight_decay, decay_target, .. } = *step;
        let layout = self.layout();
        let [ft_biases, outputs, output_biases] = [layout.ft_biases(), layout.output_weights(), layout.output_biases()];
        let output_limit = max_output_weight(self.l1_size);
        let [ft_decay, output_decay] = [1.0, OUTPUT_DECAY].map(|share| (1.0 - share * rate * weight_decay) as f32);
        self.steps += 1;
        let [first, second] = BETAS;
        // Bias correction.
        let correction = [first, second].map(|beta| 1.0 - beta.powi(self.steps));
        let chunks = self.weights.par_chunks_mut(CHUNK).zip(self.moments.par_chunks_mut(CHUNK)).enumerate();
        chunks.for_each(|(chunk, (weights, moments))| {
            for (i, (weight, [mean, square])) in weights.iter_mut().zip(moments).enumerate() {
                let i = chunk * CHUNK + i;
                let sum: f32 = parts.iter().map(|part| part.gradient[i]).sum();
                let gradient = sum / positions as f32;
                *mean = first * *mean + (1.0 - first) * gradient;
                *square = second * *square + (1.0 - second) * gradient * gradient;
                let direction = *mean / correction[0] / ((*square / correction[1]).sqrt() + EPSILON);
                let (decay, most) = if i < outputs { (ft_decay, MAX_FT_WEIGHT) } else { (output_decay, output_limit) };
                let is_bias = (ft_biases..outputs).contains(&i) || i >= output_biases;
                let undirected = if is_bias { *weight } else { 0.0 };
                let target = decay_target.get(i).copied().unwrap_or(undirected);
                let decayed = target + decay * (*weight - target);
                *weight = (decayed - rate as f32 * direction).clamp(-most, most);
            }
        });
    }

    /// Quantised model: the weights, in floating point, as they are after quantisation.
    pub(crate) fn quantized(&self) -> Model {
        let layout = self.layout();
        let mut quantized = self.clone();
        let (ft, output) = quantized.weights.split_at_mut(layout.output_weights());
        for (weights, unit) in [(ft, QA), (output, QB)] {
            weights.iter_mut().for_each(|weight| *weight = f32::from(quantize(*weight, unit)) / f32::from(unit));
        }
        quantized
    }

    /// The quantised network.
    pub(crate) fn network_file<G: HandCraftedEval>(&self, base: Base) -> NetworkFile {
        let layout = self.layout();
        let quantize = |weights: &[f32], unit: i16| weights.iter().map(|weight| quantize(*weight, unit)).collect();
        NetworkFile {
            format: NetworkFile::FORMAT,
            variant: G::name().to_string(),
            piece_count: G::feature_set().piece_count() as u16,
            ft_biases: quantize(&self.weights[layout.ft_biases()..layout.output_weights()], QA),
            ft_weights: quantize(&self.weights[..layout.ft_biases()], QA),
            output_weights: quantize(&self.weights[layout.output_weights()..layout.output_biases()], QB),
            base,
            output_biases: quantize(&self.weights[layout.output_biases()..], QB),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_averaged_by_their_positions() {
        let first = Model::new(1, 3, 128, 10.0);
        let second = Model { steps: 3, moments: vec![[4.0, 8.0]; first.moments.len()], ..Model::new(2, 3, 128, 50.0) };
        let mean = Model::mean(&[(300, first.clone()), (100, second.clone())]);
        assert_eq!((mean.steps, mean.moments[7]), (3, [1.0, 2.0]));
        assert_eq!(mean.weights[5], (first.weights[5] * 0.75 + second.weights[5] * 0.25));
        assert!((mean.weights.last().unwrap() * EVAL_SCALE as f32 - 20.0).abs() < 1e-4);
        assert_eq!(Model::mean(&[(12_345_679, first.clone())]), first);
    }

    #[test]
    fn models_from_outside_are_checked() {
        let good = Model::new(1, 3, 128, 10.0);
        assert!(good.check(3, 128).is_ok());
        assert!(good.check(4, 128).unwrap_err().to_string().contains("weights and moments"));
        assert_eq!(good.check(3, 256).unwrap_err().to_string(), "a model with an L1 size of 128, not 256");
        let fault = |change: &dyn Fn(&mut Model)| {
            let mut model = good.clone();
            change(&mut model);
            model.check(3, 128).unwrap_err().to_string()
        };
        assert_eq!(fault(&|model| model.steps = -1), "a model after -1 steps");
        assert_eq!(fault(&|model| model.weights[2] = f32::NAN), "a weight beyond 1.98");
        assert_eq!(fault(&|model| *model.weights.last_mut().unwrap() = 7.93), "a weight beyond 7.92");
        assert_eq!(fault(&|model| model.moments[2] = [0.0, -1.0]), "moments of Adam that are none");
        assert!(
            fault(&|model| model.moments.truncate(5)).ends_with(", 5] weights and moments, and the network has 2568")
        );
    }

    #[test]
    fn all_weights_decay_and_those_of_the_outputs_by_a_quarter() {
        let mut start = Model::new(1, 3, 128, 40.0);
        let layout = start.layout();
        start.weights[layout.output_weights()..layout.output_biases()].fill(1.5);
        let step_towards = |decay_target: &[f32]| {
            let mut model = start.clone();
            let part = Part { gradient: vec![0.0; model.weights.len()], loss: 0.0 };
            model.adam_step(&[part], 1, &Step { mirrors: 0, rate: 0.01, weight_decay: 40.0, decay_target });
            model.weights
        };
        let left = |place: usize| -> f32 { if place < layout.output_weights() { 0.6 } else { 0.9 } };
        let all_are = |weights: Vec<f32>, expected: &dyn Fn(usize, f32) -> f32| {
            let mut places = weights.iter().zip(&start.weights).enumerate();
            places.all(|(place, (weight, before))| (weight - expected(place, *before)).abs() < 1e-6)
        };
        let target = vec![0.5; start.weights.len()];
        assert!(all_are(step_towards(&target), &|place, before| 0.5 + left(place) * (before - 0.5)));
        let is_bias = |place: usize| {
            (layout.ft_biases()..layout.output_weights()).contains(&place) || place >= layout.output_biases()
        };
        let without_target = |place: usize, before: f32| if is_bias(place) { before } else { left(place) * before };
        assert!(all_are(step_towards(&[]), &without_target));
    }

    #[test]
    fn weights_are_clipped_those_of_the_output_by_the_l1_size() {
        for (l1_size, most) in L1_SIZES.into_iter().zip([7.92, 3.96, 1.98]) {
            assert_eq!(max_output_weight(l1_size), most);
            assert!(quantize(most, QB) <= nnue::max_output_weight(l1_size));
            let mut model = Model::new(1, 3, l1_size, 10.0);
            let part = Part { gradient: vec![-1.0; model.weights.len()], loss: 0.0 };
            let step = Step { mirrors: 0, rate: 100.0, weight_decay: 0.0, decay_target: &[] };
            model.adam_step(&[part], 1, &step);
            let (ft, output) = model.weights.split_at(model.layout().output_weights());
            assert!(ft.iter().all(|&weight| weight == MAX_FT_WEIGHT));
            assert!(output.iter().all(|&weight| weight == most));
            assert!(model.check(3, l1_size).is_ok());
        }
    }
}

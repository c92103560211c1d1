//! Gradient descent.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use eval::HandCraftedEval;
use eval::nnue::{EVAL_SCALE, L1_SIZE, NetworkFile, OUTPUT_BUCKETS, QA, QB};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::Schooling;
use super::lessons::Lessons;

/// A batch is cut into so many parts for the threads: sums do not depend on how many of those there are.
const PARTS: usize = 8;

/// How much of the mean gradient, and of its square, is remembered from one step to the next (Adam).
const MOMENTUM: [f32; 2] = [0.9, 0.999];

/// The size of a gradient below which it does not matter.
const TINY: f32 = 1e-8;

/// No weight grows larger, so that none is cut off when it becomes a whole number.
const LARGEST: f32 = 1.98;

/// The rate at the end, as a share of that at the beginning.
const LAST_RATE: f64 = 0.01;

/// How wide weights of the inputs are spread at first.
const SPREAD: f32 = 0.05;

/// Weights as numbers one after the other: rows of inputs, the hidden numbers of the empty board, outputs. After those what it is worth
/// to be on move in each part of the game, in the unit of outputs: it is learned so that the rest need not explain it, and left out in the end.
#[derive(Clone, Copy)]
struct Shape {
    width: usize,
}

impl Shape {
    const OUTPUTS: usize = OUTPUT_BUCKETS * L1_SIZE;

    /// The shape of all weights.
    fn of(weights: &[f32]) -> Shape {
        Shape { width: (weights.len() - OUTPUT_BUCKETS - Shape::OUTPUTS) / L1_SIZE - 1 }
    }

    fn bias(self) -> usize {
        self.width * L1_SIZE
    }

    fn outputs(self) -> usize {
        self.bias() + L1_SIZE
    }

    fn tempo(self) -> usize {
        self.outputs() + Shape::OUTPUTS
    }

    fn len(self) -> usize {
        self.tempo() + OUTPUT_BUCKETS
    }
}

/// The state of a schooling.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Descent {
    schooling: Schooling,
    /// Tells the lessons from others.
    lessons: u64,
    epochs: usize,
    steps: i32,
    weights: Vec<f32>,
    /// Means of the gradient, and of its square.
    means: Vec<[f32; 2]>,
}

/// A weight as a whole number.
fn whole(weight: f32, one: i16) -> i16 {
    (weight * f32::from(one)).round() as i16
}

/// What a part of a batch comes to.
struct Part {
    gradient: Vec<f32>,
    error: f64,
}

type View = [f32; L1_SIZE];

impl Descent {
    /// The beginning: nothing is known but what it is worth to be on move, in centipawns.
    pub(super) fn new(schooling: Schooling, lessons: &Lessons, tempo: f64) -> Descent {
        let shape = Shape { width: lessons.width() };
        let mut random = Xoshiro256PlusPlus::seed_from_u64(schooling.seed);
        let mut spread = || ((random.next_u64() >> 40) as f32 / (1 << 23) as f32 - 1.0) * SPREAD;
        let mut weights: Vec<f32> = (0..shape.len()).map(|_| spread()).collect();
        // Half open, and saying nothing yet: teaching begins at the hand-written evaluation.
        weights[shape.bias()..shape.outputs()].fill(0.2);
        weights[shape.outputs()..shape.tempo()].fill(0.0);
        weights[shape.tempo()..].fill(tempo as f32 / EVAL_SCALE as f32);
        Descent {
            schooling,
            lessons: lessons.digest(),
            epochs: 0,
            steps: 0,
            means: vec![[0.0; 2]; weights.len()],
            weights,
        }
    }

    /// Reads the state of a schooling that was interrupted.
    pub(super) fn read(file: &Path, schooling: &Schooling, lessons: &Lessons) -> Result<Descent> {
        let descent: Descent = postcard::from_bytes(&std::fs::read(file)?).context("not the state of a schooling")?;
        let (there, wanted) = (descent.schooling, *schooling);
        ensure!(there == wanted, "the state of another schooling: {there:?}, not {wanted:?}");
        let len = Shape { width: lessons.width() }.len();
        let whole = [descent.weights.len(), descent.means.len()] == [len, len];
        ensure!(whole && descent.lessons == lessons.digest(), "the state of a schooling with other lessons");
        Ok(descent)
    }

    /// Writes the state, whole or not at all.
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

    /// Looks once at the first `taught` positions, in an order of its own, and learns from them. Returns the mean squared error.
    pub(super) fn look(&mut self, lessons: &Lessons, targets: &[f32], scale: f64, taught: usize) -> f64 {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(self.schooling.seed ^ ((1 + self.epochs as u64) << 32));
        let mut order: Vec<u32> = (0..taught as u32).collect();
        for last in (1..order.len()).rev() {
            order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
        }
        let batches = taught.div_ceil(self.schooling.batch);
        let total = (batches * self.schooling.epochs).max(1);
        let mut error = 0.0;
        for batch in order.chunks(self.schooling.batch) {
            let mirrors = random.next_u64();
            let parts: Vec<Part> = batch
                .par_chunks(batch.len().div_ceil(PARTS))
                .map(|part| self.learn(lessons, targets, scale, part, mirrors))
                .collect();
            error += parts.iter().map(|part| part.error).sum::<f64>();
            let done = f64::from(self.steps) / total as f64;
            let fall = 0.5 + 0.5 * (std::f64::consts::PI * done).cos();
            self.step(&parts, batch.len(), self.schooling.rate * (LAST_RATE + (1.0 - LAST_RATE) * fall));
        }
        self.epochs += 1;
        error / taught.max(1) as f64
    }

    /// The mean squared error at some positions.
    pub(super) fn error(&self, lessons: &Lessons, targets: &[f32], scale: f64, which: &[u32]) -> f64 {
        let error = |&lesson: &u32| {
            let lesson = lesson as usize;
            let views = self.views(lessons, lesson, false);
            let points = self.points(lessons, lesson, &views, scale);
            f64::from(points - targets[lesson]).powi(2)
        };
        let errors: Vec<f64> = which.par_iter().map(error).collect();
        errors.iter().sum::<f64>() / which.len().max(1) as f64
    }

    /// The hidden numbers of a position before they are cut off: the player's to move, and the other one's.
    #[inline(always)]
    fn views(&self, lessons: &Lessons, lesson: usize, mirrored: bool) -> [View; 2] {
        let shape = Shape { width: lessons.width() };
        let bias: View = self.weights[shape.bias()..shape.outputs()].try_into().expect("so many");
        let mut views = [bias; 2];
        for &pair in lessons.inputs(lesson) {
            for (view, input) in views.iter_mut().zip(pair) {
                let input = if mirrored { lessons.mirrored(input) } else { input };
                let row = &self.weights[usize::from(input) * L1_SIZE..][..L1_SIZE];
                view.iter_mut().zip(row).for_each(|(sum, weight)| *sum += weight);
            }
        }
        views
    }

    /// The points that are expected of a position.
    #[inline(always)]
    fn points(&self, lessons: &Lessons, lesson: usize, views: &[View; 2], scale: f64) -> f32 {
        let shape = Shape { width: lessons.width() };
        let bucket = usize::from(lessons.buckets[lesson]);
        let outputs = &self.weights[shape.outputs() + bucket * L1_SIZE..][..L1_SIZE];
        let [own, other] = views;
        // Eight sums beside each other, for the sake of speed.
        let mut sums = [0.0_f32; 8];
        for ((own, other), weights) in own.chunks_exact(8).zip(other.chunks_exact(8)).zip(outputs.chunks_exact(8)) {
            for i in 0..8 {
                let [own, other] = [own[i], other[i]].map(|number| number.clamp(0.0, 1.0));
                sums[i] += (own * own - other * other) * weights[i];
            }
        }
        let output = sums.iter().sum::<f32>() + self.weights[shape.tempo() + bucket];
        let facts = &lessons.facts[lesson];
        let value = facts.by_hand + facts.share * output * EVAL_SCALE as f32;
        1.0 / (1.0 + (-value / scale as f32).exp())
    }

    /// The gradient of the sum of squared errors at some positions.
    fn learn(&self, lessons: &Lessons, targets: &[f32], scale: f64, which: &[u32], mirrors: u64) -> Part {
        let shape = Shape { width: lessons.width() };
        let mut part = Part { gradient: vec![0.0; shape.len()], error: 0.0 };
        for &lesson in which {
            let mirrored = (u64::from(lesson) ^ mirrors).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 63 == 1;
            let lesson = lesson as usize;
            let views = self.views(lessons, lesson, mirrored);
            let points = self.points(lessons, lesson, &views, scale);
            let error = points - targets[lesson];
            part.error += f64::from(error).powi(2);
            let facts = &lessons.facts[lesson];
            let slope = 2.0 * error * points * (1.0 - points) * facts.share * EVAL_SCALE as f32 / scale as f32;
            let bucket = usize::from(lessons.buckets[lesson]);
            let place = shape.outputs() + bucket * L1_SIZE;
            let mut slopes = [[0.0_f32; L1_SIZE]; 2];
            let outputs = &self.weights[place..][..L1_SIZE];
            let of_outputs = &mut part.gradient[place..][..L1_SIZE];
            for ((view, slopes), slope) in views.iter().zip(&mut slopes).zip([slope, -slope]) {
                for i in 0..L1_SIZE {
                    let cut = view[i].clamp(0.0, 1.0);
                    of_outputs[i] += slope * cut * cut;
                    let open = if view[i] > 0.0 && view[i] < 1.0 { 2.0 * slope } else { 0.0 };
                    slopes[i] = open * cut * outputs[i];
                }
            }
            part.gradient[shape.tempo() + bucket] += slope;
            let bias = &mut part.gradient[shape.bias()..shape.outputs()];
            for slopes in &slopes {
                bias.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
            }
            for &pair in lessons.inputs(lesson) {
                for (slopes, input) in slopes.iter().zip(pair) {
                    let input = if mirrored { lessons.mirrored(input) } else { input };
                    let row = &mut part.gradient[usize::from(input) * L1_SIZE..][..L1_SIZE];
                    row.iter_mut().zip(slopes).for_each(|(sum, slope)| *sum += slope);
                }
            }
        }
        part
    }

    /// Changes the weights: against the slope, and those of the inputs a little towards 0.
    fn step(&mut self, parts: &[Part], positions: usize, rate: f64) {
        const CHUNK: usize = 1 << 14;
        let inputs = Shape::of(&self.weights).bias();
        let kept = (1.0 - rate * self.schooling.decay) as f32;
        self.steps += 1;
        let [first, second] = MOMENTUM;
        // Both means begin at 0 and are too small at first.
        let short = [1.0 - first.powi(self.steps), 1.0 - second.powi(self.steps)];
        let chunks = self.weights.par_chunks_mut(CHUNK).zip(self.means.par_chunks_mut(CHUNK)).enumerate();
        chunks.for_each(|(chunk, (weights, means))| {
            for (i, (weight, [mean, square])) in weights.iter_mut().zip(means).enumerate() {
                let sum: f32 = parts.iter().map(|part| part.gradient[chunk * CHUNK + i]).sum();
                let slope = sum / positions as f32;
                *mean = first * *mean + (1.0 - first) * slope;
                *square = second * *square + (1.0 - second) * slope * slope;
                let way = *mean / short[0] / ((*square / short[1]).sqrt() + TINY);
                let kept = if chunk * CHUNK + i < inputs { kept } else { 1.0 };
                *weight = (kept * *weight - rate as f32 * way).clamp(-LARGEST, LARGEST);
            }
        });
    }

    /// The same with weights as they will be written, as fractions.
    pub(super) fn rounded(&self) -> Descent {
        let shape = Shape::of(&self.weights);
        let mut rounded = self.clone();
        let (hidden, outputs) = rounded.weights[..shape.tempo()].split_at_mut(shape.outputs());
        for (weights, one) in [(hidden, QA), (outputs, QB)] {
            weights.iter_mut().for_each(|weight| *weight = f32::from(whole(*weight, one)) / f32::from(one));
        }
        rounded
    }

    /// The network as whole numbers.
    pub(super) fn weights<G: HandCraftedEval>(&self, lessons: &Lessons) -> NetworkFile {
        let shape = Shape { width: lessons.width() };
        let whole = |weights: &[f32], one: i16| weights.iter().map(|weight| whole(*weight, one)).collect();
        NetworkFile {
            format: NetworkFile::FORMAT,
            variant: G::NAME.to_string(),
            piece_count: lessons.piece_count as u16,
            ft_biases: whole(&self.weights[shape.bias()..shape.outputs()], QA),
            ft_weights: whole(&self.weights[..shape.bias()], QA),
            output_weights: whole(&self.weights[shape.outputs()..shape.tempo()], QB),
        }
    }
}

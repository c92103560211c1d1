//! Dataset: positions as active features, with the data of their targets.

use std::path::PathBuf;

use anyhow::{Context, Result};
use engine::eval::Evaluator;
use engine::game::{Seat, Tactics};
use engine::text::Notation;
use eval::nnue::{FeatureSet, Network};
use eval::{HandCraftedEval, HceEvaluator};
use rayon::prelude::*;

use selfplay::{GameFile, GameSample, endgame_slope, expected_score, samples};

/// Dataset: positions with the data of their targets, all from the point of view of the side to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Dataset {
    /// Mirror image of each feature.
    mirror: Vec<u16>,
    /// Active features of all positions in succession, each for the side to move and for the opponent.
    features: Vec<[u16; 2]>,
    /// End of each position's features.
    ends: Vec<u32>,
    /// Output bucket of each position.
    pub(super) buckets: Vec<u8>,
    pub(super) samples: Vec<Sample>,
    /// Pieces at the start of the game, which determine the output buckets.
    pub(super) piece_count: usize,
}

/// Evaluation and labels of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Sample {
    /// HCE, in centipawns.
    pub(super) hce: f32,
    /// Slope of the endgame scaling at the HCE: centipawns of the evaluation for a centipawn more before scaling.
    pub(super) hce_slope: f32,
    /// Score of the search, in centipawns.
    score: f32,
    /// Result of the game, 0 to 1.
    result: f32,
}

impl Dataset {
    /// Dataset of some samples.
    pub fn new<G: HandCraftedEval>(samples: &[GameSample<G>]) -> Dataset {
        let feature_set = G::feature_set();
        let mut dataset = Dataset {
            mirror: feature_set.mirror(),
            features: Vec::new(),
            ends: Vec::new(),
            buckets: Vec::new(),
            samples: Vec::new(),
            piece_count: feature_set.piece_count(),
        };
        samples.iter().for_each(|sample| dataset.add(&feature_set, sample));
        dataset
    }

    /// Dataset of the [samples] of game files, in their order.
    ///
    /// # Errors
    /// If a file cannot be read; it is named.
    pub fn read<G: Tactics + Notation + HandCraftedEval>(files: &[PathBuf], lambda: f64) -> Result<Dataset> {
        let mut dataset = Dataset::new::<G>(&[]);
        for file in files {
            let read = |game| samples::<G>(game, lambda).with_context(|| file.display().to_string());
            for games in GameFile::read::<G>(file)?.chunks(1024) {
                let of_game = |game| Ok(Dataset::new(&read(game)?));
                let parts = games.par_iter().map(of_game).collect::<Result<Vec<_>>>()?;
                parts.into_iter().for_each(|part| dataset.append(part));
            }
        }
        Ok(dataset)
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Number of features of the feature set.
    pub(super) fn feature_count(&self) -> usize {
        self.mirror.len()
    }

    /// True if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Hash of the dataset.
    pub(super) fn digest(&self) -> u64 {
        let mix =
            |digest: u64, number: u32| (digest ^ u64::from(number)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        let features = self.features.iter().map(|&[own, other]| u32::from(own) << 16 | u32::from(other));
        let labels = self.samples.iter().flat_map(|sample| [sample.hce, sample.score, sample.result].map(f32::to_bits));
        features.chain(labels).fold(self.feature_count() as u64, mix)
    }

    fn append(&mut self, other: Dataset) {
        let end = self.features.len() as u32;
        self.features.extend(other.features);
        self.ends.extend(other.ends.into_iter().map(|at| end + at));
        self.buckets.extend(other.buckets);
        self.samples.extend(other.samples);
    }

    /// Adds a sample.
    fn add<G: HandCraftedEval>(&mut self, feature_set: &FeatureSet<G>, sample: &GameSample<G>) {
        let position = &sample.position;
        let white_moves = position.side_to_move() == Seat::WHITE;
        let sign = if white_moves { 1.0 } else { -1.0 };
        let mut hce = HceEvaluator::<G>::default();
        hce.reset(position);
        let hce = hce.evaluate(position);
        let active = feature_set.extract(position);
        self.buckets.push(Network::output_bucket(active.piece_count, self.piece_count) as u8);
        let by_side_to_move = |[white, black]: [u16; 2]| if white_moves { [white, black] } else { [black, white] };
        self.features.extend(active.inputs.into_iter().map(by_side_to_move));
        self.ends.push(self.features.len() as u32);
        self.samples.push(Sample {
            hce: hce as f32,
            hce_slope: endgame_slope(position, sign * f64::from(hce)),
            score: sign as f32 * sample.score as f32,
            result: 0.5 + sign as f32 * (f32::from(sample.half_points) / 2.0 - 0.5),
        });
    }

    /// Mirror image of a feature.
    #[inline(always)]
    pub(super) fn mirrored(&self, feature: u16) -> u16 {
        self.mirror[usize::from(feature)]
    }

    /// Active features of a position, each for the side to move and for the opponent.
    pub(super) fn features(&self, index: usize) -> &[[u16; 2]] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.features[begin..self.ends[index] as usize]
    }

    /// Scale of the [win model](expected_score) with which the search's scores predict the results of the first `split`
    /// positions best.
    pub(super) fn fit_scale(&self, split: usize) -> f64 {
        let error = |scale: f64, sample: &Sample| {
            (expected_score(sample.score.into(), scale) - f64::from(sample.result)).powi(2)
        };
        let scales = (0..60).map(|step| 40.0 * 1.05_f64.powi(step));
        argmin(scales, |scale| self.sum(split, |_, sample| error(scale, sample)))
    }

    /// Sum of a function over the first `split` positions, the same on any number of threads.
    fn sum(&self, split: usize, part: impl Fn(usize, &Sample) -> f64 + Sync) -> f64 {
        const CHUNK: usize = 1 << 14;
        let of_chunk = |(chunk, sample): (usize, &[Sample])| -> f64 {
            sample.iter().enumerate().map(|(place, sample)| part(chunk * CHUNK + place, sample)).sum()
        };
        let sums: Vec<f64> = self.samples[..split].par_chunks(CHUNK).enumerate().map(of_chunk).collect();
        sums.iter().sum()
    }

    /// Target of each position: expected score of the side to move.
    pub(super) fn targets(&self, search_share: f64, scale: f64) -> Vec<f32> {
        let target = |sample: &Sample| {
            let seen = expected_score(sample.score.into(), scale);
            (search_share * seen + (1.0 - search_share) * f64::from(sample.result)) as f32
        };
        self.samples.par_iter().map(target).collect()
    }

    /// Bonus for the side to move, in centipawns, with which the HCE comes closest to the targets of the first `split`
    /// positions.
    pub(super) fn fit_tempo(&self, split: usize, targets: &[f32], scale: f64) -> f64 {
        let error = |tempo: f64, index: usize, sample: &Sample| {
            let value = f64::from(sample.hce) + f64::from(sample.hce_slope) * tempo;
            (expected_score(value, scale) - f64::from(targets[index])).powi(2)
        };
        let tempi = (0..40).map(|step| 5.0 * f64::from(step));
        argmin(tempi, |tempo| self.sum(split, |index, sample| error(tempo, index, sample)))
    }
}

/// The number that minimises a function.
fn argmin(numbers: impl Iterator<Item = f64>, of: impl Fn(f64) -> f64) -> f64 {
    let found = numbers.map(|number| (of(number), number)).min_by(|a, b| a.0.total_cmp(&b.0));
    found.expect("there are numbers to choose from").1
}

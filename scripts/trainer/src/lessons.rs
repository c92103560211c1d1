//! Positions as a network sees them.

use std::path::PathBuf;

use anyhow::{Context, Result};
use engine::eval::Evaluator;
use engine::game::{Seat, Tactics};
use engine::text::Notation;
use eval::nnue::{FeatureSet, Network};
use eval::{HandCraftedEval, HceEvaluator};
use rayon::prelude::*;

use selfplay::GameFile;
use selfplay::{Sample, samples};
use selfplay::{expectation, share_left};

/// Positions with what there is to learn of them, all for the player to move.
#[derive(Clone, PartialEq, Debug)]
pub struct Lessons {
    /// What each input becomes in a mirror.
    mirror: Vec<u16>,
    /// The inputs of all positions one after the other: what each is to the player to move, and to the other one.
    inputs: Vec<[u16; 2]>,
    /// Where the inputs of each position end.
    ends: Vec<u32>,
    pub(super) buckets: Vec<u8>,
    pub(super) facts: Vec<Facts>,
    /// The men of which the parts of the game are eighths.
    pub(super) piece_count: usize,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Facts {
    /// The hand-written value, in centipawns.
    pub(super) by_hand: f32,
    /// How much of a centipawn more is left once the kind of position is looked at.
    pub(super) share: f32,
    /// The search's value, in centipawns.
    score: f32,
    /// The points of the player to move.
    result: f32,
}

impl Lessons {
    /// The lessons of some samples.
    pub fn new<G: HandCraftedEval>(samples: &[Sample<G>]) -> Lessons {
        let feature_set = G::feature_set();
        let mut lessons = Lessons {
            mirror: feature_set.mirror(),
            inputs: Vec::new(),
            ends: Vec::new(),
            buckets: Vec::new(),
            facts: Vec::new(),
            piece_count: feature_set.piece_count(),
        };
        samples.iter().for_each(|sample| lessons.add(&feature_set, sample));
        lessons
    }

    /// The lessons of the [samples] of whole files of games, in their order.
    ///
    /// # Errors
    /// If a file cannot be read; it is named.
    pub fn read<G: Tactics + Notation + HandCraftedEval>(files: &[PathBuf], lambda: f64) -> Result<Lessons> {
        let mut lessons = Lessons::new::<G>(&[]);
        for file in files {
            let read = |game| samples::<G>(game, lambda).with_context(|| file.display().to_string());
            for games in GameFile::read::<G>(file)?.chunks(1024) {
                let of_game = |game| Ok(Lessons::new(&read(game)?));
                let parts = games.par_iter().map(of_game).collect::<Result<Vec<_>>>()?;
                parts.into_iter().for_each(|part| lessons.append(part));
            }
        }
        Ok(lessons)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// The number of different inputs.
    pub(super) fn width(&self) -> usize {
        self.mirror.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// A number that tells these lessons from others.
    pub(super) fn digest(&self) -> u64 {
        let mix =
            |digest: u64, number: u32| (digest ^ u64::from(number)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        let inputs = self.inputs.iter().map(|&[own, other]| u32::from(own) << 16 | u32::from(other));
        let facts = self.facts.iter().flat_map(|facts| [facts.by_hand, facts.score, facts.result].map(f32::to_bits));
        inputs.chain(facts).fold(self.width() as u64, mix)
    }

    fn append(&mut self, other: Lessons) {
        let end = self.inputs.len() as u32;
        self.inputs.extend(other.inputs);
        self.ends.extend(other.ends.into_iter().map(|at| end + at));
        self.buckets.extend(other.buckets);
        self.facts.extend(other.facts);
    }

    /// Adds the lesson of a sample.
    fn add<G: HandCraftedEval>(&mut self, feature_set: &FeatureSet<G>, sample: &Sample<G>) {
        let position = &sample.position;
        let white_moves = position.turn() == Seat::WHITE;
        let sign = if white_moves { 1.0 } else { -1.0 };
        let mut by_hand = HceEvaluator::<G>::default();
        by_hand.reset(position);
        let by_hand = by_hand.evaluate(position);
        let features = feature_set.extract(position);
        self.buckets.push(Network::output_bucket(features.piece_count, self.piece_count) as u8);
        let turned = |[white, black]: [u16; 2]| if white_moves { [white, black] } else { [black, white] };
        self.inputs.extend(features.inputs.into_iter().map(turned));
        self.ends.push(self.inputs.len() as u32);
        self.facts.push(Facts {
            by_hand: by_hand as f32,
            share: share_left(position, sign * f64::from(by_hand)),
            score: sign as f32 * sample.score as f32,
            result: 0.5 + sign as f32 * (f32::from(sample.half_points) / 2.0 - 0.5),
        });
    }

    /// What an input becomes in a mirror.
    #[inline(always)]
    pub(super) fn mirrored(&self, input: u16) -> u16 {
        self.mirror[usize::from(input)]
    }

    /// The inputs of a position, as the player to move and as the other one sees them.
    pub(super) fn inputs(&self, lesson: usize) -> &[[u16; 2]] {
        let begin = if lesson == 0 { 0 } else { self.ends[lesson - 1] as usize };
        &self.inputs[begin..self.ends[lesson] as usize]
    }

    /// The centipawns that make odds of e to 1 where the search's values foresee the results of the first lessons best.
    pub(super) fn best_scale(&self, taught: usize) -> f64 {
        let error =
            |scale: f64, facts: &Facts| (expectation(facts.score.into(), scale) - f64::from(facts.result)).powi(2);
        let scales = (0..60).map(|step| 40.0 * 1.05_f64.powi(step));
        least(scales, |scale| self.sum(taught, |_, facts| error(scale, facts)))
    }

    /// The sum of something over the first lessons, the same on any number of threads.
    fn sum(&self, taught: usize, part: impl Fn(usize, &Facts) -> f64 + Sync) -> f64 {
        const CHUNK: usize = 1 << 14;
        let of_chunk = |(chunk, facts): (usize, &[Facts])| -> f64 {
            facts.iter().enumerate().map(|(place, facts)| part(chunk * CHUNK + place, facts)).sum()
        };
        let sums: Vec<f64> = self.facts[..taught].par_chunks(CHUNK).enumerate().map(of_chunk).collect();
        sums.iter().sum()
    }

    /// What is to be foreseen of each position: expected points of the player to move.
    pub(super) fn targets(&self, search_share: f64, scale: f64) -> Vec<f32> {
        let target = |facts: &Facts| {
            let seen = expectation(facts.score.into(), scale);
            (search_share * seen + (1.0 - search_share) * f64::from(facts.result)) as f32
        };
        self.facts.par_iter().map(target).collect()
    }

    /// The centipawns for being on move with which the hand-written evaluation comes closest to the targets of the first
    /// lessons.
    pub(super) fn best_tempo(&self, taught: usize, targets: &[f32], scale: f64) -> f64 {
        let error = |tempo: f64, lesson: usize, facts: &Facts| {
            let value = f64::from(facts.by_hand) + f64::from(facts.share) * tempo;
            (expectation(value, scale) - f64::from(targets[lesson])).powi(2)
        };
        let tempi = (0..40).map(|step| 5.0 * f64::from(step));
        least(tempi, |tempo| self.sum(taught, |lesson, facts| error(tempo, lesson, facts)))
    }
}

/// Which of some numbers makes another one least.
fn least(numbers: impl Iterator<Item = f64>, of: impl Fn(f64) -> f64) -> f64 {
    let found = numbers.map(|number| (of(number), number)).min_by(|a, b| a.0.total_cmp(&b.0));
    found.expect("there are numbers to choose from").1
}

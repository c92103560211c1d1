//! Dataset: positions as active features, with the data of their targets.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::eval::Evaluator;
use engine::game::{Seat, Tactics};
use engine::text::Notation;
use eval::nnue::{Base, FeatureSet, Network};
use eval::{HandCraftedEval, HceEvaluator};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use rayon::prelude::*;

use selfplay::{GameFile, GameSample, SavedGame, endgame_slope, expected_score, samples};

/// One position in this many is in the validation set: those of the last games.
pub(crate) const VALIDATION_DIVISOR: usize = 16;

/// Games whose positions are extracted at a time.
const GAMES_AT_A_TIME: usize = 1024;

/// Seed of the order of the training set in memory.
const SHUFFLE_SEED: u64 = 1;

/// The numbers below a bound in random order (Fisher-Yates shuffle).
pub(crate) fn shuffled(bound: usize, random: &mut Xoshiro256PlusPlus) -> Vec<u32> {
    let mut order: Vec<u32> = (0..bound as u32).collect();
    for last in (1..order.len()).rev() {
        order.swap(last, (random.next_u64() % (last as u64 + 1)) as usize);
    }
    order
}

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
    pub(crate) buckets: Vec<u8>,
    pub(crate) samples: Vec<Sample>,
    /// Number of positions in the training set.
    training_len: usize,
    /// Pieces at the start of the game, which determine the output buckets.
    pub(crate) piece_count: usize,
    /// Base of the network.
    pub(crate) base: Base,
}

/// Evaluation and labels of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Sample {
    /// HCE, or what the [`Base`] has of it, in centipawns.
    pub(crate) hce: f32,
    /// Slope of the endgame scaling at that value: centipawns of the evaluation for a centipawn more before scaling.
    pub(crate) hce_slope: f32,
    /// Score of the search, in centipawns.
    score: f32,
    /// Result of the game, 0 to 1.
    result: f32,
}

impl Sample {
    /// Sample of the bits of its fields, in their order.
    fn of_bits(bits: &[u32; 4]) -> Sample {
        let [hce, hce_slope, score, result] = bits.map(f32::from_bits);
        Sample { hce, hce_slope, score, result }
    }

    /// Bits of the fields, in their order.
    fn bits(&self) -> [u32; 4] {
        [self.hce, self.hce_slope, self.score, self.result].map(f32::to_bits)
    }
}

/// Number of positions that are trained with, by the number of positions up to the end of each game: those of whole
/// games, the first one at least. The games after them have one position in [`VALIDATION_DIVISOR`], or a few more.
fn training_len(ends: &[usize]) -> usize {
    let positions = ends.last().copied().unwrap_or(0);
    let most = positions - positions / VALIDATION_DIVISOR;
    let last = ends.iter().rfind(|end| (1..=most).contains(*end));
    let first = || ends.iter().find(|&&end| end > 0);
    last.or_else(first).copied().unwrap_or(0)
}

impl Dataset {
    /// Dataset of some samples, for a network on a base. The last ones are the validation set.
    pub fn new<G: HandCraftedEval>(samples: &[GameSample<G>], base: Base) -> Dataset {
        let feature_set = G::feature_set();
        let mut dataset = Dataset {
            mirror: feature_set.mirror(),
            features: Vec::new(),
            ends: Vec::new(),
            buckets: Vec::new(),
            samples: Vec::new(),
            training_len: samples.len() - samples.len() / VALIDATION_DIVISOR,
            piece_count: feature_set.piece_count(),
            base,
        };
        let mut evaluator = HceEvaluator::<G>::new(base);
        samples.iter().for_each(|sample| dataset.add(&feature_set, &mut evaluator, sample));
        dataset
    }

    /// Dataset of the [samples] of game files, in the order of [`GameFile::read_all`]. The validation set is that of
    /// the last games; the others are the training set, which is shuffled. Returns also how many games were left out
    /// because they are in the files more than once.
    ///
    /// # Errors
    /// If a file cannot be read, or a game is invalid; the file is named.
    pub fn read<G: Tactics + Notation + HandCraftedEval>(
        files: &[PathBuf],
        lambda: f64,
        base: Base,
    ) -> Result<(Dataset, usize)> {
        let (games, left_out) = GameFile::read_all::<G>(files)?;
        let of_game = |(file, game): &(&Path, SavedGame)| -> Result<Dataset> {
            let samples = samples::<G>(game, lambda).with_context(|| file.display().to_string())?;
            Ok(Dataset::new(&samples, base))
        };
        let mut dataset = Dataset::new::<G>(&[], base);
        let mut ends = Vec::with_capacity(games.len());
        for games in games.chunks(GAMES_AT_A_TIME) {
            let parts = games.par_iter().map(of_game).collect::<Result<Vec<_>>>()?;
            for part in parts {
                dataset.append(part)?;
                ends.push(dataset.len());
            }
        }
        dataset.training_len = training_len(&ends);
        dataset.shuffle();
        Ok((dataset, left_out))
    }

    /// Shuffles the training set, so that positions of a game do not follow one another in memory: an [`Epoch`] visits
    /// [blocks](crate::trainer::SHUFFLE_BLOCK) of neighbours.
    ///
    /// [`Epoch`]: crate::trainer::Epoch
    fn shuffle(&mut self) {
        let order = shuffled(self.training_len(), &mut Xoshiro256PlusPlus::seed_from_u64(SHUFFLE_SEED));
        let places = || order.iter().map(|&place| place as usize);
        let mut features = Vec::with_capacity(self.features.len());
        let mut ends = Vec::with_capacity(self.ends.len());
        for place in places() {
            features.extend_from_slice(self.features(place));
            ends.push(features.len() as u32);
        }
        self.features[..features.len()].copy_from_slice(&features);
        self.ends[..ends.len()].copy_from_slice(&ends);
        let buckets: Vec<u8> = places().map(|place| self.buckets[place]).collect();
        self.buckets[..order.len()].copy_from_slice(&buckets);
        let samples: Vec<Sample> = places().map(|place| self.samples[place]).collect();
        self.samples[..order.len()].copy_from_slice(&samples);
    }

    /// Number of positions.
    pub fn len(&self) -> usize {
        self.samples.len()
    }

    /// Number of features of the feature set.
    pub(crate) fn feature_count(&self) -> usize {
        self.mirror.len()
    }

    /// True if there are no positions.
    pub fn is_empty(&self) -> bool {
        self.samples.is_empty()
    }

    /// Hash of the dataset: of all that the training depends on.
    pub(crate) fn digest(&self) -> u64 {
        let mix =
            |digest: u64, number: u32| (digest ^ u64::from(number)).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
        let features = self.features.iter().map(|&[own, other]| u32::from(own) << 16 | u32::from(other));
        let places = self.ends.iter().copied().chain(self.buckets.iter().map(|&bucket| bucket.into()));
        let samples = self.samples.iter().flat_map(Sample::bits);
        let numbers = features.chain(places).chain(samples).chain([self.training_len as u32]);
        numbers.fold(self.feature_count() as u64, mix)
    }

    /// Appends the positions of another dataset; the training set stays as large as it is.
    fn append(&mut self, other: Dataset) -> Result<()> {
        let fits = u32::try_from(self.features.len() + other.features.len()).is_ok();
        ensure!(fits, "after {} positions: more than {} features are active in all", self.len(), u32::MAX);
        let end = self.features.len() as u32;
        self.features.extend(other.features);
        self.ends.extend(other.ends.into_iter().map(|at| end + at));
        self.buckets.extend(other.buckets);
        self.samples.extend(other.samples);
        Ok(())
    }

    /// Adds a sample.
    fn add<G: HandCraftedEval>(
        &mut self,
        feature_set: &FeatureSet<G>,
        evaluator: &mut HceEvaluator<G>,
        sample: &GameSample<G>,
    ) {
        let position = &sample.position;
        let white_moves = position.side_to_move() == Seat::WHITE;
        let sign = if white_moves { 1.0 } else { -1.0 };
        evaluator.reset(position);
        let hce = evaluator.evaluate(position);
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
    pub(crate) fn mirrored(&self, feature: u16) -> u16 {
        self.mirror[usize::from(feature)]
    }

    /// Active features of a position, each for the side to move and for the opponent.
    pub(crate) fn features(&self, index: usize) -> &[[u16; 2]] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] as usize };
        &self.features[begin..self.ends[index] as usize]
    }

    /// Number of positions in the training set: the first ones. The others are the validation set.
    pub(crate) fn training_len(&self) -> usize {
        self.training_len
    }

    /// Squared errors of the search's scores as predictions of the results, over the training set, at each of the
    /// [`scales`].
    pub(crate) fn scale_errors(&self) -> Vec<f64> {
        let error = |scale: f64, sample: &Sample| {
            (expected_score(sample.score.into(), scale) - f64::from(sample.result)).powi(2)
        };
        scales().map(|scale| self.training_sum(|_, sample| error(scale, sample))).collect()
    }

    /// Sum of a function over the training set, the same on any number of threads.
    fn training_sum(&self, part: impl Fn(usize, &Sample) -> f64 + Sync) -> f64 {
        const CHUNK: usize = 1 << 14;
        let of_chunk = |(chunk, sample): (usize, &[Sample])| -> f64 {
            sample.iter().enumerate().map(|(place, sample)| part(chunk * CHUNK + place, sample)).sum()
        };
        let training = &self.samples[..self.training_len()];
        let sums: Vec<f64> = training.par_chunks(CHUNK).enumerate().map(of_chunk).collect();
        sums.iter().sum()
    }

    /// Encodes the dataset to be kept in a file: words of 32 bits, little endian.
    pub fn encode(&self) -> Vec<u8> {
        let sizes = [
            self.piece_count,
            self.mirror.len(),
            self.features.len(),
            self.len(),
            self.training_len,
            usize::from(self.base == Base::Psqt),
        ];
        let mut words: Vec<u32> = sizes.iter().map(|&size| size as u32).collect();
        words.extend(self.mirror.iter().map(|&feature| u32::from(feature)));
        words.extend(self.features.iter().map(|&[own, other]| u32::from(own) << 16 | u32::from(other)));
        words.extend(&self.ends);
        words.extend(self.buckets.iter().map(|&bucket| u32::from(bucket)));
        words.extend(self.samples.iter().flat_map(Sample::bits));
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    /// Decodes a dataset; nothing if words are missing or left over, or the training set is larger than all.
    pub fn decode(bytes: &[u8]) -> Option<Dataset> {
        let (words, rest) = bytes.as_chunks();
        let mut words = words.iter().map(|&word| u32::from_le_bytes(word));
        let mut take = |number: usize| {
            let taken: Vec<u32> = words.by_ref().take(number).collect();
            (taken.len() == number).then_some(taken)
        };
        let sizes: [u32; 6] = take(6)?.try_into().ok()?;
        let [piece_count, mirror, features, len, training_len, base] = sizes.map(|size| size as usize);
        let dataset = Dataset {
            mirror: take(mirror)?.into_iter().map(|feature| feature as u16).collect(),
            features: take(features)?.into_iter().map(|pair| [(pair >> 16) as u16, pair as u16]).collect(),
            ends: take(len)?,
            buckets: take(len)?.into_iter().map(|bucket| bucket as u8).collect(),
            samples: take(4 * len)?.as_chunks().0.iter().map(Sample::of_bits).collect(),
            training_len,
            piece_count,
            base: *[Base::Hce, Base::Psqt].get(base)?,
        };
        (rest.is_empty() && words.next().is_none() && training_len <= len).then_some(dataset)
    }
}

/// Positions of a dataset with their targets.
pub(crate) struct Examples<'a> {
    pub(crate) dataset: &'a Dataset,
    /// Target of each position: expected score of the side to move.
    pub(crate) targets: Vec<f32>,
    /// Scale of the [win model](expected_score), in centipawns.
    pub(crate) scale: f64,
}

impl Examples<'_> {
    /// Positions whose targets are mixed from the search's score, with weight `search_share`, and the game's result.
    pub(crate) fn new(dataset: &Dataset, search_share: f64, scale: f64) -> Examples<'_> {
        let target = |sample: &Sample| {
            let seen = expected_score(sample.score.into(), scale);
            (search_share * seen + (1.0 - search_share) * f64::from(sample.result)) as f32
        };
        Examples { dataset, targets: dataset.samples.par_iter().map(target).collect(), scale }
    }

    /// Squared errors of the HCE over the training set, with each of the [`tempi`].
    pub(crate) fn tempo_errors(&self) -> Vec<f64> {
        let error = |tempo: f64, index: usize, sample: &Sample| {
            let value = f64::from(sample.hce) + f64::from(sample.hce_slope) * tempo;
            (expected_score(value, self.scale) - f64::from(self.targets[index])).powi(2)
        };
        tempi().map(|tempo| self.dataset.training_sum(|index, sample| error(tempo, index, sample))).collect()
    }
}

/// Scales of the [win model](expected_score) to choose from, in centipawns.
pub(crate) fn scales() -> impl Iterator<Item = f64> {
    (0..60).map(|step| 40.0 * 1.05_f64.powi(step))
}

/// Bonuses for the side to move to choose from, in centipawns.
pub(crate) fn tempi() -> impl Iterator<Item = f64> {
    (0..40).map(|step| 5.0 * f64::from(step))
}

/// The number with the least error.
///
/// # Panics
/// If there are no numbers.
pub(crate) fn best(numbers: impl Iterator<Item = f64>, errors: &[f64]) -> f64 {
    let found = errors.iter().zip(numbers).min_by(|a, b| a.0.total_cmp(b.0));
    found.expect("there are numbers to choose from").1
}

#[cfg(test)]
mod tests {
    use engine::game::Game;
    use engine::variants::{Kaleido, KnightRelay};
    use selfplay::{Header, SelfPlay};

    use super::*;
    use crate::tests::{hce, positions};

    #[test]
    fn the_cut_between_training_and_validation_is_between_games() {
        let cases: [(&[usize], usize); 8] = [
            (&[], 0),
            (&[5, 8], 8),
            (&[100], 100),
            (&[50, 94, 100], 94),
            (&[50, 90, 96, 100], 90),
            (&[95, 100], 95),
            (&[0, 0, 40, 40, 100], 40),
            (&[0, 100], 100),
        ];
        for (ends, training) in cases {
            assert_eq!(training_len(ends), training, "{ends:?}");
        }
    }

    #[test]
    fn games_of_files_are_in_the_order_of_their_seeds_count_once_and_are_not_divided() {
        let folder = tempfile::tempdir().unwrap();
        let games: Vec<SavedGame> =
            (1..25).map(|seed| SelfPlay::with_nodes(40).play::<Kaleido>(seed).unwrap()).collect();
        let write = |name: &str, games: &[SavedGame]| {
            let path = folder.path().join(name);
            let (mut file, _) = GameFile::open(&path, &Header::new::<Kaleido>(40)).unwrap();
            games.iter().rev().for_each(|game| file.add(game).unwrap());
            path
        };
        let read = |files: &[PathBuf]| Dataset::read::<Kaleido>(files, 0.5, Base::Hce).unwrap();
        let (dataset, left_out) = read(&[write("second", &games[10..]), write("first", &games[..12])]);
        assert_eq!(left_out, 2);
        assert!(read(&[write("all", &games)]) == (dataset.clone(), 0));
        let mut end = 0;
        let is_cut = |game: &SavedGame| {
            end += samples::<Kaleido>(game, 0.5).unwrap().len();
            end == dataset.training_len()
        };
        assert!(games.iter().any(is_cut) && dataset.training_len() < dataset.len());
        assert!(Dataset::decode(&dataset.encode()) == Some(dataset));
    }

    #[test]
    fn an_evaluator_that_knows_other_positions_finds_the_same_values() {
        let positions = positions::<KnightRelay>(hce);
        let dataset = Dataset::new(&positions, Base::Hce);
        for (sample, position) in dataset.samples.iter().zip(&positions) {
            let sign = if position.position.side_to_move() == Seat::WHITE { 1 } else { -1 };
            assert_eq!(sample.hce, hce(&position.position) as f32);
            assert_eq!(sample.score, (sign * position.score) as f32);
        }
    }

    #[test]
    fn shuffling_moves_whole_positions_of_the_training_set_only() {
        let before = Dataset::new(&positions::<Kaleido>(hce), Base::Hce);
        let mut after = before.clone();
        after.shuffle();
        let position = |dataset: &Dataset, index: usize| {
            format!("{:?} {} {:?}", dataset.features(index), dataset.buckets[index], dataset.samples[index])
        };
        let of = |dataset: &Dataset, range: std::ops::Range<usize>| -> Vec<String> {
            range.map(|index| position(dataset, index)).collect()
        };
        let training = before.training_len();
        assert_eq!(of(&after, training..after.len()), of(&before, training..before.len()));
        let (mut there, mut wanted) = (of(&after, 0..training), of(&before, 0..training));
        assert_ne!(there, wanted);
        there.sort();
        wanted.sort();
        assert_eq!(there, wanted);
    }
}

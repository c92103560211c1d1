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

use selfplay::{
    GameFile, GameSample, SavedGame, ScoredSamples, endgame_slope, expected_score, lambda_means, scored_samples,
};

/// One game in this many is in the validation set.
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
    /// Scores of all searches of all games, in centipawns for White.
    scores: Vec<i32>,
    /// Games that the scores are of, in their order.
    games: Vec<ScoredGame>,
    /// TD(λ): weight of each later score beside the one before.
    lambda: f64,
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
    /// Result of the game, 0 to 1.
    result: f32,
    /// 1 if White moves, else -1: turns White's numbers into those of the side to move.
    sign: f32,
    /// Index of the own search among the scores of the dataset.
    place: u32,
}

impl Sample {
    /// Sample of the bits of its fields, in their order.
    fn of_bits(bits: &[u32; 5]) -> Sample {
        let &[hce, hce_slope, result, sign, place] = bits;
        let [hce, hce_slope, result, sign] = [hce, hce_slope, result, sign].map(f32::from_bits);
        Sample { hce, hce_slope, result, sign, place }
    }

    /// Bits of the fields, in their order.
    fn bits(&self) -> [u32; 5] {
        let [hce, hce_slope, result, sign] = [self.hce, self.hce_slope, self.result, self.sign].map(f32::to_bits);
        [hce, hce_slope, result, sign, self.place]
    }
}

/// Game whose scores a dataset has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct ScoredGame {
    /// Number of the scores.
    scores: u32,
    /// White's half points in the game: 0, 1 or 2.
    half_points: u8,
}

impl ScoredGame {
    /// The fields as words.
    fn words(self) -> [u32; 2] {
        [self.scores, self.half_points.into()]
    }
}

/// Hash of a game's seed: the finalizer of SplitMix64.
fn seed_hash(seed: u64) -> u64 {
    let mixed = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ mixed >> 31
}

/// Divides games into the training set and the validation set, which has one in [`VALIDATION_DIVISOR`] by the hash of
/// the seed: a game stays on its side when others join. If that leaves one of the sets empty, the games with the least
/// hash are the validation set.
fn divide<T>(games: Vec<T>, seed: impl Fn(&T) -> u64) -> [Vec<T>; 2] {
    const SIXTEENTH: u64 = u64::MAX / VALIDATION_DIVISOR as u64;
    let hashes: Vec<u64> = games.iter().map(|game| seed_hash(seed(game))).collect();
    let [least, most] = [hashes.iter().min(), hashes.iter().max()].map(|hash| hash.copied().unwrap_or(0));
    let bound = if (least..most).contains(&SIXTEENTH) { SIXTEENTH } else { least };
    let (validation, training) = games.into_iter().partition(|game| seed_hash(seed(game)) <= bound);
    [training, validation]
}

impl Dataset {
    /// Dataset of some samples, for a network on a base; each counts as a game with no other search. The last ones are
    /// the validation set.
    pub fn new<G: HandCraftedEval>(samples: &[GameSample<G>], base: Base) -> Dataset {
        let mut dataset = Dataset::extract(samples, base);
        dataset.scores = samples.iter().map(|sample| sample.score).collect();
        dataset.games =
            samples.iter().map(|sample| ScoredGame { scores: 1, half_points: sample.half_points }).collect();
        dataset.training_len = samples.len() - samples.len() / VALIDATION_DIVISOR;
        dataset
    }

    /// Positions of some samples with their evaluations, but without scores. The own search of each has the index of
    /// the sample.
    fn extract<G: HandCraftedEval>(samples: &[GameSample<G>], base: Base) -> Dataset {
        let feature_set = G::feature_set();
        let mut dataset = Dataset {
            mirror: feature_set.mirror(),
            features: Vec::new(),
            ends: Vec::new(),
            buckets: Vec::new(),
            samples: Vec::new(),
            scores: Vec::new(),
            games: Vec::new(),
            lambda: 0.0,
            training_len: 0,
            piece_count: feature_set.piece_count(),
            base,
        };
        let mut evaluator = HceEvaluator::<G>::new(base);
        samples.iter().for_each(|sample| dataset.add(&feature_set, &mut evaluator, sample));
        dataset
    }

    /// Positions of a game.
    fn of_game<G: Tactics + Notation + HandCraftedEval>(game: &SavedGame, base: Base) -> Result<Dataset> {
        let ScoredSamples { samples, places, scores } = scored_samples::<G>(game)?;
        let mut dataset = Dataset::extract(&samples, base);
        dataset.samples.iter_mut().zip(places).for_each(|(sample, place)| sample.place = place as u32);
        dataset.games = vec![ScoredGame { scores: scores.len() as u32, half_points: game.result }];
        dataset.scores = scores;
        Ok(dataset)
    }

    /// Dataset of the quiet positions of game files ([`scored_samples`]), in the order of [`GameFile::read_all`], with
    /// targets by TD(λ). A game is in the validation set by a hash of its seed; the others are the training set, which
    /// is shuffled. Returns also how many games were left out because they are in the files more than once.
    ///
    /// # Errors
    /// If a file cannot be read, or a game is invalid; the file is named.
    pub fn read<G: Tactics + Notation + HandCraftedEval>(
        files: &[PathBuf],
        lambda: f64,
        base: Base,
    ) -> Result<(Dataset, usize)> {
        let (games, left_out) = GameFile::read_all::<G>(files)?;
        let of_game = |(file, game): &(&Path, SavedGame)| {
            Dataset::of_game::<G>(game, base).with_context(|| file.display().to_string())
        };
        let mut dataset = Dataset { lambda, ..Dataset::extract::<G>(&[], base) };
        let [training, validation] = divide(games, |(_, game)| game.seed);
        for games in [training, validation] {
            // Before the games of the validation set: all that are there are trained with.
            dataset.training_len = dataset.len();
            for games in games.chunks(GAMES_AT_A_TIME) {
                let parts = games.par_iter().map(of_game).collect::<Result<Vec<_>>>()?;
                parts.into_iter().try_for_each(|part| dataset.append(part))?;
            }
        }
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
        let numbers =
            features.chain(places).chain(samples).chain(self.course_words()).chain([self.training_len as u32]);
        numbers.fold(self.feature_count() as u64, mix)
    }

    /// Words of what the targets follow from beside the samples: the scores, the games, and λ.
    fn course_words(&self) -> impl Iterator<Item = u32> {
        let lambda = self.lambda.to_bits();
        let scores = self.scores.iter().map(|&score| score.cast_unsigned());
        let games = self.games.iter().copied().flat_map(ScoredGame::words);
        scores.chain(games).chain([(lambda >> 32) as u32, lambda as u32])
    }

    /// Appends the positions of another dataset; the training set stays as large as it is.
    fn append(&mut self, other: Dataset) -> Result<()> {
        let fits = |one: usize, other: usize| u32::try_from(one + other).is_ok();
        let (positions, most) = (self.len(), u32::MAX);
        let features_fit = fits(self.features.len(), other.features.len());
        ensure!(features_fit, "after {positions} positions: more than {most} features are active in all");
        ensure!(fits(self.scores.len(), other.scores.len()), "the games have more than {most} scores");
        let (end, place) = (self.features.len() as u32, self.scores.len() as u32);
        self.features.extend(other.features);
        self.ends.extend(other.ends.into_iter().map(|at| end + at));
        self.buckets.extend(other.buckets);
        self.samples.extend(other.samples.into_iter().map(|sample| Sample { place: place + sample.place, ..sample }));
        self.scores.extend(other.scores);
        self.games.extend(other.games);
        Ok(())
    }

    /// Adds a sample, whose own search has the index of the sample.
    fn add<G: HandCraftedEval>(
        &mut self,
        feature_set: &FeatureSet<G>,
        evaluator: &mut HceEvaluator<G>,
        sample: &GameSample<G>,
    ) {
        let position = &sample.position;
        let white_moves = position.side_to_move() == Seat::WHITE;
        let sign: f32 = if white_moves { 1.0 } else { -1.0 };
        evaluator.reset(position);
        let hce = evaluator.evaluate(position);
        let active = feature_set.extract(position);
        self.buckets.push(Network::output_bucket(active.piece_count, self.piece_count) as u8);
        let by_side_to_move = |[white, black]: [u16; 2]| if white_moves { [white, black] } else { [black, white] };
        self.features.extend(active.inputs.into_iter().map(by_side_to_move));
        self.ends.push(self.features.len() as u32);
        self.samples.push(Sample {
            hce: hce as f32,
            hce_slope: endgame_slope(position, f64::from(sign) * f64::from(hce)),
            result: 0.5 + sign * (f32::from(sample.half_points) / 2.0 - 0.5),
            sign,
            place: self.samples.len() as u32,
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

    /// Score of the own search of a sample, in centipawns for the side to move.
    fn own_score(&self, sample: &Sample) -> f64 {
        f64::from(sample.sign) * f64::from(self.scores[sample.place as usize])
    }

    /// Squared errors of the searches' own scores as predictions of the results, over the training set, at each of the
    /// [`scales`]. Means by TD(λ) would not do: the results are part of them.
    pub(crate) fn scale_errors(&self) -> Vec<f64> {
        let error = |scale: f64, sample: &Sample| {
            (expected_score(self.own_score(sample), scale) - f64::from(sample.result)).powi(2)
        };
        scales().map(|scale| self.training_sum(|_, sample| error(scale, sample))).collect()
    }

    /// White's expected score at each search, by TD(λ), with a scale of the [win model](expected_score).
    fn lambda_means(&self, scale: f64) -> Vec<f32> {
        let mut rest = self.scores.as_slice();
        let scores_of = |game: &ScoredGame| {
            let (scores, left) = rest.split_at(game.scores as usize);
            rest = left;
            (scores, game.half_points)
        };
        let games: Vec<(&[i32], u8)> = self.games.iter().map(scores_of).collect();
        let means = |&(scores, half_points): &(&[i32], u8)| lambda_means(scores, half_points, self.lambda, scale);
        games.par_iter().flat_map_iter(means).map(|mean| mean as f32).collect()
    }

    /// Sum of a function over the training set, the same on any number of threads.
    fn training_sum(&self, part: impl Fn(usize, &Sample) -> f64 + Sync) -> f64 {
        const CHUNK: usize = 1 << 14;
        let of_chunk = |(chunk, samples): (usize, &[Sample])| -> f64 {
            samples.iter().enumerate().map(|(place, sample)| part(chunk * CHUNK + place, sample)).sum()
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
            self.scores.len(),
            self.games.len(),
        ];
        let mut words: Vec<u32> = sizes.iter().map(|&size| size as u32).collect();
        words.extend(self.mirror.iter().map(|&feature| u32::from(feature)));
        words.extend(self.features.iter().map(|&[own, other]| u32::from(own) << 16 | u32::from(other)));
        words.extend(&self.ends);
        words.extend(self.buckets.iter().map(|&bucket| u32::from(bucket)));
        words.extend(self.samples.iter().flat_map(Sample::bits));
        words.extend(self.course_words());
        words.into_iter().flat_map(u32::to_le_bytes).collect()
    }

    /// Decodes a dataset; nothing if words are missing or left over, the training set is larger than all, or the scores
    /// are not those of the games.
    pub fn decode(bytes: &[u8]) -> Option<Dataset> {
        let (words, rest) = bytes.as_chunks();
        let mut words = words.iter().map(|&word| u32::from_le_bytes(word));
        let mut take = |number: usize| {
            let taken: Vec<u32> = words.by_ref().take(number).collect();
            (taken.len() == number).then_some(taken)
        };
        let sizes: [u32; 8] = take(8)?.try_into().ok()?;
        let [piece_count, mirror, features, len, training_len, base, scores, games] = sizes.map(|size| size as usize);
        let game = |&[scores, half_points]: &[u32; 2]| ScoredGame { scores, half_points: half_points as u8 };
        let dataset = Dataset {
            mirror: take(mirror)?.into_iter().map(|feature| feature as u16).collect(),
            features: take(features)?.into_iter().map(|pair| [(pair >> 16) as u16, pair as u16]).collect(),
            ends: take(len)?,
            buckets: take(len)?.into_iter().map(|bucket| bucket as u8).collect(),
            samples: take(5 * len)?.as_chunks().0.iter().map(Sample::of_bits).collect(),
            scores: take(scores)?.into_iter().map(u32::cast_signed).collect(),
            games: take(2 * games)?.as_chunks().0.iter().map(game).collect(),
            lambda: f64::from_bits(take(2)?.into_iter().fold(0_u64, |bits, word| bits << 32 | u64::from(word))),
            training_len,
            piece_count,
            base: *[Base::Hce, Base::Psqt].get(base)?,
        };
        let of_games: usize = dataset.games.iter().map(|game| game.scores as usize).sum();
        let sound = training_len <= len
            && of_games == scores
            && dataset.samples.iter().all(|sample| (sample.place as usize) < scores);
        (rest.is_empty() && words.next().is_none() && sound).then_some(dataset)
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
    /// Positions whose targets are mixed from the searches' scores, averaged by TD(λ) and with weight `search_share`,
    /// and the game's result.
    pub(crate) fn new(dataset: &Dataset, search_share: f64, scale: f64) -> Examples<'_> {
        let means = dataset.lambda_means(scale);
        let target = |sample: &Sample| {
            let seen = 0.5 + f64::from(sample.sign) * (f64::from(means[sample.place as usize]) - 0.5);
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

/// Scales of the [win model](expected_score) to choose from, 40 to 2,000 centipawns in steps of 5 %.
pub(crate) fn scales() -> impl Iterator<Item = f64> {
    (0..=80).map(|step| 40.0 * 1.05_f64.powi(step))
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
    fn a_sixteenth_of_the_games_of_any_seeds_is_in_the_validation_set() {
        let divided = |seeds: std::ops::Range<u64>| divide(seeds.collect(), |&seed| seed);
        let [training, validation] = divided(1..16_001);
        assert!((900..1100).contains(&validation.len()) && training.len() + validation.len() == 16_000);
        for begin in (1..16_001).step_by(1000) {
            let of_part = validation.iter().filter(|seed| (begin..begin + 1000).contains(*seed)).count();
            assert!((30..100).contains(&of_part), "{of_part} of the seeds from {begin}");
        }
        let [former, held_back] = divided(1..8001);
        assert!(former.iter().all(|seed| training.contains(seed)) && held_back[..] == validation[..held_back.len()]);
    }

    #[test]
    fn of_a_few_games_of_several_seeds_one_at_least_is_on_each_side() {
        for begin in 1..200_u64 {
            for games in 2..5 {
                let [training, validation] = divide((begin..begin + games).collect(), |&seed| seed);
                assert!(!training.is_empty() && !validation.is_empty(), "{games} games from {begin}");
            }
        }
        assert_eq!(divide(vec![7, 7], |&seed| seed), [Vec::new(), vec![7_u64, 7]], "one seed is not divided");
        assert_eq!(divide(Vec::new(), |&seed| seed), [Vec::<u64>::new(), Vec::new()]);
    }

    #[test]
    fn scales_go_up_to_two_thousand() {
        let scales: Vec<f64> = scales().collect();
        assert!(scales[0] == 40.0 && (1900.0..2000.0).contains(scales.last().unwrap()));
    }

    /// Dataset whose scores predict the results with a scale.
    fn scored(scale: f64, lambda: f64) -> Dataset {
        // A hundred of each of 21 scores in the training set.
        let samples: Vec<GameSample<Kaleido>> = (0..2240)
            .map(|number: i32| {
                let score = number % 21 * 100 - 1000;
                let won = f64::from(number / 21 % 100) < 100.0 * expected_score(score.into(), scale);
                GameSample { position: Kaleido::start(), score, half_points: if won { 2 } else { 0 } }
            })
            .collect();
        Dataset { lambda, ..Dataset::new(&samples, Base::Hce) }
    }

    #[test]
    fn the_scale_is_that_of_the_own_scores_whatever_lambda() {
        for scale in [130.0, 680.0, 1500.0] {
            for lambda in [0.0, 0.8] {
                let found = best(scales(), &scored(scale, lambda).scale_errors());
                assert!((0.9..1.1).contains(&(found / scale)), "{found} instead of {scale}, lambda {lambda}");
            }
        }
    }

    #[test]
    fn targets_are_averaged_with_the_scale_of_the_loss() {
        let samples: Vec<GameSample<Kaleido>> =
            [300, 900].map(|score| GameSample { position: Kaleido::start(), score, half_points: 2 }).to_vec();
        let games = vec![ScoredGame { scores: 2, half_points: 2 }];
        let dataset = Dataset { lambda: 0.5, games, ..Dataset::new(&samples, Base::Hce) };
        for scale in [130.0, 680.0] {
            let [near, far] = [300.0, 900.0].map(|score| expected_score(score, scale));
            let expected = [0.5 * near + 0.25 * far + 0.25, 0.5 * far + 0.5];
            for (target, expected) in Examples::new(&dataset, 1.0, scale).targets.iter().zip(expected) {
                assert!((f64::from(*target) - expected).abs() < 1e-7, "{target} {expected}");
            }
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
        let of = |games: &[&SavedGame]| -> usize {
            games.iter().map(|game| scored_samples::<Kaleido>(game).unwrap().samples.len()).sum()
        };
        let all: Vec<&SavedGame> = games.iter().collect();
        let [training, validation] = divide(all, |game| game.seed);
        let lens = [of(&training), of(&validation)];
        assert_eq!([dataset.training_len(), dataset.len() - dataset.training_len()], lens);
        assert!(!lens.contains(&0));
        let scores: Vec<i32> = training
            .into_iter()
            .chain(validation)
            .flat_map(|game| scored_samples::<Kaleido>(game).unwrap().scores)
            .collect();
        assert_eq!(dataset.scores, scores);
        assert!(Dataset::decode(&dataset.encode()) == Some(dataset));
    }

    #[test]
    fn an_evaluator_that_knows_other_positions_finds_the_same_values() {
        let positions = positions::<KnightRelay>(hce);
        let dataset = Dataset::new(&positions, Base::Hce);
        for (sample, position) in dataset.samples.iter().zip(&positions) {
            let sign = if position.position.side_to_move() == Seat::WHITE { 1 } else { -1 };
            assert_eq!(sample.hce, hce(&position.position) as f32);
            assert_eq!(dataset.own_score(sample), f64::from(sign * position.score));
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

//! Texel tuning: weights of the HCE by logistic regression of results and search scores on its feature counts.
//!
//! See "Texel's Tuning Method" on the chessprogramming wiki. The loss is the sum of squared errors.

use engine::game::Seat;
use eval::HandCraftedEval;
use eval::score::Score;
use selfplay::{GameSample, endgame_scaling, expected_score};

use crate::fit::to_floats;
use crate::samples::{pack_counts, unpack_counts};
use crate::sums::{Request, Sample};

/// Sample as feature counts, all from White's point of view.
#[derive(Clone, PartialEq, Debug)]
pub struct TexelSample {
    /// Differences of White's and Black's counts: index of the weight and difference, without zeros.
    counts: Box<[(u16, i16)]>,
    /// Game phase: 1 in the middle game, 0 in the endgame.
    phase: f32,
    /// Constant part of the evaluation, in centipawns.
    constant: f32,
    /// Slope of the endgame scaling.
    scaling_slope: f32,
    /// Offset of the endgame scaling, in centipawns.
    scaling_offset: f32,
    /// Score of the search, in centipawns.
    score: f32,
    /// White's points.
    result: f32,
}

impl TexelSample {
    /// Counts the features of a sample.
    pub fn new<G: HandCraftedEval>(sample: &GameSample<G>) -> TexelSample {
        let position = &sample.position;
        let [white, black] = position.trace();
        let pairs = white.counts.iter().zip(&black.counts).enumerate();
        let count = |of_white: i32, of_black: i32| (of_white - of_black) as i16;
        let counts: Box<[_]> =
            pairs.filter(|(_, (w, b))| w != b).map(|(index, (&w, &b))| (index as u16, count(w, b))).collect();
        let phase = position.phase().min(G::MAX_PHASE) as f32 / G::MAX_PHASE as f32;
        let sum = |fixed: &[Score]| fixed.iter().fold(Score::ZERO, |sum, &part| sum + part);
        let fixed = sum(&white.fixed) - sum(&black.fixed);
        let tempo = if position.side_to_move() == Seat::WHITE { G::TEMPO } else { -G::TEMPO };
        let constant = fixed.mg() as f32 * phase + fixed.eg() as f32 * (1.0 - phase) + tempo as f32;
        let (score, result) = (sample.score as f32, f32::from(sample.half_points) / 2.0);
        let mut counted =
            TexelSample { counts, phase, constant, scaling_slope: 1.0, scaling_offset: 0.0, score, result };
        let now = to_floats(G::WEIGHTS);
        (counted.scaling_slope, counted.scaling_offset) = endgame_scaling(position, counted.value(&now));
        counted
    }

    /// Evaluation with some weights, in centipawns for White.
    fn value(&self, weights: &[[f64; 2]]) -> f64 {
        let [mut mg, mut eg] = [0.0, 0.0];
        for &(index, count) in &self.counts {
            let [a, b] = weights[usize::from(index)];
            mg += a * f64::from(count);
            eg += b * f64::from(count);
        }
        let phase = f64::from(self.phase);
        let sum = f64::from(self.constant) + mg * phase + eg * (1.0 - phase);
        f64::from(self.scaling_offset) + f64::from(self.scaling_slope) * sum
    }
}

/// The training loss is half the squared error, from the target that the request describes.
impl Sample for TexelSample {
    /// Steps of 5 %.
    fn scales() -> Vec<f64> {
        (0..60).map(|step| 50.0 * 1.05_f64.powi(step)).collect()
    }

    fn add_errors(&self, weights: &[[f64; 2]], scales: &[f64], errors: &mut [f64]) {
        let (value, result) = (self.value(weights), f64::from(self.result));
        for (scale, error) in scales.iter().zip(errors) {
            *error += (expected_score(value, *scale) - result).powi(2);
        }
    }

    fn add_gradient(&self, request: &Request, gradient: &mut [[f64; 2]]) -> f64 {
        let (scale, share) = (request.scales[0], request.search_share);
        let target = share * expected_score(self.score.into(), scale) + (1.0 - share) * f64::from(self.result);
        let expected = expected_score(self.value(&request.weights), scale);
        let error = expected - target;
        let slope = error * expected * (1.0 - expected) / scale * f64::from(self.scaling_slope);
        let phase = f64::from(self.phase);
        let slopes = [slope * phase, slope * (1.0 - phase)];
        for &(index, count) in &self.counts {
            let at = &mut gradient[usize::from(index)];
            at[0] += slopes[0] * f64::from(count);
            at[1] += slopes[1] * f64::from(count);
        }
        error.powi(2) / 2.0
    }

    fn places(&self) -> Vec<u16> {
        self.counts.iter().map(|&(index, _)| index).collect()
    }

    fn pack(&self, words: &mut Vec<u32>) {
        pack_counts(&self.counts, words);
        let TexelSample { counts: _, phase, constant, scaling_slope, scaling_offset, score, result } = *self;
        words.extend([phase, constant, scaling_slope, scaling_offset, score, result].map(f32::to_bits));
    }

    fn unpack(words: &mut impl Iterator<Item = u32>, weights: usize) -> Option<TexelSample> {
        let counts = unpack_counts(words, weights)?;
        let mut number = || words.next().map(f32::from_bits);
        Some(TexelSample {
            counts,
            phase: number()?,
            constant: number()?,
            scaling_slope: number()?,
            scaling_offset: number()?,
            score: number()?,
            result: number()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::fit::{FitResult, Summation, fit};
    use crate::sums::Sums;
    use crate::{Blocks, FitConfig, SumKind};
    use anyhow::{Result, ensure};
    use engine::game::Game;
    use engine::variants::{KnightRelay, Quex};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const CONFIG: FitConfig = FitConfig { search_share: 0.0, lambda: 0.0, l2_penalty: 0.01, steps: 100 };

    fn fit_samples(
        samples: &[TexelSample],
        start: &[Score],
        config: &FitConfig,
        state: Option<&Path>,
    ) -> Result<FitResult> {
        fit(&mut blocks(samples), start, config, state)
    }

    /// Blocks of a hundred games, of one sample each.
    fn blocks(samples: &[TexelSample]) -> Blocks<TexelSample> {
        let games = |block: &[TexelSample]| block.chunks(1).map(<[_]>::to_vec).collect::<Vec<_>>();
        Blocks(samples.chunks(100).map(games).collect())
    }

    fn sample(text: &str, half_points: u8) -> TexelSample {
        TexelSample::new(&GameSample::<Quex> { position: text.parse().unwrap(), score: 0, half_points })
    }

    #[test]
    fn weights_follow_the_results_and_unseen_weights_stay() {
        // The side with the rook loses.
        let white = "10/5k3c/10/10/10/10/10/10/R4K4/10[] w - - 0 1";
        let black = "10/5k4/4r5/10/10/10/10/10/5K3C/10[] b - - 0 1";
        let samples: Vec<_> = (0..200).map(|i| if i % 2 == 0 { sample(white, 0) } else { sample(black, 2) }).collect();
        let fit = fit_samples(&samples, Quex::WEIGHTS, &CONFIG, None).unwrap();
        let index = |name: &str, index| Quex::ROWS.iter().find(|row| row.name == name).unwrap().offset + index;
        let (rook, knight) = (index("material", 2), index("material", 4));
        assert!(fit.weights[rook][1] < f64::from(Quex::WEIGHTS[rook].eg()) - 10.0);
        assert_eq!(fit.weights[knight][1], f64::from(Quex::WEIGHTS[knight].eg()));
        assert_eq!((fit.uses[rook], fit.uses[knight]), (200, 0));
        assert!(fit.errors[1] < fit.errors[0], "{:?}", fit.errors);
    }

    #[test]
    fn start_position_evaluates_to_the_tempo() {
        let sample = TexelSample::new(&GameSample { position: Quex::start(), score: 0, half_points: 1 });
        assert!(sample.counts.is_empty());
        let weights = vec![[0.0; 2]; Quex::WEIGHTS.len()];
        assert_eq!(sample.value(&weights), f64::from(Quex::TEMPO));
    }

    #[test]
    fn endgame_scaling_is_part_of_the_value() {
        use engine::eval::Evaluator;
        let now: Vec<[f64; 2]> =
            KnightRelay::WEIGHTS.iter().map(|score| [score.mg().into(), score.eg().into()]).collect();
        // A lone bishop, a pawn and a half-won ending: in all of them a part of the sum is left.
        for text in
            ["4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k3/8/3q4/8/8/8/P7/R3K3 b - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
        {
            let position: KnightRelay = text.parse().unwrap();
            let value = TexelSample::new(&GameSample { position, score: 0, half_points: 1 }).value(&now);
            let mut evaluator = eval::HceEvaluator::<KnightRelay>::default();
            evaluator.reset(&position);
            let sign = if position.side_to_move() == Seat::WHITE { 1.0 } else { -1.0 };
            assert!((sign * value - f64::from(evaluator.evaluate(&position))).abs() < 2.0, "{text}: {value}");
        }
    }

    #[test]
    fn known_wins_have_a_value_of_their_own_at_any_weights() {
        let sample = sample("10/5k4/10/10/10/10/10/10/R4K4/10[] w - - 0 1", 2);
        let values = [-100.0, 0.0, 100.0].map(|weight| sample.value(&vec![[weight; 2]; Quex::WEIGHTS.len()]));
        assert!(values[0] > 2000.0 && values.iter().all(|&value| value == values[0]), "{values:?}");
    }

    /// Made-up positions whose results follow from known weights.
    fn made_up(weights: &[[f64; 2]], number: usize) -> Vec<TexelSample> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut one = || {
            let counts = (0..weights.len() as u16).map(|index| (index, random.random_range(-2..=2))).collect();
            let phase = random.random_range(0.0..1.0);
            let mut sample = TexelSample {
                counts,
                phase,
                constant: 0.0,
                scaling_slope: 1.0,
                scaling_offset: 0.0,
                score: 0.0,
                result: 0.0,
            };
            sample.score = sample.value(weights) as f32;
            let won = random.random_bool(expected_score(sample.score.into(), 100.0));
            sample.result = f32::from(u8::from(won));
            sample
        };
        (0..number).map(|_| one()).collect()
    }

    #[test]
    fn known_weights_are_recovered() {
        let known = [[50.0, 20.0], [-30.0, 10.0], [5.0, 80.0], [0.0, -40.0]];
        let samples = made_up(&known, 8000);
        let near = [[40, 30], [-20, 0], [20, 70], [10, -50]].map(|[mg, eg]| Score::new(mg, eg));
        for (search_share, tolerance) in [(1.0, 3.0), (0.0, 12.0)] {
            let config = FitConfig { search_share, lambda: 0.0, l2_penalty: 0.0, steps: 300 };
            let fit = fit_samples(&samples, &near, &config, None).unwrap();
            assert!((85.0..120.0).contains(&fit.scale), "{}", fit.scale);
            // Fitted weights are proportional to the scale.
            let ratio = fit.scale / 100.0;
            for (found, truth) in fit.weights.as_flattened().iter().zip(known.as_flattened()) {
                let wanted = if search_share == 1.0 { *truth } else { truth * ratio };
                assert!((found - wanted).abs() < tolerance, "{:?} at scale {}", fit.weights, fit.scale);
            }
        }
    }

    #[test]
    fn the_scale_is_chosen_by_the_training_set_alone() {
        let samples = made_up(&[[50.0, 20.0], [-30.0, 10.0]], 800);
        let mut others = samples.clone();
        others[700..].iter_mut().for_each(|sample| sample.result = 1.0 - sample.result);
        let start = [[50, 20], [-30, 10]].map(|[mg, eg]| Score::new(mg, eg));
        let config = FitConfig { steps: 0, ..CONFIG };
        let fits = [samples, others].map(|samples| fit_samples(&samples, &start, &config, None).unwrap());
        assert_eq!(fits[0].scale, fits[1].scale);
        assert!(fits[0].errors[0] < fits[1].errors[0], "the validation sets differ");
    }

    #[test]
    fn no_game_is_in_training_and_validation_set() {
        let samples = made_up(&[[50.0, 20.0]], 12);
        let [first, second, third] = [&samples[..3], &samples[3..8], &samples[8..]].map(<[_]>::to_vec);
        let blocks = Blocks(vec![vec![first, second], vec![third]]);
        for (training, expected) in [(0, 0), (2, 0), (3, 3), (7, 3), (8, 8), (11, 8), (12, 12)] {
            let summed = [SumKind::Gradient, SumKind::Validation, SumKind::Survey].map(|kind| {
                let (scales, weights) = (vec![100.0], vec![[50.0, 20.0]]);
                let request = Request { kind, step: 0, training, scales, search_share: 0.0, weights };
                Sums::of(&blocks, &request).unwrap().samples
            });
            assert_eq!(summed, [expected, 12 - expected, 12], "{training}");
        }
        let fault = fit(&mut Blocks(vec![vec![samples]]), &[Score::ZERO], &CONFIG, None).unwrap_err().to_string();
        assert_eq!(fault, "the quiet positions are those of too few games");
    }

    #[test]
    fn positions_without_a_validation_set_are_refused() {
        let fit = |number: usize| fit_samples(&made_up(&[[50.0, 20.0]], number), &[Score::ZERO], &CONFIG, None);
        let fault = fit(7).unwrap_err().to_string();
        assert_eq!(fault, "7 quiet positions are too few: one in 8 is held back");
        assert!(fit(8).is_ok_and(|fit| fit.errors[0] > 0.0));
    }

    /// Sums of a fit that is interrupted after some steps.
    struct Interrupted<'a>(&'a mut Blocks<TexelSample>, usize);

    impl Summation for Interrupted<'_> {
        type Sample = TexelSample;

        fn sums(&mut self, request: &Request) -> Result<Sums> {
            ensure!(request.kind != SumKind::Gradient || request.step <= self.1, "interrupted");
            self.0.sums(request)
        }
    }

    #[test]
    fn an_interrupted_fit_resumes() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("fit.state");
        let samples = made_up(&[[50.0, 20.0], [-30.0, 10.0]], 500);
        let start = [Score::ZERO; 2];
        let config = FitConfig { search_share: 0.5, lambda: 0.0, l2_penalty: 0.1, steps: 120 };
        let whole = fit_samples(&samples, &start, &config, Some(&file)).unwrap();
        // The state after all steps is that of a fit interrupted at the very end.
        assert_eq!(fit_samples(&samples, &start, &config, Some(&file)).unwrap(), whole);
        let mut blocks = blocks(&samples);
        std::fs::remove_file(&file).unwrap();
        let fault = fit(&mut Interrupted(&mut blocks, 70), &start, &config, Some(&file)).unwrap_err().to_string();
        assert_eq!(fault, "interrupted");
        assert_eq!(fit_samples(&samples, &start, &config, Some(&file)).unwrap().weights, whole.weights);
        let other = FitConfig { l2_penalty: 0.2, ..config };
        assert!(fit_samples(&samples, &start, &other, Some(&file)).is_err());
        let fault = fit_samples(&[], &start, &config, None).unwrap_err().to_string();
        assert_eq!(fault, "there are no quiet positions in the games");
    }
}

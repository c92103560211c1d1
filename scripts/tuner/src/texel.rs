//! Texel tuning: weights of the HCE by logistic regression of results and search scores on its feature counts.
//!
//! See "Texel's Tuning Method" on the chessprogramming wiki. The loss is the sum of squared errors.

use std::path::{Path, PathBuf};

use anyhow::Result;
use engine::game::{Seat, Tactics};
use engine::text::Notation;
use eval::HandCraftedEval;
use eval::score::Score;
use rayon::prelude::*;
use selfplay::{GameSample, endgame_scaling, expected_score, samples};

use crate::adam::{
    FitConfig, FitResult, Objective, Weights, count_uses, mean_error, minimise, split, sum_gradients, to_floats,
};
use crate::samples::read_games;

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

/// Fits weights to samples, on all threads of the pool. With a `state` file, an interrupted fit resumes from it.
///
/// # Errors
/// If the file cannot be read or written, or belongs to another fit.
pub fn fit(samples: &[TexelSample], start: &[Score], config: &FitConfig, state: Option<&Path>) -> Result<FitResult> {
    let start = to_floats(start);
    let scale = fit_scale(samples, &start);
    let target = |sample: &TexelSample| {
        let predicted = expected_score(sample.score.into(), scale);
        config.search_share * predicted + (1.0 - config.search_share) * f64::from(sample.result)
    };
    let (training, validation) = split(samples);
    let squares = Squares { samples: training, targets: training.iter().map(target).collect(), start, scale };
    let weights = minimise(&squares, config, state)?;
    let error = |weights: &[[f64; 2]]| {
        let squared_error =
            |sample: &TexelSample| (expected_score(sample.value(weights), scale) - f64::from(sample.result)).powi(2);
        mean_error(validation, squared_error)
    };
    let uses = count_uses(samples, weights.len(), |sample| sample.counts.iter().map(|&(index, _)| index));
    Ok(FitResult { errors: [error(&squares.start), error(&weights)], weights, scale, uses })
}

/// Scale of the win model with which the initial weights predict the results best, in steps of 5 %.
fn fit_scale(samples: &[TexelSample], weights: &[[f64; 2]]) -> f64 {
    let value = |sample: &TexelSample| (sample.value(weights), f64::from(sample.result));
    let values: Vec<(f64, f64)> = samples.par_iter().map(value).collect();
    let squared_error = |value: f64, result: f64, scale| (expected_score(value, scale) - result).powi(2);
    let error = |scale: f64| values.iter().map(|&(value, result)| squared_error(value, result, scale)).sum();
    let scales = (0..60).map(|step| 50.0 * 1.05_f64.powi(step));
    let errors = scales.map(|scale| (scale, error(scale)));
    errors.min_by(|a: &(f64, f64), b| a.1.total_cmp(&b.1)).map_or(200.0, |(scale, _)| scale)
}

/// Half the sum of squared errors.
struct Squares<'a> {
    samples: &'a [TexelSample],
    targets: Vec<f64>,
    start: Weights,
    scale: f64,
}

impl Objective for Squares<'_> {
    fn samples(&self) -> usize {
        self.samples.len()
    }

    fn start(&self) -> &Weights {
        &self.start
    }

    fn gradient(&self, weights: &[[f64; 2]]) -> Weights {
        let add = |sample: &TexelSample, target: &f64, sum: &mut [[f64; 2]]| {
            let expected = expected_score(sample.value(weights), self.scale);
            let gradient =
                (expected - target) * expected * (1.0 - expected) / self.scale * f64::from(sample.scaling_slope);
            let phase = f64::from(sample.phase);
            let gradients = [gradient * phase, gradient * (1.0 - phase)];
            for &(index, count) in &sample.counts {
                let at = &mut sum[usize::from(index)];
                at[0] += gradients[0] * f64::from(count);
                at[1] += gradients[1] * f64::from(count);
            }
        };
        sum_gradients(self.samples, &self.targets, weights.len(), add)
    }
}

/// Reads the [samples] of game files as feature counts, in the order of the files and their games.
///
/// # Errors
/// If a file cannot be read; it is named.
pub fn read_samples<G: Tactics + Notation + HandCraftedEval>(
    files: &[PathBuf],
    lambda: f64,
) -> Result<Vec<TexelSample>> {
    read_games::<G, _>(files, |game| Ok(samples::<G>(game, lambda)?.iter().map(TexelSample::new).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::adam::Adam;
    use engine::game::Game;
    use engine::variants::{KnightRelay, Quex};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const CONFIG: FitConfig = FitConfig { search_share: 0.0, lambda: 0.0, l2_penalty: 0.01, steps: 100 };

    fn sample(text: &str, half_points: u8) -> TexelSample {
        TexelSample::new(&GameSample::<Quex> { position: text.parse().unwrap(), score: 0, half_points })
    }

    #[test]
    fn weights_follow_the_results_and_unseen_weights_stay() {
        // The side with the rook loses.
        let white = "10/5k4/10/10/10/10/10/10/R4K4/10[] w - - 0 1";
        let black = "10/5k4/4r5/10/10/10/10/10/5K4/10[] b - - 0 1";
        let samples: Vec<_> = (0..200).map(|i| if i % 2 == 0 { sample(white, 0) } else { sample(black, 2) }).collect();
        let fit = fit(&samples, Quex::WEIGHTS, &CONFIG, None).unwrap();
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
            let fit = fit(&samples, &near, &config, None).unwrap();
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
    fn an_interrupted_fit_resumes() {
        let file = std::env::temp_dir().join(format!("motley-fit-{}", std::process::id()));
        let samples = made_up(&[[50.0, 20.0], [-30.0, 10.0]], 500);
        let start = [Score::ZERO; 2];
        let config = FitConfig { search_share: 0.5, lambda: 0.0, l2_penalty: 0.1, steps: 120 };
        let whole = fit(&samples, &start, &config, Some(&file)).unwrap();
        // The state after all steps is that of a fit interrupted at the very end.
        assert_eq!(fit(&samples, &start, &config, Some(&file)).unwrap(), whole);
        let scale = whole.scale;
        let (training, _) = split(&samples);
        let target =
            |sample: &TexelSample| 0.5 * expected_score(sample.score.into(), scale) + 0.5 * f64::from(sample.result);
        let targets = training.iter().map(target).collect();
        let objective = Squares { samples: training, targets, start: vec![[0.0; 2]; 2], scale };
        let mut adam = Adam::new(config, &objective);
        (0..70).for_each(|_| adam.step(&objective));
        adam.write(&file).unwrap();
        assert_eq!(fit(&samples, &start, &config, Some(&file)).unwrap().weights, whole.weights);
        let other = FitConfig { l2_penalty: 0.2, ..config };
        assert!(fit(&samples, &start, &other, Some(&file)).is_err());
        std::fs::remove_file(&file).unwrap();
    }
}

//! Weights fitted to samples: logistic regression of results and search values on what an evaluation counts.
//!
//! The method is known as Texel's tuning. The sum of squared errors is made least by gradient descent with
//! momentum (Adam); each weight is held to its present value as by a spring, so that what occurs in few samples stays as it is.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use engine::game::Seat;
use eval::HandCraftedEval;
use eval::score::Score;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use engine::game::Tactics;
use engine::text::Notation;
use selfplay::{GameFile, Sample, SavedGame, expectation, finish, samples};

/// One in so many samples is held back from the fit.
const HELD_BACK: usize = 8;

/// So many steps are taken before the state of a fit is written down.
const STEPS_AT_A_TIME: usize = 50;

/// How the fit is done.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How much of the target is the search's value; the rest is the result.
    pub search_share: f64,
    /// How much each later search counted beside the one before when the [samples] were taken.
    pub lambda: f64,
    /// How stiff the springs are: a weight that has moved 100 centipawns adds so much to the sum of squared errors.
    pub stiffness: f64,
    /// Steps of the descent.
    pub steps: usize,
}

/// What the fit needs to know of a sample.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// White's counts less Black's, where they differ: place and difference.
    counts: Box<[(u16, i16)]>,
    /// How much of a middle game it is, 0 to 1.
    phase: f32,
    /// What the score has beyond the weights, in centipawns for White.
    rest: f32,
    /// How much of the score is left once the kind of position is looked at...
    share: f32,
    /// ...and what is added then, in centipawns for White.
    bonus: f32,
    /// The search's value, in centipawns for White.
    score: f32,
    /// White's points.
    result: f32,
}

impl Example {
    /// What is needed of a sample.
    pub fn new<G: HandCraftedEval>(sample: &Sample<G>) -> Example {
        let position = &sample.position;
        let [white, black] = position.trace();
        let pairs = white.counts.iter().zip(&black.counts).enumerate();
        let count = |of_white: i32, of_black: i32| (of_white - of_black) as i16;
        let counts: Box<[_]> =
            pairs.filter(|(_, (w, b))| w != b).map(|(place, (&w, &b))| (place as u16, count(w, b))).collect();
        let phase = position.phase().min(G::MAX_PHASE) as f32 / G::MAX_PHASE as f32;
        let sum = |fixed: &[Score]| fixed.iter().fold(Score::ZERO, |sum, &part| sum + part);
        let fixed = sum(&white.fixed) - sum(&black.fixed);
        let tempo = if position.turn() == Seat::WHITE { G::TEMPO } else { -G::TEMPO };
        let rest = fixed.mg() as f32 * phase + fixed.eg() as f32 * (1.0 - phase) + tempo as f32;
        let (score, result) = (sample.score as f32, f32::from(sample.half_points) / 2.0);
        let mut example = Example { counts, phase, rest, share: 1.0, bonus: 0.0, score, result };
        let now: Vec<[f64; 2]> = G::WEIGHTS.iter().map(|score| [score.mg().into(), score.eg().into()]).collect();
        (example.share, example.bonus) = finish(position, example.value(&now));
        example
    }

    /// The evaluation's value, in centipawns for White.
    fn value(&self, weights: &[[f64; 2]]) -> f64 {
        let [mut mg, mut eg] = [0.0, 0.0];
        for &(place, count) in &self.counts {
            let [a, b] = weights[usize::from(place)];
            mg += a * f64::from(count);
            eg += b * f64::from(count);
        }
        let phase = f64::from(self.phase);
        let sum = f64::from(self.rest) + mg * phase + eg * (1.0 - phase);
        f64::from(self.bonus) + f64::from(self.share) * sum
    }
}

/// Weights fitted to samples of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Fit {
    /// The (middle game, endgame) pairs, in centipawns.
    pub weights: Vec<[f64; 2]>,
    /// The centipawns that make odds of e to 1.
    pub scale: f64,
    /// The mean squared error of foreseeing results, before and after, on samples that were held back from the fit.
    pub errors: [f64; 2],
    /// In how many samples each weight has a say.
    pub uses: Vec<usize>,
}

/// Fits weights to examples, on all threads of the pool. With a file for the state, a fit that was interrupted goes on from there.
///
/// # Errors
/// If the file cannot be read or written, or belongs to another fit.
pub fn fit(examples: &[Example], start: &[Score], settings: &Settings, state: Option<&Path>) -> Result<Fit> {
    let start: Vec<[f64; 2]> = start.iter().map(|score| [score.mg().into(), score.eg().into()]).collect();
    let scale = best_scale(examples, &start);
    let target = |example: &Example| {
        let seen = expectation(example.score.into(), scale);
        settings.search_share * seen + (1.0 - settings.search_share) * f64::from(example.result)
    };
    // The last games are no part of the fit, to see whether it holds for others.
    let (taught, held_back) = examples.split_at(examples.len() - examples.len() / HELD_BACK);
    let problem = Problem { examples: taught, targets: taught.iter().map(target).collect(), start, scale };
    let begun = Descent::new(*settings, &problem);
    let mut descent = match state {
        Some(file) if file.exists() => Descent::read(file, &begun).with_context(|| file.display().to_string())?,
        _ => begun,
    };
    while descent.step < settings.steps {
        for _ in 0..STEPS_AT_A_TIME.min(settings.steps - descent.step) {
            descent.step(&problem);
        }
        if let Some(file) = state {
            descent.write(file).with_context(|| file.display().to_string())?;
        }
    }
    let error = |weights: &[[f64; 2]]| {
        let miss = |example: &Example| (expectation(example.value(weights), scale) - f64::from(example.result)).powi(2);
        held_back.par_iter().map(miss).sum::<f64>() / held_back.len().max(1) as f64
    };
    let mut uses = vec![0; problem.start.len()];
    for &(place, _) in examples.iter().flat_map(|example| &example.counts) {
        uses[usize::from(place)] += 1;
    }
    Ok(Fit { errors: [error(&problem.start), error(&descent.weights)], weights: descent.weights, scale, uses })
}

/// The scale at which the present weights foresee the results best, in steps of 5 %.
fn best_scale(examples: &[Example], weights: &[[f64; 2]]) -> f64 {
    let value = |example: &Example| (example.value(weights), f64::from(example.result));
    let values: Vec<(f64, f64)> = examples.par_iter().map(value).collect();
    let miss = |value: f64, result: f64, scale| (expectation(value, scale) - result).powi(2);
    let error = |scale: f64| values.iter().map(|&(value, result)| miss(value, result, scale)).sum();
    let scales = (0..60).map(|step| 50.0 * 1.05_f64.powi(step));
    let errors = scales.map(|scale| (scale, error(scale)));
    errors.min_by(|a: &(f64, f64), b| a.1.total_cmp(&b.1)).map_or(200.0, |(scale, _)| scale)
}

/// What is to be made least: half the sum of squared errors.
struct Problem<'a> {
    examples: &'a [Example],
    targets: Vec<f64>,
    start: Vec<[f64; 2]>,
    scale: f64,
}

impl Problem<'_> {
    fn gradient(&self, weights: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let chunk = self.examples.len().div_ceil(2 * rayon::current_num_threads()).max(1);
        let nothing = || vec![[0.0; 2]; weights.len()];
        let chunks = self.examples.par_chunks(chunk).zip(self.targets.par_chunks(chunk));
        let part = |(examples, targets): (&[Example], &[f64])| {
            let mut sum = nothing();
            for (example, target) in examples.iter().zip(targets) {
                let expected = expectation(example.value(weights), self.scale);
                let slope = (expected - target) * expected * (1.0 - expected) / self.scale * f64::from(example.share);
                let phase = f64::from(example.phase);
                let by_half = [slope * phase, slope * (1.0 - phase)];
                for &(place, count) in &example.counts {
                    let at = &mut sum[usize::from(place)];
                    at[0] += by_half[0] * f64::from(count);
                    at[1] += by_half[1] * f64::from(count);
                }
            }
            sum
        };
        chunks.map(part).reduce(nothing, |mut sum, part| {
            sum.as_flattened_mut().iter_mut().zip(part.as_flattened()).for_each(|(a, b)| *a += b);
            sum
        })
    }
}

/// Adam with its usual constants, part of the way; steps of a centipawn and a half at first, less towards the end.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Descent {
    settings: Settings,
    /// How many examples there are, and where it began: another fit has others.
    examples: usize,
    start: Vec<[f64; 2]>,
    step: usize,
    weights: Vec<[f64; 2]>,
    first: Vec<[f64; 2]>,
    second: Vec<[f64; 2]>,
}

impl Descent {
    fn new(settings: Settings, problem: &Problem) -> Descent {
        let (start, nothing) = (problem.start.clone(), vec![[0.0; 2]; problem.start.len()]);
        Descent {
            settings,
            examples: problem.examples.len(),
            weights: start.clone(),
            start,
            step: 0,
            first: nothing.clone(),
            second: nothing,
        }
    }

    /// Reads a state that is to go on where `begun` began.
    fn read(file: &Path, begun: &Descent) -> Result<Descent> {
        let read: Descent = postcard::from_bytes(&std::fs::read(file)?)?;
        let same = (read.settings, read.examples, &read.start) == (begun.settings, begun.examples, &begun.start);
        ensure!(same, "this is the state of a fit with other settings, weights or games");
        Ok(read)
    }

    fn write(&self, file: &Path) -> Result<()> {
        let unfinished = file.with_extension("new");
        std::fs::write(&unfinished, postcard::to_stdvec(self)?)?;
        Ok(std::fs::rename(unfinished, file)?)
    }

    fn step(&mut self, problem: &Problem) {
        const MOMENTUM: f64 = 0.9;
        const MEMORY: f64 = 0.999;
        const STEP: f64 = 1.5;
        let mut slopes = problem.gradient(&self.weights);
        self.step += 1;
        let power = self.step as i32;
        let rate = STEP * (1.0 - 0.95 * self.step as f64 / self.settings.steps as f64);
        let flat = slopes.as_flattened_mut().iter_mut().enumerate();
        for (i, slope) in flat {
            let (place, half) = (i / 2, i % 2);
            let weight = &mut self.weights[place][half];
            *slope += self.settings.stiffness * (*weight - self.start[place][half]) / 1e4;
            let (m, v) = (&mut self.first[place][half], &mut self.second[place][half]);
            *m = MOMENTUM * *m + (1.0 - MOMENTUM) * *slope;
            *v = MEMORY * *v + (1.0 - MEMORY) * slope.powi(2);
            let (m, v) = (*m / (1.0 - MOMENTUM.powi(power)), *v / (1.0 - MEMORY.powi(power)));
            *weight -= rate * m / (v.sqrt() + 1e-12);
        }
    }
}

/// What the fit needs to know of the [samples] of whole files, in the order of the files and their games.
///
/// # Errors
/// If a file cannot be read; it is named.
pub fn read_examples<G: Tactics + Notation + HandCraftedEval>(files: &[PathBuf], lambda: f64) -> Result<Vec<Example>> {
    let of_game = |game: &SavedGame| Ok(samples::<G>(game, lambda)?.iter().map(Example::new).collect());
    let of_file = |file: &Path| {
        let games = GameFile::read::<G>(file)?;
        games.par_iter().map(of_game).collect::<Result<Vec<Vec<Example>>>>()
    };
    let files = files.iter().map(|file| of_file(file)).collect::<Result<Vec<_>>>()?;
    Ok(files.into_iter().flatten().flatten().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::game::Game;
    use engine::variants::{KnightRelay, Quex};
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const SETTINGS: Settings = Settings { search_share: 0.0, lambda: 0.0, stiffness: 0.01, steps: 100 };

    fn example(text: &str, half_points: u8) -> Example {
        Example::new(&Sample::<Quex> { position: text.parse().unwrap(), score: 0, half_points })
    }

    #[test]
    fn what_loses_is_worth_less_and_what_is_not_seen_stays() {
        // Whoever has the rook loses.
        let white = "10/5k4/10/10/10/10/10/10/R4K4/10[] w - - 0 1";
        let black = "10/5k4/4r5/10/10/10/10/10/5K4/10[] b - - 0 1";
        let examples: Vec<_> =
            (0..200).map(|i| if i % 2 == 0 { example(white, 0) } else { example(black, 2) }).collect();
        let fit = fit(&examples, Quex::WEIGHTS, &SETTINGS, None).unwrap();
        let place = |name: &str, index| Quex::ROWS.iter().find(|row| row.name == name).unwrap().offset + index;
        let (rook, knight) = (place("material", 2), place("material", 4));
        assert!(fit.weights[rook][1] < f64::from(Quex::WEIGHTS[rook].eg()) - 10.0);
        assert_eq!(fit.weights[knight][1], f64::from(Quex::WEIGHTS[knight].eg()));
        assert_eq!((fit.uses[rook], fit.uses[knight]), (200, 0));
        assert!(fit.errors[1] < fit.errors[0], "{:?}", fit.errors);
    }

    #[test]
    fn values_are_the_evaluations() {
        let example = Example::new(&Sample { position: Quex::start(), score: 0, half_points: 1 });
        assert!(example.counts.is_empty());
        let weights = vec![[0.0; 2]; Quex::WEIGHTS.len()];
        assert_eq!(example.value(&weights), f64::from(Quex::TEMPO));
    }

    #[test]
    fn endings_count_as_the_evaluation_has_it() {
        use engine::eval::Evaluator;
        let now: Vec<[f64; 2]> =
            KnightRelay::WEIGHTS.iter().map(|score| [score.mg().into(), score.eg().into()]).collect();
        // A lone bishop, a pawn and a half-won ending: in all of them a part of the sum is left.
        for text in
            ["4k3/8/8/8/8/8/8/2B1K3 w - - 0 1", "4k3/8/3q4/8/8/8/P7/R3K3 b - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"]
        {
            let position: KnightRelay = text.parse().unwrap();
            let value = Example::new(&Sample { position, score: 0, half_points: 1 }).value(&now);
            let mut evaluator = eval::HceEvaluator::<KnightRelay>::default();
            evaluator.reset(&position);
            let sign = if position.turn() == Seat::WHITE { 1.0 } else { -1.0 };
            assert!((sign * value - f64::from(evaluator.evaluate(&position))).abs() < 2.0, "{text}: {value}");
        }
    }

    /// Made-up positions whose results follow from known weights.
    fn made_up(weights: &[[f64; 2]], number: usize) -> Vec<Example> {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut one = || {
            let counts = (0..weights.len() as u16).map(|place| (place, random.random_range(-2..=2))).collect();
            let phase = random.random_range(0.0..1.0);
            let mut example = Example { counts, phase, rest: 0.0, share: 1.0, bonus: 0.0, score: 0.0, result: 0.0 };
            example.score = example.value(weights) as f32;
            let won = random.random_bool(expectation(example.score.into(), 100.0));
            example.result = f32::from(u8::from(won));
            example
        };
        (0..number).map(|_| one()).collect()
    }

    #[test]
    fn known_weights_are_found_again() {
        let known = [[50.0, 20.0], [-30.0, 10.0], [5.0, 80.0], [0.0, -40.0]];
        let examples = made_up(&known, 8000);
        let near = [[40, 30], [-20, 0], [20, 70], [10, -50]].map(|[mg, eg]| Score::new(mg, eg));
        for (search_share, tolerance) in [(1.0, 3.0), (0.0, 12.0)] {
            let settings = Settings { search_share, lambda: 0.0, stiffness: 0.0, steps: 300 };
            let fit = fit(&examples, &near, &settings, None).unwrap();
            assert!((85.0..120.0).contains(&fit.scale), "{}", fit.scale);
            // What is found is as many times the truth as the scale is.
            let ratio = fit.scale / 100.0;
            for (found, truth) in fit.weights.as_flattened().iter().zip(known.as_flattened()) {
                let wanted = if search_share == 1.0 { *truth } else { truth * ratio };
                assert!((found - wanted).abs() < tolerance, "{:?} at scale {}", fit.weights, fit.scale);
            }
        }
    }

    #[test]
    fn a_fit_goes_on_where_it_was_interrupted() {
        let file = std::env::temp_dir().join(format!("motley-fit-{}", std::process::id()));
        let examples = made_up(&[[50.0, 20.0], [-30.0, 10.0]], 500);
        let start = [Score::ZERO; 2];
        let settings = Settings { search_share: 0.5, lambda: 0.0, stiffness: 0.1, steps: 120 };
        let whole = fit(&examples, &start, &settings, Some(&file)).unwrap();
        // The state after all steps is what a fit that was interrupted at the very end would find.
        assert_eq!(fit(&examples, &start, &settings, Some(&file)).unwrap(), whole);
        let scale = whole.scale;
        let taught = &examples[..examples.len() - examples.len() / HELD_BACK];
        let target =
            |example: &Example| 0.5 * expectation(example.score.into(), scale) + 0.5 * f64::from(example.result);
        let targets = taught.iter().map(target).collect();
        let problem = Problem { examples: taught, targets, start: vec![[0.0; 2]; 2], scale };
        let mut descent = Descent::new(settings, &problem);
        (0..70).for_each(|_| descent.step(&problem));
        descent.write(&file).unwrap();
        assert_eq!(fit(&examples, &start, &settings, Some(&file)).unwrap().weights, whole.weights);
        let other = Settings { stiffness: 0.2, ..settings };
        assert!(fit(&examples, &start, &other, Some(&file)).is_err());
        std::fs::remove_file(&file).unwrap();
    }
}

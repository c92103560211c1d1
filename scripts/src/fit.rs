//! Weights fitted to samples: logistic regression of results and search values on what an evaluation counts.
//!
//! The method is known as Texel's tuning. The sum of squared errors is made least by gradient descent with
//! momentum (Adam); each weight is held to its present value as by a spring, so that what occurs in few samples stays as it is.

use engine::game::Seat;
use eval::Judged;
use eval::score::Score;
use rayon::prelude::*;

use crate::samples::Sample;

/// One in so many samples is held back from the fit.
const HELD_BACK: usize = 8;

/// How the fit is done.
#[derive(Clone, Copy, Debug)]
pub struct Settings {
    /// How much of the target is the search's value; the rest is the result.
    pub search_share: f64,
    /// How stiff the springs are: a weight that has moved 100 centipawns adds so much to the sum of squared errors.
    pub stiffness: f64,
    /// Steps of the descent.
    pub steps: usize,
}

/// What the fit needs to know of a sample.
struct Example {
    /// White's counts less Black's, where they differ: place and difference.
    counts: Vec<(u16, f32)>,
    /// How much of a middle game it is, 0 to 1.
    phase: f64,
    /// What the value has beyond the weights, in centipawns for White.
    rest: f64,
    score: f64,
    result: f64,
}

impl Example {
    fn new<G: Judged>(sample: &Sample<G>) -> Example {
        let position = &sample.position;
        let [white, black] = position.trace();
        let pairs = white.counts.iter().zip(&black.counts).enumerate();
        let counts = pairs.filter(|(_, (w, b))| w != b).map(|(place, (w, b))| (place as u16, (w - b) as f32)).collect();
        let phase = f64::from(position.phase().min(G::FULL_PHASE)) / f64::from(G::FULL_PHASE);
        let sum = |fixed: &[Score]| fixed.iter().fold(Score::ZERO, |sum, &part| sum + part);
        let fixed = sum(&white.fixed) - sum(&black.fixed);
        let tempo = if position.seat() == Seat::WHITE { G::TEMPO } else { -G::TEMPO };
        let rest = f64::from(fixed.mg()) * phase + f64::from(fixed.eg()) * (1.0 - phase) + f64::from(tempo);
        Example { counts, phase, rest, score: sample.score.into(), result: sample.result as f64 / 2.0 }
    }

    /// The evaluation's value, in centipawns for White.
    fn value(&self, weights: &[[f64; 2]]) -> f64 {
        let [mut mg, mut eg] = [0.0, 0.0];
        for &(place, count) in &self.counts {
            let [a, b] = weights[usize::from(place)];
            mg += a * f64::from(count);
            eg += b * f64::from(count);
        }
        self.rest + mg * self.phase + eg * (1.0 - self.phase)
    }
}

/// The expected share of the points at so many centipawns, where `scale` of them make odds of e to 1.
fn expectation(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// Weights fitted to samples of a game.
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

/// Fits the weights of a game to samples, starting with the present ones.
pub fn fit<G: Judged>(samples: &[Sample<G>], settings: &Settings) -> Fit {
    let examples: Vec<Example> = samples.par_iter().map(Example::new).collect();
    let start: Vec<[f64; 2]> = G::WEIGHTS.iter().map(|score| [score.mg().into(), score.eg().into()]).collect();
    let scale = best_scale(&examples, &start);
    let target = |example: &Example| {
        let seen = expectation(example.score, scale);
        settings.search_share * seen + (1.0 - settings.search_share) * example.result
    };
    // The last games are no part of the fit, to see whether it holds for others.
    let (taught, held_back) = examples.split_at(examples.len() - examples.len() / HELD_BACK);
    let targets: Vec<f64> = taught.iter().map(target).collect();
    let weights = descend(taught, &targets, &start, scale, settings);
    let error = |weights: &[[f64; 2]]| {
        let miss = |example: &Example| (expectation(example.value(weights), scale) - example.result).powi(2);
        held_back.par_iter().map(miss).sum::<f64>() / held_back.len().max(1) as f64
    };
    let mut uses = vec![0; start.len()];
    for &(place, _) in examples.iter().flat_map(|example| &example.counts) {
        uses[usize::from(place)] += 1;
    }
    Fit { errors: [error(&start), error(&weights)], weights, scale, uses }
}

/// The scale at which the present weights foresee the results best, in steps of 5 %.
fn best_scale(examples: &[Example], weights: &[[f64; 2]]) -> f64 {
    let values: Vec<(f64, f64)> = examples.iter().map(|example| (example.value(weights), example.result)).collect();
    let error = |scale: f64| values.iter().map(|&(value, result)| (expectation(value, scale) - result).powi(2)).sum();
    let scales = (0..60).map(|step| 50.0 * 1.05_f64.powi(step));
    let errors = scales.map(|scale| (scale, error(scale)));
    errors.min_by(|a: &(f64, f64), b| a.1.total_cmp(&b.1)).map_or(200.0, |(scale, _)| scale)
}

/// The gradient of half the sum of squared errors.
fn gradient(examples: &[Example], targets: &[f64], weights: &[[f64; 2]], scale: f64) -> Vec<[f64; 2]> {
    let chunk = examples.len().div_ceil(2 * rayon::current_num_threads()).max(1);
    let nothing = || vec![[0.0; 2]; weights.len()];
    examples
        .par_chunks(chunk)
        .zip(targets.par_chunks(chunk))
        .map(|(examples, targets)| {
            let mut sum = nothing();
            for (example, target) in examples.iter().zip(targets) {
                let share = expectation(example.value(weights), scale);
                let slope = (share - target) * share * (1.0 - share) / scale;
                let by_half = [slope * example.phase, slope * (1.0 - example.phase)];
                for &(place, count) in &example.counts {
                    let at = &mut sum[usize::from(place)];
                    at[0] += by_half[0] * f64::from(count);
                    at[1] += by_half[1] * f64::from(count);
                }
            }
            sum
        })
        .reduce(nothing, |mut sum, part| {
            sum.as_flattened_mut().iter_mut().zip(part.as_flattened()).for_each(|(a, b)| *a += b);
            sum
        })
}

/// Adam with its usual constants; steps of a centipawn and a half at first, less towards the end.
fn descend(
    examples: &[Example],
    targets: &[f64],
    start: &[[f64; 2]],
    scale: f64,
    settings: &Settings,
) -> Vec<[f64; 2]> {
    const MOMENTUM: f64 = 0.9;
    const MEMORY: f64 = 0.999;
    const STEP: f64 = 1.5;
    let mut weights = start.to_vec();
    let (mut first, mut second) = (vec![[0.0; 2]; start.len()], vec![[0.0; 2]; start.len()]);
    for step in 1..=settings.steps {
        let mut slopes = gradient(examples, targets, &weights, scale);
        let power = step as i32;
        let rate = STEP * (1.0 - 0.95 * step as f64 / settings.steps as f64);
        let flat = slopes.as_flattened_mut().iter_mut().enumerate();
        for (i, slope) in flat {
            let (place, half) = (i / 2, i % 2);
            let weight = &mut weights[place][half];
            *slope += settings.stiffness * (*weight - start[place][half]) / 1e4;
            let (m, v) = (&mut first[place][half], &mut second[place][half]);
            *m = MOMENTUM * *m + (1.0 - MOMENTUM) * *slope;
            *v = MEMORY * *v + (1.0 - MEMORY) * slope.powi(2);
            let (m, v) = (*m / (1.0 - MOMENTUM.powi(power)), *v / (1.0 - MEMORY.powi(power)));
            *weight -= rate * m / (v.sqrt() + 1e-12);
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::game::Game;
    use engine::variants::Quex;

    const SETTINGS: Settings = Settings { search_share: 0.0, stiffness: 0.01, steps: 100 };

    fn sample(text: &str, result: usize) -> Sample<Quex> {
        Sample { position: text.parse().unwrap(), score: 0, result }
    }

    #[test]
    fn what_loses_is_worth_less_and_what_is_not_seen_stays() {
        // Whoever has the rook loses.
        let white = "10/5k4/10/10/10/10/10/10/R4K4/10[] w - - 0 1";
        let black = "10/5k4/4r5/10/10/10/10/10/5K4/10[] b - - 0 1";
        let samples: Vec<_> = (0..200).map(|i| if i % 2 == 0 { sample(white, 0) } else { sample(black, 2) }).collect();
        let fit = fit(&samples, &SETTINGS);
        let place = |name: &str, index| Quex::ROWS.iter().find(|row| row.name == name).unwrap().offset + index;
        let (rook, knight) = (place("material", 2), place("material", 4));
        assert!(fit.weights[rook][1] < f64::from(Quex::WEIGHTS[rook].eg()) - 10.0);
        assert_eq!(fit.weights[knight][1], f64::from(Quex::WEIGHTS[knight].eg()));
        assert_eq!((fit.uses[rook], fit.uses[knight]), (200, 0));
        assert!(fit.errors[1] < fit.errors[0], "{:?}", fit.errors);
    }

    #[test]
    fn values_are_the_evaluations() {
        let position = Quex::start();
        let example = Example::new(&Sample { position, score: 0, result: 1 });
        assert!(example.counts.is_empty());
        let weights = vec![[0.0; 2]; Quex::WEIGHTS.len()];
        assert_eq!(example.value(&weights), f64::from(Quex::TEMPO));
    }
}

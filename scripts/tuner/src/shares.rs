//! Weights of a game for more than two, by multinomial logistic regression: the shares of the players are a softmax of
//! their scores, and the loss is the cross-entropy of the shares and a target.
//!
//! The scale is that of the evaluation, [`LOGISTIC_SCALE`], so fitted shares are to be taken at their word.

use std::path::{Path, PathBuf};

use anyhow::Result;
use engine::game::{Seat, Tactics};
use engine::search::score::LOGISTIC_SCALE;
use engine::text::Notation;
use eval::score::Score;
use eval::shares::HandCraftedShares;
use selfplay::{SharesSample, shares_samples};

use crate::adam::{
    FitConfig, FitResult, Objective, Weights, count_uses, mean_error, minimise, split, sum_gradients, to_floats,
};
use crate::samples::read_games;

/// A player of a sample who is in.
#[derive(Clone, PartialEq, Debug)]
struct SampledPlayer {
    /// Feature counts: index of the weight and count, without zeros.
    counts: Box<[(u16, i16)]>,
    /// Share by the searches of the game.
    search: f32,
    /// Share of the result.
    result: f32,
}

/// Sample of a game for more than two as feature counts of each player.
#[derive(Clone, PartialEq, Debug)]
pub struct CountedSharesSample {
    /// Game phase: 1 in the middle game, 0 in the endgame.
    phase: f32,
    players: Box<[SampledPlayer]>,
}

impl CountedSharesSample {
    /// Counts the features of a sample.
    pub fn new<G: HandCraftedShares>(sample: &SharesSample<G>) -> CountedSharesSample {
        let position = &sample.position;
        let traces = position.trace();
        let player = |seat: Seat| {
            let counts = traces[seat.index()].counts.iter().enumerate().filter(|&(_, &count)| count != 0);
            SampledPlayer {
                counts: counts.map(|(index, &count)| (index as u16, count as i16)).collect(),
                search: sample.search[seat.index()],
                result: sample.result[seat.index()],
            }
        };
        CountedSharesSample {
            phase: position.phase().min(G::MAX_PHASE) as f32 / G::MAX_PHASE as f32,
            players: Seat::all(G::SEATS).filter(|&seat| position.is_in(seat)).map(player).collect(),
        }
    }

    /// Shares of the players at some weights.
    fn shares(&self, weights: &[[f64; 2]]) -> Vec<f64> {
        let phase = f64::from(self.phase);
        let part = |&(index, count): &(u16, i16)| {
            let [mg, eg] = weights[usize::from(index)];
            (mg * phase + eg * (1.0 - phase)) * f64::from(count)
        };
        let scores: Vec<f64> = self.players.iter().map(|player| player.counts.iter().map(part).sum()).collect();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds: Vec<f64> =
            scores.into_iter().map(|score| ((score - best) / f64::from(LOGISTIC_SCALE)).exp()).collect();
        let sum: f64 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / sum).collect()
    }
}

/// Fits weights to samples, on all threads of the pool. With a `state` file, an interrupted fit resumes from it.
///
/// # Errors
/// If the file cannot be read or written, or belongs to another fit.
pub fn fit_shares(
    samples: &[CountedSharesSample],
    start: &[Score],
    config: &FitConfig,
    state: Option<&Path>,
) -> Result<FitResult> {
    let (training, validation) = split(samples);
    let target = |player: &SampledPlayer| {
        config.search_share * f64::from(player.search) + (1.0 - config.search_share) * f64::from(player.result)
    };
    let targets = training.iter().map(|sample| sample.players.iter().map(target).collect()).collect();
    let objective = CrossEntropy { samples: training, targets, start: to_floats(start) };
    let weights = minimise(&objective, config, state)?;
    let error = |weights: &[[f64; 2]]| {
        let entropy = |sample: &CountedSharesSample| -> f64 {
            let shares = sample.shares(weights);
            let terms = sample.players.iter().zip(shares);
            terms.map(|(player, share)| -f64::from(player.result) * share.max(1e-12).ln()).sum()
        };
        mean_error(validation, entropy)
    };
    let places = |sample: &CountedSharesSample| {
        let mut places: Vec<u16> =
            sample.players.iter().flat_map(|player| player.counts.iter().map(|&(index, _)| index)).collect();
        places.sort_unstable();
        places.dedup();
        places
    };
    let uses = count_uses(samples, weights.len(), places);
    let errors = [error(&objective.start), error(&weights)];
    Ok(FitResult { errors, weights, scale: LOGISTIC_SCALE.into(), uses })
}

/// Cross-entropy of the shares and their targets, summed over all samples.
struct CrossEntropy<'a> {
    samples: &'a [CountedSharesSample],
    targets: Vec<Box<[f64]>>,
    start: Weights,
}

impl Objective for CrossEntropy<'_> {
    fn samples(&self) -> usize {
        self.samples.len()
    }

    fn start(&self) -> &Weights {
        &self.start
    }

    /// The derivative by a player's score is the error of its share.
    fn gradient(&self, weights: &[[f64; 2]]) -> Weights {
        sum_gradients(self.samples, &self.targets, weights.len(), |sample, targets, sum| {
            let phase = f64::from(sample.phase);
            for ((player, share), target) in sample.players.iter().zip(sample.shares(weights)).zip(targets) {
                let gradient = (share - target) / f64::from(LOGISTIC_SCALE);
                for &(index, count) in &player.counts {
                    let at = &mut sum[usize::from(index)];
                    at[0] += gradient * phase * f64::from(count);
                    at[1] += gradient * (1.0 - phase) * f64::from(count);
                }
            }
        })
    }
}

/// Reads the [samples](shares_samples) of game files as feature counts, in the order of the files and their games.
///
/// # Errors
/// If a file cannot be read; it is named.
pub fn read_shares_samples<G: Tactics + Notation + HandCraftedShares>(
    files: &[PathBuf],
    lambda: f64,
) -> Result<Vec<CountedSharesSample>> {
    read_games::<G, _>(files, |game| {
        Ok(shares_samples::<G>(game, lambda)?.iter().map(CountedSharesSample::new).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::SharesEvaluator;
    use engine::game::Game;
    use engine::variants::Kaleido4;
    use eval::SharesHce;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const CONFIG: FitConfig = FitConfig { search_share: 1.0, lambda: 0.0, l2_penalty: 0.0, steps: 400 };

    #[test]
    fn shares_are_those_of_the_evaluation() {
        for text in [Kaleido4::start().to_string().as_str(), "1'P4P4/11/'pP'P8/11/1p9/11/1'p9/11/1 w - - - - 0 1"] {
            let position: Kaleido4 = text.parse().unwrap();
            let sample = SharesSample { position, search: [0.25; 4], result: [0.25; 4] };
            let counted = CountedSharesSample::new(&sample);
            let shares = counted.shares(&to_floats(Kaleido4::WEIGHTS));
            let played = SharesHce::default().shares(&position);
            let played = Seat::all(4).filter(|&seat| position.is_in(seat)).map(|seat| played[seat.index()]);
            for (share, played) in shares.into_iter().zip(played) {
                assert!((share - f64::from(played)).abs() < 0.01, "{text}: {share} and {played}");
            }
        }
    }

    #[test]
    fn known_weights_are_recovered() {
        let known = [[50.0, 20.0], [-30.0, 10.0], [5.0, 80.0], [0.0, -40.0]];
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut one = |number: usize| {
            let mut player = || SampledPlayer {
                counts: (0..known.len() as u16).map(|index| (index, random.random_range(-2..=2))).collect(),
                search: 0.0,
                result: 0.0,
            };
            let players = (0..2 + number % 3).map(|_| player()).collect();
            let mut sample = CountedSharesSample { phase: (number % 11) as f32 / 10.0, players };
            let shares = sample.shares(&known);
            for (player, share) in sample.players.iter_mut().zip(shares) {
                (player.search, player.result) = (share as f32, share as f32);
            }
            sample
        };
        let samples: Vec<CountedSharesSample> = (0..4000).map(&mut one).collect();
        let near = [[40, 30], [-20, 0], [20, 70], [10, -50]].map(|[mg, eg]| Score::new(mg, eg));
        let fit = fit_shares(&samples, &near, &CONFIG, None).unwrap();
        for (found, truth) in fit.weights.as_flattened().iter().zip(known.as_flattened()) {
            assert!((found - truth).abs() < 2.0, "{:?}", fit.weights);
        }
        assert!(fit.errors[1] < fit.errors[0], "{:?}", fit.errors);
        assert_eq!(fit.uses.len(), known.len());
    }
}

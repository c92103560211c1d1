//! Weights of a game for more than two, by multinomial logistic regression: the shares of the players are a softmax of
//! their scores, and the loss is the cross-entropy of the shares and a target.
//!
//! The scale is that of the evaluation, [`LOGISTIC_SCALE`], so fitted shares are to be taken at their word.

use engine::game::Seat;
use engine::search::score::LOGISTIC_SCALE;
use eval::shares::HandCraftedShares;
use selfplay::SharesSample;

use crate::samples::{pack_counts, unpack_counts};
use crate::sums::{Request, Sample};

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

    /// Shares of the players at some weights and a scale.
    fn shares(&self, weights: &[[f64; 2]], scale: f64) -> Vec<f64> {
        let phase = f64::from(self.phase);
        let part = |&(index, count): &(u16, i16)| {
            let [mg, eg] = weights[usize::from(index)];
            (mg * phase + eg * (1.0 - phase)) * f64::from(count)
        };
        let scores: Vec<f64> = self.players.iter().map(|player| player.counts.iter().map(part).sum()).collect();
        let best = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let odds: Vec<f64> = scores.into_iter().map(|score| libm::exp((score - best) / scale)).collect();
        let sum: f64 = odds.iter().sum();
        odds.into_iter().map(|odds| odds / sum).collect()
    }
}

/// Cross-entropy of shares and their target.
fn cross_entropy(share: f64, target: f64) -> f64 {
    -target * libm::log(share.max(1e-12))
}

/// The training loss is the cross-entropy of the shares and their targets.
impl Sample for CountedSharesSample {
    /// That of the evaluation.
    fn scales() -> Vec<f64> {
        vec![LOGISTIC_SCALE.into()]
    }

    fn add_errors(&self, weights: &[[f64; 2]], scales: &[f64], errors: &mut [f64]) {
        for (scale, error) in scales.iter().zip(errors) {
            let terms = self.players.iter().zip(self.shares(weights, *scale));
            *error += terms.map(|(player, share)| cross_entropy(share, player.result.into())).sum::<f64>();
        }
    }

    /// The derivative by a player's score is the error of its share.
    fn add_gradient(&self, request: &Request, gradient: &mut [[f64; 2]]) -> f64 {
        let (scale, search_share, phase) = (request.scales[0], request.search_share, f64::from(self.phase));
        let mut loss = 0.0;
        for (player, share) in self.players.iter().zip(self.shares(&request.weights, scale)) {
            let target = search_share * f64::from(player.search) + (1.0 - search_share) * f64::from(player.result);
            let slope = (share - target) / scale;
            for &(index, count) in &player.counts {
                let at = &mut gradient[usize::from(index)];
                at[0] += slope * phase * f64::from(count);
                at[1] += slope * (1.0 - phase) * f64::from(count);
            }
            loss += cross_entropy(share, target);
        }
        loss
    }

    fn places(&self) -> Vec<u16> {
        let counts = self.players.iter().flat_map(|player| &player.counts);
        let mut places: Vec<u16> = counts.map(|&(index, _)| index).collect();
        places.sort_unstable();
        places.dedup();
        places
    }

    fn pack(&self, words: &mut Vec<u32>) {
        words.extend([self.phase.to_bits(), self.players.len() as u32]);
        for SampledPlayer { counts, search, result } in &self.players {
            pack_counts(counts, words);
            words.extend([search.to_bits(), result.to_bits()]);
        }
    }

    fn unpack(words: &mut impl Iterator<Item = u32>, weights: usize) -> Option<CountedSharesSample> {
        let phase = f32::from_bits(words.next()?);
        let players = words.next()? as usize;
        let mut player = || {
            let counts = unpack_counts(words, weights)?;
            let mut number = || words.next().map(f32::from_bits);
            Some(SampledPlayer { counts, search: number()?, result: number()? })
        };
        Some(CountedSharesSample { phase, players: (0..players).map(|_| player()).collect::<Option<_>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::{fit, to_floats};
    use crate::{Blocks, FitConfig};
    use engine::eval::SharesEvaluator;
    use engine::game::Game;
    use engine::variants::Kaleido4;
    use eval::SharesHce;
    use eval::score::Score;
    use rand::{RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    const CONFIG: FitConfig = FitConfig { search_share: 1.0, lambda: 0.0, l2_penalty: 0.0, steps: 400 };

    #[test]
    fn shares_are_those_of_the_evaluation() {
        for text in [Kaleido4::start().to_string().as_str(), "1'P4P4/11/'pP'P8/11/1p9/11/1'p9/11/1 w - - - - 0 1"] {
            let position: Kaleido4 = text.parse().unwrap();
            let sample = SharesSample { position, search: [0.25; 4], result: [0.25; 4] };
            let counted = CountedSharesSample::new(&sample);
            let shares = counted.shares(&to_floats(Kaleido4::WEIGHTS), LOGISTIC_SCALE.into());
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
            let shares = sample.shares(&known, LOGISTIC_SCALE.into());
            for (player, share) in sample.players.iter_mut().zip(shares) {
                (player.search, player.result) = (share as f32, share as f32);
            }
            sample
        };
        let samples: Vec<CountedSharesSample> = (0..4000).map(&mut one).collect();
        let near = [[40, 30], [-20, 0], [20, 70], [10, -50]].map(|[mg, eg]| Score::new(mg, eg));
        let fit = fit(&mut Blocks(vec![samples.chunks(1).map(<[_]>::to_vec).collect()]), &near, &CONFIG, None).unwrap();
        for (found, truth) in fit.weights.as_flattened().iter().zip(known.as_flattened()) {
            assert!((found - truth).abs() < 2.0, "{:?}", fit.weights);
        }
        assert!(fit.errors[1] < fit.errors[0], "{:?}", fit.errors);
        assert_eq!(fit.uses.len(), known.len());
    }
}

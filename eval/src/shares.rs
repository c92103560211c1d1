//! Hand-crafted evaluation of a game of more than two: a score for each player, and the shares that follow from them.
//!
//! Each player who is in has a score, the sum of its features times their weights, as in [`hce`](crate::hce). The
//! shares are a softmax of the scores: who is 220 centipawns ahead of another has e times its odds.

use std::marker::PhantomData;
use std::sync::Arc;

use engine::eval::{Evaluator, SharesEvaluator, Term};
use engine::game::{BoardObserver, Game, Seat};
use engine::search::score::share_to_centipawns;
use engine::search::softmax_shares;

use crate::features::{Group, Row};
use crate::hce::taper;
use crate::score::Score;
use crate::tally::{Tally, Trace, WeightedSum};

/// Game whose players have hand-crafted scores: sums of counts times weights.
pub trait HandCraftedShares: Game {
    /// Weights of all features, as a flat table.
    const WEIGHTS: &'static [Score];
    /// Rows of that table.
    const ROWS: &'static [Row];
    /// Groups of features, in the order in which they are shown.
    const GROUPS: &'static [Group];
    /// Phase of the start position.
    const MAX_PHASE: i32;

    /// Game phase, from 0 to [`MAX_PHASE`](HandCraftedShares::MAX_PHASE).
    fn phase(&self) -> i32;

    /// Tallies all features of each player who is in.
    fn tally<T: Tally>(&self, tallies: &mut [T; Seat::MAX]);

    /// Traces of all seats: how often each has every feature.
    fn trace(&self) -> [Trace; Seat::MAX] {
        let mut traces = [(); Seat::MAX].map(|()| Trace::empty(Self::WEIGHTS.len(), Self::GROUPS.len()));
        self.tally(&mut traces);
        traces
    }

    /// Scores of all seats at given weights, in centipawns.
    fn scores(&self, weights: &[Score]) -> [i32; Seat::MAX] {
        let mut sums = [(); Seat::MAX].map(|()| WeightedSum::new(weights));
        self.tally(&mut sums);
        let phase = self.phase();
        sums.map(|sum| taper(sum.score, phase, Self::MAX_PHASE))
    }
}

/// Evaluator of the hand-crafted scores, at the game's weights or others. It computes everything anew for each
/// position.
///
/// ```
/// use engine::eval::{Evaluator, SharesEvaluator};
/// use engine::game::Game;
/// use engine::variants::Kaleido4;
/// use eval::SharesHce;
///
/// let mut evaluator = SharesHce::<Kaleido4>::default();
/// let shares = evaluator.shares(&Kaleido4::start());
/// assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-6);
/// ```
#[derive(Clone, Debug)]
pub struct SharesHce<G> {
    weights: Arc<[Score]>,
    game: PhantomData<fn() -> G>,
}

impl<G: HandCraftedShares> SharesHce<G> {
    /// Evaluator at given weights, a flat table.
    ///
    /// # Panics
    /// If there are more or fewer weights than the game has.
    pub fn new(weights: &[Score]) -> Self {
        assert_eq!(weights.len(), G::WEIGHTS.len());
        SharesHce { weights: weights.into(), game: PhantomData }
    }
}

impl<G: HandCraftedShares> Default for SharesHce<G> {
    fn default() -> Self {
        SharesHce::new(G::WEIGHTS)
    }
}

impl<G: HandCraftedShares> BoardObserver<G> for SharesHce<G> {}

impl<G: HandCraftedShares> Evaluator<G> for SharesHce<G> {
    fn reset(&mut self, _: &G) {}

    /// The side to move's share in centipawns, by the logistic function.
    fn evaluate(&mut self, game: &G) -> i32 {
        share_to_centipawns(self.shares(game)[game.side_to_move().index()])
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        let traces = game.trace();
        let pair = |score: Score| (score.mg(), score.eg());
        let term = |group: &Group| Term {
            name: group.name(),
            seats: traces[..G::SEATS].iter().map(|trace| pair(trace.group(*group, G::ROWS, &self.weights))).collect(),
        };
        G::GROUPS.iter().map(term).collect()
    }
}

impl<G: HandCraftedShares> SharesEvaluator<G> for SharesHce<G> {
    fn shares(&mut self, game: &G) -> [f32; Seat::MAX] {
        softmax_shares(game, &game.scores(&self.weights))
    }
}

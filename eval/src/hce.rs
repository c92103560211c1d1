//! The frame of every hand-written evaluation: sums that follow the moves, and the mixture of middle game and endgame.

use std::marker::PhantomData;
use std::sync::Arc;

use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Game, Seat};

use crate::features::{Group, Row};
use crate::nnue::{FeatureSet, Network};
use crate::score::Score;
use crate::tally::{Tally, Trace, WeightedSum};

/// No value is further from 0 than this: a good deal below the mates.
pub const LIMIT: i32 = 20_000;

/// A game that has a hand-written evaluation: a sum of counts times weights.
pub trait HandCraftedEval: Game {
    /// What each feature is worth, as one table.
    const WEIGHTS: &'static [Score];
    /// The rows of that table.
    const ROWS: &'static [Row];
    /// How much each kind of piece makes a middle game of the position.
    const PHASE: &'static [i32];
    /// The phase of the start position.
    const MAX_PHASE: i32;
    /// What it is worth to be on move, in centipawns.
    const TEMPO: i32;
    /// What the evaluation remembers from one position to the next to save work.
    type Cache: Clone + Default + Send + Sync;
    /// What was seen of a position besides a sum.
    type EvalInfo;

    /// Material and square of a piece together; negative for Black.
    fn psqt(seat: Seat, kind: usize, field: usize) -> Score;

    /// White's score less Black's but for the [psqt](HandCraftedEval::psqt) of the pieces.
    fn positional(&self, cache: &mut Self::Cache) -> (Score, Self::EvalInfo);

    /// Counts everything that the evaluation sees of each side, the psqt of the pieces included.
    fn count<T: Tally>(&self, tallies: &mut [T; 2]) -> Self::EvalInfo;

    /// What is left of a value (positive: White's) once the kind of position is looked at.
    fn scale_endgame(&self, value: i32, info: &Self::EvalInfo) -> i32;

    /// How positions look to a [`Network`].
    fn feature_set() -> FeatureSet<Self>;

    /// What was learned of the game beyond all this.
    fn network() -> Option<Arc<Network>>;

    /// The counts by themselves, White's and Black's.
    fn trace(&self) -> [Trace; 2] {
        let mut traces = [Trace::new(Self::WEIGHTS.len()), Trace::new(Self::WEIGHTS.len())];
        self.count(&mut traces);
        traces
    }

    /// How much of a middle game it is.
    fn phase(&self) -> i32 {
        let mut phase = Phase::<Self>(0, PhantomData);
        self.populate(&mut phase);
        phase.0
    }

    /// What a score (White's less Black's) comes to for the side whose turn it is, with `extra` centipawns that it has beyond the score.
    #[inline(always)]
    fn final_value(&self, score: Score, phase: i32, extra: i32, info: &Self::EvalInfo) -> i32 {
        let sign = if self.turn() == Seat::WHITE { 1 } else { -1 };
        let white = self.scale_endgame(taper::<Self>(score, phase) + sign * (Self::TEMPO + extra), info);
        (sign * white).clamp(-LIMIT, LIMIT)
    }
}

/// Sums up how much of a middle game the pieces make.
struct Phase<G>(i32, PhantomData<G>);

impl<G: HandCraftedEval> BoardObserver<G> for Phase<G> {
    fn put(&mut self, _: Seat, kind: usize, _: usize) {
        self.0 += G::PHASE[kind];
    }
}

/// Mixes both halves of a score by how far the game has gone.
#[inline(always)]
fn taper<G: HandCraftedEval>(score: Score, phase: i32) -> i32 {
    let full = G::MAX_PHASE;
    let phase = phase.min(full);
    (score.mg() * phase + score.eg() * (full - phase)) / full
}

/// The sums that follow the moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Incremental {
    /// Material and squares, White's less Black's.
    psqt: Score,
    /// How much of a middle game it is.
    phase: i32,
}

/// The hand-written evaluation of a game.
#[derive(Clone, Debug)]
pub struct HceEvaluator<G: HandCraftedEval> {
    now: Incremental,
    before: Vec<Incremental>,
    cache: G::Cache,
    /// Whether everything but material, squares and the move is left out.
    psqt_only: bool,
}

impl<G: HandCraftedEval> Default for HceEvaluator<G> {
    fn default() -> Self {
        HceEvaluator {
            now: Incremental::default(),
            before: Vec::with_capacity(256),
            cache: G::Cache::default(),
            psqt_only: false,
        }
    }
}

impl<G: HandCraftedEval> BoardObserver<G> for HceEvaluator<G> {
    #[inline(always)]
    fn begin(&mut self) {
        self.before.push(self.now);
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.now.psqt += G::psqt(seat, kind, field);
        self.now.phase += G::PHASE[kind];
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.now.psqt -= G::psqt(seat, kind, field);
        self.now.phase -= G::PHASE[kind];
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.now = self.before.pop().unwrap_or_default();
    }
}

impl<G: HandCraftedEval> HceEvaluator<G> {
    /// An evaluation that sees nothing but material and squares: what the whole one is measured against.
    pub fn psqt_only() -> Self {
        HceEvaluator { psqt_only: true, ..HceEvaluator::default() }
    }

    /// The value with some centipawns that the side to move has beyond what is seen here (not if that is material and squares alone).
    #[inline(always)]
    pub(crate) fn evaluate_with(&mut self, game: &G, extra: i32) -> i32 {
        if self.psqt_only {
            let sign = if game.turn() == Seat::WHITE { 1 } else { -1 };
            return sign * taper::<G>(self.now.psqt, self.now.phase) + G::TEMPO;
        }
        let (score, info) = game.positional(&mut self.cache);
        game.final_value(self.now.psqt + score, self.now.phase, extra, &info)
    }

    /// White's score less Black's in (middle game, endgame), in centipawns: the sum of all terms, before phase, kind of
    /// position and the move are looked at.
    pub fn balance(&mut self, game: &G) -> (i32, i32) {
        let (score, _) = game.positional(&mut self.cache);
        let score = self.now.psqt + score;
        (score.mg(), score.eg())
    }
}

impl<G: HandCraftedEval> Evaluator<G> for HceEvaluator<G> {
    fn reset(&mut self, game: &G) {
        self.before.clear();
        self.now = Incremental::default();
        game.populate(self);
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        self.evaluate_with(game, 0)
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        terms(game, G::WEIGHTS)
    }
}

/// What each group of features comes to at given weights.
fn terms<G: HandCraftedEval>(game: &G, weights: &[Score]) -> Vec<Term> {
    let [white, black] = game.trace();
    let pair = |score: Score| (score.mg(), score.eg());
    let term = |group: Group| Term {
        name: group.name(),
        seats: [&white, &black].map(|trace| pair(trace.group(group, G::ROWS, weights))),
    };
    // What is worth nothing in a game is no part of its evaluation.
    let counts = |row: &Row| G::WEIGHTS[row.places()].iter().any(|&weight| weight != Score::ZERO);
    let counted = Group::ALL.into_iter().filter(|&group| G::ROWS.iter().any(|row| row.group == group && counts(row)));
    counted.map(term).collect()
}

/// The evaluation of a game with other weights than its own: for tuners, and to see what a part of it is worth.
///
/// It computes everything anew for each position and is slower than [`HceEvaluator`] by that.
#[derive(Clone, Debug)]
pub struct ReweightedHce<G> {
    weights: Arc<[Score]>,
    game: PhantomData<fn() -> G>,
}

impl<G: HandCraftedEval> ReweightedHce<G> {
    /// The evaluation with as many weights as the game has.
    ///
    /// # Panics
    /// If there are more or fewer.
    pub fn new(weights: &[Score]) -> Self {
        assert_eq!(weights.len(), G::WEIGHTS.len());
        ReweightedHce { weights: weights.into(), game: PhantomData }
    }
}

impl<G: HandCraftedEval> BoardObserver<G> for ReweightedHce<G> {}

impl<G: HandCraftedEval> Evaluator<G> for ReweightedHce<G> {
    fn reset(&mut self, _: &G) {}

    fn evaluate(&mut self, game: &G) -> i32 {
        let mut sums = [WeightedSum::new(&self.weights), WeightedSum::new(&self.weights)];
        let info = game.count(&mut sums);
        let [white, black] = sums;
        game.final_value(white.score - black.score, game.phase(), 0, &info)
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        terms(game, &self.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::Chess;

    #[test]
    fn scores_are_mixed_by_phase_and_never_beyond() {
        let full = Chess::MAX_PHASE;
        let mix = |phase| taper::<Chess>(Score::new(100, 20), phase);
        assert_eq!([0, full / 2, full].map(mix), [20, 60, 100]);
        assert_eq!(mix(full + 8), 100, "more officers than at the start, by promotion");
    }
}

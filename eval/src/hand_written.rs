//! The frame of every hand-written evaluation: sums that follow the moves, and the mixture of middle game and endgame.

use std::marker::PhantomData;
use std::sync::Arc;

use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Game, Seat};

use crate::features::{Group, Row};
use crate::network::{Network, View};
use crate::score::Score;
use crate::tally::{Tally, Trace, WeighedSum};

/// No value is further from 0 than this: a good deal below the mates.
pub const LIMIT: i32 = 20_000;

/// A game that has a hand-written evaluation: a sum of counts times weights.
pub trait Judged: Game {
    /// What each feature is worth, as one table.
    const WEIGHTS: &'static [Score];
    /// The rows of that table.
    const ROWS: &'static [Row];
    /// How much each kind of piece makes a middle game of the position.
    const PHASE: &'static [i32];
    /// The phase of the start position.
    const FULL_PHASE: i32;
    /// What it is worth to be on move, in centipawns.
    const TEMPO: i32;
    /// What the evaluation remembers from one position to the next to save work.
    type Memory: Clone + Default + Send + Sync;
    /// What was seen of a position besides a sum.
    type Sight;

    /// Material and square of a piece together; negative for Black.
    fn standing(seat: Seat, kind: usize, field: usize) -> Score;

    /// White's score less Black's but for the [standing](Judged::standing) of the pieces.
    fn weigh(&self, memory: &mut Self::Memory) -> (Score, Self::Sight);

    /// Counts everything that the evaluation sees of each side, the standing of the pieces included.
    fn count<T: Tally>(&self, tallies: &mut [T; 2]) -> Self::Sight;

    /// What is left of a value (positive: White's) once the kind of position is looked at.
    fn finish(&self, value: i32, sight: &Self::Sight) -> i32;

    /// How positions look to a [`Network`].
    fn view() -> View<Self>;

    /// What was learned of the game beyond all this.
    fn network() -> Option<Arc<Network>> {
        None
    }

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
    fn conclude(&self, score: Score, phase: i32, extra: i32, sight: &Self::Sight) -> i32 {
        let sign = if self.turn() == Seat::WHITE { 1 } else { -1 };
        let white = self.finish(taper::<Self>(score, phase) + sign * (Self::TEMPO + extra), sight);
        (sign * white).clamp(-LIMIT, LIMIT)
    }
}

/// Sums up how much of a middle game the pieces make.
struct Phase<G>(i32, PhantomData<G>);

impl<G: Judged> BoardObserver<G> for Phase<G> {
    fn put(&mut self, _: Seat, kind: usize, _: usize) {
        self.0 += G::PHASE[kind];
    }
}

/// Mixes both halves of a score by how far the game has gone.
#[inline(always)]
fn taper<G: Judged>(score: Score, phase: i32) -> i32 {
    let full = G::FULL_PHASE;
    let phase = phase.min(full);
    (score.mg() * phase + score.eg() * (full - phase)) / full
}

/// The sums that follow the moves.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Running {
    /// Material and squares, White's less Black's.
    standing: Score,
    /// How much of a middle game it is.
    phase: i32,
}

/// The hand-written evaluation of a game.
#[derive(Clone, Debug)]
pub struct HandWritten<G: Judged> {
    now: Running,
    before: Vec<Running>,
    memory: G::Memory,
    /// Whether everything but material, squares and the move is left out.
    bare: bool,
}

impl<G: Judged> Default for HandWritten<G> {
    fn default() -> Self {
        HandWritten {
            now: Running::default(),
            before: Vec::with_capacity(256),
            memory: G::Memory::default(),
            bare: false,
        }
    }
}

impl<G: Judged> BoardObserver<G> for HandWritten<G> {
    #[inline(always)]
    fn begin(&mut self) {
        self.before.push(self.now);
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.now.standing += G::standing(seat, kind, field);
        self.now.phase += G::PHASE[kind];
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.now.standing -= G::standing(seat, kind, field);
        self.now.phase -= G::PHASE[kind];
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.now = self.before.pop().unwrap_or_default();
    }
}

impl<G: Judged> HandWritten<G> {
    /// An evaluation that sees nothing but material and squares: what the whole one is measured against.
    pub fn bare() -> Self {
        HandWritten { bare: true, ..HandWritten::default() }
    }

    /// The value with some centipawns that the side to move has beyond what is seen here (not if that is material and squares alone).
    #[inline(always)]
    pub(crate) fn evaluate_with(&mut self, game: &G, extra: i32) -> i32 {
        if self.bare {
            let sign = if game.turn() == Seat::WHITE { 1 } else { -1 };
            return sign * taper::<G>(self.now.standing, self.now.phase) + G::TEMPO;
        }
        let (score, sight) = game.weigh(&mut self.memory);
        game.conclude(self.now.standing + score, self.now.phase, extra, &sight)
    }

    /// White's score less Black's in (middle game, endgame), in centipawns: the sum of all terms, before phase, kind of
    /// position and the move are looked at.
    pub fn balance(&mut self, game: &G) -> (i32, i32) {
        let (score, _) = game.weigh(&mut self.memory);
        let score = self.now.standing + score;
        (score.mg(), score.eg())
    }
}

impl<G: Judged> Evaluator<G> for HandWritten<G> {
    fn reset(&mut self, game: &G) {
        self.before.clear();
        self.now = Running::default();
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
fn terms<G: Judged>(game: &G, weights: &[Score]) -> Vec<Term> {
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
/// It computes everything anew for each position and is slower than [`HandWritten`] by that.
#[derive(Clone, Debug)]
pub struct Reweighed<G> {
    weights: Arc<[Score]>,
    game: PhantomData<fn() -> G>,
}

impl<G: Judged> Reweighed<G> {
    /// The evaluation with as many weights as the game has.
    ///
    /// # Panics
    /// If there are more or fewer.
    pub fn new(weights: &[Score]) -> Self {
        assert_eq!(weights.len(), G::WEIGHTS.len());
        Reweighed { weights: weights.into(), game: PhantomData }
    }
}

impl<G: Judged> BoardObserver<G> for Reweighed<G> {}

impl<G: Judged> Evaluator<G> for Reweighed<G> {
    fn reset(&mut self, _: &G) {}

    fn evaluate(&mut self, game: &G) -> i32 {
        let mut sums = [WeighedSum::new(&self.weights), WeighedSum::new(&self.weights)];
        let sight = game.count(&mut sums);
        let [white, black] = sums;
        game.conclude(white.score - black.score, game.phase(), 0, &sight)
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
        let full = Chess::FULL_PHASE;
        let mix = |phase| taper::<Chess>(Score::new(100, 20), phase);
        assert_eq!([0, full / 2, full].map(mix), [20, 60, 100]);
        assert_eq!(mix(full + 8), 100, "more officers than at the start, by promotion");
    }
}

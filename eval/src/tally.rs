//! Tallies: how the counts of features are added up, to a score when playing, feature by feature for people and tuners.
//!
//! The positional terms and the PSQT are written once over [`Tally`], so what is shown and tuned of them cannot differ
//! from what is played.

use std::marker::PhantomData;

use crate::features::{Group, Row};
use crate::hce::HandCraftedEval;
use crate::score::Score;

/// Receiver of a side's features.
pub trait Tally {
    /// Adds `count` times the weight at a [place](crate::features::Feature::at) of the flat table.
    fn add(&mut self, place: usize, count: i32);

    /// Adds a score that is no multiple of a weight.
    fn add_score(&mut self, group: Group, score: Score);
}

/// Tally of nothing: what it is given is discarded.
#[derive(Clone, Copy)]
pub struct Discard;

impl Tally for Discard {
    #[inline(always)]
    fn add(&mut self, _: usize, _: i32) {}

    #[inline(always)]
    fn add_score(&mut self, _: Group, _: Score) {}
}

/// Sum at the game's own weights: the tally of play.
pub struct Sum<G> {
    /// The sum so far.
    pub score: Score,
    game: PhantomData<G>,
}

impl<G> Default for Sum<G> {
    fn default() -> Self {
        Sum { score: Score::ZERO, game: PhantomData }
    }
}

impl<G: HandCraftedEval> Tally for Sum<G> {
    #[inline(always)]
    fn add(&mut self, place: usize, count: i32) {
        self.score += G::WEIGHTS[place] * count;
    }

    #[inline(always)]
    fn add_score(&mut self, _: Group, score: Score) {
        self.score += score;
    }
}

/// Sum at other weights than the game's own.
pub struct WeightedSum<'a> {
    /// The sum so far.
    pub score: Score,
    weights: &'a [Score],
}

impl<'a> WeightedSum<'a> {
    /// A sum of nothing.
    pub fn new(weights: &'a [Score]) -> Self {
        WeightedSum { score: Score::ZERO, weights }
    }
}

impl Tally for WeightedSum<'_> {
    fn add(&mut self, place: usize, count: i32) {
        self.score += self.weights[place] * count;
    }

    fn add_score(&mut self, _: Group, score: Score) {
        self.score += score;
    }
}

/// Evaluation trace: every count by itself, the coefficients of Texel tuning.
#[derive(Clone, Debug)]
pub struct Trace {
    /// By place in the flat table, how often the side has the feature.
    pub counts: Vec<i32>,
    /// By group, the sum of scores that are no multiples of weights.
    pub fixed: Vec<Score>,
}

impl Tally for Trace {
    fn add(&mut self, place: usize, count: i32) {
        self.counts[place] += count;
    }

    fn add_score(&mut self, group: Group, score: Score) {
        self.fixed[group.index()] += score;
    }
}

impl Trace {
    /// An empty trace of a game's evaluation.
    pub fn new<G: HandCraftedEval>() -> Trace {
        Trace::empty(G::WEIGHTS.len(), G::GROUPS.len())
    }

    /// An empty trace of an evaluation with a number of weights and groups.
    pub fn empty(weights: usize, groups: usize) -> Trace {
        Trace { counts: vec![0; weights], fixed: vec![Score::ZERO; groups] }
    }

    /// Score of one group at given weights.
    pub fn group(&self, group: Group, rows: &[Row], weights: &[Score]) -> Score {
        let places = rows.iter().filter(|row| row.group == group).flat_map(Row::places);
        let fixed = self.fixed[group.index()];
        places.map(|place| weights[place] * self.counts[place]).fold(fixed, |sum, part| sum + part)
    }
}

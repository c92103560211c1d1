//! How what is seen of one side is added up: to a sum when playing, feature by feature for people and tuners.

use std::marker::PhantomData;

use crate::features::{Group, Row};
use crate::hce::HandCraftedEval;
use crate::score::Score;

/// Receives what a side has.
pub trait Tally {
    /// The side has `count` times what the weight at this [place](crate::features::Feature::at) is for.
    fn add(&mut self, place: usize, count: i32);

    /// The side has something in a part of the evaluation that is no multiple of a weight.
    fn add_score(&mut self, group: Group, score: Score);
}

/// Only the sum.
pub struct Sum<G> {
    /// The value so far.
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

/// Only the sum, at weights that are not the game's own.
pub struct WeightedSum<'a> {
    /// The value so far.
    pub score: Score,
    weights: &'a [Score],
}

impl<'a> WeightedSum<'a> {
    /// Nothing so far.
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

/// Every count by itself.
#[derive(Clone, Debug)]
pub struct Trace {
    /// How often the side has what each weight of the flat table is for.
    pub counts: Vec<i32>,
    /// What is no multiple of a weight, by group.
    pub fixed: [Score; Group::COUNT],
}

impl Tally for Trace {
    fn add(&mut self, place: usize, count: i32) {
        self.counts[place] += count;
    }

    fn add_score(&mut self, group: Group, score: Score) {
        self.fixed[group as usize] += score;
    }
}

impl Trace {
    /// Nothing counted of that many features.
    pub fn new(features: usize) -> Trace {
        Trace { counts: vec![0; features], fixed: [Score::ZERO; Group::COUNT] }
    }

    /// What the side has in one part of the evaluation at given weights.
    pub fn group(&self, group: Group, rows: &[Row], weights: &[Score]) -> Score {
        let places = rows.iter().filter(|row| row.group == group).flat_map(Row::places);
        let fixed = self.fixed[group as usize];
        places.map(|place| weights[place] * self.counts[place]).fold(fixed, |sum, part| sum + part)
    }
}

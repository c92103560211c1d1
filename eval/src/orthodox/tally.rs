//! How what is seen of one side is added up: to a sum when playing, feature by feature for people and tuners.

use std::marker::PhantomData;

use super::Judge;
use super::features::{COUNT, Group, ROWS};
use super::score::Score;

/// Receives what a side has.
pub trait Tally {
    /// The side has `count` times what the weight at this [place](super::features::Feature::at) is for.
    fn add(&mut self, place: usize, count: i32);

    /// The side has something in a part of the evaluation that is no multiple of a weight.
    fn add_score(&mut self, group: Group, score: Score);
}

/// Only the sum.
pub struct Sum<R> {
    /// The value so far.
    pub score: Score,
    rules: PhantomData<R>,
}

impl<R> Default for Sum<R> {
    fn default() -> Self {
        Sum { score: Score::ZERO, rules: PhantomData }
    }
}

impl<R: Judge> Tally for Sum<R> {
    #[inline(always)]
    fn add(&mut self, place: usize, count: i32) {
        self.score += R::FLAT[place] * count;
    }

    #[inline(always)]
    fn add_score(&mut self, _: Group, score: Score) {
        self.score += score;
    }
}

/// Every count by itself.
#[derive(Clone, Debug)]
pub struct Trace {
    /// How often the side has what each weight of the flat table is for.
    pub counts: [i32; COUNT],
    /// What is no multiple of a weight, by group.
    pub fixed: [Score; Group::ALL.len()],
}

impl Default for Trace {
    fn default() -> Self {
        Trace { counts: [0; COUNT], fixed: [Score::ZERO; Group::ALL.len()] }
    }
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
    /// What the side has in one part of the evaluation.
    pub fn group<R: Judge>(&self, group: Group) -> Score {
        let rows = ROWS.iter().filter(|row| row.group == group);
        let places = rows.flat_map(|row| row.offset..row.offset + row.len);
        places.map(|place| R::FLAT[place] * self.counts[place]).fold(self.fixed[group as usize], |sum, part| sum + part)
    }
}

//! How what is seen of one side is added up: to a sum when playing, feature by feature for people and tuners.

use std::marker::PhantomData;

use super::Judge;
use super::features::{COUNT, Group, ROWS};
use super::score::Score;

/// Receives what a side has.
pub trait Tally {
    /// The side has `count` times what the weight at this [place](super::features::Feature::at) is for.
    fn add(&mut self, place: usize, count: i32);
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
}

/// Every count by itself.
#[derive(Clone, Debug)]
pub struct Trace {
    /// How often the side has what each weight of the flat table is for.
    pub counts: [i32; COUNT],
}

impl Default for Trace {
    fn default() -> Self {
        Trace { counts: [0; COUNT] }
    }
}

impl Tally for Trace {
    fn add(&mut self, place: usize, count: i32) {
        self.counts[place] += count;
    }
}

impl Trace {
    /// What the side has in one part of the evaluation.
    pub fn group<R: Judge>(&self, group: Group) -> Score {
        let rows = ROWS.iter().filter(|row| row.group == group);
        let places = rows.flat_map(|row| row.offset..row.offset + row.len);
        places.map(|place| R::FLAT[place] * self.counts[place]).fold(Score::ZERO, |sum, part| sum + part)
    }
}

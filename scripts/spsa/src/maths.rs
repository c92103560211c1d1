//! The method by itself, whatever is measured.
//!
//! J. C. Spall, "An overview of the simultaneous perturbation method for efficient optimization" (1998), with his gain sequences; by what their ends
//! are chosen is [fishtest](https://github.com/official-stockfish/fishtest)'s way. All coordinates are moved at once, each up or down by lot, and the difference between both sides
//! is the slope along that direction.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::{Deserialize, Serialize};

/// How fast steps become smaller.
const ALPHA: f64 = 0.602;
/// How fast perturbations do.
const GAMMA: f64 = 0.101;
/// The share of all iterations by which the first steps are held back.
const STABILITY: f64 = 0.1;
/// Lies between the seeds of neighbouring iterations: a prime near 2^63.
const STRIDE: u64 = 0x7fff_ffff_ffff_ffe7;

/// A number that is looked for.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Coordinate {
    /// The present estimate.
    pub value: f64,
    /// The least it can be.
    pub min: f64,
    /// The most it can be.
    pub max: f64,
    /// By how much it is moved to and fro in the last iteration; in the first ones more.
    pub perturbation: f64,
}

/// A search for what is best, so many iterations long.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// What is looked for.
    pub coordinates: Vec<Coordinate>,
    /// Iterations done.
    pub done: u64,
    /// Iterations in all.
    pub iterations: u64,
    /// By how much of its perturbation a coordinate is moved for each unit of difference, in the last iteration; in the first ones more.
    pub rate: f64,
    /// What the lots follow from.
    pub seed: u64,
}

impl Spsa {
    /// Two points to compare, the same whenever it is asked before [`learn`](Spsa::learn).
    pub fn pair(&self) -> [Vec<f64>; 2] {
        let signs = self.signs();
        let moved = |sign: f64| {
            let one = |(coordinate, lot): (&Coordinate, &f64)| {
                let moved = coordinate.value + sign * lot * self.perturbation(coordinate);
                moved.clamp(coordinate.min, coordinate.max)
            };
            self.coordinates.iter().zip(&signs).map(one).collect()
        };
        [moved(1.0), moved(-1.0)]
    }

    /// Ends an iteration, in which the first point of the [pair](Spsa::pair) was better than the second one by `difference`.
    pub fn learn(&mut self, difference: f64) {
        let signs = self.signs();
        let moves: Vec<f64> = self.coordinates.iter().map(|coordinate| self.gain(coordinate) * difference).collect();
        for ((coordinate, lot), step) in self.coordinates.iter_mut().zip(signs).zip(moves) {
            coordinate.value = (coordinate.value + lot * step).clamp(coordinate.min, coordinate.max);
        }
        self.done += 1;
    }

    /// A generator that belongs to the present iteration, for luck that the caller needs.
    pub fn random(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(self.done.wrapping_mul(STRIDE)))
    }

    fn signs(&self) -> Vec<f64> {
        let mut random = self.random();
        self.coordinates.iter().map(|_| if random.random() { 1.0 } else { -1.0 }).collect()
    }

    /// How far a coordinate is moved to either side.
    fn perturbation(&self, coordinate: &Coordinate) -> f64 {
        let (now, last) = (self.done as f64 + 1.0, self.iterations as f64);
        coordinate.perturbation * (last / now).powf(GAMMA)
    }

    /// How far a coordinate goes for each unit of difference.
    fn gain(&self, coordinate: &Coordinate) -> f64 {
        let (now, last) = (self.done as f64 + 1.0, self.iterations as f64);
        let stability = STABILITY * last;
        let step = self.rate * coordinate.perturbation.powi(2) * ((stability + last) / (stability + now)).powf(ALPHA);
        step / self.perturbation(coordinate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spsa(start: [f64; 3], iterations: u64, rate: f64) -> Spsa {
        let coordinates = start.map(|value| Coordinate { value, min: -100.0, max: 100.0, perturbation: 2.0 }).to_vec();
        Spsa { coordinates, done: 0, iterations, rate, seed: 1 }
    }

    fn values(spsa: &Spsa) -> Vec<f64> {
        spsa.coordinates.iter().map(|coordinate| coordinate.value).collect()
    }

    /// A hill with its top at (30, -20, 5).
    fn height(at: &[f64]) -> f64 {
        -at.iter().zip([30.0, -20.0, 5.0]).map(|(at, top)| (at - top) * (at - top)).sum::<f64>() / 400.0
    }

    #[test]
    fn the_top_of_a_hill_is_found() {
        let mut spsa = spsa([0.0; 3], 4000, 0.1);
        while spsa.done < spsa.iterations {
            let [one, other] = spsa.pair();
            spsa.learn(height(&one) - height(&other));
        }
        for (found, top) in values(&spsa).into_iter().zip([30.0, -20.0, 5.0]) {
            assert!((found - top).abs() < 1.0, "{spsa:?}");
        }
    }

    #[test]
    fn the_top_is_found_by_games_that_are_mostly_luck() {
        let mut spsa = spsa([0.0; 3], 20_000, 0.02);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        while spsa.done < spsa.iterations {
            let [one, other] = spsa.pair();
            let expected = 1.0 / (1.0 + (-(height(&one) - height(&other))).exp());
            spsa.learn(if random.random_bool(expected) { 1.0 } else { -1.0 });
        }
        for (found, top) in values(&spsa).into_iter().zip([30.0, -20.0, 5.0]) {
            assert!((found - top).abs() < 6.0, "{spsa:?}");
        }
    }

    #[test]
    fn nothing_leaves_its_range() {
        let mut spsa = spsa([99.0, -99.0, 0.0], 100, 5.0);
        while spsa.done < spsa.iterations {
            for point in spsa.pair().into_iter().chain([values(&spsa)]) {
                assert!(point.iter().all(|value| (-100.0..=100.0).contains(value)), "{point:?}");
            }
            spsa.learn(4.0);
        }
    }

    #[test]
    fn lots_follow_from_seed_and_iteration() {
        let mut one = spsa([0.0; 3], 100, 0.1);
        assert_eq!(one.pair(), one.clone().pair());
        let pairs: Vec<_> = (0..20)
            .map(|_| {
                one.learn(0.0);
                one.signs()
            })
            .collect();
        assert!(pairs.iter().any(|signs| *signs != pairs[0]));
        assert_ne!(Spsa { seed: 2, done: 0, ..one.clone() }.random(), Spsa { seed: 1, done: 0, ..one }.random());
    }
}

//! The SPSA optimizer, independent of the objective.
//!
//! J. C. Spall, "An overview of the simultaneous perturbation method for efficient optimization" (1998), with its gain
//! sequences a_k and c_k. They are given by their last values, as in
//! [fishtest](https://github.com/official-stockfish/fishtest): `c_end` of each parameter and `r_end` = a_end / c_end²
//! of all. An iteration perturbs all parameters at once, each up or down at random; the difference between both sides
//! estimates the gradient along that direction.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use referee::seed_of;
use serde::{Deserialize, Serialize};

/// Exponent of the decay of the gains a_k.
const ALPHA: f64 = 0.602;
/// Exponent of the decay of the perturbations c_k.
const GAMMA: f64 = 0.101;
/// Stability constant A, as a fraction of the number of iterations: it damps the first steps.
const STABILITY: f64 = 0.1;

/// A parameter under optimization.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Parameter {
    /// Present estimate.
    pub value: f64,
    /// Lower bound.
    pub min: f64,
    /// Upper bound.
    pub max: f64,
    /// Perturbation c_k in the last iteration; the first ones are larger.
    pub c_end: f64,
}

/// SPSA optimization of some parameters in a fixed number of iterations.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// Parameters under optimization.
    pub parameters: Vec<Parameter>,
    /// Iterations done so far.
    pub done: u64,
    /// Iterations in all.
    pub iterations: u64,
    /// Learning rate R = a_k / c_k² in the last iteration: the step for each unit of difference, in perturbations. The
    /// first ones are larger.
    pub r_end: f64,
    /// Seed of the random directions.
    pub seed: u64,
}

impl Spsa {
    /// The two points of this iteration, theta + c_k delta and theta - c_k delta; the same until
    /// [`update`](Spsa::update).
    pub fn perturbed_pair(&self) -> [Vec<f64>; 2] {
        let deltas = self.deltas();
        let moved = |sign: f64| {
            let one = |(parameter, delta): (&Parameter, &f64)| {
                let moved = parameter.value + sign * delta * self.c_k(parameter);
                moved.clamp(parameter.min, parameter.max)
            };
            self.parameters.iter().zip(&deltas).map(one).collect()
        };
        [moved(1.0), moved(-1.0)]
    }

    /// Ends an iteration in which the first point of [`perturbed_pair`](Spsa::perturbed_pair) was better than the
    /// second one by `difference`.
    pub fn update(&mut self, difference: f64) {
        let deltas = self.deltas();
        let steps: Vec<f64> = self.parameters.iter().map(|parameter| self.gain(parameter) * difference).collect();
        for ((parameter, delta), step) in self.parameters.iter_mut().zip(deltas).zip(steps) {
            parameter.value = (parameter.value + delta * step).clamp(parameter.min, parameter.max);
        }
        self.done += 1;
    }

    /// Random number generator of this iteration for the caller's random choices, independent of the direction.
    pub fn rng(&self) -> Xoshiro256PlusPlus {
        let mut random = self.direction_rng();
        random.jump();
        random
    }

    fn direction_rng(&self) -> Xoshiro256PlusPlus {
        Xoshiro256PlusPlus::seed_from_u64(seed_of(self.seed, self.done))
    }

    /// Random direction delta of this iteration: +1 or -1 for each parameter (Rademacher distribution).
    fn deltas(&self) -> Vec<f64> {
        let mut random = self.direction_rng();
        self.parameters.iter().map(|_| if random.random() { 1.0 } else { -1.0 }).collect()
    }

    /// Perturbation c_k of a parameter in this iteration.
    fn c_k(&self, parameter: &Parameter) -> f64 {
        let (now, last) = (self.done as f64 + 1.0, self.iterations as f64);
        parameter.c_end * (last / now).powf(GAMMA)
    }

    /// Step of a parameter for each unit of difference: a_k / c_k.
    fn gain(&self, parameter: &Parameter) -> f64 {
        let (now, last) = (self.done as f64 + 1.0, self.iterations as f64);
        let stability = STABILITY * last;
        let a_k = self.r_end * parameter.c_end.powi(2) * ((stability + last) / (stability + now)).powf(ALPHA);
        a_k / self.c_k(parameter)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use rand::Rng;

    use super::*;

    #[test]
    fn random_choices_are_independent_of_the_direction() {
        let mut spsa = spsa([0.0; 3], 4000, 0.1);
        let mut alike = [0; 3];
        for done in 0..spsa.iterations {
            spsa.done = done;
            let mut random = spsa.rng();
            for (alike, delta) in alike.iter_mut().zip(spsa.deltas()) {
                *alike += u32::from((random.random::<f64>() < 0.5) == (delta > 0.0));
            }
        }
        assert!(alike.iter().all(|count| (1800..2200).contains(count)), "{alike:?}");
    }

    #[test]
    fn tunings_with_seeds_near_each_other_share_no_direction() {
        let (mut spsa, mut seen) = (spsa([0.0; 3], 1000, 0.1), HashSet::new());
        for (seed, done) in (0..300).flat_map(|seed| (0..1000).map(move |done| (seed, done))) {
            (spsa.seed, spsa.done) = (seed, done);
            assert!(seen.insert(spsa.direction_rng().next_u64()), "seed {seed}, iteration {done}");
        }
    }

    fn spsa(start: [f64; 3], iterations: u64, r_end: f64) -> Spsa {
        let parameters = start.map(|value| Parameter { value, min: -100.0, max: 100.0, c_end: 2.0 }).to_vec();
        Spsa { parameters, done: 0, iterations, r_end, seed: 1 }
    }

    fn values(spsa: &Spsa) -> Vec<f64> {
        spsa.parameters.iter().map(|parameter| parameter.value).collect()
    }

    /// Quadratic objective with its maximum at (30, -20, 5).
    fn objective(at: &[f64]) -> f64 {
        -at.iter().zip([30.0, -20.0, 5.0]).map(|(at, top)| (at - top) * (at - top)).sum::<f64>() / 400.0
    }

    #[test]
    fn exact_objective_is_maximized() {
        let mut spsa = spsa([0.0; 3], 4000, 0.1);
        while spsa.done < spsa.iterations {
            let [one, other] = spsa.perturbed_pair();
            spsa.update(objective(&one) - objective(&other));
        }
        for (found, top) in values(&spsa).into_iter().zip([30.0, -20.0, 5.0]) {
            assert!((found - top).abs() < 1.0, "{spsa:?}");
        }
    }

    #[test]
    fn noisy_objective_is_maximized() {
        let mut spsa = spsa([0.0; 3], 20_000, 0.02);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(2);
        while spsa.done < spsa.iterations {
            let [one, other] = spsa.perturbed_pair();
            let expected = 1.0 / (1.0 + (-(objective(&one) - objective(&other))).exp());
            spsa.update(if random.random_bool(expected) { 1.0 } else { -1.0 });
        }
        for (found, top) in values(&spsa).into_iter().zip([30.0, -20.0, 5.0]) {
            assert!((found - top).abs() < 6.0, "{spsa:?}");
        }
    }

    #[test]
    fn parameters_stay_within_their_bounds() {
        let mut spsa = spsa([99.0, -99.0, 0.0], 100, 5.0);
        while spsa.done < spsa.iterations {
            for point in spsa.perturbed_pair().into_iter().chain([values(&spsa)]) {
                assert!(point.iter().all(|value| (-100.0..=100.0).contains(value)), "{point:?}");
            }
            spsa.update(4.0);
        }
    }

    #[test]
    fn directions_follow_from_seed_and_iteration() {
        let mut one = spsa([0.0; 3], 100, 0.1);
        assert_eq!(one.perturbed_pair(), one.clone().perturbed_pair());
        let directions: Vec<_> = (0..20)
            .map(|_| {
                one.update(0.0);
                one.deltas()
            })
            .collect();
        assert!(directions.iter().any(|deltas| *deltas != directions[0]));
        assert_ne!(Spsa { seed: 2, done: 0, ..one.clone() }.rng(), Spsa { seed: 1, done: 0, ..one }.rng());
    }
}

//! Positions from games of the engine with itself, each with what was thought of it and how the game ended.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error};
use engine::eval::Evaluator;
use engine::game::{Seat, Tactics};
use engine::text::Notation;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::duel;

/// One in so many of the quiet positions is kept: neighbours say much the same.
const ONE_IN: u32 = 2;
/// Positions that a search finds further ahead than this, in centipawns, teach nothing.
const DECIDED: i32 = 2000;

/// A position and what became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample<G> {
    /// The position.
    pub position: G,
    /// The value that a search gave it, in centipawns for White.
    pub score: i32,
    /// White's half points in the game: 0, 1 or 2.
    pub result: usize,
}

impl<G: Notation> fmt::Display for Sample<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};{};{}", self.position, self.score, self.result)
    }
}

impl<G: Notation> FromStr for Sample<G> {
    type Err = Error;

    fn from_str(line: &str) -> Result<Self, Error> {
        let mut parts = line.split(';');
        let mut part = || parts.next().with_context(|| format!("'{line}' is not POSITION;SCORE;RESULT"));
        let (position, score, result) = (part()?, part()?, part()?);
        Ok(Sample { position: position.parse()?, score: score.parse()?, result: result.parse()? })
    }
}

/// Plays a game and picks from it quiet positions that are not decided. Equal seeds give equal samples.
pub fn collect<G: Tactics + Notation, E: Evaluator<G> + Default>(seed: u64, nodes: u64) -> Vec<Sample<G>> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut samples = Vec::new();
    let result = duel::watch::<G, E>(seed, nodes, &mut |position, verdict| {
        let quiet = verdict.best.is_some_and(|mv| !position.is_noisy(mv)) && !position.in_check();
        if quiet && verdict.score.abs() < DECIDED && random.random_ratio(1, ONE_IN) {
            let score = if position.seat() == Seat::WHITE { verdict.score } else { -verdict.score };
            samples.push(Sample { position: position.clone(), score, result: 1 });
        }
    });
    for sample in &mut samples {
        sample.result = result;
    }
    samples
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::Keyles;
    use eval::KeylesEval;

    #[test]
    fn samples_come_back_from_text() {
        let samples = collect::<Keyles, KeylesEval>(1, 100);
        assert!(!samples.is_empty());
        for sample in samples {
            assert_eq!(sample.to_string().parse::<Sample<Keyles>>().unwrap(), sample);
        }
        for line in ["", "nonsense;0;1", "8/8 w;1"] {
            assert!(line.parse::<Sample<Keyles>>().is_err(), "{line}");
        }
    }
}

//! Positions from games of the engine with itself, each with what was thought of it and how the game ended.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context, Error};
use engine::game::{Seat, Tactics};
use engine::luck::Luck;
use engine::record::Record;
use engine::search::{Limits, Searcher, Verdict};
use engine::text::Notation;
use eval::Judged;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::matches::{Adjudication, ResignRule, Setting, Thinker, Thinking, TimeControl, play_game};
use crate::players::{Evaluation, searcher};
use crate::tournament::{Book, Openings, RandomOpenings};

/// One in so many of the quiet positions is kept: neighbours say much the same.
const ONE_IN: u32 = 2;
/// Positions that a search finds further ahead than this, in centipawns, teach nothing.
const DECIDED: i32 = 2000;
/// Games end where both players agree on the winner, or are drawn where they last long.
const ADJUDICATION: Adjudication =
    Adjudication { resign: Some(ResignRule { score: 1500, entries: 6 }), draw: None, longest: Some(400) };

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

/// A search that remembers what it was asked and what it answered.
struct Remembering<G: Tactics + Judged> {
    searcher: Searcher<G, Evaluation<G>>,
    heard: Vec<(G, Verdict)>,
}

impl<G: Tactics + Judged> Remembering<G> {
    fn new() -> Thinking<Self> {
        Thinking(Remembering { searcher: searcher(Evaluation::default()), heard: Vec::new() })
    }
}

impl<G: Tactics + Judged> Thinker<G> for Remembering<G> {
    fn forget(&mut self, _: u64) {
        self.searcher.clear();
    }

    fn think(&mut self, record: &Record<G>, limits: &Limits) -> Verdict {
        let verdict = Thinker::think(&mut self.searcher, record, limits);
        self.heard.push((record.position().clone(), verdict.clone()));
        verdict
    }
}

/// Plays a game of the engine with itself, from an opening of its own, and picks from it quiet positions that are not decided. Equal seeds give equal
/// samples.
///
/// # Errors
/// If no balanced opening is found.
pub fn collect<G: Tactics + Notation + Judged>(seed: u64, nodes: u64) -> Result<Vec<Sample<G>>, Error> {
    let opening = Book::open(&Openings::Random(RandomOpenings::default()), seed)?.opening(0)?;
    let times = [TimeControl::nodes(nodes); 2];
    let setting =
        Setting { opening: Record::new(opening), luck: Luck::new(seed), seed, times, adjudication: ADJUDICATION };
    let (mut white, mut black) = (Remembering::<G>::new(), Remembering::new());
    let played = play_game(&setting, [&mut white, &mut black]);
    let result = match played.ending.winner() {
        Some(winner) => 2 * usize::from(winner == Seat::WHITE),
        None => 1,
    };
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut worth_keeping = |position: &G, verdict: &Verdict| {
        let quiet = verdict.best.is_some_and(|mv| !position.is_noisy(mv)) && !position.in_check();
        quiet && verdict.score.abs() < DECIDED && random.random_ratio(1, ONE_IN)
    };
    let heard =
        white.0.heard.into_iter().chain(black.0.heard).filter(|(position, verdict)| worth_keeping(position, verdict));
    let sample = |(position, verdict): (G, Verdict)| {
        let score = if position.seat() == Seat::WHITE { verdict.score } else { -verdict.score };
        Sample { position, score, result }
    };
    Ok(heard.map(sample).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::KnightRelay;

    #[test]
    fn samples_come_back_from_text() {
        let samples = collect::<KnightRelay>(1, 100).unwrap();
        assert!(!samples.is_empty());
        for sample in samples {
            assert_eq!(sample.to_string().parse::<Sample<KnightRelay>>().unwrap(), sample);
        }
        for line in ["", "nonsense;0;1", "8/8 w;1"] {
            assert!(line.parse::<Sample<KnightRelay>>().is_err(), "{line}");
        }
    }
}

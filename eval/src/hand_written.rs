//! The frame of every hand-written evaluation: sums that follow the moves, and the mixture of middle game and endgame.

use engine::eval::{Evaluator, Term};
use engine::game::{Game, Seat, Watch};

use crate::features::{Group, Row};
use crate::score::Score;
use crate::tally::Trace;

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
    type Memory: Clone + Default + Send;
    /// What was seen of a position besides a sum.
    type Sight;

    /// Material and square of a piece together; negative for Black.
    fn standing(seat: Seat, kind: usize, field: usize) -> Score;

    /// White's score less Black's but for the [standing](Judged::standing) of the pieces.
    fn weigh(&self, memory: &mut Self::Memory) -> (Score, Self::Sight);

    /// Counts everything that the evaluation sees of each side, the standing of the pieces included.
    fn trace(&self) -> [Trace; 2];

    /// What is left of a value (positive: White's) once the kind of position is looked at.
    fn finish(&self, value: i32, sight: &Self::Sight) -> i32;

    /// How much of a middle game it is, at most [`FULL_PHASE`](Judged::FULL_PHASE).
    fn phase(&self) -> i32 {
        let mut follower = HandWritten::<Self>::default();
        self.populate(&mut follower);
        follower.now.phase.min(Self::FULL_PHASE)
    }
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

impl<G: Judged> Watch<G> for HandWritten<G> {
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

    /// White's score less Black's in (middle game, endgame), in centipawns: the sum of all terms, before phase, kind of
    /// position and the move are looked at.
    pub fn balance(&mut self, game: &G) -> (i32, i32) {
        let (score, _) = game.weigh(&mut self.memory);
        let score = self.now.standing + score;
        (score.mg(), score.eg())
    }

    /// Mixes both halves of a score by how far the game has gone.
    fn taper(&self, score: Score) -> i32 {
        let full = G::FULL_PHASE;
        let phase = self.now.phase.min(full);
        (score.mg() * phase + score.eg() * (full - phase)) / full
    }
}

impl<G: Judged> Evaluator<G> for HandWritten<G> {
    fn reset(&mut self, game: &G) {
        self.before.clear();
        self.now = Running::default();
        game.populate(self);
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        let sign = if game.seat() == Seat::WHITE { 1 } else { -1 };
        if self.bare {
            return sign * self.taper(self.now.standing) + G::TEMPO;
        }
        let (score, sight) = game.weigh(&mut self.memory);
        let white = game.finish(self.taper(self.now.standing + score) + sign * G::TEMPO, &sight);
        (sign * white).clamp(-LIMIT, LIMIT)
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        let [white, black] = game.trace();
        let pair = |score: Score| (score.mg(), score.eg());
        let term = |group: Group| Term {
            name: group.name(),
            seats: [pair(white.group::<G>(group)), pair(black.group::<G>(group))],
        };
        let counted = Group::ALL.into_iter().filter(|&group| G::ROWS.iter().any(|row| row.group == group));
        counted.map(term).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::variants::Chess;

    #[test]
    fn scores_are_mixed_by_phase_and_never_beyond() {
        let full = Chess::FULL_PHASE;
        let mix = |phase| {
            let now = Running { phase, ..Running::default() };
            HandWritten::<Chess> { now, ..HandWritten::default() }.taper(Score::new(100, 20))
        };
        assert_eq!([0, full / 2, full].map(mix), [20, 60, 100]);
        assert_eq!(mix(full + 8), 100, "more officers than at the start, by promotion");
    }
}

//! What a search says while it runs, and at its end.

use std::time::Duration;

use crate::moves::Move;

/// How a reported score bounds the truth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is what the search found.
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// How the negated score is meant.
    pub(super) fn negated(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// A line of thinking.
#[derive(Clone, Debug)]
pub struct Report {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// Which of the best moves the line begins with, from 1.
    pub line: usize,
    /// The score for the side whose turn it is: centipawns or a mate, see [`score`](super::score).
    pub score: i32,
    /// How the score is meant.
    pub bound: Bound,
    /// Positions visited so far, all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// How full the table is, in thousandths.
    pub hash_full: u32,
    /// The principal variation, up to the first ply that chance decides; empty if that is the next one.
    pub pv: Vec<Move>,
}

/// What a search has come to.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The move to play; none only if there is no legal move, or if chance decides the next ply.
    pub best: Option<Move>,
    /// The reply to ponder on: none if it would not give the move back, as a king's re-placement in Keyles does not.
    pub ponder: Option<Move>,
    /// The score of the best move for the side to move.
    pub score: i32,
    /// The last completed iteration, in plies.
    pub depth: u32,
    /// Positions visited, all threads together.
    pub nodes: u64,
}

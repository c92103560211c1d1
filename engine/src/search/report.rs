//! Reports of a running search, and its verdict.

use std::time::Duration;

use crate::moves::Move;

/// Bound type of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Exact: the value lies inside the window.
    Exact,
    /// Lower bound: the true value is at least this (fail-high).
    Lower,
    /// Upper bound: the true value is at most this (fail-low).
    Upper,
}

impl Bound {
    /// The bound type of the negated value.
    pub fn negated(self) -> Bound {
        match self {
            Bound::Exact => Bound::Exact,
            Bound::Lower => Bound::Upper,
            Bound::Upper => Bound::Lower,
        }
    }
}

/// A line of thinking, as a search reports it.
#[derive(Clone, Debug)]
pub struct Report {
    /// The iteration, in plies.
    pub depth: u32,
    /// Selective depth: the longest line searched, in plies.
    pub selective_depth: u32,
    /// MultiPV: number of the principal variation, from 1 for the best.
    pub multipv: usize,
    /// The score for the side whose turn it is: centipawns or a mate, see [`score`](super::score).
    pub score: i32,
    /// The bound type of the score.
    pub bound: Bound,
    /// Nodes visited so far, all threads together.
    pub nodes: u64,
    /// Time since the search began.
    pub time: Duration,
    /// Hashfull, in thousandths. Alpha-beta: the share of the TT's entries that the present search has written, from a
    /// sample. Tree search: the load of the tree's memory, earlier searches included.
    pub hashfull: u32,
    /// The principal variation, up to the first ply that chance decides; empty if that is the next one.
    pub pv: Vec<Move>,
}

/// Verdict: the result of a search.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The move to play; none only if there is no legal move, or if chance decides the next ply.
    pub best: Option<Move>,
    /// The ponder move: none if it would not give the move back, as a king's re-placement in Keyles does not.
    pub ponder: Option<Move>,
    /// The score of the best move for the side to move.
    pub score: i32,
    /// The last completed iteration, in plies.
    pub depth: u32,
    /// Nodes visited, all threads together.
    pub nodes: u64,
}

//! What bounds a search.

use std::time::Duration;

use crate::moves::Move;

/// The strongest [`skill`](Limits::skill).
pub const FULL_SKILL: u8 = 20;

/// What bounds a search and what it looks at. Without any bound it runs until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Iterations, in plies.
    pub depth: Option<u32>,
    /// Positions visited, all threads together. With one thread the search stops at exactly this number.
    pub nodes: Option<u64>,
    /// Stop once a mate in at most so many moves of the side to move is proven.
    pub mate: Option<u32>,
    /// Think for this long.
    pub move_time: Option<Duration>,
    /// Think as long as a player with this clock should.
    pub clock: Option<Clock>,
    /// Time lost on the way of each move from the engine to its opponent, not to be used.
    pub overhead: Duration,
    /// Root moves to look at; none given means all.
    pub only: Vec<Move>,
    /// How many best moves to report lines for (MultiPV).
    pub lines: usize,
    /// 0 (plays weakly) to [`FULL_SKILL`].
    pub skill: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            mate: None,
            move_time: None,
            clock: None,
            overhead: Duration::from_millis(10),
            only: Vec::new(),
            lines: 1,
            skill: FULL_SKILL,
        }
    }
}

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Moves until time is added; none if the time left is for the whole game.
    pub moves_to_go: Option<u32>,
}

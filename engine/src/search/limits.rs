//! Search limits: depth, nodes, mate, time, infinite search, root moves, MultiPV, skill.

use std::time::{Duration, Instant};

use super::score::moves_to_mate;
use super::time_manager::usable;
use crate::moves::Move;

/// The greatest [`skill`](Limits::skill): full strength.
pub const FULL_SKILL: u8 = 20;

/// Limits of one search. Without any bound it runs until it is stopped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The last iteration, in plies.
    pub depth: Option<u32>,
    /// Nodes, all threads together. With one thread the search stops at exactly this number.
    pub nodes: Option<u64>,
    /// Soft node limit: nodes of the first thread after which alpha-beta begins no further iteration. The score is then
    /// that of a whole iteration. Tree search, which has no iterations, stops there.
    pub soft_nodes: Option<u64>,
    /// Stop once a mate in at most this number of moves of the side to move is found.
    pub mate: Option<u32>,
    /// Time for this search.
    pub move_time: Option<Duration>,
    /// The clock of the side to move, from which time management takes its share.
    pub clock: Option<Clock>,
    /// Infinite search (UCI `go infinite`): no result before the search is told to stop, even where a bound has ended
    /// it.
    pub infinite: bool,
    /// When the time of the search began to run: when the command was read that asked for it. None: when it starts.
    pub began: Option<Instant>,
    /// Move overhead: time lost on the way of each move from the engine to its opponent, not to be used.
    pub overhead: Duration,
    /// Root moves to search; none given means all.
    pub searchmoves: Vec<Move>,
    /// MultiPV: the number of best moves to report principal variations of.
    pub multipv: usize,
    /// Skill level: 0 (weak) to [`FULL_SKILL`].
    pub skill: u8,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            move_time: None,
            clock: None,
            infinite: false,
            began: None,
            overhead: Duration::from_millis(10),
            searchmoves: Vec::new(),
            multipv: 1,
            skill: FULL_SKILL,
        }
    }
}

impl Limits {
    /// True if anything but a command ends the search.
    pub fn is_bounded(&self) -> bool {
        let Limits { depth, mate, move_time, clock, .. } = self;
        depth.is_some() || self.least_nodes().is_some() || mate.is_some() || move_time.is_some() || clock.is_some()
    }

    /// The smaller one of the node limits.
    pub fn least_nodes(&self) -> Option<u64> {
        self.nodes.into_iter().chain(self.soft_nodes).min()
    }

    /// True if a score is a mate within the limit of [`mate`](Limits::mate).
    pub fn mate_reached(&self, score: i32) -> bool {
        let Some(limit) = self.mate else { return false };
        moves_to_mate(score).is_some_and(|moves| moves > 0 && moves.unsigned_abs() <= limit)
    }

    /// End of the work beside a search that began at a moment: after a fixed time less the overhead, after half of the
    /// time on the clock. `None` for an infinite search.
    pub fn deadline(&self, began: Instant) -> Option<Instant> {
        let fixed = self.move_time.map(|time| usable(time, self.overhead));
        let clock = self.clock.map(|clock| clock.remaining / 2);
        let time = fixed.into_iter().chain(clock).min().filter(|_| !self.infinite)?;
        began.checked_add(time)
    }

    /// True if the clock has no more than [`CLOCK_RESERVE`] left: the search will be over in a moment. An infinite one
    /// will not.
    pub fn is_hurried(&self) -> bool {
        !self.infinite && self.clock.is_some_and(|clock| clock.remaining <= CLOCK_RESERVE)
    }
}

/// Time on a clock that is held for the stalls of a busy machine. With no more than that left moves are made almost at
/// once, so that increments fill it again.
pub const CLOCK_RESERVE: Duration = Duration::from_millis(60);

/// The clock of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left.
    pub remaining: Duration,
    /// Time added for each move.
    pub increment: Duration,
    /// Own moves to the next time control (UCI `movestogo`); none if the time left is for the whole game. Then the
    /// expected moves count ([`SearchHints::EXPECTED_MOVES`](crate::game::SearchHints::EXPECTED_MOVES)).
    pub moves_to_go: Option<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_beside_the_search_ends_with_the_move_time_or_at_half_of_the_clock() {
        let began = Instant::now();
        let time = |move_time, remaining, infinite| {
            let clock = |seconds| Clock {
                remaining: Duration::from_secs(seconds),
                increment: Duration::ZERO,
                moves_to_go: None,
            };
            let move_time = Option::map(move_time, Duration::from_secs);
            let clock = Option::map(remaining, clock);
            let limits = Limits { move_time, clock, infinite, ..Limits::default() };
            limits.deadline(began).map(|deadline| deadline - began)
        };
        assert_eq!(time(None, None, false), None);
        assert_eq!(time(Some(2), None, false), Some(Duration::from_millis(1990)));
        assert_eq!(time(None, Some(2), false), Some(Duration::from_secs(1)));
        assert_eq!(time(Some(2), Some(2), false), Some(Duration::from_secs(1)));
        assert_eq!(time(Some(2), Some(6), false), Some(Duration::from_millis(1990)));
        assert_eq!(time(Some(2), Some(2), true), None);
    }
}

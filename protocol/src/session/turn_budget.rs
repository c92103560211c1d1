//! Turn budget: the limits of a turn that takes several searches.
//!
//! The clock is decided in three steps: the dialect reads it into [`Limits`], the turn budget shares them out among the
//! searches of a turn, and the time manager of the search turns them into soft and hard limits.

use std::time::{Duration, Instant};

use engine::search::Limits;

/// Limits of a turn. Where its plies are searched one after the other, as in Chex the decision to draw and the
/// placement of the drawn tile, the searches share the time and the nodes; each of them may go to the same depth.
#[derive(Debug)]
pub struct TurnBudget {
    limits: Limits,
    began: Instant,
    /// Nodes of the turn's searches so far.
    nodes_spent: u64,
}

impl TurnBudget {
    /// Budget of a turn that begins now.
    pub fn new(limits: Limits) -> TurnBudget {
        TurnBudget { limits, began: Instant::now(), nodes_spent: 0 }
    }

    /// Begins the turn now: a ponder hit.
    pub fn restart(&mut self) {
        self.began = Instant::now();
    }

    /// Takes the nodes of a search off the budget.
    pub fn spend(&mut self, nodes: u64) {
        self.nodes_spent += nodes;
    }

    /// Limits of the next search. `plies_to_go`: searches that the turn still needs, this one included.
    pub fn next(&self, plies_to_go: u32) -> Limits {
        let taken = self.began.elapsed();
        let mut limits = self.limits.clone();
        limits.move_time = limits.move_time.map(|time| time.saturating_sub(taken) / plies_to_go);
        let left = |nodes: u64| (nodes.saturating_sub(self.nodes_spent) / u64::from(plies_to_go)).max(1);
        limits.nodes = limits.nodes.map(left);
        if let Some(clock) = &mut limits.clock {
            clock.remaining = clock.remaining.saturating_sub(taken);
        }
        limits
    }
}

/// Longest time of a search after the command to move at once.
const MOVE_NOW_TIME: Duration = Duration::from_millis(50);

/// Limits of a search that begins after the command to move at once: the placement of a tile that has just been drawn,
/// for example.
pub fn move_now(limits: Limits) -> Limits {
    Limits { move_time: Some(limits.move_time.map_or(MOVE_NOW_TIME, |time| time.min(MOVE_NOW_TIME))), ..limits }
}

#[cfg(test)]
mod tests {
    use engine::search::Clock;

    use super::*;

    #[test]
    fn moving_at_once_leaves_50_ms_at_most() {
        let move_time = |limits: Limits| move_now(limits).move_time;
        assert_eq!(move_time(Limits::default()), Some(MOVE_NOW_TIME));
        assert_eq!(move_time(Limits { move_time: Some(2 * MOVE_NOW_TIME), ..Limits::default() }), Some(MOVE_NOW_TIME));
        assert_eq!(
            move_time(Limits { move_time: Some(MOVE_NOW_TIME / 2), ..Limits::default() }),
            Some(MOVE_NOW_TIME / 2)
        );
    }

    #[test]
    fn searches_of_a_turn_share_its_time_and_its_nodes() {
        let clock = Clock { remaining: Duration::from_secs(9), increment: Duration::ZERO, moves_to_go: None };
        let move_time = Some(Duration::from_secs(3));
        let limits = Limits { move_time, clock: Some(clock), nodes: Some(700), ..Limits::default() };
        let mut turn = TurnBudget::new(limits);
        assert!(turn.next(2).move_time.unwrap() <= Duration::from_millis(1500));
        assert_eq!(turn.next(2).nodes, Some(350));
        turn.spend(300);
        turn.began -= Duration::from_secs(1);
        let second = turn.next(1);
        let between =
            |time: Duration, low, high| (Duration::from_millis(low)..=Duration::from_millis(high)).contains(&time);
        assert!(between(second.move_time.unwrap(), 1500, 2000), "{second:?}");
        assert!(between(second.clock.unwrap().remaining, 7500, 8000), "{second:?}");
        assert_eq!(second.nodes, Some(400));
        turn.began -= Duration::from_secs(10);
        turn.spend(401);
        assert_eq!((turn.next(1).move_time, turn.next(1).nodes), (Some(Duration::ZERO), Some(1)));
    }
}

//! Turn budget: the limits of a turn that takes several searches.
//!
//! The clock is decided in three steps: the dialect reads it into [`Limits`], the turn budget shares them out among the
//! searches of a turn, and the time manager of the search turns them into soft and hard limits.

use std::time::{Duration, Instant};

use engine::search::Limits;

/// Limits of a turn. Where its plies are searched one after the other, as in Chex the decision to draw and the
/// placement of the drawn tile, the searches share the time; nodes and depth bound each of them.
#[derive(Debug)]
pub struct TurnBudget {
    limits: Limits,
    began: Instant,
}

impl TurnBudget {
    /// Budget of a turn that began at a moment: when the command was read that asked for it.
    pub fn new(limits: Limits, began: Instant) -> TurnBudget {
        TurnBudget { limits, began }
    }

    /// Begins the turn again: at a ponder hit.
    pub fn restart(&mut self, began: Instant) {
        self.began = began;
    }

    /// Limits of the next search, whose time runs from the moment `began`. `plies_to_go`: searches that the turn still
    /// needs, this one included.
    pub fn next(&self, plies_to_go: u32, began: Instant) -> Limits {
        let taken = began.saturating_duration_since(self.began);
        let mut limits = Limits { began: Some(began), ..self.limits.clone() };
        limits.move_time = limits.move_time.map(|time| time.saturating_sub(taken) / plies_to_go);
        if let Some(clock) = &mut limits.clock {
            clock.remaining = clock.remaining.saturating_sub(taken);
        }
        limits
    }
}

/// Longest time of a search after the command to move at once.
const MOVE_NOW_TIME: Duration = Duration::from_millis(5);

/// Limits of a search that begins after the command to move at once: the placement of a tile that has just been drawn,
/// for example.
pub fn move_now(limits: Limits) -> Limits {
    let move_time = Some(limits.move_time.map_or(MOVE_NOW_TIME, |time| time.min(MOVE_NOW_TIME)));
    Limits { move_time, infinite: false, overhead: Duration::ZERO, ..limits }
}

#[cfg(test)]
mod tests {
    use engine::search::Clock;

    use super::*;

    #[test]
    fn moving_at_once_leaves_5_ms_at_most() {
        let move_time = |limits: Limits| move_now(limits).move_time;
        assert_eq!(move_time(Limits::default()), Some(MOVE_NOW_TIME));
        assert!(!move_now(Limits { infinite: true, ..Limits::default() }).infinite);
        assert_eq!(move_time(Limits { move_time: Some(2 * MOVE_NOW_TIME), ..Limits::default() }), Some(MOVE_NOW_TIME));
        assert_eq!(
            move_time(Limits { move_time: Some(MOVE_NOW_TIME / 2), ..Limits::default() }),
            Some(MOVE_NOW_TIME / 2)
        );
    }

    #[test]
    fn searches_of_a_turn_share_its_time_and_have_the_same_nodes_each() {
        let clock = Clock { remaining: Duration::from_secs(9), increment: Duration::ZERO, moves_to_go: None };
        let move_time = Some(Duration::from_secs(3));
        let limits = Limits { move_time, clock: Some(clock), nodes: Some(700), ..Limits::default() };
        let read_at = Instant::now();
        let after = |seconds| read_at + Duration::from_secs(seconds);
        let mut turn = TurnBudget::new(limits, read_at);
        let first = turn.next(2, read_at);
        assert_eq!((first.move_time, first.nodes), (Some(Duration::from_millis(1500)), Some(700)));
        assert_eq!(first.began, Some(read_at), "its time runs since the command was read");
        let second = turn.next(1, after(1));
        assert_eq!((second.move_time, second.nodes), (Some(Duration::from_secs(2)), Some(700)));
        assert_eq!(second.clock.unwrap().remaining, Duration::from_secs(8));
        assert_eq!(turn.next(1, after(11)).move_time, Some(Duration::ZERO));
        turn.restart(after(10));
        assert_eq!(turn.next(1, after(11)).clock, second.clock);
    }
}

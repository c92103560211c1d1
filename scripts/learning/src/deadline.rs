//! Deadline: the time at which the loop stops.

use std::time::{Duration, Instant};

/// Time at which the loop stops, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadline(Option<Instant>);

impl Deadline {
    /// No deadline.
    pub const NONE: Deadline = Deadline(None);

    /// Deadline in some time from now. One that lies beyond what the clock can tell is none.
    pub fn after(time: Duration) -> Deadline {
        Deadline(Instant::now().checked_add(time))
    }

    /// True if it has passed.
    pub fn is_over(self) -> bool {
        self.0.is_some_and(|end| Instant::now() >= end)
    }

    /// The earlier one of two.
    pub fn min(self, other: Deadline) -> Deadline {
        match (self.0, other.0) {
            (Some(one), Some(other)) => Deadline(Some(one.min(other))),
            (one, other) => Deadline(one.or(other)),
        }
    }
}

//! Time: the date, a monotonic clock in milliseconds since 1970, and the players' clocks.

use std::sync::OnceLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Milliseconds since 1970, or a number of them.
pub type Millis = i64;

/// Date by the system's clock.
pub fn date() -> Millis {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_millis() as Millis)
}

/// Present time for the players' clocks. It never runs backwards, whatever happens to the system's clock, and may stand
/// still while the machine is suspended: it is no date.
pub fn now() -> Millis {
    static BEGAN: OnceLock<(Instant, Millis)> = OnceLock::new();
    let (instant, began) = BEGAN.get_or_init(|| (Instant::now(), date()));
    began + instant.elapsed().as_millis() as Millis
}

/// Time control: a time for the game, and an increment for each turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// Time of each player for the whole game, in milliseconds.
    pub initial_ms: Millis,
    /// Time added after each turn, in milliseconds.
    pub increment_ms: Millis,
}

impl TimeControl {
    /// Longest time for a game: a day.
    const MAX_INITIAL: Millis = 24 * 3600 * 1000;
    /// Longest time added after a turn: ten minutes.
    const MAX_INCREMENT: Millis = 600 * 1000;

    /// True if the times are within their limits.
    pub fn is_valid(self) -> bool {
        (1000..=Self::MAX_INITIAL).contains(&self.initial_ms) && (0..=Self::MAX_INCREMENT).contains(&self.increment_ms)
    }

    /// Value of PGN's tag `TimeControl`: seconds.
    pub fn tag(self) -> String {
        let seconds = |millis: Millis| millis as f64 / 1000.0;
        format!("{}+{}", seconds(self.initial_ms), seconds(self.increment_ms))
    }
}

/// Clocks of all players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Clocks {
    /// Time control that the clocks began with.
    pub control: TimeControl,
    /// Time left to each seat when its clock was stopped.
    left: Vec<Millis>,
    /// Seat whose clock runs, and since when.
    running: Option<(usize, Millis)>,
}

impl Clocks {
    /// Full clocks, all stopped.
    pub fn new(control: TimeControl, seats: usize) -> Clocks {
        Clocks { control, left: vec![control.initial_ms; seats], running: None }
    }

    /// Time left to a seat; negative if its flag has fallen.
    pub fn left(&self, seat: usize, now: Millis) -> Millis {
        match self.running {
            Some((running, since)) if running == seat => self.left[seat] - (now - since),
            _ => self.left[seat],
        }
    }

    /// Seat whose clock runs.
    pub fn running(&self) -> Option<usize> {
        self.running.map(|running| running.0)
    }

    /// Lets the clock of a seat run, and stops the others.
    pub fn run(&mut self, seat: usize, now: Millis) {
        if self.running() != Some(seat) {
            self.stop(now);
            self.running = Some((seat, now));
        }
    }

    /// Stops all clocks.
    pub fn stop(&mut self, now: Millis) {
        if let Some((seat, since)) = self.running.take() {
            self.left[seat] -= now - since;
        }
    }

    /// Adds the increment for a turn that a seat has completed.
    pub fn add_increment(&mut self, seat: usize) {
        self.left[seat] += self.control.increment_ms;
    }

    /// Time at which the flag of the running clock falls.
    pub fn falls_at(&self) -> Option<Millis> {
        self.running.map(|(seat, since)| since + self.left[seat])
    }

    /// Gives back the time during which the server was down.
    pub fn resume(&mut self, down: Millis, now: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = (*since + down.max(0)).min(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_clock_runs_at_a_time() {
        let control = TimeControl { initial_ms: 60_000, increment_ms: 2_000 };
        let mut clocks = Clocks::new(control, 2);
        assert_eq!((clocks.running(), clocks.falls_at()), (None, None));
        clocks.run(0, 1_000);
        assert_eq!((clocks.left(0, 11_000), clocks.left(1, 11_000), clocks.falls_at()), (50_000, 60_000, Some(61_000)));
        clocks.run(0, 11_000);
        clocks.run(1, 21_000);
        clocks.add_increment(0);
        assert_eq!((clocks.left(0, 30_000), clocks.left(1, 30_000)), (42_000, 51_000));
        clocks.resume(5_000, 30_000);
        assert_eq!(clocks.left(1, 30_000), 56_000, "the server was down for five seconds");
        clocks.stop(30_000);
        assert_eq!((clocks.left(1, 99_000), clocks.falls_at()), (56_000, None));
    }

    #[test]
    fn time_controls_are_bounded() {
        let valid = |initial_ms, increment_ms| TimeControl { initial_ms, increment_ms }.is_valid();
        assert!(valid(1000, 0) && valid(86_400_000, 600_000));
        assert!(!valid(999, 0) && !valid(86_400_001, 0) && !valid(1000, -1) && !valid(Millis::MAX, Millis::MAX));
        assert_eq!(TimeControl { initial_ms: 300_000, increment_ms: 2_500 }.tag(), "300+2.5");
    }
}

//! Time: the date, a monotonic clock in milliseconds since 1970, and the players' clocks.

use std::str::FromStr;
use std::sync::OnceLock;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use engine::search::Clock;
use serde::{Deserialize, Serialize};

use crate::parse::{CommandError, decimal_number};

/// Milliseconds since 1970, or a number of them.
pub type Millis = i64;

/// Limit of the minutes and seconds of a time control's text; keeps sums of times in range.
const MAX_NUMBER: f64 = 1e8 / 60.0;

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

/// Duration from now to a time; zero if that has passed.
pub fn time_until(at: Millis) -> Duration {
    Duration::from_millis((at - now()).max(0) as u64)
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
    /// Value of PGN's tag `TimeControl`: seconds.
    pub fn tag(self) -> String {
        let seconds = |millis: Millis| millis as f64 / 1000.0;
        format!("{}+{}", seconds(self.initial_ms), seconds(self.increment_ms))
    }
}

impl FromStr for TimeControl {
    type Err = CommandError;

    /// Reads a time control: minutes, and the increment in seconds, `5+3`, `0.5+0`, `10`.
    fn from_str(text: &str) -> Result<TimeControl, CommandError> {
        let millis = |text: &str, unit: f64| {
            let number = decimal_number(text).filter(|&number| number < MAX_NUMBER)?;
            Some((number * unit).round() as Millis)
        };
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let (Some(initial_ms), Some(increment_ms)) = (millis(minutes, 60_000.0), millis(seconds, 1000.0)) else {
            return Err("a time is MINUTES+SECONDS, 5+3 say".to_string());
        };
        if initial_ms == 0 {
            return Err("a clock needs some time at the start".to_string());
        }
        Ok(TimeControl { initial_ms, increment_ms })
    }
}

/// Clocks of all players, of which one may run. It asks for no time: the present one is passed in.
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

    /// Time left to a seat; zero if its flag has fallen.
    pub fn left(&self, seat: usize, now: Millis) -> Millis {
        let taken = match self.running {
            Some((running, since)) if running == seat => now - since,
            _ => 0,
        };
        (self.left[seat] - taken).max(0)
    }

    /// Clock of a seat for the limits of a search.
    pub fn search_clock(&self, seat: usize, now: Millis) -> Clock {
        let millis = |time: Millis| Duration::from_millis(time as u64);
        Clock {
            remaining: millis(self.left(seat, now)),
            increment: millis(self.control.increment_ms),
            moves_to_go: None,
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

    /// Passes the turn to a seat: lets its clock run, and adds the increment to the one that ran before.
    pub fn pass_to(&mut self, seat: usize, now: Millis) {
        let before = self.running().filter(|&before| before != seat);
        self.run(seat, now);
        if let Some(before) = before {
            self.add_increment(before);
        }
    }

    /// Stops all clocks.
    pub fn stop(&mut self, now: Millis) {
        if let Some(seat) = self.running() {
            self.left[seat] = self.left(seat, now);
            self.running = None;
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

    /// Seat whose clock runs and whose flag has fallen.
    pub fn fallen(&self, now: Millis) -> Option<usize> {
        self.running().filter(|&seat| self.left(seat, now) == 0)
    }

    /// True if a seat has no time left, whether its clock runs or has been stopped.
    pub fn has_fallen(&self, now: Millis) -> bool {
        (0..self.left.len()).any(|seat| self.left(seat, now) == 0)
    }

    /// Gives back the time during which the server was down.
    pub fn resume(&mut self, down: Millis, now: Millis) {
        if let Some((_, since)) = &mut self.running {
            *since = (*since + down.max(0)).min(now);
        }
    }
}

/// Clock face: minutes and seconds, tenths in the last ten seconds.
pub fn clock_face(left: Millis) -> String {
    let tenths = left / 100;
    if tenths < 100 {
        return format!("0:0{}.{}", tenths / 10, tenths % 10);
    }
    let (minutes, seconds) = (left / 60_000, left / 1000 % 60);
    if minutes < 60 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONTROL: TimeControl = TimeControl { initial_ms: 60_000, increment_ms: 2_000 };

    #[test]
    fn times_are_minutes_and_seconds() {
        let control = |initial_ms, increment_ms| Ok(TimeControl { initial_ms, increment_ms });
        let read = ["5+3", "0.5+0", "90", "0.1+0.25"].map(str::parse::<TimeControl>);
        assert_eq!(read, [control(300_000, 3_000), control(30_000, 0), control(5_400_000, 0), control(6_000, 250)]);
        for bad in ["", "+", "5+", "x", "-5+3", "5+-3", "0+3", "1e9", "5+3+1", ".", "9999999999999999999"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn the_tag_is_in_seconds() {
        assert_eq!(TimeControl { initial_ms: 300_000, increment_ms: 2_500 }.tag(), "300+2.5");
    }

    #[test]
    fn one_clock_runs_at_a_time() {
        let mut clocks = Clocks::new(CONTROL, 2);
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
    fn a_clock_gains_when_the_turn_passes() {
        let mut clocks = Clocks::new(CONTROL, 2);
        clocks.pass_to(0, 0);
        clocks.pass_to(0, 20_000);
        assert_eq!(clocks.left(0, 20_000), 40_000, "a turn of two plies has one increment");
        clocks.pass_to(1, 30_000);
        assert_eq!((clocks.left(0, 99_000), clocks.left(1, 31_000)), (32_000, 59_000));
        clocks.stop(40_000);
        clocks.pass_to(0, 50_000);
        assert_eq!(clocks.left(1, 50_000), 50_000, "a clock that was stopped gains nothing");
    }

    #[test]
    fn a_flag_that_has_fallen_stays_so_when_the_clock_stops() {
        let mut clocks = Clocks::new(CONTROL, 2);
        clocks.run(1, 0);
        assert_eq!((clocks.fallen(59_999), clocks.has_fallen(59_999)), (None, false));
        assert_eq!((clocks.fallen(60_000), clocks.has_fallen(60_000)), (Some(1), true));
        clocks.stop(90_000);
        assert_eq!((clocks.left(1, 90_000), clocks.fallen(90_000), clocks.has_fallen(90_000)), (0, None, true));
        clocks.add_increment(1);
        assert_eq!(clocks.left(1, 90_000), 2_000, "nobody owes time");
    }

    #[test]
    fn a_search_has_the_time_that_is_left() {
        let mut clocks = Clocks::new(CONTROL, 2);
        clocks.run(0, 0);
        let millis = Duration::from_millis;
        for (now, remaining) in [(45_000, millis(15_000)), (99_000, Duration::ZERO)] {
            let clock = Clock { remaining, increment: millis(2_000), moves_to_go: None };
            assert_eq!(clocks.search_clock(0, now), clock);
        }
    }

    #[test]
    fn stored_clocks_are_read() {
        let text = r#"{"control":{"initial_ms":60000,"increment_ms":2000},"left":[-5,60000],"running":[1,7000]}"#;
        let clocks: Clocks = serde_json::from_str(text).unwrap();
        assert_eq!((clocks.left(0, 9_000), clocks.left(1, 9_000)), (0, 58_000));
        assert_eq!(serde_json::to_string(&clocks).unwrap(), text);
    }

    #[test]
    fn faces_are_short() {
        assert_eq!(
            [0, 9_900, 10_000, 61_000, 3_600_000].map(clock_face),
            ["0:00.0", "0:09.9", "0:10", "1:01", "1:00:00"]
        );
    }
}

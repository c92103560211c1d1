//! Clocks of the players, and the limits of the engine's searches.

use std::str::FromStr;
use std::time::{Duration, Instant};

use engine::game::Seat;
use engine::search::{Clock, Limits};

use crate::parse::CommandError;

/// Longest time, in seconds; keeps sums of durations in range.
const LONGEST: f64 = 1e8;

/// Time control.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TimeControl {
    /// Time of the engine for each of its turns. There are no clocks.
    PerMove(Duration),
    /// A clock for each player.
    Clocks {
        /// Time at the start.
        base: Duration,
        /// Increment for each turn.
        increment: Duration,
    },
}

impl FromStr for TimeControl {
    type Err = CommandError;

    /// Reads a time control: minutes, and the increment in seconds, `5+3`, `0.5+0`, `10`.
    fn from_str(text: &str) -> Result<TimeControl, CommandError> {
        let number = |text: &str| {
            let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
            plain.then(|| text.parse::<f64>().ok()).flatten().filter(|&number| number < LONGEST / 60.0)
        };
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let (Some(minutes), Some(seconds)) = (number(minutes), number(seconds)) else {
            return Err("a time is MINUTES+SECONDS, 5+3 say".to_string());
        };
        if minutes == 0.0 {
            return Err("a clock needs some time at the start".to_string());
        }
        let (base, increment) = (Duration::from_secs_f64(minutes * 60.0), Duration::from_secs_f64(seconds));
        Ok(TimeControl::Clocks { base, increment })
    }
}

/// Clocks of the players, of which one may run.
#[derive(Clone, Copy, Debug)]
pub struct Clocks {
    time_control: TimeControl,
    left: [Duration; Seat::MAX],
    running: Option<(Seat, Instant)>,
}

impl Clocks {
    /// Clocks at the start of a game.
    pub fn new(time_control: TimeControl) -> Clocks {
        let left = match time_control {
            TimeControl::PerMove(_) => Duration::ZERO,
            TimeControl::Clocks { base, .. } => base,
        };
        Clocks { time_control, left: [left; Seat::MAX], running: None }
    }

    /// Remaining time of a player; none if there are no clocks.
    pub fn left(&self, seat: Seat) -> Option<Duration> {
        let TimeControl::Clocks { .. } = self.time_control else { return None };
        let taken =
            self.running.filter(|running| running.0 == seat).map_or(Duration::ZERO, |(_, since)| since.elapsed());
        Some(self.left[seat.index()].saturating_sub(taken))
    }

    /// Stops the running clock.
    pub fn stop(&mut self) {
        if let Some((seat, _)) = self.running {
            self.left[seat.index()] = self.left(seat).unwrap_or_default();
            self.running = None;
        }
    }

    /// Starts a player's clock and stops the running one, which gets the increment.
    pub fn run(&mut self, seat: Seat) {
        let TimeControl::Clocks { increment, .. } = self.time_control else { return };
        let before = self.running.map(|running| running.0);
        if before == Some(seat) {
            return;
        }
        self.stop();
        if let Some(before) = before {
            self.left[before.index()] += increment;
        }
        self.running = Some((seat, Instant::now()));
    }

    /// Time at which the flag of the running clock falls.
    pub fn falls_at(&self) -> Option<Instant> {
        self.running.map(|(seat, since)| since + self.left[seat.index()])
    }

    /// Player with a fallen flag.
    pub fn fallen(&self) -> Option<Seat> {
        let seat = self.running?.0;
        if self.left(seat)?.is_zero() { Some(seat) } else { None }
    }

    /// True if a player has no time left, whether the clock runs or has been stopped.
    pub fn has_fallen(&self) -> bool {
        Seat::all(Seat::MAX).any(|seat| self.left(seat).is_some_and(|left| left.is_zero()))
    }

    /// Limits of a player's next turn.
    pub fn limits(&self, seat: Seat, limits: Limits) -> Limits {
        match self.time_control {
            TimeControl::PerMove(time) => Limits { move_time: Some(time), ..limits },
            TimeControl::Clocks { increment, .. } => {
                let remaining = self.left(seat).unwrap_or_default();
                Limits { clock: Some(Clock { remaining, increment, moves_to_go: None }), ..limits }
            }
        }
    }

    /// PGN tag `TimeControl`.
    pub fn tag(&self) -> Option<String> {
        match self.time_control {
            TimeControl::PerMove(_) => None,
            TimeControl::Clocks { base, increment } => {
                Some(format!("{}+{}", base.as_secs_f64(), increment.as_secs_f64()))
            }
        }
    }
}

/// Clock face: minutes and seconds, tenths in the last ten seconds.
pub fn clock_face(left: Duration) -> String {
    let tenths = left.as_millis() / 100;
    if tenths < 100 {
        return format!("0:0{}.{}", tenths / 10, tenths % 10);
    }
    let (minutes, seconds) = (left.as_secs() / 60, left.as_secs() % 60);
    if minutes < 60 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{}:{:02}:{seconds:02}", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_minutes_and_seconds() {
        let clocks = |base, increment| {
            Ok(TimeControl::Clocks { base: Duration::from_secs(base), increment: Duration::from_secs(increment) })
        };
        assert_eq!(["5+3", "0.5+0", "90"].map(str::parse), [clocks(300, 3), clocks(30, 0), clocks(5400, 0)]);
        for bad in ["", "+", "5+", "x", "-5+3", "5+-3", "0+3", "1e9", "5+3+1", ".", "9999999999999999999"] {
            assert!(bad.parse::<TimeControl>().is_err(), "{bad}");
        }
    }

    #[test]
    fn one_clock_runs_at_a_time_and_gains_when_it_stops() {
        let mut clocks = Clocks::new("1+5".parse().unwrap());
        let minute = Duration::from_secs(60);
        assert_eq!([clocks.left(Seat::WHITE), clocks.falls_at().map(|_| minute)], [Some(minute), None]);
        clocks.run(Seat::WHITE);
        clocks.running.as_mut().unwrap().1 -= Duration::from_secs(20);
        let left = clocks.left(Seat::WHITE).unwrap();
        assert!(left <= minute - Duration::from_secs(20) && left > minute - Duration::from_secs(25), "{left:?}");
        clocks.run(Seat::WHITE);
        assert!(clocks.left(Seat::WHITE).unwrap() <= left, "a turn of two plies has one increment");
        clocks.run(Seat::BLACK);
        let gained = clocks.left(Seat::WHITE).unwrap();
        assert!(gained > left && gained <= left + Duration::from_secs(5), "{gained:?}");
        clocks.running.as_mut().unwrap().1 -= 2 * minute;
        assert_eq!((clocks.fallen(), clocks.left(Seat::BLACK)), (Some(Seat::BLACK), Some(Duration::ZERO)));
        clocks.stop();
        assert!(clocks.fallen().is_none() && clocks.has_fallen());
        let none = Clocks::new(TimeControl::PerMove(minute));
        assert_eq!(
            (none.left(Seat::WHITE), none.limits(Seat::WHITE, Limits::default()).move_time),
            (None, Some(minute))
        );
        assert!(!none.has_fallen());
    }

    #[test]
    fn faces_are_short() {
        let shown = [0, 9_900, 10_000, 61_000, 3_600_000].map(|ms| clock_face(Duration::from_millis(ms)));
        assert_eq!(shown, ["0:00.0", "0:09.9", "0:10", "1:01", "1:00:00"]);
    }
}

//! Time control of CECP: `level`, `st`, `sd`, `nps`, `time`.
//!
//! [`EngineClock::limits`] turns the state of the clock into the limits of a search. The time manager of the search
//! decides within them.

use std::time::Duration;

use engine::search::{Clock, Limits};

use crate::parse::{CommandError, decimal_number, saturating_number, whole_number};

/// Longest time control; keeps sums of durations in range.
const LONGEST: Duration = Duration::from_secs(100_000_000);

/// Time control of `level`, or of `st`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Level {
    /// Number of moves in the base time (none: the whole game), and an increment after each move.
    Clock { moves: Option<u32>, base: Duration, increment: Duration },
    /// The same time for each move.
    PerMove(Duration),
}

/// Engine's clock, and the limits of depth and nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineClock {
    level: Level,
    remaining: Duration,
    /// Time that earlier searches of the current turn have taken.
    taken: Duration,
    depth: Option<u32>,
    nodes_per_second: Option<u32>,
}

impl Default for EngineClock {
    /// Forty moves in five minutes, XBoard's own default.
    fn default() -> Self {
        let base = Duration::from_secs(300);
        let level = Level::Clock { moves: Some(40), base, increment: Duration::ZERO };
        EngineClock { level, remaining: base, taken: Duration::ZERO, depth: None, nodes_per_second: None }
    }
}

impl EngineClock {
    /// `level MOVES BASE INCREMENT`: the base in minutes or as `minutes:seconds`, the increment in seconds.
    pub fn set_level(&mut self, text: &str) -> Result<(), CommandError> {
        let form = || "level takes a number of moves, minutes[:seconds] and seconds".to_string();
        let [moves, base, increment] = text.split_whitespace().collect::<Vec<_>>()[..] else { return Err(form()) };
        let moves = whole_number("the number of moves", moves, 0..=u32::MAX)?;
        let base = minutes(base).ok_or_else(form)?;
        let increment = seconds(increment).ok_or_else(form)?;
        self.level = Level::Clock { moves: if moves > 0 { Some(moves) } else { None }, base, increment };
        self.remaining = base;
        Ok(())
    }

    /// `st SECONDS`, also as `minutes:seconds`.
    pub fn set_move_time(&mut self, text: &str) -> Result<(), CommandError> {
        let time = if text.contains(':') { minutes(text) } else { seconds(text) };
        let time = time.filter(|time| !time.is_zero()).ok_or("st takes a number of seconds above 0")?;
        self.level = Level::PerMove(time);
        Ok(())
    }

    /// `sd DEPTH`.
    pub fn set_depth(&mut self, text: &str) -> Result<(), CommandError> {
        self.depth = Some(whole_number("depth", text, 1..=u32::MAX)?);
        Ok(())
    }

    /// Resets the clock, the depth limit and `nps` for a new game.
    pub fn new_game(&mut self) {
        (self.depth, self.nodes_per_second) = (None, None);
        self.begin_turn();
        if let Level::Clock { base, .. } = self.level {
            self.remaining = base;
        }
    }

    /// `nps RATE`: time is counted in nodes, `RATE` to the second; 0 and less mean real seconds.
    pub fn set_rate(&mut self, text: &str) -> Result<(), CommandError> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let rate = whole_number("the rate", digits, 0..=u32::MAX)?;
        self.nodes_per_second = if rate > 0 && digits == text { Some(rate) } else { None };
        Ok(())
    }

    /// `time CENTISECONDS`: the engine's remaining time. Negative after the flag has fallen.
    pub fn set_remaining(&mut self, text: &str) -> Result<(), CommandError> {
        self.remaining = centiseconds(text)?;
        Ok(())
    }

    /// Limits of the next search. `moves_made`: moves of the engine in this game; `plies_to_go`: searches that the turn
    /// still needs.
    pub fn limits(&self, limits: Limits, moves_made: u32, plies_to_go: u32) -> Limits {
        let mut limits = Limits { depth: self.depth, ..limits };
        let of_move = |time: Duration| time.saturating_sub(self.taken) / plies_to_go;
        match (self.level, self.nodes_per_second) {
            (Level::PerMove(time), None) => limits.move_time = Some(of_move(time)),
            (Level::PerMove(time), Some(rate)) => limits.nodes = Some(nodes(of_move(time), rate)),
            (Level::Clock { moves, increment, .. }, rate) => {
                let moves_to_go = moves.map(|moves| moves - moves_made % moves);
                match rate {
                    None => limits.clock = Some(Clock { remaining: self.remaining, increment, moves_to_go }),
                    Some(rate) => {
                        let of_turn = share(self.remaining, increment, moves_to_go);
                        limits.nodes = Some(nodes(of_turn / plies_to_go, rate));
                    }
                }
            }
        }
        limits
    }

    /// Begins a turn, or begins it again after a change of the position.
    pub fn begin_turn(&mut self) {
        self.taken = Duration::ZERO;
    }

    /// Time of a search that took `time` and visited so many nodes: by `nps` it is counted in nodes.
    pub fn counted(&self, time: Duration, nodes: u64) -> Duration {
        let seconds = |rate| (nodes as f64 / f64::from(rate)).min(LONGEST.as_secs_f64());
        self.nodes_per_second.map_or(time, |rate| Duration::from_secs_f64(seconds(rate)))
    }

    /// Takes the time of a search off the clock.
    pub fn spend(&mut self, time: Duration) {
        self.remaining = self.remaining.saturating_sub(time);
        self.taken += time;
    }

    /// Ends the engine's turn number `moves_made`: adds the increment, and the base time at the end of a period.
    pub fn end_turn(&mut self, moves_made: u32) {
        self.begin_turn();
        if let Level::Clock { moves, base, increment } = self.level {
            self.remaining += increment;
            if moves.is_some_and(|moves| moves_made.is_multiple_of(moves)) {
                self.remaining += base;
            }
            self.remaining = self.remaining.min(LONGEST);
        }
    }
}

/// Share of the clock for one move, for time that is counted in nodes.
fn share(remaining: Duration, increment: Duration, moves_to_go: Option<u32>) -> Duration {
    (remaining / moves_to_go.unwrap_or(30).min(30) + increment).min(remaining)
}

fn nodes(time: Duration, rate: u32) -> u64 {
    ((time.as_secs_f64() * f64::from(rate)) as u64).max(1)
}

/// Reads the argument of `time` and `otim`. A time beyond the longest is the longest.
pub fn centiseconds(text: &str) -> Result<Duration, CommandError> {
    let number = saturating_number(text.strip_prefix('-').unwrap_or(text));
    let number = number.ok_or("time is a whole number of centiseconds")?;
    let time = if text.starts_with('-') { 0 } else { number };
    Ok(Duration::from_millis(time.saturating_mul(10)).min(LONGEST))
}

/// Reads seconds with or without decimals.
fn seconds(text: &str) -> Option<Duration> {
    Some(Duration::from_secs_f64(decimal_number(text)?.min(LONGEST.as_secs_f64())))
}

/// Reads minutes, or minutes and seconds with a colon between.
fn minutes(text: &str) -> Option<Duration> {
    let (minutes, rest) = match text.split_once(':') {
        Some((minutes, rest)) => (seconds(minutes)?, seconds(rest)?),
        None => (seconds(text)?, Duration::ZERO),
    };
    Some((minutes * 60 + rest).min(LONGEST))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn level(text: &str) -> Clock {
        let mut clock = EngineClock::default();
        clock.set_level(text).unwrap();
        clock.limits(Limits::default(), 0, 1).clock.unwrap()
    }

    #[test]
    fn the_three_forms_of_level() {
        let clock = |seconds, increment, moves_to_go| Clock {
            remaining: Duration::from_secs_f64(seconds),
            increment: Duration::from_secs_f64(increment),
            moves_to_go,
        };
        assert_eq!(level("40 5 0"), clock(300.0, 0.0, Some(40)));
        assert_eq!(level("40 0:30 0"), clock(30.0, 0.0, Some(40)));
        assert_eq!(level("0 2 12"), clock(120.0, 12.0, None));
        assert_eq!(level("0 0:01 0.1"), clock(1.0, 0.1, None));
        assert_eq!(level("0 99999999999999999999 0").remaining, LONGEST);
    }

    #[test]
    fn malformed_controls_change_nothing() {
        let mut clock = EngineClock::default();
        for bad in
            ["", "40", "40 5", "40 5 0 0", "x 5 0", "40 x 0", "40 5 x", "-1 5 0", "40 inf 0", "40 5 1e9", "40 . 0"]
        {
            assert!(clock.set_level(bad).is_err(), "{bad}");
        }
        for bad in ["", "0", "-3", "x", "NaN", "1:x"] {
            assert!(clock.set_move_time(bad).is_err(), "{bad}");
        }
        for bad in ["", "-", "--1", "+1", "x", "1.5"] {
            assert!(clock.set_remaining(bad).is_err(), "{bad}");
        }
        assert!(clock.set_depth("0").is_err() && clock.set_rate("x").is_err());
        assert_eq!(clock, EngineClock::default());
    }

    #[test]
    fn times_beyond_the_longest_are_the_longest() {
        for text in ["9223372036854775807", "18446744073709551615", "99999999999999999999999999"] {
            let mut clock = EngineClock::default();
            clock.set_remaining(text).unwrap();
            assert_eq!(clock.remaining, LONGEST, "{text}");
            clock.set_remaining(&format!("-{text}")).unwrap();
            assert_eq!(clock.remaining, Duration::ZERO, "-{text}");
        }
    }

    #[test]
    fn a_new_period_adds_the_base_time() {
        let mut clock = EngineClock::default();
        clock.set_level("40 5 2").unwrap();
        let to_go = |clock: &EngineClock, made| clock.limits(Limits::default(), made, 1).clock.unwrap().moves_to_go;
        assert_eq!([0, 1, 39, 40, 41].map(|made| to_go(&clock, made)), [40, 39, 1, 40, 39].map(Some));
        clock.spend(Duration::from_secs(12));
        clock.end_turn(39);
        assert_eq!(clock.remaining, Duration::from_secs(290));
        clock.spend(Duration::from_secs(300));
        clock.end_turn(40);
        assert_eq!(clock.remaining, Duration::from_secs(302));
        clock.set_remaining("-50").unwrap();
        assert_eq!(clock.remaining, Duration::ZERO);
        clock.new_game();
        assert_eq!(clock.remaining, Duration::from_secs(300));
    }

    #[test]
    fn the_plies_of_a_turn_share_its_time() {
        let mut clock = EngineClock::default();
        clock.set_move_time("3").unwrap();
        let time =
            |clock: &EngineClock, plies_to_go| clock.limits(Limits::default(), 0, plies_to_go).move_time.unwrap();
        assert_eq!(time(&clock, 2), Duration::from_millis(1500));
        clock.spend(Duration::from_secs(1));
        assert_eq!(time(&clock, 1), Duration::from_secs(2));
        clock.end_turn(1);
        assert_eq!(time(&clock, 1), Duration::from_secs(3));
        // A turn that is broken off takes nothing from the next one.
        clock.spend(Duration::from_secs(1));
        clock.begin_turn();
        assert_eq!(time(&clock, 2), Duration::from_millis(1500));
    }

    #[test]
    fn seconds_can_be_counted_in_nodes() {
        let mut clock = EngineClock::default();
        clock.set_rate("1000").unwrap();
        clock.set_move_time("2.5").unwrap();
        let limits = clock.limits(Limits::default(), 0, 1);
        assert_eq!((limits.nodes, limits.move_time), (Some(2500), None));
        clock.set_level("0 1 0").unwrap();
        assert_eq!([1, 2].map(|plies| clock.limits(Limits::default(), 0, plies).nodes), [Some(2000), Some(1000)]);
        assert_eq!(clock.counted(Duration::from_secs(9), 500), Duration::from_millis(500));
        assert_eq!(clock.counted(Duration::from_secs(9), u64::MAX), LONGEST);
        clock.set_rate("-1").unwrap();
        assert_eq!(clock.limits(Limits::default(), 0, 1).nodes, None);
        clock.set_rate("1000").unwrap();
        clock.new_game();
        assert_eq!(clock.limits(Limits::default(), 0, 1).nodes, None, "a new game is timed by the wall clock");
        assert_eq!(clock.counted(Duration::from_secs(9), 500), Duration::from_secs(9));
    }
}

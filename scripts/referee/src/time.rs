//! Time controls, and the players' clocks, which the referee keeps.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Error, Result, bail};
use engine::search::{Clock, Limits};
use serde::{Deserialize, Serialize};

/// Longest time of a time control; keeps sums in range.
const MAX_TIME: Duration = Duration::from_secs(1_000_000);

/// Time control: all limits of a player's thinking. Several limits hold together.
///
/// As text: words separated by spaces or commas, `tc=MOVES/BASE+INCREMENT` (number of moves and increment are optional,
/// the base is in seconds or `minutes:seconds`), `movetime=SECONDS`, `nodes=N`, `depth=N`, `margin=SECONDS`. Examples:
/// `tc=40/1:30+0.5`, `tc=1+0.01 margin=0.1`, `nodes=2000`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// Clock for the game.
    pub clock: Option<ClockControl>,
    /// Fixed time for each turn.
    pub move_time: Option<Duration>,
    /// Nodes of each search.
    pub nodes: Option<u64>,
    /// Depth of each search, in plies.
    pub depth: Option<u32>,
    /// Margin by which a time may be exceeded without a forfeit.
    pub margin: Duration,
}

/// Time control with a clock that runs down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockControl {
    /// Turns after which the base time is added again; `None` if it is for the whole game.
    pub moves: Option<u32>,
    /// Base time.
    pub base: Duration,
    /// Increment after each turn.
    pub increment: Duration,
}

impl TimeControl {
    /// Default margin.
    pub const MARGIN: Duration = Duration::from_millis(50);

    /// No limits.
    pub const NONE: TimeControl =
        TimeControl { clock: None, move_time: None, nodes: None, depth: None, margin: TimeControl::MARGIN };

    /// Fixed number of nodes.
    pub const fn nodes(nodes: u64) -> TimeControl {
        TimeControl { nodes: Some(nodes), ..TimeControl::NONE }
    }

    /// Fixed time for each turn.
    pub const fn move_time(time: Duration) -> TimeControl {
        TimeControl { move_time: Some(time), ..TimeControl::NONE }
    }

    /// Error text: an engine that needs limits has none.
    pub const UNBOUNDED: &str = "nothing bounds its thinking: give nodes=, depth=, movetime= or tc=";

    /// True if there is no limit.
    pub fn is_unbounded(&self) -> bool {
        self.clock.is_none() && self.move_time.is_none() && self.nodes.is_none() && self.depth.is_none()
    }

    fn read_word(&mut self, word: &str) -> Result<()> {
        let Some((name, value)) = word.split_once('=') else { bail!("'{word}' is not NAME=VALUE") };
        let number = || value.parse().ok().filter(|&number: &u64| number > 0);
        match name {
            "tc" => self.clock = Some(value.parse()?),
            "movetime" => {
                self.move_time = Some(seconds(value).filter(|time| !time.is_zero()).context("no time above 0")?)
            }
            "nodes" => self.nodes = Some(number().context("no whole number above 0")?),
            "depth" => {
                let depth = number().and_then(|depth| u32::try_from(depth).ok());
                self.depth = Some(depth.context("no whole number above 0")?);
            }
            "margin" => self.margin = seconds(value).context("no number of seconds")?,
            _ => bail!("no time control is called '{name}'; there are: tc, movetime, nodes, depth, margin"),
        }
        Ok(())
    }
}

impl FromStr for TimeControl {
    type Err = Error;

    fn from_str(text: &str) -> Result<TimeControl> {
        let mut control = TimeControl::NONE;
        for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
            control.read_word(word).with_context(|| format!("time control '{word}'"))?;
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.move_time.map(|time| format!("movetime={}", time.as_secs_f64())),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
            (self.margin != TimeControl::MARGIN).then(|| format!("margin={}", self.margin.as_secs_f64())),
        ];
        f.write_str(&words.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

impl FromStr for ClockControl {
    type Err = Error;

    fn from_str(text: &str) -> Result<ClockControl> {
        let (moves, rest) = text.split_once('/').map_or((None, text), |(moves, rest)| (Some(moves), rest));
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let moves =
            moves.map(|moves| moves.parse().ok().filter(|&moves: &u32| moves > 0).context("no number of moves"));
        let base = match base.split_once(':') {
            Some((minutes, rest)) => minutes
                .parse()
                .ok()
                .zip(seconds(rest))
                .map(|(minutes, rest): (u32, Duration)| (Duration::from_secs(60) * minutes).min(MAX_TIME) + rest),
            None => seconds(base),
        };
        let base = base.filter(|base| !base.is_zero()).context("no time to begin with")?;
        Ok(ClockControl { moves: moves.transpose()?, base, increment: seconds(increment).context("no increment")? })
    }
}

impl fmt::Display for ClockControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}+{}", self.base.as_secs_f64(), self.increment.as_secs_f64())
    }
}

/// Parses seconds with or without decimals.
fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = plain.then(|| text.parse().ok()).flatten()?;
    Some(Duration::from_secs_f64(number.min(MAX_TIME.as_secs_f64())))
}

/// Clocks and limits of a player that is asked for a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnTime {
    /// Time control of the player.
    pub control: TimeControl,
    /// Remaining time of the player, if it has a clock.
    pub remaining: Option<Duration>,
    /// Turns until the clock gets the base time again, the present one included.
    pub moves_to_go: Option<u32>,
    /// Time used by earlier plies of this turn.
    pub used: Duration,
}

impl TurnTime {
    /// Time for this ply before the game is forfeited, without the margin; `None` if only depth or nodes are limited.
    pub fn allowed(&self) -> Option<Duration> {
        let fixed = self.control.move_time.map(|time| time.saturating_sub(self.used));
        self.remaining.into_iter().chain(fixed).min()
    }

    /// Limits of a search in this process, with `plies_to_go` plies left in the turn. The overhead of communication is
    /// zero.
    pub fn limits(&self, plies_to_go: u32) -> Limits {
        let increment = self.control.clock.map_or(Duration::ZERO, |clock| clock.increment);
        let clock = self.remaining.map(|remaining| Clock { remaining, increment, moves_to_go: self.moves_to_go });
        let move_time = self.control.move_time.map(|time| time.saturating_sub(self.used) / plies_to_go);
        let (nodes, depth) = (self.control.nodes, self.control.depth);
        Limits { depth, nodes, move_time, clock, overhead: Duration::ZERO, ..Limits::default() }
    }
}

/// Clock of a player as the others see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeatClock {
    /// Remaining time, if the player has a clock.
    pub remaining: Option<Duration>,
    /// Increment.
    pub increment: Duration,
}

/// Clock of a player during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PlayerClock {
    control: TimeControl,
    remaining: Option<Duration>,
    turns: u32,
    used: Duration,
}

impl PlayerClock {
    /// Clock at the beginning of a game.
    pub(super) fn new(control: TimeControl) -> PlayerClock {
        PlayerClock { control, remaining: control.clock.map(|clock| clock.base), turns: 0, used: Duration::ZERO }
    }

    /// Clocks and limits for the next ply.
    pub(super) fn turn_time(&self) -> TurnTime {
        let moves = self.control.clock.and_then(|clock| clock.moves);
        TurnTime {
            control: self.control,
            remaining: self.remaining,
            moves_to_go: moves.map(|moves| moves - self.turns % moves),
            used: self.used,
        }
    }

    /// The clock as the others see it.
    pub(super) fn shown(&self) -> SeatClock {
        let increment = self.control.clock.map_or(Duration::ZERO, |clock| clock.increment);
        SeatClock { remaining: self.remaining, increment }
    }

    /// Deducts the time of a ply. Returns false on a time forfeit.
    #[must_use]
    pub(super) fn spend(&mut self, time: Duration) -> bool {
        self.used += time;
        let in_turn = self.control.move_time.is_none_or(|allowed| self.used <= allowed + self.control.margin);
        let on_clock = self.remaining.is_none_or(|remaining| time <= remaining + self.control.margin);
        self.remaining = self.remaining.map(|remaining| remaining.saturating_sub(time));
        in_turn && on_clock
    }

    /// Ends the player's turn: adds the increment and, after the last turn of a period, the base time.
    pub(super) fn end_turn(&mut self) {
        self.turns += 1;
        self.used = Duration::ZERO;
        if let (Some(clock), Some(remaining)) = (self.control.clock, &mut self.remaining) {
            *remaining += clock.increment;
            if clock.moves.is_some_and(|moves| self.turns.is_multiple_of(moves)) {
                *remaining += clock.base;
            }
            *remaining = (*remaining).min(MAX_TIME);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn time_controls_round_trip_as_text() {
        for text in ["tc=40/90+0.5", "tc=1+0.01 margin=0.1", "nodes=2000", "movetime=0.02 depth=9", ""] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        let control: TimeControl = "tc=40/1:30+0.5,nodes=7".parse().unwrap();
        let clock = ClockControl { moves: Some(40), base: Duration::from_secs(90), increment: MS(500) };
        assert_eq!((control.clock, control.nodes), (Some(clock), Some(7)));
    }

    #[test]
    fn errors_in_time_controls_are_reported() {
        let fault = |text: &str| format!("{:#}", text.parse::<TimeControl>().unwrap_err());
        assert_eq!(fault("tc=soon"), "time control 'tc=soon': no time to begin with");
        assert_eq!(fault("tc=0+1"), "time control 'tc=0+1': no time to begin with");
        assert_eq!(fault("tc=0/1+1"), "time control 'tc=0/1+1': no number of moves");
        assert_eq!(fault("nodes=0"), "time control 'nodes=0': no whole number above 0");
        assert_eq!(fault("nodes=9 5"), "time control '5': '5' is not NAME=VALUE");
        assert!(
            fault("st=5").ends_with("no time control is called 'st'; there are: tc, movetime, nodes, depth, margin")
        );
        assert!("tc=1+-1".parse::<TimeControl>().is_err() && "tc=99999999:1".parse::<TimeControl>().is_ok());
    }

    #[test]
    fn clocks_run_down_and_get_increments_and_base_time() {
        let mut clock = PlayerClock::new("tc=2/10+1".parse().unwrap());
        let shows = |clock: &PlayerClock| (clock.turn_time().remaining.unwrap(), clock.turn_time().moves_to_go);
        assert_eq!(shows(&clock), (MS(10_000), Some(2)));
        assert!(clock.spend(MS(3000)));
        clock.end_turn();
        assert_eq!(shows(&clock), (MS(8000), Some(1)));
        assert!(clock.spend(MS(1000)) && clock.spend(MS(6000)), "two plies of a turn");
        clock.end_turn();
        assert_eq!(shows(&clock), (MS(12_000), Some(2)));
        assert_eq!(clock.shown(), SeatClock { remaining: Some(MS(12_000)), increment: MS(1000) });
        let without = PlayerClock::new(TimeControl::NONE).shown();
        assert_eq!(without, SeatClock { remaining: None, increment: Duration::ZERO });
    }

    #[test]
    fn times_within_the_margin_do_not_forfeit() {
        let control = "tc=1+0 margin=0.1".parse().unwrap();
        assert!(PlayerClock::new(control).spend(MS(1100)));
        assert!(!PlayerClock::new(control).spend(MS(1101)));
        let mut fixed = PlayerClock::new(TimeControl::move_time(MS(100)));
        assert!(fixed.spend(MS(90)));
        assert_eq!(fixed.turn_time().allowed(), Some(MS(10)));
        assert!(fixed.spend(MS(60)) && !fixed.spend(MS(1)), "the plies of a turn share its time");
        fixed.end_turn();
        assert!(fixed.spend(MS(150)));
        assert!(PlayerClock::new(TimeControl::nodes(5)).spend(MS(1_000_000)));
    }
}

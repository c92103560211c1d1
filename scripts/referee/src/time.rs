//! Time controls, and the clocks that the referee keeps.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Error, Result, bail};
use engine::search::{Clock, Limits};
use serde::{Deserialize, Serialize};

/// The longest time that can be asked for; keeps sums in range.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// What bounds the thinking of a player. Several bounds hold together.
///
/// As text: words separated by spaces or commas, `tc=MOVES/BASE+INCREMENT` with the number of moves and the increment left out if there are none, and the base in
/// seconds or `minutes:seconds`; `movetime=SECONDS`, `nodes=N`, `depth=N`, `margin=SECONDS`. So `tc=40/1:30+0.5`, `tc=1+0.01 margin=0.1`, `nodes=2000`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TimeControl {
    /// A clock for the game.
    pub clock: Option<ClockControl>,
    /// Time for each turn.
    pub move_time: Option<Duration>,
    /// Positions visited for each move.
    pub nodes: Option<u64>,
    /// Plies of depth for each move.
    pub depth: Option<u32>,
    /// By how much a time may be overdrawn without loss.
    pub margin: Duration,
}

/// A clock that runs down.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ClockControl {
    /// After so many turns the base is added again; none if it is for the whole game.
    pub moves: Option<u32>,
    /// What the clock shows at first.
    pub base: Duration,
    /// What is added after each turn.
    pub increment: Duration,
}

impl TimeControl {
    /// The margin if nothing else is said.
    pub const MARGIN: Duration = Duration::from_millis(50);

    /// No bounds at all.
    pub const NONE: TimeControl =
        TimeControl { clock: None, move_time: None, nodes: None, depth: None, margin: TimeControl::MARGIN };

    /// So many positions for each move.
    pub const fn nodes(nodes: u64) -> TimeControl {
        TimeControl { nodes: Some(nodes), ..TimeControl::NONE }
    }

    /// So much time for each turn.
    pub const fn move_time(time: Duration) -> TimeControl {
        TimeControl { move_time: Some(time), ..TimeControl::NONE }
    }

    /// Whether nothing bounds the thinking.
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
                .map(|(minutes, rest): (u32, Duration)| (Duration::from_secs(60) * minutes).min(LONGEST) + rest),
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

/// Reads seconds with or without decimals.
fn seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let number: f64 = plain.then(|| text.parse().ok()).flatten()?;
    Some(Duration::from_secs_f64(number.min(LONGEST.as_secs_f64())))
}

/// What the time allows a player who is asked for a ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TurnTime {
    /// His time control.
    pub control: TimeControl,
    /// What his clock shows, if he has one.
    pub remaining: Option<Duration>,
    /// What the opponent's clock shows, if he has one.
    pub opponent: Option<Duration>,
    /// The opponent's increment.
    pub opponent_increment: Duration,
    /// Turns until his clock gets time again, the present one included.
    pub moves_to_go: Option<u32>,
    /// What earlier plies of this turn have taken.
    pub taken: Duration,
}

impl TurnTime {
    /// How long the player may take for this ply before time forfeits the game, margin excluded; none if nothing but depth or nodes bounds him.
    pub fn allowed(&self) -> Option<Duration> {
        let fixed = self.control.move_time.map(|time| time.saturating_sub(self.taken));
        self.remaining.into_iter().chain(fixed).min()
    }

    /// What bounds a search in this process, if so many plies of the turn are still to come. No time is lost on its way.
    pub fn limits(&self, plies_to_go: u32) -> Limits {
        let increment = self.control.clock.map_or(Duration::ZERO, |clock| clock.increment);
        let clock = self.remaining.map(|remaining| Clock { remaining, increment, moves_to_go: self.moves_to_go });
        let move_time = self.control.move_time.map(|time| time.saturating_sub(self.taken) / plies_to_go);
        let (nodes, depth) = (self.control.nodes, self.control.depth);
        Limits { depth, nodes, move_time, clock, overhead: Duration::ZERO, ..Limits::default() }
    }
}

/// A player's clock during a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Watch {
    control: TimeControl,
    remaining: Option<Duration>,
    turns: u32,
    taken: Duration,
}

impl Watch {
    /// The clock at the beginning of a game.
    pub(super) fn new(control: TimeControl) -> Watch {
        Watch { control, remaining: control.clock.map(|clock| clock.base), turns: 0, taken: Duration::ZERO }
    }

    /// What a player is told who is to make a ply.
    pub(super) fn turn_time(&self, opponent: &Watch) -> TurnTime {
        let moves = self.control.clock.and_then(|clock| clock.moves);
        TurnTime {
            control: self.control,
            remaining: self.remaining,
            opponent: opponent.remaining,
            opponent_increment: opponent.control.clock.map_or(Duration::ZERO, |clock| clock.increment),
            moves_to_go: moves.map(|moves| moves - self.turns % moves),
            taken: self.taken,
        }
    }

    /// The player has taken that long for a ply; `false` if that was too long.
    #[must_use]
    pub(super) fn spend(&mut self, time: Duration) -> bool {
        self.taken += time;
        let in_turn = self.control.move_time.is_none_or(|allowed| self.taken <= allowed + self.control.margin);
        let on_clock = self.remaining.is_none_or(|remaining| time <= remaining + self.control.margin);
        self.remaining = self.remaining.map(|remaining| remaining.saturating_sub(time));
        in_turn && on_clock
    }

    /// The player's turn is over.
    pub(super) fn end_turn(&mut self) {
        self.turns += 1;
        self.taken = Duration::ZERO;
        if let (Some(clock), Some(remaining)) = (self.control.clock, &mut self.remaining) {
            *remaining += clock.increment;
            if clock.moves.is_some_and(|moves| self.turns.is_multiple_of(moves)) {
                *remaining += clock.base;
            }
            *remaining = (*remaining).min(LONGEST);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn controls_are_read_and_written() {
        for text in ["tc=40/90+0.5", "tc=1+0.01 margin=0.1", "nodes=2000", "movetime=0.02 depth=9", ""] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        let control: TimeControl = "tc=40/1:30+0.5,nodes=7".parse().unwrap();
        let clock = ClockControl { moves: Some(40), base: Duration::from_secs(90), increment: MS(500) };
        assert_eq!((control.clock, control.nodes), (Some(clock), Some(7)));
    }

    #[test]
    fn faults_of_controls_are_named() {
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
    fn clocks_run_down_and_get_time_again() {
        let mut watch = Watch::new("tc=2/10+1".parse().unwrap());
        let other = Watch::new("tc=5+2".parse().unwrap());
        let shows = |watch: &Watch| (watch.turn_time(&other).remaining.unwrap(), watch.turn_time(&other).moves_to_go);
        assert_eq!(shows(&watch), (MS(10_000), Some(2)));
        assert!(watch.spend(MS(3000)));
        watch.end_turn();
        assert_eq!(shows(&watch), (MS(8000), Some(1)));
        assert!(watch.spend(MS(1000)) && watch.spend(MS(6000)), "two plies of a turn");
        watch.end_turn();
        assert_eq!(shows(&watch), (MS(12_000), Some(2)));
        let time = watch.turn_time(&other);
        assert_eq!((time.opponent, time.opponent_increment), (Some(MS(5000)), MS(2000)));
    }

    #[test]
    fn a_margin_is_given_but_not_more() {
        let control = "tc=1+0 margin=0.1".parse().unwrap();
        assert!(Watch::new(control).spend(MS(1100)));
        assert!(!Watch::new(control).spend(MS(1101)));
        let mut fixed = Watch::new(TimeControl::move_time(MS(100)));
        assert!(fixed.spend(MS(90)));
        assert_eq!(fixed.turn_time(&fixed).allowed(), Some(MS(10)));
        assert!(fixed.spend(MS(60)) && !fixed.spend(MS(1)), "the plies of a turn share its time");
        fixed.end_turn();
        assert!(fixed.spend(MS(150)));
        assert!(Watch::new(TimeControl::nodes(5)).spend(MS(1_000_000)));
    }
}

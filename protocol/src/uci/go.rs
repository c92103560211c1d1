//! The command `go`.

use std::time::Duration;

use engine::game::Seat;
use engine::search::{Clock, Limits};

use crate::fault::{Fault, milliseconds, whole_number};
use crate::session::{Session, Wording};

/// What `go` asks for.
#[derive(Debug)]
pub struct Go {
    /// What bounds the search.
    pub limits: Limits,
    /// Whether it is on the opponent's time.
    pub ponder: bool,
    /// Whether to search until told to stop.
    pub infinite: bool,
    /// Words that mean nothing, which UCI says to skip.
    pub ignored: Vec<String>,
}

/// The clocks of both sides as `go` gives them.
#[derive(Default)]
struct Clocks {
    remaining: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
}

impl Clocks {
    fn of(&self, seat: Seat) -> Option<Clock> {
        let remaining = self.remaining[seat.index()]?;
        Some(Clock { remaining, increment: self.increment[seat.index()], moves_to_go: self.moves_to_go })
    }
}

impl Go {
    /// Reads the words behind `go`; `limits` is what the settings say.
    ///
    /// # Errors
    /// If a number or a move is wrong.
    pub fn parse(text: &str, limits: Limits, session: &dyn Session) -> Result<Go, Fault> {
        let mut go = Go { limits, ponder: false, infinite: false, ignored: Vec::new() };
        let mut clocks = Clocks::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            let mut value = || words.next().unwrap_or_default();
            match word {
                "ponder" => go.ponder = true,
                // Nothing is what bounds the search by default.
                "infinite" => go.infinite = true,
                "wtime" => clocks.remaining[0] = Some(clock_time(word, value())?),
                "btime" => clocks.remaining[1] = Some(clock_time(word, value())?),
                "winc" => clocks.increment[0] = clock_time(word, value())?,
                "binc" => clocks.increment[1] = clock_time(word, value())?,
                // Some programs say 0 where they mean that there is no number.
                "movestogo" => {
                    clocks.moves_to_go = Some(whole_number(word, value(), 0..=u32::MAX)?).filter(|&moves| moves > 0);
                }
                "movetime" => go.limits.move_time = Some(milliseconds(word, value())?),
                "depth" => go.limits.depth = Some(whole_number(word, value(), 1..=u32::MAX)?),
                "nodes" => go.limits.nodes = Some(whole_number(word, value(), 1..=u64::MAX)?),
                "mate" => go.limits.mate = Some(whole_number(word, value(), 1..=u32::MAX)?),
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                        let read = session.read_move(text, Wording::OWN);
                        let entry = read.map_err(|error| format!("illegal move {text}: {error}"))?;
                        go.limits.only.push(session.first_ply(entry));
                    }
                }
                _ => go.ignored.push(word.to_string()),
            }
        }
        go.limits.clock = clocks.of(session.turn());
        Ok(go)
    }
}

/// Milliseconds on a clock; below zero, the time is up.
fn clock_time(what: &str, text: &str) -> Result<Duration, Fault> {
    match text.strip_prefix('-') {
        Some(text) => milliseconds(what, text).map(|_| Duration::ZERO),
        None => milliseconds(what, text),
    }
}

fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "ponder"
            | "infinite"
            | "wtime"
            | "btime"
            | "winc"
            | "binc"
            | "movestogo"
            | "movetime"
            | "depth"
            | "nodes"
            | "mate"
            | "searchmoves"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::open;

    fn parse(text: &str) -> Result<Go, Fault> {
        Go::parse(text, Limits::default(), open("chess").unwrap().as_ref())
    }

    #[test]
    fn clocks_belong_to_the_side_to_move() {
        let go = parse("wtime 60000 btime 1000 winc 500 binc 7 movestogo 12").unwrap();
        let clock =
            Clock { remaining: Duration::from_secs(60), increment: Duration::from_millis(500), moves_to_go: Some(12) };
        assert_eq!(go.limits.clock, Some(clock));
        assert_eq!(parse("wtime -30 btime 1000").unwrap().limits.clock.unwrap().remaining, Duration::ZERO);
        assert_eq!(parse("btime 1000").unwrap().limits.clock, None);
        assert_eq!(parse("wtime 1000 movestogo 0").unwrap().limits.clock.unwrap().moves_to_go, None);
    }

    #[test]
    fn bounds_may_come_in_any_order() {
        let go = parse("searchmoves e2e4 d2d4 depth 7 ponder nodes 900 mate 3 movetime 50").unwrap();
        assert_eq!((go.limits.depth, go.limits.nodes, go.limits.mate), (Some(7), Some(900), Some(3)));
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(50)));
        assert_eq!(go.limits.only.len(), 2);
        assert!(go.ponder && go.ignored.is_empty());
    }

    #[test]
    fn faults_are_named() {
        assert_eq!(parse("depth").unwrap_err(), "depth must be a whole number from 1 to 4294967295");
        assert_eq!(parse("depth 0").unwrap_err(), "depth must be a whole number from 1 to 4294967295");
        assert_eq!(parse("wtime soon").unwrap_err(), "wtime must be a whole number from 0 to 31536000000");
        assert_eq!(parse("searchmoves e2e5").unwrap_err(), "illegal move e2e5: the pawn on e2 does not reach e5");
        assert_eq!(parse("quickly depth 3").unwrap().ignored, ["quickly"]);
    }
}

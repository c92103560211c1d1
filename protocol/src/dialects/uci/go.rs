//! `go`: the parser of its limits.

use std::time::Duration;

use engine::game::Seat;
use engine::search::limits::FULL_SKILL;
use engine::search::{Clock, Limits};

use crate::parse::{CommandError, milliseconds, whole_number};
use crate::session::{MoveFormat, Session};

/// Parsed `go`.
#[derive(Debug)]
pub struct Go {
    /// Limits of the search.
    pub limits: Limits,
    /// `ponder`: the search is on the opponent's time.
    pub ponder: bool,
    /// Unknown words, which UCI says to skip.
    pub ignored: Vec<String>,
    /// Errors in the rest.
    pub errors: Vec<CommandError>,
}

/// Clocks of all players in the words of a `go`.
struct GoClocks {
    /// Names of the players. Their first letters begin the words: `wtime`, `binc`; `rtime`, `ginc` for Red and Green.
    names: &'static [&'static str],
    remaining: [Option<Duration>; Seat::MAX],
    increment: [Duration; Seat::MAX],
    moves_to_go: Option<u32>,
    /// True if the `go` has words about clocks.
    given: bool,
}

impl GoClocks {
    fn new(names: &'static [&'static str]) -> GoClocks {
        GoClocks {
            names,
            remaining: Default::default(),
            increment: Default::default(),
            moves_to_go: None,
            given: false,
        }
    }

    /// Seat whose letter a word has in front of `what`.
    fn named(&self, word: &str, what: &str) -> Option<usize> {
        let letter = word.strip_suffix(what)?;
        (0..self.names.len()).find(|&seat| self.letter(seat) == letter)
    }

    /// Letter that words about a seat's clock begin with.
    fn letter(&self, seat: usize) -> String {
        self.names[seat][..1].to_ascii_lowercase()
    }

    fn of(&self, seat: Seat) -> Option<Clock> {
        let remaining = self.remaining[seat.index()]?;
        Some(Clock { remaining, increment: self.increment[seat.index()], moves_to_go: self.moves_to_go })
    }
}

/// Move time of a search whose limits are all wrong: a GUI that waits for a move must not wait forever.
const FALLBACK_MOVE_TIME: Duration = Duration::from_secs(1);

impl Go {
    /// Parses the words behind `go`. `limits` are the options'. A wrong word is left out and reported among the errors.
    pub fn parse(text: &str, limits: Limits, session: &dyn Session) -> Go {
        let mut go = Go { limits, ponder: false, ignored: Vec::new(), errors: Vec::new() };
        let mut clocks = GoClocks::new(session.seat_names());
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            if word == "searchmoves" {
                if words.peek().is_none_or(|word| is_keyword(word)) {
                    go.errors.push("searchmoves takes moves".to_string());
                }
                while let Some(text) = words.next_if(|word| !is_keyword(word)) {
                    go.add_move(text, session);
                }
            } else if let Err(error) = go.read(word, &mut clocks, || words.next_if(|word| !is_keyword(word))) {
                go.errors.push(error);
            }
        }
        let turn = session.side_to_move();
        go.limits.clock = clocks.of(turn);
        if clocks.given && go.errors.is_empty() && !go.limits.infinite && !go.limits.is_bounded() {
            let (letter, name) = (clocks.letter(turn.index()), session.seat_names()[turn.index()]);
            go.errors.push(format!("there is no {letter}time for {name}"));
        }
        // Limited strength is for games, not for analysis.
        if go.limits.infinite || go.limits.mate.is_some() {
            go.limits.skill = FULL_SKILL;
        }
        if !go.errors.is_empty() || !go.ignored.is_empty() {
            go.ensure_bound();
        }
        go
    }

    /// Bounds a search that was asked for with a fault, if nothing else does.
    pub fn ensure_bound(&mut self) {
        if !self.limits.infinite && !self.limits.is_bounded() {
            self.limits.move_time = Some(FALLBACK_MOVE_TIME);
        }
    }

    /// Reads a word, and its value if it has one.
    fn read<'a>(
        &mut self,
        word: &str,
        clocks: &mut GoClocks,
        mut value: impl FnMut() -> Option<&'a str>,
    ) -> Result<(), CommandError> {
        let mut value = || value().unwrap_or_default();
        let (time, increment) = (clocks.named(word, "time"), clocks.named(word, "inc"));
        clocks.given |= time.is_some() || increment.is_some() || word == "movestogo";
        if let Some(seat) = time {
            clocks.remaining[seat] = Some(clock_time(word, value())?);
            return Ok(());
        }
        if let Some(seat) = increment {
            clocks.increment[seat] = clock_time(word, value())?;
            return Ok(());
        }
        match word {
            "ponder" => self.ponder = true,
            "infinite" => self.limits.infinite = true,
            // Some GUIs send 0 for "no number".
            "movestogo" => {
                clocks.moves_to_go = Some(whole_number(word, value(), 0..=u32::MAX)?).filter(|&moves| moves > 0);
            }
            "movetime" => self.limits.move_time = Some(milliseconds(word, value())?),
            "depth" => self.limits.depth = Some(whole_number(word, value(), 1..=u32::MAX)?),
            "nodes" => self.limits.nodes = Some(whole_number(word, value(), 1..=u64::MAX)?),
            "mate" => self.limits.mate = Some(whole_number(word, value(), 1..=u32::MAX)?),
            _ => self.ignored.push(word.to_string()),
        }
        Ok(())
    }

    /// Adds a root move (`searchmoves`).
    fn add_move(&mut self, text: &str, session: &dyn Session) {
        match session.read_move(text, MoveFormat::OWN) {
            Ok(mv) => self.limits.searchmoves.push(session.first_decision(mv)),
            Err(error) => self.errors.push(format!("illegal move {text}: {error}")),
        }
    }
}

/// Milliseconds on a clock; a negative number means that the flag has fallen.
fn clock_time(what: &str, text: &str) -> Result<Duration, CommandError> {
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
            | "rtime"
            | "btime"
            | "gtime"
            | "winc"
            | "rinc"
            | "binc"
            | "ginc"
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

    fn parse(text: &str) -> Go {
        Go::parse(text, Limits::default(), open("chess").unwrap().as_ref())
    }

    #[test]
    fn clocks_belong_to_the_side_to_move() {
        let go = parse("wtime 60000 btime 1000 winc 500 binc 7 movestogo 12");
        let clock =
            Clock { remaining: Duration::from_secs(60), increment: Duration::from_millis(500), moves_to_go: Some(12) };
        assert_eq!(go.limits.clock, Some(clock));
        assert_eq!(parse("wtime -30 btime 1000").limits.clock.unwrap().remaining, Duration::ZERO);
        assert_eq!(parse("btime 1000").limits.clock, None);
        assert_eq!(parse("wtime 1000 movestogo 0").limits.clock.unwrap().moves_to_go, None);
    }

    #[test]
    fn limits_may_come_in_any_order() {
        let go = parse("searchmoves e2e4 d2d4 depth 7 ponder nodes 900 mate 3 movetime 50");
        assert_eq!((go.limits.depth, go.limits.nodes, go.limits.mate), (Some(7), Some(900), Some(3)));
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(50)));
        assert_eq!(go.limits.searchmoves.len(), 2);
        assert!(go.ponder && go.ignored.is_empty());
    }

    #[test]
    fn errors_name_the_word() {
        assert_eq!(parse("depth").errors, ["depth must be a whole number from 1 to 4294967295"]);
        assert_eq!(parse("depth 0").errors, ["depth must be a whole number from 1 to 4294967295"]);
        assert_eq!(parse("wtime soon").errors, ["wtime must be a whole number of milliseconds"]);
        assert_eq!(parse("searchmoves e2e5").errors, ["illegal move e2e5: the pawn on e2 does not reach e5"]);
        assert_eq!(parse("searchmoves depth 3").errors, ["searchmoves takes moves"]);
        assert_eq!(parse("quickly depth 3").ignored, ["quickly"]);
    }

    #[test]
    fn wrong_words_leave_the_other_limits_unchanged() {
        let go = parse("depth movetime 50 nodes many wtime 60000 winc -x searchmoves e2e5 e2e4 mate 0");
        assert_eq!((go.limits.depth, go.limits.nodes, go.limits.mate), (None, None, None));
        assert_eq!(go.limits.move_time, Some(Duration::from_millis(50)));
        assert_eq!((go.limits.searchmoves.len(), go.limits.clock.unwrap().increment), (1, Duration::ZERO));
        assert_eq!(go.errors.len(), 5, "{:?}", go.errors);
    }

    #[test]
    fn analysis_is_at_full_strength() {
        let skill = |text: &str| {
            let weak = Limits { skill: 3, ..Limits::default() };
            Go::parse(text, weak, open("chess").unwrap().as_ref()).limits.skill
        };
        assert_eq!([skill("infinite"), skill("mate 3")], [FULL_SKILL; 2]);
        assert_eq!([skill("depth 9"), skill("wtime 1000 ponder")], [3; 2]);
    }

    #[test]
    fn each_of_more_than_two_players_has_a_clock() {
        let mut session = open("kaleido4").expect("a game");
        let mut remaining = Vec::new();
        for mv in ["1E-1F", "3E-3F", "5E-5F", "7E-7F"] {
            let words = "wtime 1000 rtime 2000 btime 3000 gtime 4000 winc 1 rinc 2 binc 3 ginc 4";
            let clock = Go::parse(words, Limits::default(), session.as_ref()).limits.clock.expect("a clock");
            remaining.push((clock.remaining.as_secs(), clock.increment.as_millis()));
            session.play(session.read_move(mv, MoveFormat::OWN).expect("a move"));
        }
        assert_eq!(remaining, [(1, 1), (2, 2), (3, 3), (4, 4)]);
        let go = Go::parse("rtime 5 depth 3", Limits::default(), open("chess").expect("a game").as_ref());
        assert_eq!((go.ignored, go.limits.depth), (vec!["rtime".to_string(), "5".to_string()], Some(3)));
    }

    #[test]
    fn clocks_without_that_of_the_side_to_move_are_an_error() {
        for text in ["btime 60000 binc 500", "winc 500", "movestogo 40", "btime 1000 ponder"] {
            let go = parse(text);
            assert_eq!(go.errors, ["there is no wtime for White"], "{text}");
            assert_eq!(go.limits.move_time, Some(FALLBACK_MOVE_TIME), "{text}");
        }
        for text in ["btime 1000 depth 3", "btime 1000 infinite", "btime 1000 nodes 5", "wtime 1000", ""] {
            assert!(parse(text).errors.is_empty(), "{text}");
        }
        let mut session = open("kaleido4").expect("a game");
        session.play(session.read_move("1E-1F", MoveFormat::OWN).expect("a move"));
        let go = Go::parse("wtime 1000 btime 1000", Limits::default(), session.as_ref());
        assert_eq!(go.errors, ["there is no rtime for Red"]);
    }

    #[test]
    fn a_search_with_wrong_limits_only_has_a_move_time() {
        for text in ["depth x", "depth x ponder", "perft 3", "ponder soon", "searchmoves", "searchmoves ponder"] {
            assert_eq!(parse(text).limits.move_time, Some(FALLBACK_MOVE_TIME), "{text}");
        }
        for text in ["depth x nodes 5", "perft 3 nodes 5", "depth x infinite", "", "infinite", "searchmoves e2e4"] {
            assert_eq!(parse(text).limits.move_time, None, "{text}");
        }
    }
}

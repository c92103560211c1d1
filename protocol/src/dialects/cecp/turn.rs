//! Turn taking: what the engine does when the position, the mode or the clock changes.
//!
//! `Cecp::resume` is the one entry: it reads the [`Mode`] and starts a search, ponders, analyzes or waits.

use engine::game::Seat;
use engine::moves::Move;
use engine::search::limits::FULL_SKILL;
use engine::search::{Control, Limits, Verdict};
use engine::text::quote;

use super::moves::is_unfinished;
use super::{Cecp, Mode, Purpose};
use crate::parse::{CommandError, milliseconds, split_word, whole_number};
use crate::registry;
use crate::session::host::Host;
use crate::session::options::OptionId;
use crate::session::turn_budget::{TurnBudget, move_now};

/// Score, in centipawns, up to which a position is hopeless.
const HOPELESS: i32 = -1000;

/// Number of hopeless turns in a row with which the engine resigns, if the option `Resign` is on.
const HOPELESS_TURNS: u32 = 3;

/// Part of an amount of time or nodes by which a limit may differ from another and still stand for it. The GUI's clock
/// also shows what messages take on their way.
const TOLERANCE: u128 = 8;

impl Cecp {
    /// Changes the mode. Without a referee nobody knows of a tile that the engine has drawn for itself and not placed:
    /// it goes back to the pile if the engine stops playing that side.
    pub(super) fn set_mode(&mut self, host: &mut Host, mode: Mode) {
        let own_turn = Mode::Playing(host.session.side_to_move());
        if self.mode == own_turn && mode != own_turn && !self.has_extensions && is_unfinished(host) {
            host.abort();
            host.session.undo();
        }
        // `?` and `hint` were about what the engine was doing until now.
        (self.mode, self.move_now, self.hint_due) = (mode, false, false);
    }

    /// Does what the mode asks for in the current position, in place of whatever the engine is doing.
    pub(super) fn resume(&mut self, host: &mut Host) {
        host.abort();
        match self.mode {
            Mode::Force => {}
            Mode::Analyzing => self.start_analysis(host),
            Mode::Playing(seat) => self.take_turn(host, seat),
        }
    }

    /// Lets the game go on, the engine playing a seat: ends it, rolls chance, passes for the user, searches or ponders.
    fn take_turn(&mut self, host: &mut Host, seat: Seat) {
        self.warn_of_window(host);
        if self.announce_end(host) {
            return;
        }
        self.roll_due_chance(host, seat);
        // A tile may have come up that can be placed nowhere.
        if self.announce_end(host) || host.session.due_chance().is_some() || self.pass_for_user(host, seat) {
            return;
        }
        if host.session.side_to_move() == seat {
            // While a null move is awaited, the GUI has taken it back after the engine's re-placement, and will take
            // back more.
            if !self.gui_history.awaits_null_move() {
                let limits = self.limits(host, seat, host.session.plies_to_go());
                self.start_game_search(host, limits);
            }
        } else {
            self.start_pondering(host, seat);
        }
    }

    /// Warns once that the position exceeds the window that it is drawn in.
    fn warn_of_window(&mut self, host: &mut Host) {
        if self.layout(host).is_some() && host.session.exceeds_squares() && !self.window_warning_sent {
            self.window_warning_sent = true;
            host.out
                .line("tellall The game is larger than the board: what leaves it on one side comes in on the other");
        }
    }

    /// Limits of the engine's next search: those given with `go`, or the clock's. `plies_to_go`: searches that the turn
    /// still needs.
    fn limits(&self, host: &Host, seat: Seat, plies_to_go: u32) -> Limits {
        match &self.turn_budget {
            Some(budget) => budget.next(plies_to_go, host.event_time()),
            None => self.time.limits(host.options().limits(false), host.session.turns_made(seat), plies_to_go),
        }
    }

    /// Starts a new turn after the position has changed: nothing that was known of it holds.
    pub(super) fn position_changed(&mut self, host: &mut Host) {
        self.forget();
        self.begin_turn();
        self.resume(host);
    }

    fn begin_turn(&mut self) {
        self.time.begin_turn();
        (self.turn_budget, self.move_now) = (None, false);
    }

    /// Forgets what belongs to one position.
    pub(super) fn forget(&mut self) {
        self.excluded.clear();
        self.hint_due = false;
        self.ponder_move = None;
        self.lifted_from = None;
    }

    /// Forgets what the engine thought of its moves: they are no longer the last ones of its side.
    pub(super) fn forget_score(&mut self) {
        (self.score, self.hopeless_turns) = (None, 0);
    }

    /// Sends the result if the game is over by rule; the engine stops playing then.
    fn announce_end(&mut self, host: &mut Host) -> bool {
        let Some(outcome) = host.session.outcome() else { return false };
        host.out.line(outcome);
        self.mode = Mode::Force;
        true
    }

    fn start_game_search(&mut self, host: &mut Host, limits: Limits) {
        self.purpose = Purpose::Play;
        let limits = Limits { searchmoves: self.root_moves(host), began: Some(host.event_time()), ..limits };
        self.turn_began = host.event_time();
        host.start_move_search(if self.move_now { move_now(limits) } else { limits }, Control::new(), self.random_book);
    }

    /// Root moves to choose from; none means all. In the window that a GUI has of Chex's plane two cells may lie on one
    /// square: then only moves that the GUI cannot mistake for another are played, if there are any.
    fn root_moves(&self, host: &Host) -> Vec<Move> {
        if self.is_ambiguous(host) { host.session.unique_moves() } else { Vec::new() }
    }

    /// True if the GUI may mistake moves for others.
    fn is_ambiguous(&self, host: &Host) -> bool {
        self.layout(host).is_some() && host.session.is_ambiguous_on_squares()
    }

    fn start_pondering(&mut self, host: &mut Host, seat: Seat) {
        // It is not known yet which moves after the expected one the GUI can tell apart.
        if !host.options().is_on(OptionId::Ponder) || self.is_ambiguous(host) {
            return;
        }
        if let Some(expected) = self.ponder_move {
            self.ponder_limits = self.limits(host, seat, host.session.plies_to_go_after(expected));
            self.purpose = Purpose::Ponder(expected);
            host.start_search(Some(expected), self.ponder_limits.clone(), Control::pondering());
        }
    }

    /// True if the limits of the pondering search on a move are still in force. The engine's clock stands still
    /// meanwhile, but the GUI may set it anew.
    pub(super) fn ponder_limits_hold(&self, host: &Host, expected: Move) -> bool {
        let Mode::Playing(seat) = self.mode else { return false };
        are_alike(&self.ponder_limits, &self.limits(host, seat, host.session.plies_to_go_after(expected)))
    }

    /// Takes the time of the engine's search up to now, or by `nps` its nodes, off the clock.
    pub(super) fn spend_time(&mut self, host: &Host, nodes: u64) {
        let time = host.event_time().saturating_duration_since(self.turn_began);
        self.time.spend(self.time.counted(time, nodes));
    }

    fn start_analysis(&mut self, host: &mut Host) {
        let only = self.analyzed_moves(host);
        // Before a throw of the die there is no move to choose, but a score to expect.
        if !only.is_empty() || host.session.due_chance().is_some() {
            self.purpose = Purpose::Analyze;
            host.start_search(None, Limits { searchmoves: only, ..host.options().limits(true) }, Control::new());
        }
    }

    /// `new`: a game of the default variant, in which the engine plays Black.
    pub(super) fn new_game(&mut self, host: &mut Host) {
        host.open(registry::NAMES[0]);
        self.is_chess960 = false;
        self.gui_history.clear();
        if self.mode != Mode::Analyzing {
            self.mode = Mode::Playing(Seat::BLACK);
        }
        self.time.new_game();
        self.forget_score();
        (self.opponent_is_computer, self.window_warning_sent, self.random_book) = (false, false, false);
        self.position_changed(host);
    }

    /// `go`, and Motley's `go depth N nodes N movetime MS mate N clock`, whose limits hold for one move. They replace
    /// the clock's; with `clock` these hold beside them.
    pub(super) fn go(&mut self, host: &mut Host, rest: &str) -> Result<(), CommandError> {
        let limits = read_limits(rest, host.options().limits(false))?;
        let seat = self.send_due_null_move(host);
        self.set_mode(host, Mode::Playing(seat));
        self.turn_budget = limits.map(|GoLimits { limits, keeps_clock }| {
            let of_clock = || self.time.limits(host.options().limits(false), host.session.turns_made(seat), 1);
            let limits = if keeps_clock { both(limits, &of_clock()) } else { limits };
            TurnBudget::new(limits, host.event_time())
        });
        self.resume(host);
        Ok(())
    }

    /// `playother`: the engine takes the side that is not to move.
    pub(super) fn play_other(&mut self, host: &mut Host) {
        let seat = self.send_due_null_move(host).opponent();
        self.set_mode(host, Mode::Playing(seat));
        self.forget_score();
        self.resume(host);
    }

    /// Plays the move that the search has chosen, or resigns.
    pub(super) fn play_own_move(&mut self, host: &mut Host, verdict: Verdict) {
        let (Mode::Playing(seat), Some(best)) = (self.mode, verdict.best) else { return };
        let is_hopeless = verdict.score <= HOPELESS;
        if !is_hopeless {
            self.hopeless_turns = 0;
        } else if self.hopeless_turns + 1 >= HOPELESS_TURNS && host.options().is_on(OptionId::Resign) {
            self.set_mode(host, Mode::Force);
            host.out.line("resign");
            return;
        }
        self.score = Some(verdict.score);
        self.send_move(host, best);
        self.spend_time(host, verdict.nodes);
        if host.session.side_to_move() != seat {
            self.time.end_turn(host.session.turns_made(seat));
            (self.turn_budget, self.move_now) = (None, false);
            self.hopeless_turns += u32::from(is_hopeless);
        }
        self.forget();
        self.ponder_move = verdict.ponder.filter(|&reply| host.session.is_legal(reply));
        self.resume(host);
    }
}

/// Limits behind `go`.
struct GoLimits {
    limits: Limits,
    /// `clock`: the limits of the clock hold beside them.
    keeps_clock: bool,
}

/// Reads the limits behind `go`; `None` if there are none. A mate is searched for at full strength.
fn read_limits(text: &str, mut limits: Limits) -> Result<Option<GoLimits>, CommandError> {
    let (mut keeps_clock, mut rest) = (false, text);
    while !rest.is_empty() {
        let (name, after_name) = split_word(rest);
        let (value, after) = split_word(after_name);
        rest = after;
        match name {
            "depth" => limits.depth = Some(whole_number(name, value, 1..=u32::MAX)?),
            "nodes" => limits.nodes = Some(whole_number(name, value, 1..=u64::MAX)?),
            "mate" => (limits.mate, limits.skill) = (Some(whole_number(name, value, 1..=u32::MAX)?), FULL_SKILL),
            "movetime" => limits.move_time = Some(milliseconds(name, value)?),
            "clock" => (keeps_clock, rest) = (true, after_name),
            _ => return Err(format!("go does not know '{}'", quote(name))),
        }
    }
    if text.is_empty() { Ok(None) } else { Ok(Some(GoLimits { limits, keeps_clock })) }
}

/// The limits of `go` and those of the clock, where both hold.
fn both(limits: Limits, of_clock: &Limits) -> Limits {
    Limits {
        depth: limits.depth.into_iter().chain(of_clock.depth).min(),
        nodes: limits.nodes.into_iter().chain(of_clock.nodes).min(),
        move_time: limits.move_time.into_iter().chain(of_clock.move_time).min(),
        clock: of_clock.clock,
        ..limits
    }
}

/// True if a search under some limits would end as under the others: amounts of time and nodes may differ a little.
fn are_alike(some: &Limits, others: &Limits) -> bool {
    let exact = |limits: &Limits| {
        let clock = limits.clock.map(|clock| (clock.increment, clock.moves_to_go));
        (limits.depth, limits.move_time, limits.overhead, limits.multipv, limits.skill, clock)
    };
    let are_near = |some: Option<u128>, other: Option<u128>| match (some, other) {
        (Some(some), Some(other)) => some.abs_diff(other) <= some / TOLERANCE,
        _ => some == other,
    };
    let remaining = |limits: &Limits| limits.clock.map(|clock| clock.remaining.as_nanos());
    exact(some) == exact(others)
        && are_near(remaining(some), remaining(others))
        && are_near(some.nodes.map(u128::from), others.nodes.map(u128::from))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::sync::mpsc::{Receiver, channel};
    use std::time::{Duration, Instant};

    use engine::search::Clock;

    use super::super::clock::EngineClock;
    use super::*;
    use crate::dialects::Dialect;
    use crate::io::output::Output;
    use crate::session::event::Event;
    use crate::session::options::Options;

    /// Host whose output nobody reads, and the events of its searches.
    fn host() -> (Host, Receiver<Event>) {
        let (sender, events) = channel();
        (Host::new(Output::new(Box::new(io::sink()), None), sender, Options::default()).expect("a host"), events)
    }

    fn read(text: &str) -> Option<GoLimits> {
        read_limits(text, Limits::default()).expect("the limits are right")
    }

    #[test]
    fn the_word_clock_has_no_value() {
        assert!(read("").is_none());
        let keeps_clock = |text| read(text).map(|go| (go.keeps_clock, go.limits.nodes, go.limits.depth));
        assert_eq!(keeps_clock("nodes 500"), Some((false, Some(500), None)));
        for text in ["clock nodes 500 depth 9", "nodes 500 clock depth 9", "nodes 500 depth 9 clock"] {
            assert_eq!(keeps_clock(text), Some((true, Some(500), Some(9))), "{text}");
        }
        assert!(read_limits("clock 9", Limits::default()).is_err());
    }

    #[test]
    fn limits_of_go_and_of_the_clock_hold_together() {
        let mut time = EngineClock::default();
        time.set_level("0 1 2").expect("a level");
        time.set_depth("7").expect("a depth");
        let beside =
            |time: &EngineClock, go| both(read(go).expect("limits").limits, &time.limits(Limits::default(), 0, 1));
        let limits = beside(&time, "nodes 500 depth 9 movetime 200 mate 3");
        assert_eq!((limits.nodes, limits.depth, limits.mate), (Some(500), Some(7), Some(3)));
        assert_eq!(limits.move_time, Some(Duration::from_millis(200)));
        let [remaining, increment] = [60, 2].map(Duration::from_secs);
        assert_eq!(limits.clock, Some(Clock { remaining, increment, moves_to_go: None }));
        time.set_move_time("0.1").expect("a time");
        let limits = beside(&time, "nodes 500 depth 5 movetime 200");
        assert_eq!((limits.depth, limits.move_time), (Some(5), Some(Duration::from_millis(100))));
        assert_eq!(limits.clock, None);
    }

    #[test]
    fn a_mate_is_searched_for_at_full_strength() {
        let skill = |text| {
            let go = read_limits(text, Limits { skill: 3, ..Limits::default() }).expect("the limits are right");
            go.map(|go| go.limits.skill)
        };
        assert_eq!(["mate 3", "mate 3 depth 9"].map(skill), [Some(FULL_SKILL); 2]);
        assert_eq!(["depth 9", "movetime 50 clock"].map(skill), [Some(3); 2]);
    }

    #[test]
    fn a_command_to_move_at_once_does_not_outlast_the_search_it_was_for() {
        let (mut host, _events) = host();
        for command in ["force", "go", "playother"] {
            let mut cecp = Cecp::default();
            for line in ["st 1000", "go", "?"] {
                cecp.command(&mut host, line);
            }
            assert!(cecp.move_now && host.is_searching());
            cecp.command(&mut host, command);
            assert!(!cecp.move_now, "{command}");
        }
    }

    #[test]
    fn a_search_that_begins_again_has_the_time_that_is_left() {
        let (mut host, _events) = host();
        let (mut cecp, began) = (Cecp::default(), Instant::now());
        let mut at = |seconds: u64, line: &str| {
            host.begin_answer(began + Duration::from_secs(seconds));
            cecp.command(&mut host, line);
            let seat = host.session.side_to_move();
            (host.is_searching(), cecp.limits(&host, seat, 1))
        };
        at(0, "st 1000");
        at(0, "go");
        for (seconds, line, left) in [(100, "memory 8", 900), (300, "option Clear Hash", 700), (301, "cores 2", 699)] {
            let (is_searching, limits) = at(seconds, line);
            assert_eq!((is_searching, limits.move_time), (true, Some(Duration::from_secs(left))), "{line}");
        }
        at(400, "level 0 10 0");
        at(400, "force");
        at(400, "go");
        let (_, limits) = at(430, "memory 4");
        assert_eq!(limits.clock.map(|clock| clock.remaining), Some(Duration::from_secs(570)));
    }

    #[test]
    fn a_clock_that_is_set_anew_gives_other_limits() {
        let limits = |text: &str| {
            let mut time = EngineClock::default();
            for command in text.split(", ") {
                match split_word(command) {
                    ("level", rest) => time.set_level(rest),
                    ("time", rest) => time.set_remaining(rest),
                    ("st", rest) => time.set_move_time(rest),
                    ("nps", rest) => time.set_rate(rest),
                    (_, rest) => time.set_depth(rest),
                }
                .expect("a command of the clock");
            }
            time.limits(Limits::default(), 0, 1)
        };
        for (before, after) in [
            ("level 0 10 0, time 60000", "level 0 10 0, time 59900"),
            ("level 0 10 0, time 59900", "level 0 10 0, time 60000"),
            ("nps 1000, time 60000", "nps 1000, time 59900"),
            ("st 5", "st 5, time 100"),
        ] {
            assert!(are_alike(&limits(before), &limits(after)), "{before}; {after}");
        }
        for (before, after) in [
            ("level 0 10 0, time 60000", "level 0 10 0, time 100"),
            ("level 0 10 0, time 100", "level 0 10 0, time 60000"),
            ("level 0 10 0", "level 0 10 5"),
            ("level 0 10 0", "level 40 10 0"),
            ("level 0 10 0", "st 5"),
            ("st 5", "st 4"),
            ("st 5", "st 5, sd 3"),
            ("st 5", "st 5, nps 1000"),
        ] {
            assert!(!are_alike(&limits(before), &limits(after)), "{before}; {after}");
        }
    }
}

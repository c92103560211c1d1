//! The Universal Chess Interface of Stefan Meyer-Kahlen and Rudolf Huber, with the option `UCI_Variant` and the
//! commands of [`console`].

mod go;
mod info;

use engine::search::{Control, Limits, Report, Verdict};

use crate::dialects::console;
use crate::dialects::main_loop::{Dialect, Flow};
use crate::parse::{CommandError, error_line, quote, split_word};
use crate::session::host::Host;
use crate::session::options::Id;
use crate::session::turn_budget::{TurnBudget, move_now};
use crate::session::{MoveFormat, SetUpError};
use go::Go;

/// The name of the option that chooses the game.
const VARIANT: &str = "UCI_Variant";

/// A dialogue in UCI. The game is the host's; UCI itself knows only how far the engine has come with a turn.
pub struct Uci {
    /// How many plies the game had when the engine was asked for a move.
    start_ply: usize,
    /// What bounds its turn.
    budget: TurnBudget,
    /// It has been told to move at once.
    move_now: bool,
    /// A move to play is asked for, and not what there is to say about the position.
    wants_move: bool,
}

impl Default for Uci {
    fn default() -> Self {
        Uci { start_ply: 0, budget: TurnBudget::new(Limits::default()), move_now: false, wants_move: false }
    }
}

impl Dialect for Uci {
    fn command(&mut self, host: &mut Host, line: &str) -> Flow {
        let (word, rest) = split_word(line);
        if word == "quit" {
            return Flow::Quit;
        }
        if let Err(error) = self.carry_out(host, word, rest) {
            self.report_error(host, &error, line);
        }
        Flow::Continue
    }

    fn report_error(&mut self, host: &mut Host, error: &str, line: &str) {
        host.out.line(format_args!("info string {}", error_line(error, line)));
    }

    fn search_report(&mut self, host: &mut Host, report: &Report) {
        let pv = host.session.write_line(None, &report.pv, host.options().move_format());
        host.out.line(info::line(report, &pv, host.options().is_on(Id::ShowWdl)));
    }

    /// Ends the turn, or goes on with it: after the decision to draw a tile is drawn and placed, and where only the mean of what a die may
    /// show has been looked at, it is thrown.
    fn search_finished(&mut self, host: &mut Host, verdict: Verdict) {
        self.budget.spend(verdict.nodes);
        if let Some(best) = verdict.best {
            // The last report came before the last positions were visited.
            host.out.line(format_args!("info nodes {}", verdict.nodes));
            host.session.play(best);
        }
        let goes_on = verdict.best.is_none() || host.session.is_chance_within_move();
        if goes_on && roll_chance(host) && !host.session.legal_moves().is_empty() {
            self.start_search(host, Control::new());
        } else {
            self.send_bestmove(host, &verdict);
        }
    }
}

impl Uci {
    fn carry_out(&mut self, host: &mut Host, word: &str, rest: &str) -> Result<(), CommandError> {
        match word {
            // There is nothing to debug or to register.
            "" | "debug" | "register" => {}
            "uci" => info::introduction().into_iter().for_each(|line| host.out.line(line)),
            // Everything before has been done when this is read, but for a search, which UCI wants left alone.
            "isready" => host.out.line("readyok"),
            "ucinewgame" => {
                self.end_search(host);
                host.new_game();
            }
            "setoption" => {
                self.end_search(host);
                return set_option(host, rest);
            }
            "position" => {
                self.end_search(host);
                return set_up(host, rest);
            }
            "go" => self.go(host, rest),
            "stop" => {
                self.move_now = true;
                host.stop();
            }
            "ponderhit" => {
                self.budget.restart();
                host.ponder_hit();
            }
            _ => return self.console_command(host, word, rest).unwrap_or_else(|| Err("unknown command".to_string())),
        }
        Ok(())
    }

    /// Carries out a command of the console in the position that the GUI has set up, however far the engine has come with its turn.
    fn console_command(&self, host: &mut Host, word: &str, rest: &str) -> Option<Result<(), CommandError>> {
        let ahead = if host.is_searching() { host.session.moves()[self.start_ply..].to_vec() } else { Vec::new() };
        host.session.rewind(host.session.moves().len() - ahead.len());
        let move_format = host.options().move_format();
        let done = console::command(host, word, rest, move_format);
        ahead.into_iter().for_each(|ply| host.session.play(ply));
        done
    }

    /// Ends a search that a GUI should have ended before it sent the next command, with its `bestmove`.
    fn end_search(&mut self, host: &mut Host) {
        // The end of one search may be the beginning of another in the same turn.
        while let Some(verdict) = host.finish_search() {
            self.search_finished(host, verdict);
        }
        host.abort();
    }

    /// Searches with what is right of the bounds, whatever else is wrong: a GUI that is told of a error waits for its `bestmove` none the less.
    fn go(&mut self, host: &mut Host, rest: &str) {
        self.end_search(host);
        let go = Go::parse(rest, host.options().limits(false), host.session.as_ref());
        for error in &go.errors {
            self.report_error(host, error, &format!("go {rest}"));
        }
        for word in &go.ignored {
            host.out.line(format_args!("info string go does not know '{}'", quote(word)));
        }
        let studies = go.infinite || go.ponder || host.options().is_on(Id::AnalyseMode);
        let only = go.limits.only.clone();
        let budget = TurnBudget::new(go.limits);
        *self = Uci { start_ply: host.session.moves().len(), budget, move_now: false, wants_move: !studies };
        if !go.infinite && roll_chance(host) && !only.is_empty() && !only.iter().any(|&mv| host.session.is_legal(mv)) {
            self.report_error(host, "what is thrown allows none of the moves", &format!("go {rest}"));
        }
        self.start_search(host, if go.ponder { Control::pondering() } else { Control::new() });
    }

    /// Searches for the next ply of the turn; in a hurry no longer than it takes to look at it at all, for nothing has been thought yet of what
    /// chance has just brought.
    fn start_search(&mut self, host: &mut Host, control: Control) {
        let mut limits = self.budget.next(host.session.plies_to_go());
        if self.move_now {
            limits = move_now(limits);
        }
        if self.wants_move {
            host.start_move_search(limits, control, true);
        } else {
            host.start_search(None, limits, control);
        }
    }

    /// Says what has been chosen, and leaves the game as it was before: it is for the GUI to play on.
    fn send_bestmove(&mut self, host: &mut Host, verdict: &Verdict) {
        let move_format = host.options().move_format();
        let chosen = host.session.write_since(self.start_ply, move_format);
        let reply = verdict.ponder.filter(|&reply| host.session.is_legal(reply));
        let reply =
            reply.map_or(String::new(), |reply| format!(" ponder {}", host.session.write_move(reply, move_format)));
        host.session.rewind(self.start_ply);
        match chosen {
            Some(text) => host.out.line(format_args!("bestmove {text}{reply}")),
            None => {
                host.out.line(format_args!("info depth 0 score {}", info::score_text(verdict.score)));
                host.out.line("bestmove (none)");
            }
        }
    }
}

/// Lets the engine's own luck decide what is left to chance, and says what has come up; `false` if nothing is.
fn roll_chance(host: &mut Host) -> bool {
    let Some(chance) = host.session.due_chance() else { return false };
    let Some(text) = host.roll_chance() else { return false };
    host.out.line(format_args!("info string {} {text}", chance.name));
    true
}

/// `setoption name NAME [value VALUE]`; the name may have spaces.
fn set_option(host: &mut Host, rest: &str) -> Result<(), CommandError> {
    let Some(rest) = rest.strip_prefix("name ") else { return Err("setoption begins with a name".to_string()) };
    let (name, value) = match rest.split_once(" value") {
        Some((name, value)) => (name.trim(), Some(value.trim())),
        None => (rest.trim(), None),
    };
    if !name.eq_ignore_ascii_case(VARIANT) {
        return host.set_option(name, value).map_err(|error| error.to_string());
    }
    if host.open(value.unwrap_or_default()) { Ok(()) } else { Err("unknown variant".to_string()) }
}

/// `position startpos|fen FEN [moves ...]`. A faulty one leaves the old position.
fn set_up(host: &mut Host, rest: &str) -> Result<(), CommandError> {
    let (first, moves) = match rest.split_once("moves") {
        Some((first, moves)) => (first.trim(), moves.split_whitespace().collect()),
        None => (rest.trim(), Vec::new()),
    };
    let position = match split_word(first) {
        ("startpos", "") => None,
        ("fen", fen) => Some(fen),
        _ => return Err("position takes startpos or fen".to_string()),
    };
    host.session.set_up(position, &moves, MoveFormat::OWN).map_err(|error| match error {
        SetUpError::Position(error) => format!("illegal position: {error}"),
        SetUpError::Move(text, error) => format!("illegal move {text}: {error}"),
    })
}

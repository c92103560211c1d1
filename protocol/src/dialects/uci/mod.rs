//! UCI: the Universal Chess Interface of Stefan Meyer-Kahlen and Rudolf Huber, with the option `UCI_Variant` and the
//! commands of [`console`].
//!
//! A `go` is parsed by `Go::parse`, started by `Uci::start_go` and `Uci::start_search`, and answered by
//! `Uci::send_bestmove`. Within one `go` a turn may take several searches: chance events are rolled here, before the
//! first search and between two (`roll_chance`), the plies are played on the session, and taken back before `bestmove`,
//! because the position is the GUI's.

mod go;
mod info;

use std::mem;
use std::time::Instant;

use engine::search::{Control, Limits, Report, Verdict};
use engine::text::quote;

use crate::dialects::console;
use crate::dialects::{Dialect, Flow};
use crate::parse::{CommandError, error_line, split_at_word, split_word};
use crate::registry;
use crate::session::MoveFormat;
use crate::session::host::Host;
use crate::session::options::{OptionId, VARIANT};
use crate::session::turn_budget::{TurnBudget, move_now};
use go::Go;

/// Answer to a `go` where there is no move.
const NO_MOVE: &str = "bestmove (none)";

/// Dialogue in UCI: the state of the current `go`.
pub struct Uci {
    /// Number of plies of the game at `go`.
    start_ply: usize,
    /// Limits of the turn.
    budget: TurnBudget,
    /// Nodes of the searches of the last `go` so far.
    nodes_spent: u64,
    /// `stop` was received.
    move_now: bool,
    /// True if `go` asks for a move to play, which may come from the book; false in analysis and while pondering.
    wants_move: bool,
    /// The last `position` was refused: the GUI's position is not the session's.
    position_refused: bool,
    /// A `go` without a position waits for its `bestmove`.
    bestmove_due: bool,
}

impl Default for Uci {
    fn default() -> Self {
        Uci {
            start_ply: 0,
            budget: TurnBudget::new(Limits::default(), Instant::now()),
            nodes_spent: 0,
            move_now: false,
            wants_move: false,
            position_refused: false,
            bestmove_due: false,
        }
    }
}

impl Dialect for Uci {
    fn command(&mut self, host: &mut Host, line: &str) -> Flow {
        let (word, rest) = split_word(line);
        if word == "quit" {
            self.end_search(host);
            return Flow::Quit;
        }
        if let Err(error) = self.carry_out(host, word, rest) {
            self.report_error(host, &error, line);
        }
        Flow::Continue
    }

    /// A `position` leaves none to search. A `go` is carried out as far as it is known, but for its last word, which
    /// may be cut.
    fn long_line_refused(&mut self, host: &mut Host, beginning: &str) {
        let known = beginning.trim_end().rsplit_once(char::is_whitespace).map_or(beginning, |(known, _)| known);
        match split_word(beginning).0 {
            "position" => {
                self.end_search(host);
                self.position_refused = true;
            }
            "go" => {
                let rest = split_word(known).1;
                let mut go = self.read_go(host, rest);
                go.ensure_bound();
                self.start_go(host, go, rest);
            }
            _ => {}
        }
    }

    fn stop(&mut self, host: &mut Host) {
        self.send_due_bestmove(host);
        self.move_now = true;
        host.stop();
    }

    fn report_error(&mut self, host: &mut Host, error: &str, line: &str) {
        host.out.line(format_args!("info string {}", error_line(error, line)));
    }

    fn report_warning(&mut self, host: &mut Host, warning: &str) {
        host.out.line(format_args!("info string {warning}"));
    }

    fn search_report(&mut self, host: &mut Host, report: &Report) {
        let pv = host.session.write_line(None, &report.pv, host.move_format());
        host.out.line(info::line(report, &pv, host.options().is_on(OptionId::ShowWdl)));
    }

    /// Plays the chosen ply and ends the turn, or goes on with it: after the decision to draw, the tile is drawn and
    /// its placement searched; after a search of the chance node, the die is thrown.
    fn search_finished(&mut self, host: &mut Host, verdict: Verdict) {
        self.nodes_spent += verdict.nodes;
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

    fn finish(&mut self, host: &mut Host) {
        self.send_due_bestmove(host);
    }
}

impl Uci {
    fn carry_out(&mut self, host: &mut Host, word: &str, rest: &str) -> Result<(), CommandError> {
        match word {
            // There is nothing to debug or to register.
            "" | "debug" | "register" => {}
            "uci" => info::introduction().into_iter().for_each(|line| host.out.line(line)),
            // Everything before has been done when this is read, but for a search, which UCI wants left alone.
            "isready" => {
                host.prepare();
                host.out.line("readyok");
            }
            "ucinewgame" => {
                self.end_search(host);
                host.new_game();
                self.position_refused = false;
            }
            "setoption" => {
                self.end_search(host);
                return self.set_option(host, rest);
            }
            "position" => {
                self.end_search(host);
                let done = set_up(host, rest);
                self.position_refused = done.is_err();
                return done;
            }
            // `go perft N` is Stockfish's command.
            "go" if console::is_perft(rest) => self.go_perft(host, rest),
            "go" => {
                let go = self.read_go(host, rest);
                self.start_go(host, go, rest);
            }
            "stop" => self.stop(host),
            "ponderhit" => {
                self.send_due_bestmove(host);
                self.budget.restart(host.event_time());
                host.ponder_hit();
            }
            _ => return self.console_command(host, word, rest).unwrap_or_else(|| Err("unknown command".to_string())),
        }
        Ok(())
    }

    /// `setoption name NAME [value VALUE]`; the name may have spaces. The option of the game begins a new one.
    fn set_option(&mut self, host: &mut Host, rest: &str) -> Result<(), CommandError> {
        let ("name", named) = split_word(rest) else { return Err("setoption begins with a name".to_string()) };
        let (name, value) = split_at_word(named, "value").map_or((named, None), |(name, value)| (name, Some(value)));
        if name.is_empty() {
            return Err("setoption begins with a name".to_string());
        }
        if !name.eq_ignore_ascii_case(VARIANT) {
            return host.set_option(name, value).map_err(|error| error.to_string());
        }
        let wanted = value.unwrap_or_default();
        let variant = registry::names().into_iter().find(|variant| variant.eq_ignore_ascii_case(wanted));
        host.open(variant.ok_or(registry::UNKNOWN_VARIANT)?);
        self.position_refused = false;
        Ok(())
    }

    /// Carries out a console command in the position that the GUI has set up, without the plies that the engine has
    /// played since.
    fn console_command(&self, host: &mut Host, word: &str, rest: &str) -> Option<Result<(), CommandError>> {
        let ahead = if host.is_searching() {
            host.session.plies().get(self.start_ply..).unwrap_or_default().to_vec()
        } else {
            Vec::new()
        };
        host.session.rewind(host.session.plies().len() - ahead.len());
        let done = console::command(host, word, rest, host.move_format());
        ahead.into_iter().for_each(|ply| host.session.play(ply));
        done
    }

    /// Ends a running search, also one that was just stopped, with its `bestmove`.
    fn end_search(&mut self, host: &mut Host) {
        self.send_due_bestmove(host);
        // The end of one search may be the beginning of another in the same turn.
        while let Some(verdict) = host.finish_search() {
            self.search_finished(host, verdict);
        }
        host.abort();
    }

    /// Ends the running search, reads the words behind `go` and reports what is wrong with them.
    fn read_go(&mut self, host: &mut Host, rest: &str) -> Go {
        self.end_search(host);
        let go = Go::parse(rest, host.options().limits(false), host.session.as_ref());
        let line = format!("go {rest}");
        for error in &go.errors {
            self.report_error(host, error, &line);
        }
        if !go.ignored.is_empty() {
            self.report_error(host, &format!("go does not know '{}'", go.ignored.join("', '")), &line);
        }
        go
    }

    /// `go`: starts the search with the limits that are right, whatever else is wrong: a GUI that is told of an error
    /// waits for its `bestmove` all the same. After a refused `position` there is nothing to search: a move of the old
    /// position would be one of another game.
    fn start_go(&mut self, host: &mut Host, go: Go, rest: &str) {
        if self.position_refused {
            self.report_error(host, "the last position was refused", &format!("go {rest}"));
            self.bestmove_due = true;
            if !go.limits.infinite && !go.ponder {
                self.send_due_bestmove(host);
            }
            return;
        }
        let infinite = go.limits.infinite;
        let is_analysis = infinite || go.ponder || host.options().is_on(OptionId::AnalyseMode);
        let only = go.limits.searchmoves.clone();
        let budget = TurnBudget::new(go.limits, host.event_time());
        *self = Uci { start_ply: host.session.plies().len(), budget, wants_move: !is_analysis, ..Uci::default() };
        if !infinite && roll_chance(host) && !only.is_empty() && !only.iter().any(|&mv| host.session.is_legal(mv)) {
            self.report_error(host, "what is thrown allows none of the moves", &format!("go {rest}"));
        }
        self.start_search(host, if go.ponder { Control::pondering() } else { Control::new() });
    }

    /// `go perft N`: counts, and answers in Stockfish's form. A fault has a `bestmove`, for which a GUI may wait.
    fn go_perft(&mut self, host: &mut Host, rest: &str) {
        self.end_search(host);
        let started = match self.position_refused {
            true => Err("the last position was refused".to_string()),
            false => console::go_perft(host, rest),
        };
        if let Err(error) = started {
            self.report_error(host, &error, &format!("go {rest}"));
            host.out.line(NO_MOVE);
        }
    }

    /// Answers a `go` that had no position.
    fn send_due_bestmove(&mut self, host: &mut Host) {
        if mem::take(&mut self.bestmove_due) {
            host.out.line(NO_MOVE);
        }
    }

    /// Starts the search of the next ply of the turn. After `stop` it is a short one: a tile that has just been drawn
    /// has not been searched yet.
    fn start_search(&mut self, host: &mut Host, control: Control) {
        let mut limits = self.budget.next(host.session.plies_to_go(), host.event_time());
        // The searches of one `go` share its nodes.
        let searches = u64::from(host.session.searches_of_move());
        limits.nodes = limits.nodes.map(|nodes| (nodes.saturating_sub(self.nodes_spent) / searches).max(1));
        if self.move_now {
            limits = move_now(limits);
        }
        if self.wants_move {
            host.start_move_search(limits, control, true);
        } else {
            host.start_search(None, limits, control);
        }
    }

    /// Sends `bestmove` and restores the position of the GUI.
    fn send_bestmove(&mut self, host: &mut Host, verdict: &Verdict) {
        let format = host.move_format();
        let chosen = host.session.write_since(self.start_ply, format);
        let reply = verdict.ponder.filter(|&reply| host.session.is_legal(reply));
        let reply = reply.map_or(String::new(), |reply| format!(" ponder {}", host.session.write_move(reply, format)));
        host.session.rewind(self.start_ply);
        match chosen {
            Some(text) => host.out.line(format_args!("bestmove {text}{reply}")),
            None => {
                host.out.line(format_args!("info depth 0 score {}", info::score_text(verdict.score)));
                host.out.line(NO_MOVE);
            }
        }
    }
}

/// Rolls the due chance event and reports its outcome; `false` if none is due.
fn roll_chance(host: &mut Host) -> bool {
    let Some(chance) = host.session.due_chance() else { return false };
    let Some(text) = host.roll_chance() else { return false };
    host.out.line(format_args!("info string {} {text}", chance.name));
    true
}

/// `position startpos|fen FEN [moves ...]`. One with an error leaves the old position.
fn set_up(host: &mut Host, rest: &str) -> Result<(), CommandError> {
    let (first, moves) = match split_at_word(rest, "moves") {
        Some((first, moves)) => (first, moves.split_whitespace().collect()),
        None => (rest, Vec::new()),
    };
    let position = match split_word(first) {
        ("startpos", "") => None,
        ("startpos", mv) if moves.is_empty() && !mv.starts_with("fen") => {
            return Err(format!("the word moves is missing before {}", quote(mv)));
        }
        ("startpos", _) => return Err("startpos is followed by moves or by nothing".to_string()),
        ("fen", fen) => Some(fen),
        _ => return Err("position takes startpos or fen".to_string()),
    };
    host.session.set_up(position, &moves, MoveFormat::OWN).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;
    use crate::io::output::{MemoryWriter, Output};
    use crate::session::options::Options;

    /// Dialogue, and its output. Nobody hears of the end of a search.
    fn dialogue() -> (Uci, Host, MemoryWriter) {
        let kept = MemoryWriter::default();
        let host = Host::new(Output::new(Box::new(kept.clone()), None), channel().0, Options::default());
        (Uci::default(), host.expect("a host"), kept)
    }

    /// Answer to a line.
    fn answer((uci, host, kept): &mut (Uci, Host, MemoryWriter), line: &str) -> String {
        uci.command(host, line);
        String::from_utf8(kept.take()).expect("the output is text")
    }

    #[test]
    fn any_white_space_stands_between_words() {
        let mut dialogue = dialogue();
        assert_eq!(answer(&mut dialogue, "setoption \t name\tHash\tvalue\t2"), "");
        assert_eq!(dialogue.1.options().number(OptionId::Hash), 2);
        assert_eq!(answer(&mut dialogue, "position\tstartpos\tmoves\te2e4  e7e5"), "");
        assert_eq!(dialogue.1.session.plies().len(), 2);
    }

    #[test]
    fn unknown_words_of_go_are_told_in_one_line() {
        let line = "go quickly depth 1 please";
        let told = format!("info string Error (go does not know 'quickly', 'please'): {line}\n");
        assert_eq!(answer(&mut dialogue(), line), told);
    }
}

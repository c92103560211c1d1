//! The Universal Chess Interface of Stefan Meyer-Kahlen and Rudolf Huber, with the option `UCI_Variant` and the
//! commands of [`console`].

mod go;
mod info;

use engine::moves::Move;
use engine::search::{Control, Report, Verdict};

use crate::console;
use crate::driver::{Dialect, Flow};
use crate::fault::{Fault, error_line, quote, split_word};
use crate::host::Host;
use crate::options::Id;
use crate::session::{SetUpError, Wording};
use go::Go;

/// The name of the option that chooses the game.
const VARIANT: &str = "UCI_Variant";

/// A dialogue in UCI. The game is the host's; UCI itself has no state.
pub struct Uci;

impl Dialect for Uci {
    fn command(&mut self, host: &mut Host, line: &str) -> Flow {
        let (word, rest) = split_word(line);
        if word == "quit" {
            return Flow::Quit;
        }
        if let Err(fault) = self.carry_out(host, word, rest) {
            self.complain(host, &fault, line);
        }
        Flow::Continue
    }

    fn complain(&mut self, host: &mut Host, fault: &str, line: &str) {
        host.out.line(format_args!("info string {}", error_line(fault, line)));
    }

    fn report(&mut self, host: &mut Host, report: &Report) {
        let pv = host.session.write_line(None, &report.pv, host.options().wording());
        host.out.line(info::line(report, &pv, host.options().is_on(Id::ShowWdl)));
    }

    fn conclude(&mut self, host: &mut Host, verdict: Verdict) {
        let Some(best) = verdict.best else {
            host.out.line(format_args!("info depth 0 score {}", info::score_text(verdict.score)));
            host.out.line("bestmove (none)");
            return;
        };
        // The last report came before the last positions were visited.
        host.out.line(format_args!("info nodes {}", verdict.nodes));
        let best_and_reply: Vec<Move> = std::iter::once(best).chain(verdict.ponder).collect();
        let line = host.session.write_line(None, &best_and_reply, host.options().wording());
        host.out.line(format_args!("bestmove {}", line.join(" ponder ")));
    }
}

impl Uci {
    fn carry_out(&mut self, host: &mut Host, word: &str, rest: &str) -> Result<(), Fault> {
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
            "go" => return self.go(host, rest),
            "stop" => host.stop(),
            "ponderhit" => host.ponder_hit(),
            _ => return console::command(host, word, rest).unwrap_or_else(|| Err("unknown command".to_string())),
        }
        Ok(())
    }

    /// Ends a search that a GUI should have ended before it sent the next command, with its `bestmove`.
    fn end_search(&mut self, host: &mut Host) {
        if let Some(verdict) = host.finish() {
            self.conclude(host, verdict);
        }
        host.abort();
    }

    fn go(&mut self, host: &mut Host, rest: &str) -> Result<(), Fault> {
        self.end_search(host);
        let go = Go::parse(rest, host.options().limits(false), host.session.as_ref())?;
        for word in go.ignored {
            host.out.line(format_args!("info string go does not know '{}'", quote(&word)));
        }
        let control = if go.ponder { Control::pondering() } else { Control::new() };
        host.think(None, go.limits, control);
        Ok(())
    }
}

/// `setoption name NAME [value VALUE]`; the name may have spaces.
fn set_option(host: &mut Host, rest: &str) -> Result<(), Fault> {
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
fn set_up(host: &mut Host, rest: &str) -> Result<(), Fault> {
    let (first, moves) = match rest.split_once("moves") {
        Some((first, moves)) => (first.trim(), moves.split_whitespace().collect()),
        None => (rest.trim(), Vec::new()),
    };
    let position = match split_word(first) {
        ("startpos", "") => None,
        ("fen", fen) => Some(fen),
        _ => return Err("position takes startpos or fen".to_string()),
    };
    host.session.set_up(position, &moves, Wording::OWN).map_err(|error| match error {
        SetUpError::Position(error) => format!("illegal position: {error}"),
        SetUpError::Move(text, error) => format!("illegal move {text}: {error}"),
    })
}

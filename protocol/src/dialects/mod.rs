//! Dialects: CECP (XBoard), UCI, and the console commands that both know.
//!
//! A [`Dialect`] translates between the lines of a GUI and the [`Host`]. It holds what its protocol adds to the game:
//! clocks, modes, what the running search is for. The rules, the text of moves and the search belong to the
//! [session](crate::session).
//!
//! # From a line to a search and back
//!
//! 1. [`io::input`](crate::io::input) reads the line in a thread of its own, stamps it with the time and sends
//!    [`Event::Line`](crate::session::event::Event::Line).
//! 2. The main loop ([`main_loop::run`]) hands it to [`Dialect::command`].
//! 3. UCI: `go` is parsed by `uci::go::Go::parse` into [`Limits`](engine::search::Limits); `Uci::start_search` shares
//!    them out ([`TurnBudget`](crate::session::turn_budget::TurnBudget)) and calls [`Host::start_move_search`]. CECP:
//!    `usermove` is read and played by `cecp::moves`; `cecp::turn` then sees that the engine is to move, takes the
//!    limits from `cecp::clock`, and calls the same method.
//! 4. [`Host::start_search`] gets a job from [`Session::search`](crate::session::Session::search) and gives it to the
//!    [`Worker`](crate::session::worker::Worker). Its thread locks the
//!    [`SearchSlot`](crate::session::search_slot::SearchSlot), which calls the `Search` of the engine crate.
//! 5. Each iteration arrives as [`Event::Report`](crate::session::event::Event::Report) and is printed by
//!    [`Dialect::search_report`]; the end arrives as [`Event::Done`](crate::session::event::Event::Done), and
//!    [`Dialect::search_finished`] prints `bestmove` or `move`.

pub mod cecp;
pub mod console;
pub mod main_loop;
pub mod uci;

use std::time::Instant;

use engine::search::{Report, Verdict};

use crate::session::host::Host;

/// Continuation of the dialogue after a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// The dialogue goes on.
    Continue,
    /// The input has ended. What runs may still be answered.
    Finish,
    /// The program ends at once.
    Quit,
}

/// Dialect: a protocol of lines between a GUI and the engine.
pub trait Dialect {
    /// Answers a line.
    fn command(&mut self, host: &mut Host, line: &str) -> Flow;
    /// Does what a line calls for that is longer than any command can be and has been reported. Only its beginning is
    /// known.
    fn long_line_refused(&mut self, _host: &mut Host, _beginning: &str) {}
    /// Tells the engine to move at once, or ends the running task. By default as CECP does.
    fn stop(&mut self, host: &mut Host) {
        self.command(host, "?");
    }
    /// Reports that something is wrong with a line.
    fn report_error(&mut self, host: &mut Host, error: &str, line: &str);
    /// Reports that the engine has less than it was asked to take: threads, for example.
    fn report_warning(&mut self, host: &mut Host, warning: &str);
    /// Prints a report of the running search.
    fn search_report(&mut self, host: &mut Host, report: &Report);
    /// Acts on the result of the search that has ended.
    fn search_finished(&mut self, host: &mut Host, verdict: Verdict);
    /// Time from which [`Dialect::timer_fired`] is to be called, if no event comes before.
    fn timer(&self) -> Option<Instant> {
        None
    }
    /// Does what was put off until [`Dialect::timer`].
    fn timer_fired(&mut self, _host: &mut Host) {}
    /// Sends the answers that are still due when the input has ended.
    fn finish(&mut self, _host: &mut Host) {}
}

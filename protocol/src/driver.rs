//! The main loop, and the choice of the dialect.

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, channel};

use engine::search::{Report, Verdict};

use crate::cecp::Cecp;
use crate::event::Event;
use crate::fault::{quote, split_word};
use crate::host::Host;
use crate::input;
use crate::output::{Output, Transcript};
use crate::uci::Uci;

/// Whether the dialogue goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    Continue,
    /// It has come to its end.
    Quit,
}

/// A way to talk.
pub trait Dialect {
    /// Answers a line.
    fn command(&mut self, host: &mut Host, line: &str) -> Flow;
    /// Says that something is wrong with a line.
    fn complain(&mut self, host: &mut Host, fault: &str, line: &str);
    /// Prints a line of thinking.
    fn report(&mut self, host: &mut Host, report: &Report);
    /// Acts on the end of a search.
    fn conclude(&mut self, host: &mut Host, verdict: Verdict);
}

/// Talks on standard input and output until one of them is closed or `quit` is received.
pub fn run(transcript: Option<Transcript>) {
    converse(io::stdin(), Box::new(io::stdout()), transcript);
}

/// Talks on any pair of streams.
fn converse(source: impl Read + Send + 'static, sink: Box<dyn Write>, transcript: Option<Transcript>) {
    let (sender, events) = channel();
    let permits = input::spawn(source, sender.clone(), transcript.clone());
    let mut host = Host::new(Output::new(sink, transcript), sender);
    // The commands of CECP work from the start, for a person at a terminal; `uci` changes the dialect.
    let mut dialect: Box<dyn Dialect> = Box::new(Cecp::default());
    let mut chosen = false;

    for event in &events {
        if matches!(event, Event::Line(_) | Event::TooLong(_)) {
            permits.release();
        }
        let flow = match event {
            Event::Line(line) => {
                if !chosen && is_uci(&line) {
                    host.abort();
                    dialect = Box::new(Uci);
                }
                chosen |= is_uci(&line) || split_word(&line).0 == "xboard";
                dialect.command(&mut host, &line)
            }
            Event::TooLong(start) => {
                dialect.complain(&mut host, "line too long", &(quote(&start) + "..."));
                Flow::Continue
            }
            Event::Closed => {
                wind_up(&mut host, dialect.as_mut(), &events);
                Flow::Quit
            }
            event => {
                attend(&mut host, dialect.as_mut(), event);
                Flow::Continue
            }
        };
        if flow == Flow::Quit || host.out.is_closed() {
            break;
        }
    }
    host.abort();
}

/// Takes note of what a search or a count says.
fn attend(host: &mut Host, dialect: &mut dyn Dialect, event: Event) {
    match event {
        Event::Report(id, report) => {
            if host.note(id, &report) {
                dialect.report(host, &report);
            }
        }
        Event::Text(id, line) => host.print(id, &line),
        Event::Done(id) => {
            if let Some(verdict) = host.conclude(id) {
                dialect.conclude(host, verdict);
            }
        }
        Event::Line(_) | Event::TooLong(_) | Event::Closed => {}
    }
}

/// Nobody can stop a search any more: it ends at once and says what it has found. A count still comes to its end.
fn wind_up(host: &mut Host, dialect: &mut dyn Dialect, events: &Receiver<Event>) {
    while host.is_busy() && !host.out.is_closed() {
        // Again each time round, for the end of one search can be the beginning of another, on the opponent's time.
        host.stop();
        match events.recv() {
            Ok(event) => attend(host, dialect, event),
            Err(_) => break,
        }
    }
}

/// Whether a line belongs to UCI. Some programs and people begin without the word `uci`.
fn is_uci(line: &str) -> bool {
    matches!(split_word(line).0, "uci" | "isready" | "ucinewgame" | "position" | "setoption")
}

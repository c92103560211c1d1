//! Main loop: events in, lines out, and the choice of the dialect.

use std::collections::VecDeque;
use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use engine::text::quote;

use crate::dialects::cecp::Cecp;
use crate::dialects::uci::Uci;
use crate::dialects::{Dialect, Flow};
use crate::io::input::{self, Line};
use crate::io::output::{Output, Transcript};
use crate::parse::{CommandError, cannot_start, split_word};
use crate::session::event::Event;
use crate::session::host::Host;
use crate::session::options::Options;

/// Longest time that a search or task may go on after the input has ended.
const QUIT_TIMEOUT: Duration = Duration::from_secs(60);

/// Runs the dialogue on standard input and output until one of them is closed or `quit` is received.
///
/// # Errors
/// If the system refuses a thread, or standard output cannot be written.
pub fn run(options: Options, transcript: Option<Transcript>) -> Result<(), CommandError> {
    // Without --log too: the option `Debug Log File` may begin one.
    let transcript = Some(transcript.unwrap_or_default());
    run_on(io::stdin(), Box::new(io::stdout()), options, transcript)
}

/// Runs the dialogue on any input and output. Without a transcript the option `Debug Log File` is refused.
///
/// # Errors
/// If the system refuses a thread, or the output cannot be written.
pub fn run_on(
    source: impl Read + Send + 'static,
    sink: Box<dyn Write>,
    options: Options,
    transcript: Option<Transcript>,
) -> Result<(), CommandError> {
    let (sender, events) = channel();
    input::spawn(source, sender.clone(), transcript.clone()).map_err(cannot_start)?;
    let host = Host::new(Output::new(sink, transcript), sender, options).map_err(cannot_start)?;
    let mut main_loop = MainLoop {
        host,
        // The commands of CECP work from the start, for a person at a terminal; `uci` changes the dialect.
        dialect: Box::new(Cecp::default()),
        dialect_chosen: false,
        waiting: VecDeque::new(),
    };
    while main_loop.is_open() {
        let Some(event) = main_loop.next_event(&events) else { break };
        match main_loop.handle_event(event) {
            Flow::Continue => {}
            Flow::Finish => {
                main_loop.finish_running(&events);
                break;
            }
            Flow::Quit => break,
        }
    }
    main_loop.host.out.finish()
}

/// State of the main loop.
struct MainLoop {
    host: Host,
    dialect: Box<dyn Dialect>,
    /// True if a GUI has said which dialect it speaks.
    dialect_chosen: bool,
    /// Lines that came while a task was running. They may change what it counts, so they are answered after it. When
    /// they fill the backlog, nothing more is read.
    waiting: VecDeque<Line>,
}

impl MainLoop {
    fn is_open(&self) -> bool {
        !self.host.out.is_closed()
    }

    /// Waits for the next event and, if the dialect's timer fires first, lets the dialect act.
    fn next_event(&mut self, events: &Receiver<Event>) -> Option<Event> {
        while let Some(timer) = self.dialect.timer() {
            match events.recv_timeout(timer.saturating_duration_since(Instant::now())) {
                Ok(event) => return Some(event),
                Err(RecvTimeoutError::Timeout) => self.dialect.timer_fired(&mut self.host),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
        events.recv().ok()
    }

    fn handle_event(&mut self, event: Event) -> Flow {
        match event {
            Event::Line(line) if self.host.is_task_running() => return self.handle_line_during_task(line),
            Event::Line(line) => return self.handle_line(&line),
            Event::Closed => return Flow::Finish,
            Event::Report(id, report) => {
                if self.host.record_report(id, &report) {
                    self.dialect.search_report(&mut self.host, &report);
                }
            }
            Event::Text(id, line) => self.host.print_task_line(id, &line),
            Event::Done(id) => {
                if let Some(verdict) = self.host.take_finished(id) {
                    self.host.begin_answer(Instant::now());
                    self.dialect.search_finished(&mut self.host, verdict);
                    self.end_answer();
                }
                return self.handle_waiting();
            }
        }
        Flow::Continue
    }

    /// Handles a line that was read while a task is running: most wait. The answer to `ping` and `isready` says that
    /// everything before them is done, so they do not overtake waiting lines.
    fn handle_line_during_task(&mut self, line: Line) -> Flow {
        if is_stop(&line) {
            self.stop(&line);
            // What waits came first, and may begin a search that is to be stopped too.
            if !self.waiting.is_empty() {
                self.waiting.push_back(line);
            }
            return Flow::Continue;
        }
        if self.waiting.is_empty() && matches!(first_word(&line), "ping" | "isready") {
            return self.handle_line(&line);
        }
        let flow = if first_word(&line) == "quit" { Flow::Finish } else { Flow::Continue };
        self.waiting.push_back(line);
        flow
    }

    /// Stops what is running, by a line that was read during a task: either word ends a task, whatever the dialect.
    fn stop(&mut self, line: &Line) {
        self.host.begin_answer(line.read_at);
        self.dialect.stop(&mut self.host);
        self.end_answer();
    }

    fn handle_line(&mut self, line: &Line) -> Flow {
        let text = line.text.as_str();
        if !self.dialect_chosen && is_uci(text) {
            // A task goes on: only `isready` is read during one.
            if !self.host.is_task_running() {
                self.host.abort();
            }
            self.dialect = Box::new(Uci::default());
        }
        self.dialect_chosen |= is_uci(text) || split_word(text).0 == "xboard";
        self.host.begin_answer(line.read_at);
        let flow = if line.is_cut {
            self.dialect.report_error(&mut self.host, "line too long", &(quote(text) + "..."));
            self.dialect.long_line_refused(&mut self.host, text);
            Flow::Continue
        } else {
            self.dialect.command(&mut self.host, text)
        };
        self.end_answer();
        flow
    }

    fn end_answer(&mut self) {
        self.host.end_answer();
        for warning in self.host.take_warnings() {
            self.dialect.report_warning(&mut self.host, &warning);
        }
    }

    /// Answers the lines that have waited for a task, up to the next task. If a stop waits behind that task, it is told
    /// to stop: the stop was read while the task's own command was waiting.
    fn handle_waiting(&mut self) -> Flow {
        while !self.host.is_task_running() {
            match self.waiting.pop_front() {
                Some(line) if is_stop(&line) => self.stop(&line),
                Some(line) if self.handle_line(&line) == Flow::Quit => return Flow::Quit,
                Some(_) => {}
                None => break,
            }
        }
        if self.waiting.iter().any(is_stop) {
            self.host.stop();
        }
        Flow::Continue
    }

    /// Ends what runs when the input has ended. A search stops at once and prints its result. A task may go on for
    /// [`QUIT_TIMEOUT`]: a script that asks for a perft closes its end before the answer.
    fn finish_running(&mut self, events: &Receiver<Event>) {
        let end = Instant::now() + QUIT_TIMEOUT;
        while self.host.is_busy() && self.is_open() {
            // In each round, because the end of one search can be the beginning of another: a ponder search.
            self.host.stop_search();
            let Ok(event) = events.recv_timeout(end.saturating_duration_since(Instant::now())) else { break };
            if self.handle_event(event) == Flow::Quit {
                break;
            }
        }
        self.dialect.finish(&mut self.host);
    }
}

/// First word of a line; empty if the line is too long.
fn first_word(line: &Line) -> &str {
    if line.is_cut { "" } else { split_word(&line.text).0 }
}

/// True if a line tells the engine to stop.
fn is_stop(line: &Line) -> bool {
    matches!(first_word(line), "stop" | "?")
}

/// True if a line belongs to UCI. Some programs and people begin without `uci`.
fn is_uci(line: &str) -> bool {
    matches!(split_word(line).0, "uci" | "isready" | "ucinewgame" | "position" | "setoption")
}

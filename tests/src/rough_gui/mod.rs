//! Rough GUI: a fuzzer of dialogues with the program `motley`. It sends sensible commands, hostile lines, halves of
//! lines, floods and silence, stops reading, suspends the program, and in the end quits, closes a pipe, or kills.
//!
//! A session is made by a seed; only its timing differs from run to run. It fails if the program
//!
//! * does not answer a question within `LIMIT`,
//! * ends of itself, does not end when it is to, or ends with another status than that end has,
//! * writes anything to standard error,
//! * takes more than `MAX_MEGABYTES`, or leaves a process behind.

mod lines;
mod process;

use std::fmt::{self, Display};
use std::path::Path;
use std::process::Command;
use std::thread;
use std::time::Duration;

use clap::ValueEnum;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rustix::process::Signal;

use crate::properties::seeded;
use process::{LIMIT, Process, is_ended_by};

/// Most memory that a session may take, in megabytes: the program, its tables (64 MB by default), and the tables and
/// the threads' histories that its options ask for.
const MAX_MEGABYTES: u64 = 600;

/// Number before that of the first question. Other lines ask `ping` with smaller ones.
const QUESTIONS: usize = 1_000_000;

/// Entries of the log that a failure shows.
const SHOWN: usize = 80;

/// Bytes of an entry of the log that a failure shows.
const SHOWN_BYTES: usize = 200;

/// Dialect of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Dialect {
    /// UCI.
    Uci,
    /// CECP.
    Cecp,
    /// Plain commands, before any program has said what it is.
    Console,
    /// `motley play`, line by line.
    Client,
}

/// All dialects.
pub const DIALECTS: [Dialect; 4] = [Dialect::Uci, Dialect::Cecp, Dialect::Console, Dialect::Client];

/// End of a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ending {
    /// `quit`.
    Quit,
    /// Standard input is closed.
    CloseInput,
    /// Standard input is closed within a line.
    CloseWithinLine,
    /// Standard output is closed, while commands go on.
    CloseOutput,
    /// A signal.
    Kill(Signal),
}

const ENDINGS: [Ending; 9] = [
    Ending::Quit,
    Ending::CloseInput,
    Ending::CloseWithinLine,
    Ending::CloseOutput,
    Ending::CloseOutput,
    Ending::Kill(Signal::TERM),
    Ending::Kill(Signal::KILL),
    Ending::Kill(Signal::HUP),
    Ending::Kill(Signal::INT),
];

/// Numbers of a session that held.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Sessions.
    pub sessions: usize,
    /// Pieces of input: lines or groups of lines.
    pub inputs: usize,
    /// Questions that were answered.
    pub answers: usize,
    /// Peak resident memory, in megabytes.
    pub peak_megabytes: u64,
}

impl Counts {
    /// Adds the numbers of another session.
    pub fn add(&mut self, other: Counts) {
        self.sessions += other.sessions;
        self.inputs += other.inputs;
        self.answers += other.answers;
        self.peak_megabytes = self.peak_megabytes.max(other.peak_megabytes);
    }
}

impl Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { sessions, inputs, answers, peak_megabytes } = self;
        write!(f, "{sessions} sessions, {inputs} inputs, {answers} answers, at most {peak_megabytes} MB")
    }
}

/// Holds the session of a seed with a program.
///
/// # Errors
/// Says what does not hold, with the end of the dialogue.
pub fn hold(program: &Path, dialect: Dialect, seed: u64) -> Result<Counts, String> {
    let mut session = Session::start(program, dialect, seed);
    session.talk().and_then(|()| session.end()).map_err(|fault| {
        let log = &session.log[session.log.len().saturating_sub(SHOWN)..];
        format!("{dialect:?}, seed {seed}: {fault}\n{}", log.join("\n"))
    })?;
    Ok(session.counts)
}

/// Session: a running engine, and what was said so far.
struct Session {
    dialect: Dialect,
    random: Xoshiro256PlusPlus,
    /// None once the engine has been waited for.
    engine: Option<Process>,
    log: Vec<String>,
    counts: Counts,
}

impl Session {
    fn start(program: &Path, dialect: Dialect, seed: u64) -> Session {
        // Under nohup signals are ignored, which a program inherits.
        let mut command = Command::new("env");
        command.arg("--default-signal").arg(program);
        if dialect == Dialect::Client {
            command.args(["play", "--plain", "--movetime", "20"]);
        }
        let engine = Some(Process::start(&mut command));
        let counts = Counts { sessions: 1, ..Counts::default() };
        let mut session = Session { dialect, random: seeded(seed), engine, log: Vec::new(), counts };
        match dialect {
            Dialect::Uci => session.send(b"uci\n"),
            Dialect::Cecp => session.send(b"xboard\nprotover 2\nst 0.05\n"),
            Dialect::Console | Dialect::Client => {}
        }
        session
    }

    fn engine(&self) -> &Process {
        self.engine.as_ref().expect("the session has not ended")
    }

    fn note(&mut self, text: &str) {
        self.log.push(text.chars().take(SHOWN_BYTES).collect::<String>().escape_debug().to_string());
    }

    fn send(&mut self, bytes: &[u8]) {
        self.note(&format!("> {}", String::from_utf8_lossy(&bytes[..bytes.len().min(SHOWN_BYTES)])));
        self.counts.inputs += 1;
        self.engine().send(bytes);
    }

    fn pause(&mut self, longest: u64) {
        let pause = self.random.random_range(0..longest);
        self.note(&format!("({pause} ms)"));
        thread::sleep(Duration::from_millis(pause));
    }

    /// The dialogue up to its end.
    fn talk(&mut self) -> Result<(), String> {
        for _ in 0..self.random.random_range(1..30) {
            match self.random.random_range(0..40) {
                0..20 => {
                    for line in lines::sensible(self.dialect, &mut self.random) {
                        self.send(format!("{line}\n").as_bytes());
                    }
                }
                20..26 => {
                    let bytes = lines::hostile(self.dialect, &mut self.random);
                    // The line's end belongs to what follows, or what follows to the line.
                    self.send(&bytes);
                    self.send(b"\n");
                }
                26..29 => self.send_in_halves(),
                29..34 => self.pause(80),
                34..37 => self.ask()?,
                37 => {
                    let bytes = lines::flood(self.dialect, &mut self.random);
                    self.send(&bytes);
                }
                38 => self.turn_a_deaf_ear(),
                _ => self.suspend(),
            }
        }
        self.ask()
    }

    /// A line in two pieces, with a pause between them.
    fn send_in_halves(&mut self) {
        let line = lines::sensible(self.dialect, &mut self.random).pop().unwrap_or_default() + "\r\n";
        let bytes = line.into_bytes();
        let middle = self.random.random_range(0..bytes.len());
        self.send(&bytes[..middle]);
        self.pause(20);
        self.send(&bytes[middle..]);
    }

    /// Sends many lines and reads nothing, so that the pipe of the answers fills.
    fn turn_a_deaf_ear(&mut self) {
        self.note("(not reading)");
        self.engine().pause_reading(true);
        for _ in 0..3 {
            let bytes = lines::flood(self.dialect, &mut self.random);
            self.send(&bytes);
        }
        self.pause(100);
        self.note("(reading)");
        self.engine().pause_reading(false);
    }

    fn suspend(&mut self) {
        self.note("(suspended)");
        self.engine().signal(Signal::STOP);
        self.pause(50);
        self.note("(resumed)");
        self.engine().signal(Signal::CONT);
    }

    /// Asks a question that is answered once everything before it is done, and waits for its answer.
    fn ask(&mut self) -> Result<(), String> {
        self.counts.answers += 1;
        let number = QUESTIONS + self.counts.answers;
        let pong = format!("pong {number}");
        let unknown = format!("xyzzy{number}");
        let question = match self.dialect {
            // The unknown word tells this `readyok` from those of earlier lines.
            Dialect::Uci => format!("{unknown}\nisready\n"),
            Dialect::Cecp => format!("ping {number}\n"),
            // Until then a line may have chosen UCI.
            Dialect::Console => format!("{unknown}\nping {number}\nisready\n"),
            Dialect::Client => format!("stop\n{unknown}\n"),
        };
        self.send(question.as_bytes());
        let engine = self.engine();
        let reaches_question = || engine.wait_for(|line| line.contains(&unknown));
        let answered = match self.dialect {
            Dialect::Uci => reaches_question() && engine.wait_for(|line| line == "readyok"),
            Dialect::Cecp => engine.wait_for(|line| line == pong),
            Dialect::Console => reaches_question() && engine.wait_for(|line| line == pong || line == "readyok"),
            Dialect::Client => reaches_question(),
        };
        let peak = self.engine().peak_megabytes().unwrap_or(0);
        self.counts.peak_megabytes = self.counts.peak_megabytes.max(peak);
        if !answered {
            return Err(self.explain(&format!("no answer within {LIMIT:?}, or an end before it")));
        }
        if peak > MAX_MEGABYTES {
            return Err(format!("{peak} MB are in use, at most {MAX_MEGABYTES} may be"));
        }
        Ok(())
    }

    /// A fault, with what the program wrote to standard error if it has ended.
    fn explain(&mut self, fault: &str) -> String {
        let Some(engine) = self.engine.take() else { return fault.to_string() };
        // One that has not ended of itself dies of this.
        engine.signal(Signal::KILL);
        match engine.wait() {
            Ok(end) => format!("{fault}: {}\n{}", end.status, end.stderr),
            Err(why) => format!("{fault}: {why}"),
        }
    }

    /// Ends the session while something may be going on.
    fn end(&mut self) -> Result<(), String> {
        for line in lines::sensible(self.dialect, &mut self.random) {
            self.send(format!("{line}\n").as_bytes());
        }
        self.pause(50);
        let ending = *ENDINGS.choose(&mut self.random).expect("there are endings");
        self.note(&format!("({ending:?})"));
        let mut engine = self.engine.take().expect("the session has not ended");
        match ending {
            Ending::Quit => engine.send(b"stop\nquit\n"),
            Ending::CloseInput => engine.close_input(),
            Ending::CloseWithinLine => {
                engine.send(b"go infin");
                engine.close_input();
            }
            Ending::CloseOutput => engine.close_output(b"xyzzy\n"),
            Ending::Kill(signal) => engine.signal(signal),
        }
        let end = engine.wait()?;
        let is_expected = match ending {
            Ending::Kill(signal) => is_ended_by(end.status, signal),
            _ => end.status.success(),
        };
        if is_expected && end.stderr.is_empty() {
            return Ok(());
        }
        Err(format!("after {ending:?}: {}, and on standard error {:?}", end.status, end.stderr))
    }
}

//! An engine's process: lines to it and from it, and its end.

use std::io::{self, ErrorKind, Read, Write};
use std::mem;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal, kill_process_group};

use super::transcript::{Speaker, Transcript};
use crate::fault::{Fault, FaultKind};
use crate::spec::ProcessSpec;

/// The longest line that an engine may say, in bytes.
const LONGEST_LINE: usize = 32 << 10;
/// How much an engine may say that nobody has asked it for, or in answer to one question, in bytes.
const FLOOD: usize = 4 << 20;
/// What a pipe takes at once when it takes anything: POSIX's least `PIPE_BUF` on Linux.
const PIPE_PIECE: usize = 4096;
/// How much of stderr is kept, to say what an engine ended with.
const LAST_WORDS: usize = 300;
/// How long an engine that has closed its stdout may take to end, before it counts as running on.
const AFTERMATH: Duration = Duration::from_millis(300);

/// A line of an engine's.
#[derive(Debug)]
pub(super) struct Line {
    /// The text, without its end.
    pub(super) text: String,
    /// When it arrived.
    pub(super) at: Instant,
}

impl Line {
    /// What it counts towards a flood: empty lines are not for nothing.
    fn weight(&self) -> usize {
        self.text.len() + size_of::<Line>()
    }
}

/// What the thread that listens has heard.
enum Heard {
    Line(Line),
    /// Something that no engine may say. Nothing is listened to after it.
    Violation(String),
}

/// An engine's process, which leads a process group of its own. Dropped, it is killed with everything that it has started.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    heard: Receiver<Heard>,
    /// Bytes heard that have not been looked at.
    unread: Arc<AtomicUsize>,
    /// Bytes looked at since the last command.
    read: usize,
    last_words: Arc<Mutex<String>>,
    /// Disconnected when the engine's stderr has ended.
    silence: Receiver<()>,
    patience: Duration,
    pub(super) transcript: Transcript,
}

impl Process {
    /// Starts an engine.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub(super) fn start(spec: &ProcessSpec) -> Result<Process, Fault> {
        let (program, arguments) =
            spec.command.split_first().ok_or_else(|| FaultKind::Crash.because("no program is named"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        let failed = |error: io::Error| FaultKind::Crash.because(format!("cannot start {program}: {error}"));
        let mut child = command.spawn().map_err(failed)?;
        let (sender, heard) = mpsc::channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let last_words = Arc::new(Mutex::new(String::new()));
        let (talking, silence) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            let unread = unread.clone();
            thread::spawn(move || listen(stdout, &sender, &unread));
        }
        if let Some(stderr) = child.stderr.take() {
            let (name, last_words) = (program.clone(), last_words.clone());
            thread::spawn(move || log_stderr(stderr, &name, &last_words, &talking));
        }
        let stdin = child.stdin.take();
        let (patience, transcript) = (spec.patience, Transcript::new());
        Ok(Process { child, stdin, heard, unread, read: 0, last_words, silence, patience, transcript })
    }

    /// Sends a line, and returns when that was: before the engine can have read it, so that no answer is older than its question.
    ///
    /// # Errors
    /// If the engine has ended, or does not read what it is sent.
    pub(super) fn send(&mut self, line: &str) -> Result<Instant, Fault> {
        // A line stays one line, whatever options and names are made of.
        let line = line.replace(['\n', '\r'], " ");
        self.read = 0;
        let now = Instant::now();
        let written = self.write(format!("{line}\n").as_bytes());
        self.transcript.add(now, Speaker::Referee, line);
        match written {
            Ok(true) => Ok(now),
            Ok(false) => Err(FaultKind::Stall.because("does not read its stdin")),
            Err(_) => Err(self.ended()),
        }
    }

    /// Writes bytes without ever waiting longer than the engine's patience; `false` if it has not taken them by then.
    fn write(&mut self, bytes: &[u8]) -> io::Result<bool> {
        let Some(stdin) = &mut self.stdin else { return Err(ErrorKind::BrokenPipe.into()) };
        let timeout = Timespec::try_from(self.patience).map_err(io::Error::other)?;
        for piece in bytes.chunks(PIPE_PIECE) {
            let ready = poll(&mut [PollFd::new(&*stdin, PollFlags::OUT)], Some(&timeout))?;
            if ready == 0 {
                return Ok(false);
            }
            stdin.write_all(piece)?;
        }
        Ok(true)
    }

    /// The next line; none if there is none by then.
    ///
    /// # Errors
    /// If the engine has ended, or says what no engine may say.
    pub(super) fn next_line(&mut self, deadline: Instant) -> Result<Option<Line>, Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.heard.recv_timeout(left) {
            Ok(Heard::Line(line)) => {
                self.unread.fetch_sub(line.weight(), Ordering::Relaxed);
                self.read += line.weight();
                self.transcript.add(line.at, Speaker::Engine, line.text.clone());
                if self.read > FLOOD {
                    return Err(FaultKind::Violation.because("floods its stdout"));
                }
                Ok(Some(line))
            }
            Ok(Heard::Violation(what)) => Err(FaultKind::Violation.because(what)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// The next line that is there already.
    ///
    /// # Errors
    /// As [`next_line`](Process::next_line).
    pub(super) fn waiting_line(&mut self) -> Result<Option<Line>, Fault> {
        self.next_line(Instant::now())
    }

    /// What has been said so far; from now on, it is another game's.
    pub(super) fn take_transcript(&mut self) -> Transcript {
        mem::replace(&mut self.transcript, Transcript::new())
    }

    /// Until when an engine may take to answer what is asked of it now, chess aside.
    pub(super) fn patience_ends(&self) -> Instant {
        Instant::now() + self.patience
    }

    /// The engine has closed its stdout, or does not listen any more. Why?
    fn ended(&mut self) -> Fault {
        let until = Instant::now() + AFTERMATH;
        let status = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => break status.to_string(),
                Ok(None) => break "closes its stdout and runs on".to_string(),
                Err(error) => break error.to_string(),
            }
        };
        // Nothing is ever received, but the end is waited for.
        let _ = self.silence.recv_timeout(until.saturating_duration_since(Instant::now()));
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words = if words.is_empty() { String::new() } else { format!("; its last words: {words}") };
        FaultKind::Crash.because(format!("has ended: {status}{words}"))
    }

    /// Asks the engine to end, and waits for it no longer than for anything else. What does not end then is killed.
    pub(super) fn close(mut self) {
        if self.send("quit").is_err() {
            return;
        }
        self.stdin = None;
        let deadline = self.patience_ends();
        // Its stdout is closed when it has ended.
        while let Ok(Some(_)) = self.next_line(deadline) {}
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let group = Pid::from_child(&self.child);
        if let Err(error) = kill_process_group(group, Signal::KILL) {
            log::debug!("process group {group:?}: {error}");
        }
        if let Err(error) = self.child.wait() {
            log::warn!("process {group:?}: {error}");
        }
    }
}

/// Takes down lines as they arrive, with the time, until the end or until the engine says what no engine may say.
fn listen(mut stdout: ChildStdout, heard: &Sender<Heard>, unread: &AtomicUsize) {
    let mut buffer = [0; 8192];
    let mut line = Vec::new();
    loop {
        let bytes = match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(bytes) => &buffer[..bytes],
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let at = Instant::now();
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(piece);
            if line.len() > LONGEST_LINE {
                let _ = heard.send(Heard::Violation(format!("a line of more than {LONGEST_LINE} bytes")));
                return;
            }
            if line.last() == Some(&b'\n') {
                let said = understand(&line, at);
                line.clear();
                let weight = if let Heard::Line(line) = &said { line.weight() } else { 0 };
                let flood = unread.fetch_add(weight, Ordering::Relaxed) > FLOOD;
                let said = if flood { Heard::Violation("floods its stdout".to_string()) } else { said };
                let over = matches!(said, Heard::Violation(_));
                if heard.send(said).is_err() || over {
                    return;
                }
            }
        }
    }
}

/// The text of a line. Names of people are forgiven for being written in other encodings.
fn understand(bytes: &[u8], at: Instant) -> Heard {
    let text = String::from_utf8_lossy(bytes);
    let line = text.trim_end();
    let introduces = line.starts_with("id ") || line.starts_with("feature ");
    let garbage = |c: char| c.is_control() && c != '\t' || c == char::REPLACEMENT_CHARACTER && !introduces;
    if line.contains(garbage) {
        return Heard::Violation(format!("garbage: {}", quote(line)));
    }
    Heard::Line(Line { text: line.to_string(), at })
}

/// What an engine said, fit for a message: one printable line, not endless.
pub(super) fn quote(text: &str) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut quoted: String = text.chars().take(100).map(printable).collect();
    if text.chars().nth(100).is_some() {
        quoted += "...";
    }
    quoted
}

/// Passes on what an engine says on stderr, and remembers the end of it.
fn log_stderr(mut stderr: ChildStderr, name: &str, last_words: &Mutex<String>, _talking: &Sender<()>) {
    let mut buffer = [0; 4096];
    while let Ok(bytes) = stderr.read(&mut buffer) {
        if bytes == 0 {
            return;
        }
        let text = String::from_utf8_lossy(&buffer[..bytes]);
        log::debug!("{name}: {}", text.trim_end());
        let mut words = last_words.lock().unwrap_or_else(PoisonError::into_inner);
        words.push_str(text.trim_end());
        let surplus = words.chars().count().saturating_sub(LAST_WORDS);
        *words = words.chars().skip(surplus).map(|c| if c.is_control() { ' ' } else { c }).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(bytes: &[u8]) -> Result<String, String> {
        match understand(bytes, Instant::now()) {
            Heard::Line(line) => Ok(line.text),
            Heard::Violation(what) => Err(what),
        }
    }

    #[test]
    fn lines_are_text() {
        assert_eq!(heard(b"move e2e4\r\n").unwrap(), "move e2e4");
        assert_eq!(heard("1 20 0 20\te2e4 \u{2655}\n".as_bytes()).unwrap(), "1 20 0 20\te2e4 \u{2655}");
        assert_eq!(heard(b"id author J\xf6rg\n").unwrap(), "id author J\u{fffd}rg");
        assert_eq!(heard(b"move e2\xff4\n").unwrap_err(), "garbage: move e2\u{fffd}4");
        assert_eq!(heard(b"\x00\x01\n").unwrap_err(), "garbage: \u{fffd}\u{fffd}");
    }

    #[test]
    fn a_program_that_is_not_there_cannot_start() {
        let fault = Process::start(&ProcessSpec::new(["/no/such/engine"])).err().unwrap();
        assert_eq!(fault.kind, FaultKind::Crash);
        assert!(fault.detail.starts_with("cannot start /no/such/engine: No such file"), "{fault}");
    }

    #[test]
    fn what_an_engine_started_ends_with_it() {
        let script = "sleep 1000 & echo $!; read quit; exit 0";
        let mut process = Process::start(&ProcessSpec::new(["sh", "-c", script])).unwrap();
        let line = process.next_line(process.patience_ends()).unwrap().unwrap();
        let child = format!("/proc/{}/stat", line.text);
        assert!(std::fs::exists(&child).unwrap());
        process.patience = Duration::from_millis(50);
        process.close();
        let gone = (0..200).any(|_| {
            thread::sleep(Duration::from_millis(5));
            // Whoever adopts it may take his time to bury it.
            std::fs::read_to_string(&child).map_or(true, |stat| stat.contains(") Z "))
        });
        assert!(gone);
    }

    #[test]
    fn whoever_does_not_read_is_not_waited_for_for_ever() {
        let mut process = Process::start(&ProcessSpec::new(["sleep", "1000"])).unwrap();
        process.patience = Duration::from_millis(30);
        let fault = (0..100).find_map(|_| process.send(&"x".repeat(4000)).err()).unwrap();
        assert_eq!(fault, FaultKind::Stall.because("does not read its stdin"));
    }
}

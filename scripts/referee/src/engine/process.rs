//! Engine process: lines to its stdin, lines from its stdout with their times, its end.

use std::io::{self, ErrorKind, Read, Write};
use std::mem;
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use engine::text::quote;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

use super::groups;
use super::transcript::{Direction, Transcript};
use crate::fault::{Fault, FaultKind};
use crate::run_delay;
use crate::spec::ProcessSpec;

/// Longest line that an engine may write, in bytes.
const MAX_LINE: usize = 32 << 10;
/// Most bytes that an engine may write unasked, or in reply to one command.
const FLOOD: usize = 4 << 20;
/// Bytes that a writable pipe accepts at once: `PIPE_BUF` on Linux.
const PIPE_CHUNK: usize = 4096;
/// Characters kept of the end of stderr, for the message about a crash.
const STDERR_TAIL: usize = 300;
/// Time that an engine may take to exit after it has closed its stdout.
const EXIT_GRACE: Duration = Duration::from_millis(300);

/// A line from an engine.
#[derive(Debug)]
pub(super) struct Line {
    /// Text without the line end.
    pub(super) text: String,
    /// Time at which it was read.
    pub(super) at: Instant,
    /// Run delay of the reading thread in this read: by so much the line may have been there before.
    pub(super) late: Duration,
}

impl Line {
    /// Time since `asked` that the engine has certainly used: the lateness of the reader is not the engine's.
    pub(super) fn time_since(&self, asked: Instant) -> Duration {
        self.at.saturating_duration_since(asked).saturating_sub(self.late)
    }

    /// Bytes counted towards a flood: empty lines count as well.
    fn weight(&self) -> usize {
        self.text.len() + size_of::<Line>()
    }
}

/// Run delay so far of the thread that calls it.
type RunDelayCounter = Box<dyn FnMut() -> Duration + Send>;

/// Message from the thread that reads stdout.
enum Received {
    Line(Line),
    /// Violation of the protocol: the thread stops reading.
    Violation(String),
}

/// Process of an engine, leader of a process group of its own. Dropping it kills the whole group, and so does a signal
/// that ends this program.
pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    received: Receiver<Received>,
    /// Bytes received but not yet taken by [`next_line`](Process::next_line).
    unread: Arc<AtomicUsize>,
    /// Bytes taken since the last command.
    read: usize,
    stderr_tail: Arc<Mutex<String>>,
    /// Disconnected when stderr has ended.
    stderr_closed: Receiver<()>,
    patience: Duration,
    /// Longest time by which this process was late: in reading a line, or when a deadline had come.
    lateness: Duration,
    pub(super) transcript: Transcript,
}

impl Process {
    /// Starts the process.
    ///
    /// # Errors
    /// If the operating system refuses.
    pub(super) fn start(spec: &ProcessSpec) -> Result<Process, Fault> {
        Process::start_with(spec, Box::new(run_delay::of_this_thread))
    }

    /// Starts the process, whose stdout is read by a thread with that run delay.
    pub(super) fn start_with(spec: &ProcessSpec, run_delay: RunDelayCounter) -> Result<Process, Fault> {
        let (program, arguments) =
            spec.command.split_first().ok_or_else(|| FaultKind::Crash.because("no program is named"))?;
        let mut command = Command::new(program);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = &spec.directory {
            command.current_dir(directory);
        }
        let failed = |error: io::Error| FaultKind::Crash.because(format!("cannot start {program}: {error}"));
        let mut child = groups::start(&mut command).map_err(failed)?;
        let (sender, received) = mpsc::channel();
        let unread = Arc::new(AtomicUsize::new(0));
        let stderr_tail = Arc::new(Mutex::new(String::new()));
        let (talking, stderr_closed) = mpsc::channel();
        if let Some(stdout) = child.stdout.take() {
            let unread = unread.clone();
            thread::spawn(move || read_stdout(stdout, &sender, &unread, run_delay));
        }
        if let Some(stderr) = child.stderr.take() {
            let (name, stderr_tail) = (program.clone(), stderr_tail.clone());
            thread::spawn(move || log_stderr(stderr, &name, &stderr_tail, &talking));
        }
        let stdin = child.stdin.take();
        Ok(Process {
            child,
            stdin,
            received,
            unread,
            read: 0,
            stderr_tail,
            stderr_closed,
            patience: spec.patience,
            lateness: Duration::ZERO,
            transcript: Transcript::new(),
        })
    }

    /// Sends a line. Returns a time before the engine can have read it, so that no reply is older than its request.
    ///
    /// # Errors
    /// If the engine has ended, or does not read what it is sent.
    pub(super) fn send(&mut self, line: &str) -> Result<Instant, Fault> {
        // Options and names may contain line ends.
        let line = line.replace(['\n', '\r'], " ");
        self.read = 0;
        let now = Instant::now();
        let written = self.write(format!("{line}\n").as_bytes());
        self.transcript.add(now, Direction::ToEngine, line);
        match written {
            Ok(true) => Ok(now),
            Ok(false) => Err(FaultKind::Stall.because("does not read its stdin")),
            Err(_) => Err(self.ended("stdin")),
        }
    }

    /// Writes bytes; waits at most [`patience`](ProcessSpec::patience). Returns false on a timeout.
    fn write(&mut self, bytes: &[u8]) -> io::Result<bool> {
        let Some(stdin) = &mut self.stdin else { return Err(ErrorKind::BrokenPipe.into()) };
        let timeout = Timespec::try_from(self.patience).map_err(io::Error::other)?;
        for piece in bytes.chunks(PIPE_CHUNK) {
            let ready = retry_on_intr(|| poll(&mut [PollFd::new(&*stdin, PollFlags::OUT)], Some(&timeout)))?;
            if ready == 0 {
                return Ok(false);
            }
            stdin.write_all(piece)?;
        }
        Ok(true)
    }

    /// Next line; `None` if there is none by the deadline.
    ///
    /// # Errors
    /// If the engine has ended or violates the protocol.
    pub(super) fn next_line(&mut self, deadline: Instant) -> Result<Option<Line>, Fault> {
        let left = deadline.saturating_duration_since(Instant::now());
        match self.received.recv_timeout(left) {
            Ok(Received::Line(line)) => {
                self.unread.fetch_sub(line.weight(), Ordering::Relaxed);
                self.read += line.weight();
                self.lateness = self.lateness.max(line.late);
                self.transcript.add(line.at, Direction::FromEngine, line.text.clone());
                if self.read > FLOOD {
                    return Err(FaultKind::Violation.because("floods its stdout"));
                }
                Ok(Some(line))
            }
            Ok(Received::Violation(what)) => Err(FaultKind::Violation.because(what)),
            Err(RecvTimeoutError::Timeout) => {
                if !left.is_zero() {
                    self.lateness = self.lateness.max(deadline.elapsed());
                }
                Ok(None)
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.ended("stdout")),
        }
    }

    /// Next line that has already arrived.
    ///
    /// # Errors
    /// As [`next_line`](Process::next_line).
    pub(super) fn waiting_line(&mut self) -> Result<Option<Line>, Fault> {
        self.next_line(Instant::now())
    }

    /// Takes the transcript so far and starts a new one.
    pub(super) fn take_transcript(&mut self) -> Transcript {
        mem::replace(&mut self.transcript, Transcript::new())
    }

    /// Longest time by which this process was late since the last call.
    pub(super) fn take_lateness(&mut self) -> Duration {
        mem::take(&mut self.lateness)
    }

    /// Time that the engine may take for anything but a search.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// Deadline for a reply to a command sent now, other than a search.
    pub(super) fn reply_deadline(&self) -> Instant {
        Instant::now() + self.patience
    }

    /// Fault of an engine that has closed a stream, its stdin or its stdout, as it does when it ends: exit status and
    /// end of stderr.
    fn ended(&mut self, stream: &str) -> Fault {
        let until = Instant::now() + EXIT_GRACE;
        let ending = loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => break format!("has ended: {status}"),
                Ok(None) => break format!("closes its {stream} and runs on"),
                Err(error) => break format!("closes its {stream}: {error}"),
            }
        };
        // Nothing is ever sent: this waits for the end of stderr.
        let _ = self.stderr_closed.recv_timeout(until.saturating_duration_since(Instant::now()));
        let words = self.stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        let words = if words.is_empty() { String::new() } else { format!("; its last words: {words}") };
        groups::halt_if_ending();
        FaultKind::Crash.because(ending + &words)
    }

    /// Ends the engine politely: sends `quit` and waits for its exit, at most [`patience`](ProcessSpec::patience). Then
    /// it is killed.
    pub(super) fn quit(mut self) {
        if self.send("quit").is_err() {
            return;
        }
        self.stdin = None;
        let deadline = self.reply_deadline();
        // Its stdout closes when it exits.
        while let Ok(Some(_)) = self.next_line(deadline) {}
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        groups::end(&mut self.child);
    }
}

/// Reads stdout line by line, with times, until its end or a violation.
fn read_stdout(
    mut stdout: ChildStdout,
    received: &Sender<Received>,
    unread: &AtomicUsize,
    mut run_delay: RunDelayCounter,
) {
    let mut buffer = [0; 8192];
    let mut line = Vec::new();
    loop {
        let before = run_delay();
        let bytes = match stdout.read(&mut buffer) {
            Ok(0) => return,
            Ok(bytes) => &buffer[..bytes],
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(_) => return,
        };
        let (at, late) = (Instant::now(), run_delay().saturating_sub(before));
        for piece in bytes.split_inclusive(|&byte| byte == b'\n') {
            line.extend_from_slice(piece);
            if line.len() > MAX_LINE {
                let _ = received.send(Received::Violation(format!("a line of more than {MAX_LINE} bytes")));
                return;
            }
            if line.last() == Some(&b'\n') {
                let said = decode_line(&line, at, late);
                line.clear();
                let weight = if let Received::Line(line) = &said { line.weight() } else { 0 };
                let flood = unread.fetch_add(weight, Ordering::Relaxed) > FLOOD;
                let said = if flood { Received::Violation("floods its stdout".to_string()) } else { said };
                let over = matches!(said, Received::Violation(_));
                if received.send(said).is_err() || over {
                    return;
                }
            }
        }
    }
}

/// Beginnings of lines with text for people, which may be in other encodings than UTF-8: names and remarks.
const FREE_TEXT: [&str; 4] = ["id ", "feature ", "info string ", "#"];

/// Decodes a line.
fn decode_line(bytes: &[u8], at: Instant, late: Duration) -> Received {
    let text = String::from_utf8_lossy(bytes);
    let line = text.trim_end();
    let is_free = FREE_TEXT.iter().any(|beginning| line.starts_with(beginning));
    let garbage = |c: char| (c.is_control() && c != '\t') || (c == char::REPLACEMENT_CHARACTER && !is_free);
    if line.contains(garbage) {
        return Received::Violation(format!("garbage: {}", quote(line)));
    }
    Received::Line(Line { text: line.to_string(), at, late })
}

/// Logs stderr and keeps the end of it.
fn log_stderr(mut stderr: ChildStderr, name: &str, stderr_tail: &Mutex<String>, _talking: &Sender<()>) {
    let mut buffer = [0; 4096];
    while let Ok(bytes) = stderr.read(&mut buffer) {
        if bytes == 0 {
            return;
        }
        let text = String::from_utf8_lossy(&buffer[..bytes]);
        log::debug!("{name}: {}", text.trim_end());
        let mut words = stderr_tail.lock().unwrap_or_else(PoisonError::into_inner);
        words.push_str(text.trim_end());
        let surplus = words.chars().count().saturating_sub(STDERR_TAIL);
        *words = words.chars().skip(surplus).map(|c| if c.is_control() { ' ' } else { c }).collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn received(bytes: &[u8]) -> Result<String, String> {
        match decode_line(bytes, Instant::now(), Duration::ZERO) {
            Received::Line(line) => Ok(line.text),
            Received::Violation(what) => Err(what),
        }
    }

    #[test]
    fn lines_are_decoded() {
        assert_eq!(received(b"move e2e4\r\n").unwrap(), "move e2e4");
        assert_eq!(received("1 20 0 20\te2e4 \u{2655}\n".as_bytes()).unwrap(), "1 20 0 20\te2e4 \u{2655}");
        for free in ["id author J", "info string J", "# J"] {
            let bytes = [free.as_bytes(), b"\xf6rg\n"].concat();
            assert_eq!(received(&bytes).unwrap(), format!("{free}\u{fffd}rg"));
        }
        assert_eq!(received(b"info depth 1 pv \xf6\n").unwrap_err(), "garbage: info depth 1 pv \u{fffd}");
        assert_eq!(received(b"info string \x1b\n").unwrap_err(), "garbage: info string \u{fffd}");
        assert_eq!(received(b"move e2\xff4\n").unwrap_err(), "garbage: move e2\u{fffd}4");
        assert_eq!(received(b"\x00\x01\n").unwrap_err(), "garbage: \u{fffd}\u{fffd}");
    }

    #[test]
    fn lateness_of_the_reader_is_not_time_of_the_engine() {
        let mut delays = [0, 30, 30, 30, 30].map(Duration::from_millis).into_iter();
        let run_delay = move || delays.next().unwrap_or(Duration::from_millis(30));
        let spec = ProcessSpec::new(["sh", "-c", "read a; echo one; read b; echo two; read c"]);
        let mut process = Process::start_with(&spec, Box::new(run_delay)).unwrap();
        let say = |process: &mut Process| {
            let asked = process.send("go").unwrap();
            (asked, process.next_line(process.reply_deadline()).unwrap().unwrap())
        };
        let (asked, line) = say(&mut process);
        assert_eq!((line.text.as_str(), line.late), ("one", Duration::from_millis(30)));
        assert_eq!(line.time_since(asked), (line.at - asked).saturating_sub(line.late));
        assert!(process.take_lateness() >= Duration::from_millis(30));
        let (_, line) = say(&mut process);
        assert_eq!((line.text.as_str(), line.late, process.take_lateness()), ("two", Duration::ZERO, Duration::ZERO));
    }

    #[test]
    fn a_late_return_from_a_wait_is_lateness() {
        let mut process = Process::start(&ProcessSpec::new(["sleep", "1000"])).unwrap();
        assert!(process.waiting_line().unwrap().is_none());
        assert_eq!(process.take_lateness(), Duration::ZERO, "nothing was waited for");
        assert!(process.next_line(Instant::now() + Duration::from_millis(20)).unwrap().is_none());
        assert!(process.take_lateness() > Duration::ZERO, "no wait ends at the very nanosecond");
    }

    #[test]
    fn a_program_that_is_not_there_cannot_start() {
        let fault = Process::start(&ProcessSpec::new(["/no/such/engine"])).err().unwrap();
        assert_eq!(fault.kind, FaultKind::Crash);
        assert!(fault.detail.starts_with("cannot start /no/such/engine: No such file"), "{fault}");
    }

    #[test]
    fn child_processes_of_an_engine_are_killed_with_it() {
        let script = "sleep 1000 & echo $!; read quit; exit 0";
        let mut process = Process::start(&ProcessSpec::new(["sh", "-c", script])).unwrap();
        let line = process.next_line(process.reply_deadline()).unwrap().unwrap();
        let child = format!("/proc/{}/stat", line.text);
        assert!(std::fs::exists(&child).unwrap());
        process.patience = Duration::from_millis(50);
        process.quit();
        let gone = (0..200).any(|_| {
            thread::sleep(Duration::from_millis(5));
            // Its new parent may take a while to reap it.
            std::fs::read_to_string(&child).map_or(true, |stat| stat.contains(") Z "))
        });
        assert!(gone);
    }

    #[test]
    fn a_process_that_closes_its_stdin_is_told_from_one_that_ends() {
        let fault = |script: &str| {
            let mut process = Process::start(&ProcessSpec::new(["sh", "-c", script])).unwrap();
            (0..1000).find_map(|_| {
                thread::sleep(Duration::from_millis(5));
                process.send("isready").err()
            })
        };
        let detail = |script| fault(script).map(|fault| (fault.kind, fault.detail));
        let crash = |detail: &str| Some((FaultKind::Crash, detail.to_string()));
        assert_eq!(detail("exec <&-; sleep 1000"), crash("closes its stdin and runs on"));
        assert_eq!(detail("exit 4"), crash("has ended: exit status: 4"));
    }

    #[test]
    fn a_process_that_does_not_read_is_a_stall() {
        let mut process = Process::start(&ProcessSpec::new(["sleep", "1000"])).unwrap();
        process.patience = Duration::from_millis(30);
        let fault = (0..100).find_map(|_| process.send(&"x".repeat(4000)).err()).unwrap();
        assert_eq!(fault, FaultKind::Stall.because("does not read its stdin"));
    }
}

//! Process of a rough GUI's engine: its pipes, its memory, and the ways to end it.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group, test_kill_process_group};

/// Time limit for an answer and for the end of the program. Long, for the machine may be busy; only a failing session
/// waits for it in vain.
pub const LIMIT: Duration = Duration::from_secs(240);

/// Bytes of standard error that are kept.
const MAX_STDERR: u64 = 1 << 20;

/// Behaviour of the reader of the engine's output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reading {
    /// Reads on.
    Open,
    /// Does not read, until it is told to.
    Paused,
    /// Has closed its end, or will after the next line.
    Closed,
}

/// Standard output as a GUI reads it, which may pause and end.
#[derive(Clone)]
struct Reader(Arc<(Mutex<Reading>, Condvar)>);

impl Reader {
    fn set(&self, reading: Reading) {
        *self.0.0.lock().expect("no thread panics with the lock held") = reading;
        self.0.1.notify_all();
    }

    /// Reads lines until the end of the output, or until it is to be closed.
    fn read(&self, stdout: ChildStdout, lines: &Sender<String>) {
        let mut stdout = BufReader::new(stdout);
        let mut line = Vec::new();
        loop {
            let reading = self.0.0.lock().expect("no thread panics with the lock held");
            let reading = self.0.1.wait_while(reading, |reading| *reading == Reading::Paused);
            let reading = *reading.expect("no thread panics with the lock held");
            line.clear();
            if reading == Reading::Closed || stdout.read_until(b'\n', &mut line).unwrap_or(0) == 0 {
                return;
            }
            // Nobody may wait for lines any more, but the pipe is to be emptied all the same.
            let _ = lines.send(String::from_utf8_lossy(&line).trim_end().to_string());
        }
    }
}

/// Running engine. It is killed, with the processes that it started, when the value is dropped.
pub struct Process {
    child: Child,
    /// None once standard input is closed.
    input: Option<Sender<Vec<u8>>>,
    lines: Receiver<String>,
    reader: Reader,
    reading: JoinHandle<()>,
    /// None once it has been waited for.
    complaints: Option<JoinHandle<String>>,
}

/// End of a process.
pub struct End {
    /// Exit status.
    pub status: ExitStatus,
    /// Standard error of the process.
    pub stderr: String,
}

impl Process {
    /// Starts a program in a process group of its own.
    ///
    /// # Panics
    /// If it does not start.
    pub fn start(command: &mut Command) -> Process {
        // Nothing of the environment adds to standard error.
        command.env_remove("RUST_LOG").env_remove("RUST_BACKTRACE").process_group(0);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (mut stdin, stdout) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let stderr = child.stderr.take().expect("a pipe");
        // A write waits while the engine reads nothing: it has a thread of its own.
        let (input, to_write) = channel::<Vec<u8>>();
        thread::spawn(move || {
            for bytes in to_write {
                if stdin.write_all(&bytes).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, lines) = channel();
        let reader = Reader(Arc::new((Mutex::new(Reading::Open), Condvar::new())));
        let its_reader = reader.clone();
        let reading = thread::spawn(move || its_reader.read(stdout, &sender));
        let complaints = thread::spawn(move || {
            let mut text = Vec::new();
            let _ = stderr.take(MAX_STDERR).read_to_end(&mut text);
            String::from_utf8_lossy(&text).into_owned()
        });
        Process { child, input: Some(input), lines, reader, reading, complaints: Some(complaints) }
    }

    /// Sends bytes, as soon as the engine takes them. Ignored once standard input is closed.
    pub fn send(&self, bytes: &[u8]) {
        if let Some(input) = &self.input {
            let _ = input.send(bytes.to_vec());
        }
    }

    /// Closes standard input, after what was sent.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Stops reading standard output, or goes on.
    pub fn pause_reading(&self, paused: bool) {
        self.reader.set(if paused { Reading::Paused } else { Reading::Open });
    }

    /// Closes standard output, and sends a line that is answered until the program has ended.
    pub fn close_output(&mut self, line: &[u8]) {
        // Closed it is after the next line.
        self.reader.set(Reading::Closed);
        let end = Instant::now() + LIMIT;
        while !self.has_ended() && Instant::now() < end {
            self.send(line);
            thread::sleep(Duration::from_millis(10));
        }
    }

    fn has_ended(&mut self) -> bool {
        self.child.try_wait().expect("a child can be waited for").is_some()
    }

    /// Waits for a line that `is_wanted`; returns whether it came in time.
    pub fn wait_for(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        let end = Instant::now() + LIMIT;
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) if is_wanted(&line) => return true,
                Ok(_) => {}
                Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    /// Sends a signal. A process that has ended gets none.
    pub fn signal(&self, signal: Signal) {
        let _ = kill_process(self.pid(), signal);
    }

    /// Peak resident memory in megabytes (`VmHWM` of Linux); none where it cannot be had.
    pub fn peak_megabytes(&self) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
    }

    /// Waits for the end of the program, and of everything that holds its pipes.
    ///
    /// # Errors
    /// Says what has not ended.
    pub fn wait(mut self) -> Result<End, String> {
        let end = Instant::now() + LIMIT;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                break status;
            }
            if Instant::now() >= end {
                return Err("the program does not end".to_string());
            }
            thread::sleep(Duration::from_millis(2));
        };
        // The pipes of a program that has ended are at their end, unless it has left something running.
        self.pause_reading(false);
        while !(self.reading.is_finished() && self.complaints.as_ref().is_none_or(JoinHandle::is_finished)) {
            if Instant::now() >= end {
                return Err("another process holds the program's output".to_string());
            }
            thread::sleep(Duration::from_millis(1));
        }
        if test_kill_process_group(self.pid()).is_ok() {
            return Err("a process of the program's group is left".to_string());
        }
        let stderr = self.complaints.take().and_then(|thread| thread.join().ok()).unwrap_or_default();
        Ok(End { status, stderr })
    }

    fn pid(&self) -> Pid {
        Pid::from_child(&self.child)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already, with all that it started, which is as good.
        let _ = kill_process_group(self.pid(), Signal::KILL);
        let _ = self.child.wait();
        self.pause_reading(false);
    }
}

/// True if a status is the one of a signal's default action.
pub fn is_ended_by(status: ExitStatus, signal: Signal) -> bool {
    status.signal() == Some(signal.as_raw())
}

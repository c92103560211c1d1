//! Talking to the engine's program as a GUI does.

use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

use crate::programs::motley;

/// Time limit for an answer. Long, for the machine may be busy; only a failing test waits for it in vain.
const LIMIT: Duration = Duration::from_secs(60);

/// Bytes that a writable pipe accepts at once: `PIPE_BUF` on Linux.
const PIPE_CHUNK: usize = 4096;

/// Time in which a change of the engine's name that is due is sent on the slowest machine.
const NAME_SETTLES: Duration = Duration::from_secs(2);

/// A running engine. It is killed when the value is dropped.
pub struct Dialogue {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Dialogue so far, shown if a test fails.
    said: Vec<String>,
    pings: u32,
    /// Engine's name, as it was sent last after the features.
    name: String,
}

impl Dialogue {
    /// Starts the engine with arguments.
    ///
    /// # Panics
    /// If it does not start.
    pub fn with_arguments(arguments: &[&str]) -> Dialogue {
        let mut command = Command::new(motley());
        command.args(arguments);
        Dialogue::with_command(command)
    }

    /// Starts the engine by a command of one's own.
    ///
    /// # Panics
    /// If it does not start.
    pub fn with_command(mut command: Command) -> Dialogue {
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("motley starts");
        let stdout = child.stdout.take().expect("its stdout is a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(stdout).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Dialogue { stdin: child.stdin.take(), child, lines, said: Vec::new(), pings: 0, name: String::new() }
    }

    /// Starts the engine and says nothing yet.
    pub fn start() -> Dialogue {
        Dialogue::with_arguments(&[])
    }

    /// Starts the engine in CECP, past the features.
    pub fn cecp() -> Dialogue {
        let mut dialogue = Dialogue::start();
        dialogue.send("xboard\nprotover 2");
        dialogue.until("feature done=1");
        dialogue.send("accepted motley\nnew");
        dialogue
    }

    /// Starts the engine in CECP as XBoard does, which must be told how to draw the game.
    pub fn drawn(variant: &str) -> Dialogue {
        let mut dialogue = Dialogue::start();
        dialogue.send("xboard\nprotover 2");
        dialogue.until("feature done=1");
        dialogue.send(&format!("accepted usermove\nrejected motley\nnew\nvariant {variant}"));
        dialogue.until("setup ");
        dialogue.so_far();
        dialogue
    }

    /// Starts the engine in UCI with a game.
    pub fn uci(variant: &str) -> Dialogue {
        let mut dialogue = Dialogue::start();
        dialogue.send("uci");
        dialogue.until("uciok");
        dialogue.send(&format!("setoption name UCI_Variant value {variant}"));
        dialogue
    }

    /// Sends a line.
    ///
    /// # Panics
    /// If the engine does not listen any more, or takes nothing for too long.
    pub fn send(&mut self, line: &str) {
        self.send_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes, whatever they are.
    ///
    /// # Panics
    /// If the engine does not listen any more, or takes nothing for too long.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        self.said.push(format!("> {}", String::from_utf8_lossy(&bytes[..bytes.len().min(300)]).trim_end()));
        let stdin = self.stdin.as_mut().expect("stdin is open");
        if let Err(error) = write(stdin, bytes) {
            panic!("the engine does not listen: {error}\n{}", self.said.join("\n"));
        }
    }

    /// The next line, but for changes of the engine's name.
    ///
    /// # Panics
    /// If there is none in time.
    pub fn read(&mut self) -> String {
        loop {
            if let Some(line) = self.read_line_or_name() {
                return line;
            }
        }
    }

    /// The next line; nothing if the engine has changed its name.
    fn read_line_or_name(&mut self) -> Option<String> {
        match self.lines.recv_timeout(LIMIT) {
            Ok(line) => {
                self.said.push(line.clone());
                match line.strip_prefix("feature myname=\"").and_then(|rest| rest.strip_suffix('"')) {
                    Some(name) if !name.contains('"') => self.name = name.to_string(),
                    _ => return Some(line),
                }
                None
            }
            Err(RecvTimeoutError::Timeout) => panic!("no answer\n{}", self.said.join("\n")),
            Err(RecvTimeoutError::Disconnected) => panic!("the engine has ended\n{}", self.said.join("\n")),
        }
    }

    /// The lines up to the first one that begins so, that one included.
    ///
    /// # Panics
    /// If there is no such line in time.
    pub fn through(&mut self, start: &str) -> Vec<String> {
        self.through_any(&[start])
    }

    /// The lines up to the first one that begins in one of these ways, that one included.
    ///
    /// # Panics
    /// If there is no such line in time.
    pub fn through_any(&mut self, starts: &[&str]) -> Vec<String> {
        let mut lines = Vec::new();
        let end = Instant::now() + LIMIT;
        loop {
            let line = self.read();
            let found = starts.iter().any(|start| line.starts_with(start));
            lines.push(line);
            if found {
                return lines;
            }
            assert!(Instant::now() < end, "no line begins with {starts:?}\n{}", self.said.join("\n"));
        }
    }

    /// The first line that begins so.
    pub fn until(&mut self, start: &str) -> String {
        self.through(start).pop().unwrap_or_default()
    }

    /// All lines before the answer to a question that the engine answers at once, even while it searches.
    pub fn before(&mut self, question: &str, answer: &str) -> Vec<String> {
        self.send(question);
        let mut lines = self.through(answer);
        lines.pop();
        lines
    }

    /// All lines up to now, by a `ping` (CECP).
    pub fn so_far(&mut self) -> Vec<String> {
        self.pings += 1;
        let number = self.pings;
        self.before(&format!("ping {number}"), &format!("pong {number}"))
    }

    /// The engine's name as XBoard shows it in the title of its window (CECP), once a change that is due has been sent;
    /// empty if it was never changed. Where a change must come, [`name_once`](Dialogue::name_once) and
    /// [`next_name`](Dialogue::next_name) wait less long.
    pub fn name(&mut self) -> String {
        thread::sleep(NAME_SETTLES);
        self.so_far();
        self.name.clone()
    }

    /// The first of the engine's next names that has a text in it. Lines that come before are skipped.
    ///
    /// # Panics
    /// If there is none in time.
    pub fn next_name(&mut self, part: &str) -> String {
        self.name.clear();
        self.name_once(|name| name.contains(part))
    }

    /// The engine's name once it is as wanted, which it may be already. Lines that come before are skipped.
    ///
    /// # Panics
    /// If it is not in time.
    pub fn name_once(&mut self, is_wanted: impl Fn(&str) -> bool) -> String {
        let end = Instant::now() + LIMIT;
        while !is_wanted(&self.name) {
            assert!(Instant::now() < end, "the name is '{}'\n{}", self.name, self.said.join("\n"));
            self.read_line_or_name();
        }
        self.name.clone()
    }

    /// All lines of the dialogue until now, those that were sent behind a `>`.
    pub fn said(&self) -> &[String] {
        &self.said
    }

    /// The position's text.
    pub fn position(&mut self) -> String {
        self.send("fen");
        self.until("fen ")["fen ".len()..].to_string()
    }

    /// Number of the engine's process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Closes the engine's stdin.
    pub fn close(&mut self) {
        self.stdin = None;
    }

    /// Waits for the end of the program.
    ///
    /// # Panics
    /// If it does not come in time.
    pub fn wait(&mut self) -> ExitStatus {
        let end = Instant::now() + LIMIT;
        loop {
            if let Some(status) = self.child.try_wait().expect("a child can be waited for") {
                return status;
            }
            assert!(Instant::now() < end, "the engine does not end\n{}", self.said.join("\n"));
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// The lines that are left once the program has ended.
    pub fn rest(&mut self) -> Vec<String> {
        self.lines.iter().collect()
    }

    /// Sends `quit` and checks that the program ends without complaint.
    ///
    /// # Panics
    /// If it does not.
    pub fn quit(mut self) {
        self.send("quit");
        let status = self.wait();
        assert!(status.success(), "{status}\n{}", self.said.join("\n"));
    }
}

/// Writes bytes to a pipe. Waits at most [`LIMIT`] until it takes each piece of them.
fn write(stdin: &mut ChildStdin, bytes: &[u8]) -> io::Result<()> {
    let limit = Timespec::try_from(LIMIT).map_err(io::Error::other)?;
    for piece in bytes.chunks(PIPE_CHUNK) {
        let ready = retry_on_intr(|| poll(&mut [PollFd::new(&*stdin, PollFlags::OUT)], Some(&limit)))?;
        if ready == 0 {
            return Err(ErrorKind::TimedOut.into());
        }
        stdin.write_all(piece)?;
    }
    stdin.flush()
}

impl Drop for Dialogue {
    fn drop(&mut self) {
        // It may have ended already, which is as good.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

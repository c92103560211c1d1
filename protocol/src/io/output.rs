//! Standard output, and the transcript of the dialogue.

use std::cell::RefCell;
use std::fmt::Display;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::rc::Rc;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use engine::text::quote;
use streams::Stdout;

use crate::parse::CommandError;

/// Transcript: the dialogue with timestamps, in a file. Clones write to the same file. Without a file nothing is
/// written until [`redirect`](Transcript::redirect) names one.
#[derive(Clone, Default)]
pub struct Transcript(Arc<Mutex<Option<LogFile>>>);

/// File of a transcript.
struct LogFile {
    file: File,
    began: Instant,
}

impl LogFile {
    /// Begins at the end of a file. Another program may append to the same file, as two engines of a match do.
    ///
    /// # Errors
    /// If the path names something other than a file, or the file cannot be created or written.
    fn begin(path: &Path) -> Result<LogFile, CommandError> {
        let named = |why: String| format!("the log {}: {why}", quote(&path.to_string_lossy()));
        // A pipe without a reader would hold the program up.
        if path.exists() && !path.is_file() {
            return Err(named("a folder or a device, not a file".to_string()));
        }
        LogFile::append(path).map_err(|error| named(error.to_string()))
    }

    fn append(path: &Path) -> io::Result<LogFile> {
        let mut file = File::options().create(true).append(true).open(path)?;
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs_f64();
        let process = std::process::id();
        let began =
            format!("# process {process}: seconds since the start at Unix time {since_1970:.3}; < received, > sent");
        add_line(&mut file, &began)?;
        Ok(LogFile { file, began: Instant::now() })
    }
}

impl Transcript {
    /// Starts a transcript at the end of a file.
    ///
    /// # Errors
    /// If the path names something other than a file, or the file cannot be created or written.
    pub fn create(path: &Path) -> Result<Transcript, CommandError> {
        Ok(Transcript(Arc::new(Mutex::new(Some(LogFile::begin(path)?)))))
    }

    /// Goes on in another file, or ends.
    ///
    /// # Errors
    /// As [`create`](Transcript::create); then the transcript goes on where it was.
    pub fn redirect(&self, path: Option<&Path>) -> Result<(), CommandError> {
        let log = path.map(LogFile::begin).transpose()?;
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = log;
        Ok(())
    }

    /// Adds a line; `mark` is `<` for what was received and `>` for what was sent.
    ///
    /// Errors are only logged: a full disk must not end a game.
    pub fn add(&self, mark: char, text: &str) {
        let mut log = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(LogFile { file, began }) = log.as_mut() else { return };
        let time = began.elapsed().as_secs_f64();
        if let Err(error) = add_line(file, &format!("{time:11.3} {mark} {text}")) {
            log::warn!("transcript: {error}");
        }
    }

    /// Adds a text that was sent, of one line or several.
    pub fn add_sent(&self, text: &str) {
        text.lines().for_each(|line| self.add('>', line));
    }
}

/// Writes a line in one piece, so that lines of other programs do not mix with it.
fn add_line(file: &mut File, line: &str) -> io::Result<()> {
    file.write_all(format!("{line}\n").as_bytes())
}

/// Standard output, line by line, and the transcript.
pub struct Output {
    stdout: Stdout,
    transcript: Option<Transcript>,
}

impl Output {
    /// Writes to `writer`, and to the transcript if there is one.
    pub fn new(writer: Box<dyn Write>, transcript: Option<Transcript>) -> Output {
        Output { stdout: Stdout::new(writer), transcript }
    }

    /// Standard output of the process, and the transcript if there is one.
    pub fn stdout(transcript: Option<Transcript>) -> Output {
        Output::new(Box::new(io::stdout()), transcript)
    }

    /// Output that nobody reads, and the transcript if there is one.
    pub fn sink(transcript: Option<Transcript>) -> Output {
        Output::new(Box::new(io::sink()), transcript)
    }

    /// Goes on with the transcript in a file, or ends it if there is none.
    ///
    /// # Errors
    /// Says why the file cannot be used, then the transcript goes on where it was; or that there is no transcript.
    pub fn set_log_file(&self, path: Option<&Path>) -> Result<(), CommandError> {
        let Some(transcript) = &self.transcript else {
            return Err("no log can begin here; start the program with --log FILE".to_string());
        };
        transcript.redirect(path)
    }

    /// Writes a line (or several in one piece, if there are line ends inside) and flushes it.
    ///
    /// After an error, or after the reader has closed its end, nothing is written; see
    /// [`is_closed`](Output::is_closed).
    pub fn line(&mut self, text: impl Display) {
        if self.is_closed() {
            return;
        }
        let text = text.to_string();
        if let Some(transcript) = &self.transcript {
            transcript.add_sent(&text);
        }
        self.stdout.line(text);
    }

    /// True if nothing more can be written: there was an error, or the reader has closed its end.
    pub fn is_closed(&self) -> bool {
        self.stdout.is_closed()
    }

    /// Result of all that was written.
    ///
    /// # Errors
    /// If something could not be written, other than because the reader had closed its end.
    pub fn finish(&mut self) -> Result<(), CommandError> {
        self.stdout.finish().map_err(|error| error.to_string())
    }
}

/// Writer into memory; clones share it. Exported for the tests.
#[derive(Clone, Default)]
pub struct MemoryWriter(Rc<RefCell<Vec<u8>>>);

impl MemoryWriter {
    /// Takes what has been written since the last time.
    pub fn take(&self) -> Vec<u8> {
        self.0.take()
    }
}

impl Write for MemoryWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{Sender, channel};

    use super::*;

    /// Sends on each piece that is written.
    struct Pieces(Sender<String>);

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.send(String::from_utf8_lossy(bytes).into_owned()).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_written_in_one_piece() {
        let (sender, pieces) = channel();
        Output::new(Box::new(io::LineWriter::new(Pieces(sender))), None).line("move e2e4\n1-0 {White mates}");
        assert_eq!(pieces.iter().collect::<Vec<String>>(), ["move e2e4\n1-0 {White mates}\n"]);
    }
}

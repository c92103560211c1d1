//! Standard output and standard error of the programs.
//!
//! All programs treat their output alike. If it cannot be written, on a full disk for example, the program says so on
//! stderr and ends with status 1. A reader that goes away (`| head -1`) is no error: what follows is not written, and
//! the exit status is what it would have been. Nothing panics, as `println!` and `eprintln!` do.

use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};
use std::process::ExitCode;

use clap::Parser;
use thiserror::Error;

/// Exit status of a program that could not do what it was asked to.
const FAILURE: u8 = 1;

/// Error of standard output, other than a reader that has gone away.
#[derive(Debug, Error)]
#[error("cannot write to standard output: {0}")]
pub struct WriteError(#[from] io::Error);

/// Standard output. The first error is kept for [`Stdout::finish`], and nothing is written after it.
///
/// ```
/// let mut out = streams::Stdout::default();
/// out.line("nodes 20");
/// assert!(out.finish().is_ok());
/// ```
pub struct Stdout {
    writer: Box<dyn Write>,
    error: Option<io::Error>,
}

impl Default for Stdout {
    /// Standard output of the process.
    fn default() -> Stdout {
        Stdout::new(Box::new(io::stdout()))
    }
}

impl Stdout {
    /// Writes to `writer` instead, as standard output would.
    pub fn new(writer: Box<dyn Write>) -> Stdout {
        Stdout { writer, error: None }
    }

    /// Writes a line (or several in one piece, if there are line ends inside) and flushes it.
    pub fn line(&mut self, text: impl Display) {
        self.text(format_args!("{text}\n"));
    }

    /// Writes text that has its own line ends in one piece, and flushes it.
    pub fn text(&mut self, text: impl Display) {
        // In one piece: standard output is buffered by lines, and would be flushed before the last line end.
        self.write(|writer| writer.write_all(text.to_string().as_bytes()));
    }

    /// Writes many lines, buffered.
    pub fn lines(&mut self, lines: impl IntoIterator<Item: Display>) {
        self.write(|writer| {
            let mut writer = BufWriter::new(writer);
            lines.into_iter().try_for_each(|line| writeln!(writer, "{line}"))?;
            writer.flush()
        });
    }

    fn write(&mut self, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) {
        if self.error.is_none() {
            self.error = write(&mut self.writer).and_then(|()| self.writer.flush()).err();
        }
    }

    /// True if nothing more can be written: there was an error, or the reader has gone away.
    pub fn is_closed(&self) -> bool {
        self.error.is_some()
    }

    /// Result of all that was written.
    ///
    /// # Errors
    /// If something could not be written, other than because the reader had gone away.
    pub fn finish(&mut self) -> Result<(), WriteError> {
        match self.error.take() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(WriteError(error)),
            _ => Ok(()),
        }
    }
}

/// Writes a line to standard error. Errors are ignored: there is nowhere left to report them.
pub fn report(text: impl Display) {
    // In one piece, so that lines of other programs and threads do not mix with it.
    let _ = io::stderr().write_all(format!("{text}\n").as_bytes());
}

/// Main function of a program: parses its arguments, executes it, and reports errors, those of its output too, as
/// `NAME: ERROR` on stderr. Returns the exit status.
pub fn run<P: Parser, E: Display>(execute: impl FnOnce(P, &mut Stdout) -> Result<ExitCode, E>) -> ExitCode {
    let fail = |error: &dyn Display| {
        report(format_args!("{}: {error:#}", P::command().get_name()));
        ExitCode::from(FAILURE)
    };
    let mut out = Stdout::default();
    let status = match P::try_parse() {
        Ok(arguments) => match execute(arguments, &mut out) {
            Ok(status) => status,
            Err(error) => return fail(&error),
        },
        // Help and version, in colours on a terminal.
        Err(text) if !text.use_stderr() => {
            out.error = text.print().err();
            ExitCode::SUCCESS
        }
        Err(usage) => usage.exit(),
    };
    match out.finish() {
        Ok(()) => status,
        Err(error) => fail(&error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A writer with room for some bytes.
    struct Disk {
        room: usize,
        error: ErrorKind,
    }

    impl Write for Disk {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if self.room == 0 {
                return Err(self.error.into());
            }
            let written = bytes.len().min(self.room);
            self.room -= written;
            Ok(written)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_full_disk_is_an_error_and_a_closed_pipe_is_none() {
        for (error, is_error) in [(ErrorKind::StorageFull, true), (ErrorKind::BrokenPipe, false)] {
            let writes: [fn(&mut Stdout); 3] =
                [|out| out.line("nodes 20"), |out| out.text("nodes 20\n"), |out| out.lines(["nodes", "20"])];
            for write in writes {
                let mut out = Stdout::new(Box::new(Disk { room: 12, error }));
                write(&mut out);
                assert!(!out.is_closed());
                write(&mut out);
                assert!(out.is_closed());
                assert_eq!(out.finish().is_err(), is_error);
            }
        }
    }

    #[test]
    fn nothing_is_written_after_an_error() {
        let mut out = Stdout::new(Box::new(Disk { room: 0, error: ErrorKind::StorageFull }));
        out.line("first");
        out.writer = Box::new(io::sink());
        out.line("second");
        let message = out.finish().expect_err("the first line was lost").to_string();
        assert_eq!(message, "cannot write to standard output: no storage space");
    }
}

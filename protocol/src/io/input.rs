//! Standard input: a reader thread that sends lines as events.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::Sender;
use std::thread;
use std::time::Instant;

use engine::text::without_bom;

use crate::io::backlog::{Backlog, Permit};
use crate::io::output::Transcript;
use crate::session::event::Event;

/// Longest command, in bytes. The move list of a game of ten thousand plies is far shorter.
pub const MAX_LINE: usize = 1 << 20;

/// Length of the beginning that is kept of a line that is too long, in bytes.
const SHOWN: usize = 60;

/// Line of standard input.
#[derive(Debug)]
pub struct Line {
    /// Text without the line's end.
    pub text: String,
    /// The text is only the beginning of a line that is longer than [`MAX_LINE`].
    pub is_cut: bool,
    /// Moment at which the line was read. The time of a search that it asks for runs from then on.
    pub read_at: Instant,
    /// Place among the unanswered lines, until the line is dropped.
    _permit: Permit,
}

/// Starts a thread that reads lines until the end of `source` and sends them as events. A byte order mark in front of
/// the first one is skipped.
///
/// The channel of the events is unbounded, because a search must never wait for the main loop. The reader may: while
/// the [`Backlog`] of lines that have not been dropped is full it reads no further, so that an endless input cannot
/// fill the memory.
///
/// # Errors
/// If the system refuses the thread.
pub fn spawn(
    source: impl Read + Send + 'static,
    events: Sender<Event>,
    transcript: Option<Transcript>,
) -> io::Result<()> {
    thread::Builder::new().name("input".to_string()).spawn(move || {
        let mut source = BufReader::new(source);
        let backlog = Backlog::default();
        let mut is_first = true;
        loop {
            let text = match read_line(&mut source) {
                Ok(Some(text)) => text,
                Ok(None) => break,
                Err(error) => {
                    log::warn!("standard input: {error}");
                    break;
                }
            };
            let read_at = Instant::now();
            let (text, is_cut) = match text {
                Text::Whole(text) => (text, false),
                Text::Beginning(text) => (text, true),
            };
            let text = if is_first { without_bom(&text).to_string() } else { text };
            is_first = false;
            if let Some(transcript) = &transcript {
                transcript.add('<', &text);
            }
            let permit = backlog.enter(text.len());
            if events.send(Event::Line(Line { text, is_cut, read_at, _permit: permit })).is_err() {
                return;
            }
        }
        // The main loop may have ended already.
        let _ = events.send(Event::Closed);
    })?;
    Ok(())
}

/// Text of a line.
enum Text {
    Whole(String),
    /// Beginning of a line that is longer than [`MAX_LINE`].
    Beginning(String),
}

/// Reads one line; `None` at the end of the input. Invalid UTF-8 is replaced, never an error.
fn read_line(source: &mut impl BufRead) -> io::Result<Option<Text>> {
    let mut line = Vec::new();
    let read = source.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() > MAX_LINE {
        source.skip_until(b'\n')?;
        return Ok(Some(Text::Beginning(String::from_utf8_lossy(&line[..SHOWN]).into_owned())));
    }
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(Text::Whole(String::from_utf8_lossy(&line).into_owned())))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{Receiver, channel};
    use std::time::Duration;

    use super::*;
    use crate::io::backlog::MAX_LINES;

    fn events_of(input: impl Read + Send + 'static) -> Receiver<Event> {
        let (sender, events) = channel();
        spawn(input, sender, None).unwrap();
        events
    }

    fn all(input: &'static [u8]) -> Vec<String> {
        let texts = events_of(input).into_iter().map(|event| match event {
            Event::Line(line) if line.is_cut => format!("too long: {}", line.text.len()),
            Event::Line(line) => line.text,
            other => format!("{other:?}"),
        });
        texts.collect()
    }

    #[test]
    fn lines_of_every_ending_are_read() {
        assert_eq!(all(b"uci\nquit\r\n\nlast"), ["uci", "quit", "", "last", "Closed"]);
        assert_eq!(all(b""), ["Closed"]);
        assert_eq!(all(b"a\0b\xff\n"), ["a\0b\u{fffd}", "Closed"]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_at_the_beginning_only() {
        assert_eq!(all(b"\xef\xbb\xbfuci\r\n\xef\xbb\xbfquit"), ["uci", "\u{feff}quit", "Closed"]);
    }

    #[test]
    fn a_line_that_never_ends_is_skipped() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend(b"\nquit\n");
        assert_eq!(all(input.leak()), [format!("too long: {SHOWN}"), "quit".to_string(), "Closed".to_string()]);
    }

    #[test]
    fn more_lines_than_may_wait_arrive_in_order() {
        let lines: Vec<String> = (0..4 * MAX_LINES).map(|n| n.to_string()).collect();
        let mut seen = all(lines.join("\n").into_bytes().leak());
        assert_eq!(seen.pop().as_deref(), Some("Closed"));
        assert_eq!(seen, lines);
    }

    /// Endless input that counts what was read of it.
    struct Endless(Arc<AtomicUsize>);

    impl Read for Endless {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            for (at, byte) in buffer.iter_mut().enumerate() {
                *byte = if at % 8 == 7 { b'\n' } else { b'x' };
            }
            self.0.fetch_add(buffer.len(), Ordering::Relaxed);
            Ok(buffer.len())
        }
    }

    #[test]
    fn an_endless_input_is_not_read_while_its_lines_are_unanswered() {
        let read = Arc::new(AtomicUsize::new(0));
        let events = events_of(Endless(Arc::clone(&read)));
        let kept: Vec<Event> = events.iter().take(MAX_LINES).collect();
        thread::sleep(Duration::from_millis(50));
        assert!(events.try_recv().is_err(), "the reader waits");
        // The buffer of the reader is 8 KiB.
        assert!(read.load(Ordering::Relaxed) <= 8 * MAX_LINES + (16 << 10), "{read:?}");
        drop(kept);
        assert_eq!(events.iter().take(MAX_LINES).count(), MAX_LINES, "it goes on");
    }
}

//! Standard input: a reader thread that sends lines as events.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, Sender, sync_channel};
use std::thread;

use crate::io::output::Transcript;
use crate::session::event::Event;

/// Longest command, in bytes. The move list of a game of ten thousand plies is far shorter.
pub const MAX_LINE: usize = 1 << 20;

/// Number of unanswered lines at which the reader waits.
const MAX_WAITING: usize = 256;

/// Length of the beginning that is kept of a line that is too long, in bytes.
const SHOWN: usize = 60;

/// Permits for the reader, one a line (backpressure); see [`spawn`].
pub struct Permits(Receiver<()>);

impl Permits {
    /// Gives a permit back. To be called once for each line taken from the channel.
    pub fn release(&self) {
        // The reader has sent the permit before the line. After its end there is none, and none is needed.
        let _ = self.0.try_recv();
    }
}

/// Reads lines until the end of `source` and sends them as events.
///
/// The channel of the events is unbounded, because a search must never wait for the main loop. The reader may: it stops
/// after `MAX_WAITING` lines until [`Permits::release`] is called, so that an endless input cannot fill the memory.
pub fn spawn(source: impl Read + Send + 'static, events: Sender<Event>, transcript: Option<Transcript>) -> Permits {
    let (permits, waiting) = sync_channel(MAX_WAITING);
    thread::spawn(move || {
        let mut source = BufReader::new(source);
        loop {
            let event = match read_line(&mut source) {
                Ok(Some(event)) => event,
                Ok(None) => break,
                Err(error) => {
                    log::warn!("standard input: {error}");
                    break;
                }
            };
            if let (Some(transcript), Event::Line(text) | Event::TooLong(text)) = (&transcript, &event) {
                transcript.add('<', text);
            }
            if permits.send(()).is_err() || events.send(event).is_err() {
                return;
            }
        }
        // The main loop may have ended already.
        let _ = events.send(Event::Closed);
    });
    Permits(waiting)
}

/// Reads one line; `None` at the end of the input. Invalid UTF-8 is replaced, never an error.
fn read_line(source: &mut impl BufRead) -> io::Result<Option<Event>> {
    let mut line = Vec::new();
    let read = source.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut line)?;
    if read == 0 {
        return Ok(None);
    }
    if line.last() != Some(&b'\n') && line.len() > MAX_LINE {
        source.skip_until(b'\n')?;
        return Ok(Some(Event::TooLong(String::from_utf8_lossy(&line[..SHOWN]).into_owned())));
    }
    while matches!(line.last(), Some(b'\n' | b'\r')) {
        line.pop();
    }
    Ok(Some(Event::Line(String::from_utf8_lossy(&line).into_owned())))
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn all(input: &'static [u8]) -> Vec<String> {
        let (sender, events) = channel();
        let permits = spawn(input, sender, None);
        let mut seen = Vec::new();
        for event in events {
            permits.release();
            seen.push(match event {
                Event::Line(text) => text,
                Event::TooLong(start) => format!("too long: {}", start.len()),
                other => format!("{other:?}"),
            });
        }
        seen
    }

    #[test]
    fn lines_of_every_ending_are_read() {
        assert_eq!(all(b"uci\nquit\r\n\nlast"), ["uci", "quit", "", "last", "Closed"]);
        assert_eq!(all(b""), ["Closed"]);
        assert_eq!(all(b"a\0b\xff\n"), ["a\0b\u{fffd}", "Closed"]);
    }

    #[test]
    fn a_line_that_never_ends_is_skipped() {
        let mut input = vec![b'x'; 3 * MAX_LINE];
        input.extend(b"\nquit\n");
        assert_eq!(all(input.leak()), [format!("too long: {SHOWN}"), "quit".to_string(), "Closed".to_string()]);
    }

    #[test]
    fn more_lines_than_may_wait_arrive_in_order() {
        let lines: Vec<String> = (0..4 * MAX_WAITING).map(|n| n.to_string()).collect();
        let mut seen = all(lines.join("\n").into_bytes().leak());
        assert_eq!(seen.pop().as_deref(), Some("Closed"));
        assert_eq!(seen, lines);
    }
}

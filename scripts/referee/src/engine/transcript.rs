//! Transcript of the communication with an engine, for reports of faults.

use std::collections::VecDeque;
use std::fmt;
use std::time::Instant;

/// Most bytes kept of a game's transcript, in memory. A faultless game of hundreds of moves takes a fraction of it.
const MAX_BYTES: usize = 8 << 20;

/// Direction of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Direction {
    /// The referee, to the engine.
    ToEngine,
    /// The engine, on its stdout.
    FromEngine,
}

/// A line with its time and direction.
type TranscriptLine = (Instant, Direction, String);

/// Transcript of a game; it loses its oldest lines when it becomes too long.
#[derive(Debug)]
pub(super) struct Transcript {
    began: Instant,
    lines: VecDeque<TranscriptLine>,
    bytes: usize,
    dropped: usize,
}

impl Transcript {
    /// Empty transcript of a game that begins now.
    pub(super) fn new() -> Transcript {
        Transcript { began: Instant::now(), lines: VecDeque::new(), bytes: 0, dropped: 0 }
    }

    /// Adds a line.
    pub(super) fn add(&mut self, at: Instant, direction: Direction, text: String) {
        let line = (at, direction, text);
        self.bytes += bytes(&line);
        self.lines.push_back(line);
        while self.bytes > MAX_BYTES {
            let Some(line) = self.lines.pop_front() else { break };
            self.bytes -= bytes(&line);
            self.dropped += 1;
        }
    }
}

/// Bytes that a line takes in memory; an empty one takes some, too.
fn bytes(line: &TranscriptLine) -> usize {
    line.2.len() + size_of::<TranscriptLine>()
}

impl fmt::Display for Transcript {
    /// For each line: seconds since the game began, `>` to the engine or `<` from it, the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dropped > 0 {
            writeln!(f, "({} lines before these)", self.dropped)?;
        }
        for (at, direction, line) in &self.lines {
            let mark = if *direction == Direction::ToEngine { '>' } else { '<' };
            writeln!(f, "{:9.3} {mark} {line}", at.saturating_duration_since(self.began).as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_transcripts_lose_their_oldest_lines() {
        let mut transcript = Transcript::new();
        let now = transcript.began;
        for number in 0..20 {
            transcript.add(now, Direction::FromEngine, "x".repeat(MAX_BYTES / 10) + &number.to_string());
        }
        transcript.add(now, Direction::ToEngine, "quit".to_string());
        assert!(transcript.bytes <= MAX_BYTES);
        let text = transcript.to_string();
        assert!(text.starts_with("(11 lines before these)\n    0.000 < xxx"), "{}", &text[..60]);
        assert!(text.ends_with("x19\n    0.000 > quit\n"));
    }

    #[test]
    fn empty_lines_take_room_too() {
        let mut transcript = Transcript::new();
        let now = transcript.began;
        for _ in 0..MAX_BYTES / 16 {
            transcript.add(now, Direction::FromEngine, String::new());
        }
        assert!(transcript.dropped > 0 && transcript.lines.len() * size_of::<TranscriptLine>() <= MAX_BYTES);
    }
}

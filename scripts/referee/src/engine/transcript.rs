//! What was said between the referee and an engine.

use std::collections::VecDeque;
use std::fmt;
use std::time::Instant;

/// How much of a game's dialogue is kept, in bytes. An honest game of hundreds of moves takes a tenth of it.
const KEPT: usize = 8 << 20;

/// Who said a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Speaker {
    /// The referee, to the engine.
    Referee,
    /// The engine, on its stdout.
    Engine,
}

/// The dialogue of a game, its beginning dropped if it becomes endless.
#[derive(Debug)]
pub(super) struct Transcript {
    began: Instant,
    lines: VecDeque<(Instant, Speaker, String)>,
    bytes: usize,
    dropped: usize,
}

impl Transcript {
    /// An empty one, of a game that begins now.
    pub(super) fn new() -> Transcript {
        Transcript { began: Instant::now(), lines: VecDeque::new(), bytes: 0, dropped: 0 }
    }

    /// Takes down a line.
    pub(super) fn add(&mut self, at: Instant, speaker: Speaker, line: String) {
        self.bytes += line.len();
        self.lines.push_back((at, speaker, line));
        while self.bytes > KEPT {
            let Some((_, _, line)) = self.lines.pop_front() else { break };
            self.bytes -= line.len();
            self.dropped += 1;
        }
    }
}

impl fmt::Display for Transcript {
    /// A line for each line: seconds since the game began, `>` to the engine or `<` from it, the text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.dropped > 0 {
            writeln!(f, "({} lines before these)", self.dropped)?;
        }
        for (at, speaker, line) in &self.lines {
            let mark = if *speaker == Speaker::Referee { '>' } else { '<' };
            writeln!(f, "{:9.3} {mark} {line}", at.saturating_duration_since(self.began).as_secs_f64())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_dialogues_lose_their_beginning() {
        let mut transcript = Transcript::new();
        let now = transcript.began;
        for number in 0..20 {
            transcript.add(now, Speaker::Engine, "x".repeat(KEPT / 10) + &number.to_string());
        }
        transcript.add(now, Speaker::Referee, "quit".to_string());
        assert!(transcript.bytes <= KEPT);
        let text = transcript.to_string();
        assert!(text.starts_with("(11 lines before these)\n    0.000 < xxx"), "{}", &text[..60]);
        assert!(text.ends_with("x19\n    0.000 > quit\n"));
    }
}

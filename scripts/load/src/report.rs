//! Report of a load run.

use std::fmt::{self, Display};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Greatest number of faults whose texts are shown.
const SHOWN_FAULTS: usize = 20;

/// Counts of all tasks.
#[derive(Default)]
pub struct Counts {
    times: Mutex<Vec<Duration>>,
    faults: Mutex<Vec<String>>,
    games: AtomicUsize,
    moves: AtomicUsize,
    watched: AtomicUsize,
    engine_moves: AtomicUsize,
}

impl Counts {
    /// Adds the time from a move to the opponent's message.
    pub fn add_time(&self, time: Duration) {
        self.times.lock().unwrap_or_else(PoisonError::into_inner).push(time);
    }

    /// Adds a fault: a lost or doubled move, or an error of a player or watcher.
    pub fn add_fault(&self, fault: String) {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// Adds a game that was played, with its moves.
    pub fn add_game(&self, moves: usize) {
        self.games.fetch_add(1, Ordering::Relaxed);
        self.moves.fetch_add(moves, Ordering::Relaxed);
    }

    /// Adds a change that a watcher has seen.
    pub fn add_watched(&self) {
        self.watched.fetch_add(1, Ordering::Relaxed);
    }

    /// Adds a move of an engine.
    pub fn add_engine_move(&self) {
        self.engine_moves.fetch_add(1, Ordering::Relaxed);
    }
}

/// Report.
pub struct Report {
    /// Times from move to message, the shortest first.
    times: Vec<Duration>,
    faults: Vec<String>,
    games: usize,
    moves: usize,
    watched: usize,
    engine_moves: usize,
    /// Resident memory in KiB.
    memory: Vec<u64>,
}

impl Report {
    /// Report on counts and sizes of memory. That no move was timed is a fault.
    pub fn new(counts: &Counts, memory: &[u64]) -> Report {
        let mut times = counts.times.lock().unwrap_or_else(PoisonError::into_inner).clone();
        times.sort_unstable();
        let mut faults = counts.faults.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if times.is_empty() {
            faults.push("no move was timed".to_string());
        }
        Report {
            times,
            faults,
            games: counts.games.load(Ordering::Relaxed),
            moves: counts.moves.load(Ordering::Relaxed),
            watched: counts.watched.load(Ordering::Relaxed),
            engine_moves: counts.engine_moves.load(Ordering::Relaxed),
            memory: memory.to_vec(),
        }
    }

    /// True if there were no faults.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// Texts of the first faults.
    pub fn first_faults(&self) -> &[String] {
        &self.faults[..self.faults.len().min(SHOWN_FAULTS)]
    }

    /// Time within which a share of the moves, in thousandths, had arrived.
    fn quantile(&self, thousandths: usize) -> Duration {
        let at = (self.times.len() * thousandths / 1000).min(self.times.len().saturating_sub(1));
        self.times.get(at).copied().unwrap_or_default()
    }
}

impl Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = |time: Duration| time.as_secs_f64() * 1000.0;
        writeln!(f, "games {}, moves {}, faults {}", self.games, self.moves, self.faults.len())?;
        writeln!(f, "seen by watchers {}, moves of engines {}", self.watched, self.engine_moves)?;
        let [p50, p99, p999, longest] = [500, 990, 999, 1000].map(|part| milliseconds(self.quantile(part)));
        writeln!(f, "move to opponent: p50 {p50:.1} ms, p99 {p99:.1} ms, p99.9 {p999:.1} ms, longest {longest:.1} ms")?;
        if let (Some(first), Some(last), Some(most)) =
            (self.memory.first(), self.memory.last(), self.memory.iter().max())
        {
            let megabytes = |kib: &u64| kib / 1024;
            let [first, last, most] = [first, last, most].map(megabytes);
            writeln!(f, "memory: {first} MB at first, {last} MB at last, {most} MB at most")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_of_all_times() {
        let counts = Counts::default();
        (0..1000).rev().for_each(|time| counts.add_time(Duration::from_millis(time)));
        let report = Report::new(&counts, &[2048, 4096, 3072]);
        assert_eq!([500, 990, 1000].map(|part| report.quantile(part).as_millis()), [500, 990, 999]);
        assert!(report.is_sound() && report.to_string().contains("2 MB at first, 3 MB at last, 4 MB at most"));
        counts.add_fault("a doubled move".to_string());
        assert!(!Report::new(&counts, &[]).is_sound());
    }

    #[test]
    fn the_first_faults_are_shown_and_all_are_counted() {
        let counts = Counts::default();
        assert_eq!(Report::new(&counts, &[]).first_faults(), ["no move was timed"]);
        (0..30).for_each(|number| counts.add_fault(number.to_string()));
        let report = Report::new(&counts, &[]);
        assert_eq!((report.first_faults().len(), report.first_faults()[19].as_str()), (20, "19"));
        assert!(report.to_string().contains(", faults 31\n"), "{report}");
    }
}

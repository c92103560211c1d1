//! Signals to a running search: stop and ponder hit; and its progress.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::moves::Move;

/// Handle of one running search: signals to it, and its progress between reports. Clones share both.
#[derive(Clone, Debug, Default)]
pub struct Control {
    signals: Arc<Signals>,
}

#[derive(Debug, Default)]
struct Signals {
    stopped: AtomicBool,
    pondering: AtomicBool,
    ponder_hit: OnceLock<Instant>,
    /// In nanoseconds.
    longest_stall: AtomicU64,
    root_move: AtomicU32,
    moves_left: AtomicUsize,
}

/// Progress of the present iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The root move that is being searched; none if the search does not go through them one by one.
    pub mv: Option<Move>,
    /// Root moves that have not been searched yet, that one included.
    pub left: usize,
}

impl Control {
    /// For a search on the engine's own time.
    pub fn new() -> Control {
        Control::default()
    }

    /// For a search on the opponent's time: no clock limits it until [`ponder_hit`](Control::ponder_hit).
    pub fn pondering() -> Control {
        let control = Control::default();
        control.signals.pondering.store(true, Ordering::Relaxed);
        control
    }

    /// Tells the search to stop at once.
    pub fn stop(&self) {
        self.signals.stopped.store(true, Ordering::Relaxed);
    }

    /// The expected move was played, and the search's own time began, at the moment `at`.
    pub fn ponder_hit(&self, at: Instant) {
        // Only the first hit counts.
        let _ = self.signals.ponder_hit.set(at);
        // Release: a thread that sees the end of pondering sees its moment, too.
        self.signals.pondering.store(false, Ordering::Release);
    }

    /// True if the search has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.signals.stopped.load(Ordering::Relaxed)
    }

    /// True if the search is on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.signals.pondering.load(Ordering::Acquire)
    }

    /// Time of the ponder hit; none if there was none.
    pub fn ponder_hit_time(&self) -> Option<Instant> {
        self.signals.ponder_hit.get().copied()
    }

    /// The longest time between two looks of the search at its clock: how long the machine has let it wait for a
    /// processor, at most. Zero without a time limit.
    pub fn longest_stall(&self) -> Duration {
        Duration::from_nanos(self.signals.longest_stall.load(Ordering::Relaxed))
    }

    /// Notes the time since the search last looked at its clock.
    pub(super) fn note_stall(&self, stall: Duration) {
        let nanos = u64::try_from(stall.as_nanos()).unwrap_or(u64::MAX);
        self.signals.longest_stall.fetch_max(nanos, Ordering::Relaxed);
    }

    /// Progress of the present iteration.
    pub fn progress(&self) -> Progress {
        let mv = Move::from_bits(self.signals.root_move.load(Ordering::Relaxed));
        Progress { mv: Some(mv).filter(|mv| mv.is_some()), left: self.signals.moves_left.load(Ordering::Relaxed) }
    }

    /// Sets the root move that is about to be searched, and how many are left, that one included.
    pub(super) fn set_root_move(&self, mv: Move, left: usize) {
        self.signals.root_move.store(mv.to_bits(), Ordering::Relaxed);
        self.signals.moves_left.store(left, Ordering::Relaxed);
    }
}

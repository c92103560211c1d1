//! Signals to a running search: stop and ponder hit; and its progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering};

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

    /// The expected move was played: the search's own time begins now.
    pub fn ponder_hit(&self) {
        self.signals.pondering.store(false, Ordering::Relaxed);
    }

    /// True if the search has been told to stop.
    pub fn is_stopped(&self) -> bool {
        self.signals.stopped.load(Ordering::Relaxed)
    }

    /// True if the search is on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.signals.pondering.load(Ordering::Relaxed)
    }

    /// Progress of the present iteration.
    pub fn progress(&self) -> Progress {
        let mv = Move::from_bits(self.signals.root_move.load(Ordering::Relaxed));
        Progress { mv: Some(mv).filter(|mv| mv.is_some()), left: self.signals.moves_left.load(Ordering::Relaxed) }
    }

    /// Sets the root move that the search begins with; so many are left, that one included.
    pub(super) fn set_root_move(&self, mv: Move, left: usize) {
        self.signals.root_move.store(mv.to_bits(), Ordering::Relaxed);
        self.signals.moves_left.store(left, Ordering::Relaxed);
    }
}

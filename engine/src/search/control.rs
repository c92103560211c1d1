//! How a search that runs is told to stop, and that pondering has become thinking.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Signals to one search. Clones share the signals.
#[derive(Clone, Debug, Default)]
pub struct Control {
    signals: Arc<Signals>,
}

#[derive(Debug, Default)]
struct Signals {
    stopped: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// For a search that thinks on its own time.
    pub fn new() -> Control {
        Control::default()
    }

    /// For a search on the opponent's time: no clock limits it until [`ponder_hit`](Control::ponder_hit).
    pub fn pondering() -> Control {
        let control = Control::default();
        control.signals.pondering.store(true, Ordering::Relaxed);
        control
    }

    /// Tells the search to finish at once.
    pub fn stop(&self) {
        self.signals.stopped.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: the search's own time begins now.
    pub fn ponder_hit(&self) {
        self.signals.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search has been told to finish.
    pub fn is_stopped(&self) -> bool {
        self.signals.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search is on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.signals.pondering.load(Ordering::Relaxed)
    }
}

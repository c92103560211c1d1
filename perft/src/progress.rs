//! A bar on the terminal that shows how far a long count is.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How long a count may take before it is worth a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bar on stderr, if that is a terminal, once the count has gone on for a while.
pub struct Progress {
    started: Instant,
    done: AtomicU64,
    bar: ProgressBar,
}

impl Progress {
    /// Begins to wait; nothing is shown yet.
    pub fn start() -> Progress {
        let style = ProgressStyle::with_template("{wide_bar} {percent}%, {eta} left")
            .expect("the template is a constant that the tests use");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(style);
        Progress { started: Instant::now(), done: AtomicU64::new(0), bar }
    }

    /// Moves the bar by `done` of `total` steps.
    pub fn advance(&self, done: usize, total: usize) {
        let done = self.done.fetch_add(done as u64, Ordering::Relaxed) + done as u64;
        // Before that the bar is not even told: there are counts that take less time than to tell it.
        if self.started.elapsed() > PATIENCE {
            self.bar.set_length(total as u64);
            self.bar.set_position(done);
            if self.bar.is_hidden() {
                // Draws nothing where stderr is no terminal.
                self.bar.set_draw_target(ProgressDrawTarget::stderr());
            }
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

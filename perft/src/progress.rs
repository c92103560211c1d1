//! Progress bar of a long count.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Duration of a count before the bar appears.
const DELAY: Duration = Duration::from_secs(1);

/// Progress bar on stderr, if that is a terminal, after [`DELAY`].
pub struct Progress {
    started: Instant,
    done: AtomicU64,
    bar: ProgressBar,
}

impl Progress {
    /// Starts the delay; nothing is shown yet.
    pub fn start() -> Progress {
        let style = ProgressStyle::with_template("{wide_bar} {percent}%, {eta} left")
            .expect("the template is a constant that the tests use");
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden()).with_style(style);
        Progress { started: Instant::now(), done: AtomicU64::new(0), bar }
    }

    /// Moves the bar by `done` of `total` steps.
    pub fn advance(&self, done: usize, total: usize) {
        let done = self.done.fetch_add(done as u64, Ordering::Relaxed) + done as u64;
        // During the delay the bar is not updated: some counts take less time than an update.
        if self.started.elapsed() > DELAY {
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

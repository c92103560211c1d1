//! Run delay: how long a thread of this process was ready to run and waited for a processor.
//!
//! Linux counts it for each thread, in the second number of `schedstat`. Where it is not counted it is zero.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Duration;

/// Counter of the run delay of a thread, from the thread's beginning on.
pub(super) struct RunDelay(Option<File>);

impl RunDelay {
    /// Counter of the calling thread.
    pub(super) fn of_this_thread() -> RunDelay {
        RunDelay(File::open("/proc/thread-self/schedstat").ok())
    }

    /// Run delay so far.
    pub(super) fn so_far(&self) -> Duration {
        let mut text = [0; 64];
        let read = self.0.as_ref().and_then(|schedstat| schedstat.read_at(&mut text, 0).ok());
        Duration::from_nanos(read.and_then(|length| second_number(&text[..length])).unwrap_or(0))
    }
}

/// Second of some numbers between spaces.
fn second_number(text: &[u8]) -> Option<u64> {
    str::from_utf8(text).ok()?.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use std::hint;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::thread;
    use std::time::Instant;

    use super::*;

    #[test]
    fn schedstat_is_parsed() {
        assert_eq!(second_number(b"7624352 1250 1\n"), Some(1250));
        assert_eq!(second_number(b"7624352\n"), None);
        assert_eq!(RunDelay(None).so_far(), Duration::ZERO);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_among_more_threads_than_processors_waits() {
        let delay = RunDelay::of_this_thread();
        let waited = AtomicBool::new(false);
        let busy = 2 * thread::available_parallelism().unwrap().get();
        thread::scope(|scope| {
            for _ in 0..busy {
                scope.spawn(|| {
                    while !waited.load(Ordering::Relaxed) {
                        hint::spin_loop()
                    }
                });
            }
            let end = Instant::now() + Duration::from_secs(60);
            while delay.so_far() < Duration::from_millis(1) && Instant::now() < end {}
            waited.store(true, Ordering::Relaxed);
        });
        assert!(delay.so_far() >= Duration::from_millis(1), "{:?}", delay.so_far());
    }
}

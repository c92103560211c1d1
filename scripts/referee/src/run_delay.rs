//! Run delay: how long a thread of this process was ready to run and waited for a processor.
//!
//! Linux counts it for each thread, in the second number of `schedstat`. Where it is not counted it is zero.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::time::Duration;

thread_local! {
    static SCHEDSTAT: Option<File> = File::open("/proc/thread-self/schedstat").ok();
}

/// Run delay of the calling thread, from the thread's beginning on.
pub(super) fn of_this_thread() -> Duration {
    SCHEDSTAT.with(|schedstat| schedstat.as_ref().map_or(Duration::ZERO, read_run_delay))
}

/// Reads the second number of `schedstat`, in nanoseconds.
fn read_run_delay(schedstat: &File) -> Duration {
    let mut text = [0; 64];
    let read = schedstat.read_at(&mut text, 0).ok();
    Duration::from_nanos(read.and_then(|length| second_number(&text[..length])).unwrap_or(0))
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
        let empty = File::open("/dev/null").unwrap();
        assert_eq!(read_run_delay(&empty), Duration::ZERO);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_among_more_threads_than_processors_waits() {
        let before = of_this_thread();
        let has_waited = || of_this_thread() - before >= Duration::from_millis(1);
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
            while !has_waited() && Instant::now() < end {}
            waited.store(true, Ordering::Relaxed);
        });
        assert!(has_waited(), "{:?} after {before:?}", of_this_thread());
    }
}

//! Helper threads: the threads of a search beside its first one. They live from one search to the next.

use std::collections::TryReserveError;
use std::hint::black_box;
use std::io;
use std::thread::{self, JoinHandle};

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};

/// Memory, in bytes, that each thread finds free when all have started: more than the tables of a search thread take,
/// and the allocator's arenas of threads that begin later.
const ROOM: usize = 32 << 20;

/// Helper threads, kept while nothing is searched.
#[derive(Default)]
pub struct HelperThreads {
    /// None if there are no helpers.
    pool: Option<ThreadPool>,
    threads: Vec<JoinHandle<()>>,
}

impl HelperThreads {
    /// Starts `count` threads. If the system refuses them or their memory, half as many are tried, and so on.
    pub fn start(count: usize) -> HelperThreads {
        HelperThreads::start_by(count, spawn)
    }

    fn start_by(count: usize, mut spawn: impl FnMut(ThreadBuilder) -> io::Result<JoinHandle<()>>) -> HelperThreads {
        if count == 0 {
            return HelperThreads::default();
        }
        // More than there can be on a machine of 32 bits is refused as any other memory is.
        if let Ok(rooms) = reserve(ROOM.saturating_mul(count + 1))
            && let Some(helpers) = HelperThreads::start_all(count, &mut spawn)
        {
            // Held until all have begun: stacks and allocator arenas would take what the searches need.
            drop(rooms);
            return helpers;
        }
        HelperThreads::start_by(count / 2, spawn)
    }

    /// Ends the helpers and starts those of a search with `threads` threads. Returns the number of its threads, the
    /// first one included.
    pub fn restart(&mut self, threads: usize) -> usize {
        // The old ones end first.
        *self = HelperThreads::default();
        *self = HelperThreads::start(threads.saturating_sub(1));
        self.count() + 1
    }

    /// Starts exactly `count` threads. If one is refused, those that were granted end.
    fn start_all(
        count: usize,
        spawn: &mut impl FnMut(ThreadBuilder) -> io::Result<JoinHandle<()>>,
    ) -> Option<HelperThreads> {
        let mut threads = Vec::new();
        let started = ThreadPoolBuilder::new().num_threads(count).spawn_handler(|thread| {
            // Refused before the memory is at its end: without any the process aborts.
            reserve(ROOM)?;
            threads.push(spawn(thread)?);
            Ok(())
        });
        let pool = started.build().ok();
        let helpers = HelperThreads { pool, threads };
        // The allocator gives each thread an arena with its first allocation, and takes far more than that asks for.
        helpers.pool.as_ref()?.broadcast(|_| drop(black_box(Box::new(0))));
        Some(helpers)
    }

    /// Number of helpers.
    pub fn count(&self) -> usize {
        self.pool.as_ref().map_or(0, ThreadPool::current_num_threads)
    }

    /// Runs `lead` in the calling thread, and beside it in each helper, numbered from 1, what `help` makes for its
    /// number. Waits for all.
    pub fn run<R, H: FnOnce() + Send>(&self, help: impl Fn(usize) -> H, lead: impl FnOnce() -> R) -> R {
        let Some(pool) = &self.pool else { return lead() };
        pool.in_place_scope(|scope| {
            for number in 1..=self.count() {
                let helper = help(number);
                scope.spawn(move |_| helper());
            }
            lead()
        })
    }
}

impl Drop for HelperThreads {
    fn drop(&mut self) {
        self.pool = None;
        join(std::mem::take(&mut self.threads));
    }
}

/// Reserves memory, none of it touched.
fn reserve(bytes: usize) -> Result<Vec<u8>, TryReserveError> {
    let mut memory = Vec::new();
    memory.try_reserve_exact(bytes)?;
    Ok(memory)
}

fn spawn(thread: ThreadBuilder) -> io::Result<JoinHandle<()>> {
    thread::Builder::new().name("helper".to_string()).spawn(|| thread.run())
}

fn join(threads: Vec<JoinHandle<()>>) {
    for thread in threads {
        // The pool has caught a panic and told the leader of it.
        let _ = thread.join();
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::{Arc, Barrier, Mutex};
    use std::thread::ThreadId;

    use super::*;

    #[test]
    fn a_refusal_of_the_system_means_fewer_helpers() {
        // A system that lets `granted` threads live at a time.
        let helpers = |count, granted| {
            let alive = Arc::new(AtomicUsize::new(0));
            let spawn_if_granted = |thread: ThreadBuilder| {
                if alive.load(Ordering::SeqCst) == granted {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                alive.fetch_add(1, Ordering::SeqCst);
                let alive = Arc::clone(&alive);
                thread::Builder::new().spawn(move || {
                    thread.run();
                    alive.fetch_sub(1, Ordering::SeqCst);
                })
            };
            HelperThreads::start_by(count, spawn_if_granted).count()
        };
        assert_eq!([helpers(7, 7), helpers(7, 6), helpers(7, 1), helpers(7, 0), helpers(0, 7)], [7, 3, 1, 0, 0]);
    }

    #[test]
    fn the_same_threads_help_in_each_search() {
        let helpers = HelperThreads::start(2);
        let seen = || {
            let seen: Mutex<Vec<(usize, ThreadId)>> = Mutex::default();
            let barrier = Barrier::new(3);
            let (seen, barrier) = (&seen, &barrier);
            let help = |number| {
                move || {
                    barrier.wait();
                    seen.lock().unwrap().push((number, thread::current().id()));
                }
            };
            let leader = helpers.run(help, || {
                barrier.wait();
                thread::current().id()
            });
            assert_eq!(leader, thread::current().id());
            let mut seen = seen.lock().unwrap().clone();
            seen.sort_by_key(|&(number, _)| number);
            assert_eq!(seen.iter().map(|&(number, _)| number).collect::<Vec<_>>(), [1, 2]);
            let mut threads: Vec<String> = seen.iter().map(|(_, id)| format!("{id:?}")).collect();
            threads.sort();
            threads
        };
        assert_eq!(seen(), seen());
    }
}

//! Pool of engines: a bounded number of threads does all engine work, with fair shares.
//!
//! Each thread has an engine of its own with one search thread and a transposition table of a fixed size, so that
//! memory and threads do not grow with the number of games and guests. Tasks wait in a [`queue`]; [`work`] carries them
//! out.

pub mod queue;
pub mod work;

use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;

use anyhow::Result;
use engine::search::Control;

use queue::Queue;
pub use queue::{Class, Full, Owner};
use work::Engine;

/// Minimum number of threads: analysis leaves one to the games.
const MIN_THREADS: usize = 2;

/// Work for a thread of the pool. It gets no engine if it was stopped before its turn: it may have something to say
/// about that.
pub type Work = Box<dyn FnOnce(Option<&mut Engine>, &Control) + Send>;

/// Task: work that can be stopped.
pub struct Task {
    control: Control,
    work: Work,
}

struct Shared {
    queue: Mutex<Queue<Task>>,
    changed: Condvar,
}

/// Pool of engines.
#[derive(Clone)]
pub struct Pool {
    shared: Arc<Shared>,
}

/// Handle of a submitted task, which is stopped when the handle is dropped.
pub struct Running {
    control: Control,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.control.stop();
    }
}

impl Pool {
    /// Pool of so many threads, but at least two, each with a table of so many megabytes.
    ///
    /// # Errors
    /// If the system refuses a thread.
    pub fn new(threads: usize, megabytes: usize) -> Result<Pool> {
        let threads = threads.max(MIN_THREADS);
        let shared = Arc::new(Shared { queue: Mutex::new(Queue::new(threads)), changed: Condvar::new() });
        for number in 0..threads {
            let shared = Arc::clone(&shared);
            let name = format!("engine-{number}");
            thread::Builder::new().name(name).spawn(move || {
                lower_priority();
                run(&shared, Engine::new(megabytes));
            })?;
        }
        Ok(Pool { shared })
    }

    /// Submits a task. Returns its handle, and how many tasks wait before it. Stopped tasks of the owner leave the
    /// queue: they do not count.
    ///
    /// # Errors
    /// If too many tasks wait, of all or of this owner.
    pub fn submit(&self, class: Class, owner: Owner, work: Work) -> Result<(Running, usize), Full> {
        let control = Control::new();
        let task = Task { control: control.clone(), work };
        let (stopped, pushed) = {
            let mut queue = self.shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
            let stopped = queue.remove(class, &owner, |task| task.control.is_stopped());
            (stopped, queue.push(class, owner, task))
        };
        for Task { control, work } in stopped {
            work(None, &control);
        }
        let ahead = pushed?;
        self.shared.changed.notify_all();
        Ok((Running { control }, ahead))
    }
}

/// Lowers the priority of this thread, and of those that it starts: answers to players come before the engines'
/// thinking.
#[cfg(target_os = "linux")]
fn lower_priority() {
    /// Steps of the scheduler's priority.
    const STEPS: i32 = 10;
    if let Err(error) = rustix::process::nice(STEPS) {
        log::warn!("the engines' threads have the priority of all others: {error}");
    }
}

/// On other systems a priority is of the whole process.
#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

/// Carries out tasks for ever.
fn run(shared: &Shared, mut engine: Engine) {
    loop {
        let (class, Task { control, work }) = {
            let mut queue = shared.queue.lock().unwrap_or_else(PoisonError::into_inner);
            loop {
                match queue.pop() {
                    Some(next) => break next,
                    None => queue = shared.changed.wait(queue).unwrap_or_else(PoisonError::into_inner),
                }
            }
        };
        let is_stopped = control.is_stopped();
        work(if is_stopped { None } else { Some(&mut engine) }, &control);
        shared.queue.lock().unwrap_or_else(PoisonError::into_inner).done(class);
        shared.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::sync::mpsc;
    use std::time::Duration;

    use super::*;

    /// Longest time that a task may take to be carried out.
    const PATIENCE: Duration = Duration::from_secs(60);

    #[test]
    fn an_analysis_holds_up_no_move() {
        let pool = Pool::new(1, 1).expect("threads");
        let owner = |game: &str| Owner { guest: None, game: game.to_string() };
        let (release, released) = mpsc::channel::<()>();
        let analysis: Work = Box::new(move |_, _| {
            let _ = released.recv();
        });
        let (_analysis, _) = pool.submit(Class::Analysis, owner(""), analysis).expect("room");
        let (out, moved) = mpsc::channel();
        let mv: Work = Box::new(move |_, _| {
            let _ = out.send(());
        });
        let (_mv, _) = pool.submit(Class::Game, owner("game"), mv).expect("room");
        assert_eq!(moved.recv_timeout(PATIENCE), Ok(()));
        drop(release);
    }

    #[test]
    fn stopped_tasks_do_not_count_and_are_told() {
        let pool = Pool::new(2, 1).expect("threads");
        let analyst = |number| Owner { guest: Some(Ipv4Addr::from_bits(number).into()), game: String::new() };
        let (release, released) = mpsc::channel::<()>();
        // The only thread that may analyse waits until the sender is dropped.
        let busy: Work = Box::new(move |_, _| {
            let _ = released.recv();
        });
        let (_busy, _) = pool.submit(Class::Analysis, analyst(1), busy).expect("room");
        let (out, told) = mpsc::channel();
        for number in 0..20 {
            let out = out.clone();
            let work: Work = Box::new(move |engine, _| {
                let _ = out.send((number, engine.is_some()));
            });
            // The handle is dropped at once, and the task stopped.
            drop(pool.submit(Class::Analysis, analyst(2), work).expect("room for another one"));
        }
        drop((release, out));
        for number in 0..20 {
            assert_eq!(told.recv_timeout(PATIENCE), Ok((number, false)), "each is told once, without an engine");
        }
        assert!(told.recv_timeout(PATIENCE).is_err());
    }
}

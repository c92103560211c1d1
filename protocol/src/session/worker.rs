//! Worker: the thread that searches and carries out tasks.

use std::io;
use std::panic;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};

/// Thread that carries out one piece of work after the other.
///
/// It lives as long as the program: a search need not wait for a new thread, and the system cannot refuse one in the
/// middle of a game.
pub struct Worker {
    /// None while the worker is being dropped.
    queue: Option<Sender<Box<dyn FnOnce() + Send>>>,
    thread: Option<JoinHandle<()>>,
}

/// Result of a piece of work that may still be under way.
pub struct Pending<T>(Receiver<T>);

impl<T> Pending<T> {
    /// Result of work that is done.
    pub fn ready(result: T) -> Pending<T> {
        let (sender, pending) = channel();
        // The receiver is there.
        let _ = sender.send(result);
        Pending(pending)
    }
}

impl Worker {
    /// Starts the thread.
    ///
    /// # Errors
    /// If the system refuses it.
    pub fn start() -> io::Result<Worker> {
        let (queue, received) = channel::<Box<dyn FnOnce() + Send>>();
        let thread = thread::Builder::new().name("search".to_string()).spawn(move || {
            for work in received {
                work();
            }
        })?;
        Ok(Worker { queue: Some(queue), thread: Some(thread) })
    }

    /// Runs `work` once all earlier work is done, and then `tell`; the result can be had before that.
    pub fn run<T: Send + 'static>(
        &mut self,
        work: impl FnOnce() -> T + Send + 'static,
        tell: impl FnOnce() + Send + 'static,
    ) -> Pending<T> {
        let (result, pending) = channel();
        let work = Box::new(move || {
            // Nobody may want the result any more.
            let _ = result.send(work());
            tell();
        });
        if self.queue.as_ref().is_none_or(|queue| queue.send(work).is_err()) {
            self.panic_again();
        }
        Pending(pending)
    }

    /// Waits for a result.
    ///
    /// # Panics
    /// If the work has panicked, in the same way.
    pub fn wait<T>(&mut self, pending: &Pending<T>) -> T {
        match pending.0.recv() {
            Ok(result) => result,
            Err(_) => self.panic_again(),
        }
    }

    /// Panics as the thread has done.
    fn panic_again(&mut self) -> ! {
        let ended = self.thread.take().map(JoinHandle::join);
        match ended {
            Some(Err(payload)) => panic::resume_unwind(payload),
            _ => unreachable!("a worker ends by a panic only"),
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take() {
            // A panic has been told to whoever waited for the result.
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_work_is_done_in_one_thread() {
        let mut worker = Worker::start().unwrap();
        let (told, tellings) = channel();
        let mut run = |number: u32| {
            let told = told.clone();
            let pending = worker.run(move || (number, thread::current().id()), move || told.send(number).unwrap());
            worker.wait(&pending)
        };
        let (first, second) = (run(1), run(2));
        assert_eq!((first.0, second.0), (1, 2));
        assert!(first.1 == second.1 && first.1 != thread::current().id());
        drop((told, worker));
        assert_eq!(tellings.iter().collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    #[should_panic(expected = "as it must")]
    fn a_panic_reaches_whoever_waits() {
        let mut worker = Worker::start().unwrap();
        let pending = worker.run(|| panic!("as it must"), || {});
        worker.wait(&pending)
    }
}

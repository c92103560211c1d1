//! How the threads of a search work together: one leads, the others help it with what it is doing.
//!
//! The leader deepens iteratively. With each search of the root it calls the helpers, who drop what they were doing and search the same moves in the same
//! window as it does. [Claims](super::claims) see to it that they do not all do the same; what one finds reaches the others through the table. Who is
//! through first hands in the answer.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::proof::Proof;
use super::root::RootMove;
use super::thread::{Found, Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;

/// A search of the root.
#[derive(Clone, Debug)]
struct Task {
    /// Its moves in their order.
    root: Vec<RootMove>,
    /// The first of them that is not settled yet.
    line: usize,
    iteration: u32,
    window: Window,
    proof: Option<Proof>,
}

/// What such a search has come to.
#[derive(Debug)]
struct Answer {
    value: i32,
    root: Vec<RootMove>,
}

/// What the leader is doing.
#[derive(Debug, Default)]
pub(super) struct Call {
    /// Rises with each task and with each answer, and is [`OVER`] at last; changed with the lock held, looked at without.
    number: AtomicUsize,
    board: Mutex<Board>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Board {
    task: Option<Task>,
    answer: Option<Answer>,
}

/// The number that tells everybody to go.
const OVER: usize = usize::MAX;

impl Call {
    /// Calls the helpers to a new task and returns its number.
    fn begin(&self, task: Task) -> usize {
        let mut board = self.lock();
        *board = Board { task: Some(task), answer: None };
        let number = self.number.fetch_add(1, Relaxed) + 1;
        self.changed.notify_all();
        number
    }

    /// Hands in the answer to the task of that number, unless another one has been handed in or is not wanted any more.
    fn hand_in(&self, number: usize, answer: Answer) {
        let mut board = self.lock();
        if !self.is_past(number) {
            *board = Board { task: None, answer: Some(answer) };
            self.number.store(number + 1, Relaxed);
        }
    }

    /// Puts an end to the task. The answer to it if a helper has handed one in, and a number by which nothing is to be done.
    fn close(&self) -> (usize, Option<Answer>) {
        let mut board = self.lock();
        let Board { answer, .. } = std::mem::take(&mut *board);
        (self.number.fetch_add(1, Relaxed) + 1, answer)
    }

    /// Sends the helpers home.
    pub(super) fn end(&self) {
        let _board = self.lock();
        self.number.store(OVER, Relaxed);
        self.changed.notify_all();
    }

    /// Sends the helpers home when it is dropped, however the leader leaves.
    pub(super) fn until_dropped(&self) -> impl Drop {
        struct End<'a>(&'a Call);
        impl Drop for End<'_> {
            fn drop(&mut self) {
                self.0.end();
            }
        }
        End(self)
    }

    /// Whether the search is over.
    pub(super) fn is_over(&self) -> bool {
        self.number.load(Relaxed) == OVER
    }

    /// Whether the task of that number is done with.
    #[inline]
    pub(super) fn is_past(&self, number: usize) -> bool {
        self.number.load(Relaxed) != number
    }

    /// Waits for a task; nothing if there will be none.
    fn next(&self) -> Option<(usize, Task)> {
        let nothing_to_do = |board: &mut Board| board.task.is_none() && !self.is_over();
        let board = self.changed.wait_while(self.lock(), nothing_to_do);
        let board = board.unwrap_or_else(PoisonError::into_inner);
        let task = board.task.clone().filter(|_| !self.is_over());
        task.map(|task| (self.number.load(Relaxed), task))
    }

    /// A thread that panics with the lock held leaves a whole board behind.
    fn lock(&self) -> MutexGuard<'_, Board> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// A search of the root by all threads: the first to finish says what it has come to.
    pub(super) fn search_root_together(&mut self, line: usize, window: Window) -> Found {
        if !self.shared.claims.are_kept() {
            return self.search_root(line, window);
        }
        let task = Task { root: self.root.clone(), line, iteration: self.iteration, window, proof: self.proof.clone() };
        self.task = self.shared.call.begin(task);
        let found = self.search_root(line, window);
        let answer;
        (self.task, answer) = self.shared.call.close();
        found.or_else(|stopped| {
            let Answer { value, root } = answer.ok_or(stopped)?;
            self.root = root;
            self.return_to_root();
            Ok(value)
        })
    }

    /// Helps the leader until the search is over.
    pub(super) fn help(mut self) {
        while let Some((number, task)) = self.shared.call.next() {
            self.task = number;
            self.iteration = task.iteration;
            self.root = task.root;
            self.proof = task.proof;
            match self.search_root(task.line, task.window) {
                Ok(value) => self.shared.call.hand_in(number, Answer { value, root: self.root.clone() }),
                Err(Stopped) => self.return_to_root(),
            }
            self.shared.nodes[self.index].store(self.nodes, Relaxed);
        }
    }
}

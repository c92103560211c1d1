//! How the threads of a search work together: one leads, the others help it with what it is doing.
//!
//! The leader deepens iteratively. With each search of the root it calls the helpers, who drop what they were doing and search the same moves in the same
//! window as it does. [BusyMoves](super::abdada) see to it that they do not all do the same; what one finds reaches the others through the table and the [failures](super::fail_low). Who is
//! through first hands in the answer.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::root::RootMove;
use super::root_solver::Proof;
use super::thread::{SearchResult, Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;

/// A search of the root.
#[derive(Debug)]
struct Task {
    /// Its moves in their order, no positions visited yet.
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
    task: Option<Arc<Task>>,
    answer: Option<Answer>,
}

/// The number that tells everybody to go.
const OVER: usize = usize::MAX;

impl Call {
    /// Calls the helpers to a new task and returns its number.
    fn begin(&self, task: Task) -> usize {
        let mut board = self.lock();
        *board = Board { task: Some(Arc::new(task)), answer: None };
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

    /// Waits for a task that has another number than the one a thread has done with; nothing if there will be none.
    fn next(&self, done: usize) -> Option<(usize, Arc<Task>)> {
        let nothing_to_do = |board: &mut Board| (board.task.is_none() || !self.is_past(done)) && !self.is_over();
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
    pub(super) fn search_root_together(&mut self, line: usize, window: Window) -> SearchResult {
        if !self.shared.claims.are_kept() {
            return self.search_root(line, window);
        }
        let root = self.root.iter().map(RootMove::unvisited).collect();
        let task = Task { root, line, iteration: self.iteration, window, proof: self.proof.clone() };
        self.task = self.shared.call.begin(task);
        let found = self.search_root(line, window);
        let answer;
        (self.task, answer) = self.shared.call.close();
        found.or_else(|stopped| {
            let Answer { value, mut root } = answer.ok_or(stopped)?;
            for adopted in &mut root {
                adopted.add_visits(&self.root);
            }
            self.root = root;
            self.return_to_root();
            Ok(value)
        })
    }

    /// Helps the leader until the search is over.
    pub(super) fn help(mut self) {
        while let Some((number, task)) = self.shared.call.next(self.task) {
            self.task = number;
            self.iteration = task.iteration;
            self.selective_depth = 0;
            self.root.clone_from(&task.root);
            self.proof.clone_from(&task.proof);
            match self.search_root(task.line, task.window) {
                Ok(value) => self.shared.call.hand_in(number, Answer { value, root: self.root.clone() }),
                Err(Stopped) => self.return_to_root(),
            }
            self.shared.nodes[self.index].store(self.nodes, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    fn task(iteration: u32) -> Task {
        Task { root: Vec::new(), line: 0, iteration, window: Window::FULL, proof: None }
    }

    fn answer(value: i32) -> Answer {
        Answer { value, root: Vec::new() }
    }

    #[test]
    fn the_first_answer_to_a_task_counts() {
        let call = Call::default();
        let number = call.begin(task(1));
        assert!(!call.is_past(number));
        call.hand_in(number, answer(10));
        assert!(call.is_past(number), "the others stop");
        call.hand_in(number, answer(20));
        assert_eq!(call.close().1.map(|answer| answer.value), Some(10));
    }

    #[test]
    fn answers_that_come_too_late_are_not_taken() {
        let call = Call::default();
        let first = call.begin(task(1));
        assert!(call.close().1.is_none());
        call.hand_in(first, answer(10));
        let second = call.begin(task(2));
        call.hand_in(first, answer(10));
        assert!(!call.is_past(second), "that was to the task before");
        assert!(call.close().1.is_none());
    }

    #[test]
    fn a_task_is_taken_once_by_each_and_none_when_all_is_over() {
        let call = Call::default();
        let first = call.begin(task(1));
        thread::scope(|scope| {
            let helper = scope.spawn(|| {
                let mut done = 0;
                let mut iterations = Vec::new();
                while let Some((number, task)) = call.next(done) {
                    iterations.push(task.iteration);
                    call.hand_in(number, answer(0));
                    done = number;
                }
                iterations
            });
            while !call.is_past(first) {
                thread::yield_now();
            }
            call.close();
            let second = call.begin(task(2));
            while !call.is_past(second) {
                thread::yield_now();
            }
            call.end();
            assert!(call.is_over() && call.next(second).is_none());
            assert_eq!(helper.join().expect("it ends"), [1, 2]);
        });
    }

    #[test]
    fn a_task_that_was_given_up_is_not_taken_again() {
        let call = Call::default();
        let number = call.begin(task(1));
        let taken = call.next(0).expect("a task");
        assert_eq!(taken.0, number);
        thread::scope(|scope| {
            let helper = scope.spawn(|| call.next(number).is_none());
            call.end();
            assert!(helper.join().expect("it ends"), "there was no other task");
        });
    }
}

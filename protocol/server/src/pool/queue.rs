//! Fair queue of tasks: owners take turns (round robin), and analysis leaves a thread to the games.

use std::collections::{HashMap, VecDeque};
use std::mem;

/// Class of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Move in a game.
    Game,
    /// Analysis for a guest.
    Analysis,
}

/// Owner of a task: a game, or the address of a guest.
pub type Owner = String;

/// Maximum number of waiting tasks of an owner.
const MAX_TASKS_OF_OWNER: usize = 4;
/// Maximum number of waiting tasks of a class.
const MAX_TASKS: usize = 1024;

/// The queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the engine has too much to do; try again later")]
pub struct Full;

/// Waiting tasks of a class.
struct Waiting<T> {
    /// Owners with tasks, in the order of their turns.
    turns: VecDeque<Owner>,
    tasks: HashMap<Owner, VecDeque<T>>,
    count: usize,
}

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Waiting { turns: VecDeque::new(), tasks: HashMap::new(), count: 0 }
    }
}

impl<T> Waiting<T> {
    fn push(&mut self, owner: Owner, task: T) -> Result<usize, Full> {
        let ahead = self.count;
        let own = self.tasks.get(&owner).map_or(0, VecDeque::len);
        if self.count >= MAX_TASKS || own >= MAX_TASKS_OF_OWNER {
            return Err(Full);
        }
        if own == 0 {
            self.turns.push_back(owner.clone());
        }
        self.tasks.entry(owner).or_default().push_back(task);
        self.count += 1;
        Ok(ahead)
    }

    fn remove(&mut self, owner: &str, is_unwanted: impl Fn(&T) -> bool) -> VecDeque<T> {
        let Some(own) = self.tasks.get_mut(owner) else { return VecDeque::new() };
        let (removed, kept): (VecDeque<T>, VecDeque<T>) = mem::take(own).into_iter().partition(is_unwanted);
        self.count -= removed.len();
        if kept.is_empty() {
            self.tasks.remove(owner);
            self.turns.retain(|turn| turn != owner);
        } else {
            *own = kept;
        }
        removed
    }

    fn pop(&mut self) -> Option<T> {
        let owner = self.turns.pop_front()?;
        let own = self.tasks.get_mut(&owner)?;
        let task = own.pop_front()?;
        self.count -= 1;
        if own.is_empty() {
            self.tasks.remove(&owner);
        } else {
            self.turns.push_back(owner);
        }
        Some(task)
    }
}

/// Queue of tasks.
pub struct Queue<T> {
    games: Waiting<T>,
    analysis: Waiting<T>,
    /// Maximum number of analyses that run at once.
    max_analyses: usize,
    analyses: usize,
    /// True if the next task is an analysis, where both wait and there is one thread.
    analysis_next: bool,
}

impl<T> Queue<T> {
    /// Queue for so many threads.
    pub fn new(threads: usize) -> Queue<T> {
        Queue {
            games: Waiting::default(),
            analysis: Waiting::default(),
            max_analyses: threads.saturating_sub(1).max(1),
            analyses: 0,
            analysis_next: false,
        }
    }

    /// Adds a task. Returns how many of its class wait before it.
    ///
    /// # Errors
    /// If too many wait.
    pub fn push(&mut self, class: Class, owner: Owner, task: T) -> Result<usize, Full> {
        match class {
            Class::Game => self.games.push(owner, task),
            Class::Analysis => self.analysis.push(owner, task),
        }
    }

    /// Removes the tasks of an owner that are no longer wanted, and returns them in their order.
    pub fn remove(&mut self, class: Class, owner: &str, is_unwanted: impl Fn(&T) -> bool) -> VecDeque<T> {
        match class {
            Class::Game => self.games.remove(owner, is_unwanted),
            Class::Analysis => self.analysis.remove(owner, is_unwanted),
        }
    }

    /// Takes the next task that may run.
    pub fn pop(&mut self) -> Option<(Class, T)> {
        let may_analyse = self.analyses < self.max_analyses && self.analysis.count > 0;
        if may_analyse && (self.analysis_next || self.games.count == 0) {
            self.analysis_next = false;
            self.analyses += 1;
            return self.analysis.pop().map(|task| (Class::Analysis, task));
        }
        self.analysis_next = may_analyse;
        self.games.pop().map(|task| (Class::Game, task))
    }

    /// A task of a class has ended.
    pub fn done(&mut self, class: Class) {
        if class == Class::Analysis {
            self.analyses -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn popped(queue: &mut Queue<u32>) -> Vec<u32> {
        std::iter::from_fn(|| queue.pop().map(|next| next.1)).collect()
    }

    #[test]
    fn owners_take_turns() {
        let mut queue = Queue::new(2);
        for (owner, task) in [("a", 1), ("a", 2), ("a", 3), ("b", 4), ("c", 5), ("b", 6)] {
            queue.push(Class::Game, owner.to_string(), task).expect("room");
        }
        assert_eq!(popped(&mut queue), [1, 4, 5, 2, 6, 3]);
    }

    #[test]
    fn an_owner_cannot_fill_the_queue() {
        let mut queue = Queue::new(2);
        let mut push = |owner: usize| queue.push(Class::Game, owner.to_string(), 0);
        assert_eq!(
            (0..MAX_TASKS_OF_OWNER).map(|_| push(0)).collect::<Vec<_>>(),
            (0..MAX_TASKS_OF_OWNER).map(Ok).collect::<Vec<_>>()
        );
        assert_eq!((push(0), push(1)), (Err(Full), Ok(MAX_TASKS_OF_OWNER)));
        assert_eq!((2..2 * MAX_TASKS).filter_map(|owner| push(owner).ok()).count(), MAX_TASKS - MAX_TASKS_OF_OWNER - 1);
    }

    #[test]
    fn removed_tasks_make_room() {
        let mut queue = Queue::new(2);
        for task in 0..MAX_TASKS_OF_OWNER as u32 {
            queue.push(Class::Game, "a".to_string(), task).expect("room");
        }
        queue.push(Class::Game, "b".to_string(), 10).expect("room");
        assert_eq!(queue.push(Class::Game, "a".to_string(), 11), Err(Full));
        assert_eq!(queue.remove(Class::Game, "a", |&task| task < 2), [0, 1]);
        assert_eq!(queue.push(Class::Game, "a".to_string(), 11), Ok(MAX_TASKS_OF_OWNER - 1));
        assert_eq!(queue.remove(Class::Game, "b", |_| true), [10]);
        assert!(queue.remove(Class::Game, "b", |_| true).is_empty());
        assert_eq!(popped(&mut queue), [2, 3, 11]);
    }

    #[test]
    fn analysis_leaves_a_thread_to_the_games() {
        let mut queue = Queue::new(3);
        for task in 0..4 {
            queue.push(Class::Analysis, task.to_string(), task).expect("room");
        }
        assert_eq!(popped(&mut queue), [0, 1], "two of three threads");
        queue.push(Class::Game, "game".to_string(), 9).expect("room");
        assert_eq!(queue.pop(), Some((Class::Game, 9)));
        queue.done(Class::Analysis);
        assert_eq!(popped(&mut queue), [2]);
    }

    #[test]
    fn one_thread_serves_both_in_turn() {
        let mut queue = Queue::new(1);
        for task in 0..2 {
            queue.push(Class::Game, task.to_string(), task).expect("room");
            queue.push(Class::Analysis, task.to_string(), 10 + task).expect("room");
        }
        let mut order = Vec::new();
        while let Some((class, task)) = queue.pop() {
            order.push(task);
            queue.done(class);
        }
        assert_eq!(order, [0, 10, 1, 11]);
    }
}

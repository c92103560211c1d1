//! Fair queue of tasks: guests take turns (round robin), and so do the games of each; analysis leaves a thread to the
//! games.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, VecDeque};
use std::mem;
use std::net::IpAddr;

/// Class of a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Move in a game.
    Game,
    /// Analysis for a guest.
    Analysis,
}

/// Owner of a task: a guest, and one of its games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Owner {
    /// Address of the guest; none for all games that nobody has connected to.
    pub guest: Option<IpAddr>,
    /// Identifier of the game; empty for an analysis.
    pub game: String,
}

/// Maximum number of waiting tasks of a game.
const MAX_TASKS_OF_GAME: usize = 4;
/// Maximum number of waiting tasks of a guest.
const MAX_TASKS_OF_GUEST: usize = 256;
/// Maximum number of waiting tasks of a class.
const MAX_TASKS: usize = 1024;

/// The queue is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the engine has too much to do; try again later")]
pub struct Full;

/// Waiting tasks of a guest.
struct Guest<T> {
    /// Games with tasks, in the order of their turns.
    turns: VecDeque<String>,
    tasks: HashMap<String, VecDeque<T>>,
    count: usize,
}

impl<T> Default for Guest<T> {
    fn default() -> Self {
        Guest { turns: VecDeque::new(), tasks: HashMap::new(), count: 0 }
    }
}

impl<T> Guest<T> {
    fn push(&mut self, game: String, task: T) -> Result<(), Full> {
        let own = self.tasks.get(&game).map_or(0, VecDeque::len);
        if self.count >= MAX_TASKS_OF_GUEST || own >= MAX_TASKS_OF_GAME {
            return Err(Full);
        }
        if own == 0 {
            self.turns.push_back(game.clone());
        }
        self.tasks.entry(game).or_default().push_back(task);
        self.count += 1;
        Ok(())
    }

    fn remove(&mut self, game: &str, is_unwanted: impl Fn(&T) -> bool) -> VecDeque<T> {
        let Some(own) = self.tasks.get_mut(game) else { return VecDeque::new() };
        let (removed, kept): (VecDeque<T>, VecDeque<T>) = mem::take(own).into_iter().partition(is_unwanted);
        self.count -= removed.len();
        if kept.is_empty() {
            self.tasks.remove(game);
            self.turns.retain(|turn| turn != game);
        } else {
            *own = kept;
        }
        removed
    }

    fn pop(&mut self) -> Option<T> {
        let game = self.turns.pop_front()?;
        let own = self.tasks.get_mut(&game)?;
        let task = own.pop_front()?;
        self.count -= 1;
        if own.is_empty() {
            self.tasks.remove(&game);
        } else {
            self.turns.push_back(game);
        }
        Some(task)
    }
}

/// Waiting tasks of a class.
struct Waiting<T> {
    /// Guests with tasks, in the order of their turns.
    turns: VecDeque<Option<IpAddr>>,
    guests: HashMap<Option<IpAddr>, Guest<T>>,
    count: usize,
}

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Waiting { turns: VecDeque::new(), guests: HashMap::new(), count: 0 }
    }
}

impl<T> Waiting<T> {
    fn push(&mut self, Owner { guest, game }: Owner, task: T) -> Result<usize, Full> {
        if self.count >= MAX_TASKS {
            return Err(Full);
        }
        let ahead = self.count;
        match self.guests.entry(guest) {
            Entry::Occupied(mut known) => known.get_mut().push(game, task)?,
            Entry::Vacant(new) => {
                new.insert(Guest::default()).push(game, task)?;
                self.turns.push_back(guest);
            }
        }
        self.count += 1;
        Ok(ahead)
    }

    fn remove(&mut self, Owner { guest, game }: &Owner, is_unwanted: impl Fn(&T) -> bool) -> VecDeque<T> {
        let Some(own) = self.guests.get_mut(guest) else { return VecDeque::new() };
        let removed = own.remove(game, is_unwanted);
        self.count -= removed.len();
        if own.count == 0 {
            self.guests.remove(guest);
            self.turns.retain(|turn| turn != guest);
        }
        removed
    }

    fn pop(&mut self) -> Option<T> {
        let guest = self.turns.pop_front()?;
        let own = self.guests.get_mut(&guest)?;
        let task = own.pop()?;
        self.count -= 1;
        if own.count == 0 {
            self.guests.remove(&guest);
        } else {
            self.turns.push_back(guest);
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
    /// True if the next task is an analysis, where both wait.
    analysis_next: bool,
}

impl<T> Queue<T> {
    /// Queue for so many threads, of which analysis leaves one to the games.
    pub fn new(threads: usize) -> Queue<T> {
        Queue {
            games: Waiting::default(),
            analysis: Waiting::default(),
            max_analyses: threads.saturating_sub(1),
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
    pub fn remove(&mut self, class: Class, owner: &Owner, is_unwanted: impl Fn(&T) -> bool) -> VecDeque<T> {
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
    use std::net::Ipv4Addr;

    use super::*;

    fn popped(queue: &mut Queue<u32>) -> Vec<u32> {
        std::iter::from_fn(|| queue.pop().map(|next| next.1)).collect()
    }

    /// Owner of a guest of a number, and a game.
    fn owner(guest: usize, game: &str) -> Owner {
        Owner { guest: Some(Ipv4Addr::from_bits(guest as u32).into()), game: game.to_string() }
    }

    #[test]
    fn guests_take_turns_and_so_do_their_games() {
        let mut queue = Queue::new(2);
        for (game, task) in [("a", 1), ("a", 2), ("b", 3), ("c", 4)] {
            queue.push(Class::Game, owner(1, game), task).expect("room");
        }
        queue.push(Class::Game, owner(2, "d"), 5).expect("room");
        queue.push(Class::Game, Owner { guest: None, game: "e".to_string() }, 6).expect("room");
        queue.push(Class::Game, owner(2, "d"), 7).expect("room");
        assert_eq!(popped(&mut queue), [1, 5, 6, 3, 7, 4, 2]);
    }

    #[test]
    fn a_guest_with_many_games_delays_another_by_one_task() {
        let mut queue = Queue::new(2);
        for game in 0..30 {
            queue.push(Class::Game, owner(1, &game.to_string()), game).expect("room");
        }
        assert_eq!(queue.pop(), Some((Class::Game, 0)));
        queue.push(Class::Game, owner(2, "other"), 99).expect("room");
        assert_eq!(popped(&mut queue)[..3], [1, 99, 2]);
    }

    #[test]
    fn neither_a_game_nor_a_guest_can_fill_the_queue() {
        let mut queue = Queue::new(2);
        let mut push = |guest: usize, game: usize| queue.push(Class::Game, owner(guest, &game.to_string()), 0);
        assert_eq!(
            (0..MAX_TASKS_OF_GAME).map(|_| push(0, 0)).collect::<Vec<_>>(),
            (0..MAX_TASKS_OF_GAME).map(Ok).collect::<Vec<_>>()
        );
        assert_eq!((push(0, 0), push(0, 1)), (Err(Full), Ok(MAX_TASKS_OF_GAME)));
        let more = (2..2 * MAX_TASKS).filter_map(|game| push(0, game).ok()).count();
        assert_eq!(more, MAX_TASKS_OF_GUEST - MAX_TASKS_OF_GAME - 1);
        assert_eq!((1..2 * MAX_TASKS).filter_map(|guest| push(guest, 0).ok()).count(), MAX_TASKS - MAX_TASKS_OF_GUEST);
    }

    #[test]
    fn removed_tasks_make_room() {
        let mut queue = Queue::new(2);
        let [a, b] = ["a", "b"].map(|game| owner(1, game));
        for task in 0..MAX_TASKS_OF_GAME as u32 {
            queue.push(Class::Game, a.clone(), task).expect("room");
        }
        queue.push(Class::Game, b.clone(), 10).expect("room");
        assert_eq!(queue.push(Class::Game, a.clone(), 11), Err(Full));
        assert_eq!(queue.remove(Class::Game, &a, |&task| task < 2), [0, 1]);
        assert_eq!(queue.push(Class::Game, a, 11), Ok(MAX_TASKS_OF_GAME - 1));
        assert_eq!(queue.remove(Class::Game, &b, |_| true), [10]);
        assert!(queue.remove(Class::Game, &b, |_| true).is_empty());
        assert_eq!(popped(&mut queue), [2, 3, 11]);
        let last = owner(2, "c");
        queue.push(Class::Game, last.clone(), 12).expect("room");
        assert_eq!(queue.remove(Class::Game, &last, |_| true), [12]);
        assert_eq!(queue.pop(), None);
    }

    #[test]
    fn analysis_leaves_a_thread_to_the_games() {
        let mut queue = Queue::new(3);
        for task in 0..4 {
            queue.push(Class::Analysis, owner(task as usize, ""), task).expect("room");
        }
        assert_eq!(popped(&mut queue), [0, 1], "two of three threads");
        queue.push(Class::Game, owner(1, "game"), 9).expect("room");
        assert_eq!(queue.pop(), Some((Class::Game, 9)));
        queue.done(Class::Analysis);
        assert_eq!(popped(&mut queue), [2]);
    }

    #[test]
    fn a_thread_serves_both_in_turn() {
        let mut queue = Queue::new(2);
        for task in 0..2 {
            queue.push(Class::Game, owner(task as usize, "game"), task).expect("room");
            queue.push(Class::Analysis, owner(task as usize, ""), 10 + task).expect("room");
        }
        let mut order = Vec::new();
        while let Some((class, task)) = queue.pop() {
            order.push(task);
            queue.done(class);
        }
        assert_eq!(order, [0, 10, 1, 11]);
    }
}

//! Counting move by move and on several threads.

use engine::game::CompositeMoves;
use engine::moves::{Move, MoveList};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::count::{Memory, after, count};

/// So many subtrees a thread: the last ones to finish then keep the other threads waiting but a moment.
const TASKS_PER_THREAD: usize = 128;

/// A subtree to be counted.
struct Task<G> {
    /// The first ply of the way to it: an index into the root's moves.
    root: usize,
    position: G,
}

/// Shares the subtrees of a count out to threads.
pub struct Splitter {
    /// None counts on the caller's own thread.
    pool: Option<ThreadPool>,
}

impl Splitter {
    /// Counts on so many threads.
    ///
    /// # Errors
    /// If the system does not give the threads.
    pub fn new(threads: usize) -> Result<Splitter, ThreadPoolBuildError> {
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build()).transpose()?;
        Ok(Splitter { pool })
    }

    /// Counts the subtrees, all of one depth. The order is that of the tasks.
    fn run<G: CompositeMoves, M: Memory>(
        &self,
        tasks: &[Task<G>],
        depth: u32,
        memory: &M,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<u64> {
        let run = |task: &Task<G>| {
            let nodes = count(&task.position, depth, memory);
            progress(1, tasks.len());
            nodes
        };
        match &self.pool {
            // One task at a time, so that whoever is idle can steal any that is not begun.
            Some(pool) => pool.install(|| tasks.par_iter().with_max_len(1).map(run).collect()),
            None => tasks.iter().map(run).collect(),
        }
    }

    fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }
}

/// Counts below each move of a position: the legal moves, each with the number of sequences of `depth` plies, at least one,
/// that begin with it.
///
/// The work is split at the second ply, or deeper where that gives too few subtrees to keep all threads busy. `progress` is
/// told of each finished subtree how many it was (1) and of how many.
pub fn divide<G: CompositeMoves, M: Memory>(
    position: &G,
    depth: u32,
    memory: &M,
    splitter: &Splitter,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(Move, u64)> {
    let mut moves = MoveList::new();
    position.composite_moves(&mut moves);
    let mut counts: Vec<(Move, u64)> = moves.iter().map(|&mv| (mv, 0)).collect();

    let mut tasks: Vec<Task<G>> =
        moves.iter().enumerate().map(|(root, &mv)| Task { root, position: after(position, mv) }).collect();
    let mut left = depth.saturating_sub(1);
    // A subtree of two plies is not worth splitting.
    while left > 2 && (left + 1 == depth || tasks.len() < TASKS_PER_THREAD * splitter.threads()) {
        tasks = tasks.iter().flat_map(split).collect();
        left -= 1;
    }
    for (task, nodes) in tasks.iter().zip(splitter.run(&tasks, left, memory, progress)) {
        counts[task.root].1 += nodes;
    }
    counts
}

fn split<G: CompositeMoves>(task: &Task<G>) -> Vec<Task<G>> {
    let child = |&mv: &Move| Task { root: task.root, position: after(&task.position, mv) };
    let mut moves = MoveList::new();
    task.position.composite_moves(&mut moves);
    moves.iter().map(child).collect()
}

//! Parallel perft: counts below each move, and subtrees shared out to threads.

use std::convert::Infallible;

use engine::game::CompositeMoves;
use engine::moves::{Move, MoveList};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::count::{CountTable, after, count};
use crate::parallel::try_map;

/// Subtrees per thread. With that many, threads that are done wait only a moment for the last ones.
const TASKS_PER_THREAD: usize = 128;

/// Subtree to count.
struct Task<G> {
    /// First move on the way to it: an index into the root's moves.
    root: usize,
    position: G,
}

/// Thread pool that the subtrees of a count are shared out to.
pub struct Splitter {
    /// `None` counts on the caller's own thread.
    pool: Option<ThreadPool>,
}

impl Splitter {
    /// Splitter with a number of threads.
    ///
    /// # Errors
    /// If the system does not give the threads.
    pub fn new(threads: usize) -> Result<Splitter, ThreadPoolBuildError> {
        let pool = if threads > 1 { Some(ThreadPoolBuilder::new().num_threads(threads).build()?) } else { None };
        Ok(Splitter { pool })
    }

    /// Counts the subtrees, all of one depth. The order is that of the tasks.
    fn run<G: CompositeMoves, T: CountTable>(
        &self,
        tasks: &[Task<G>],
        depth: u32,
        table: &T,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<u64> {
        let run = |(index, task): (usize, &Task<G>)| {
            let nodes = count(&task.position, depth, table);
            progress(1, tasks.len());
            Ok::<_, Infallible>((index, nodes))
        };
        let numbered = tasks.iter().enumerate();
        let Ok(mut counts) = match &self.pool {
            Some(pool) => try_map(pool, 1, numbered, &run),
            None => numbered.map(run).collect(),
        };
        counts.sort_unstable();
        counts.into_iter().map(|(_, nodes)| nodes).collect()
    }

    fn threads(&self) -> usize {
        self.pool.as_ref().map_or(1, ThreadPool::current_num_threads)
    }
}

/// Divide: the legal moves of a position, each with the number of sequences of `depth` moves (at least 1) that begin
/// with it. Counts saturate, as those of [`count`].
///
/// The work is split at the second move, or deeper where that gives too few subtrees to keep all threads busy.
/// `progress` is called for each finished subtree with the number finished (1) and the number of all.
pub fn divide<G: CompositeMoves, T: CountTable>(
    position: &G,
    depth: u32,
    table: &T,
    splitter: &Splitter,
    progress: &(dyn Fn(usize, usize) + Sync),
) -> Vec<(Move, u64)> {
    let mut moves = MoveList::new();
    position.composite_moves(&mut moves);
    let mut counts: Vec<(Move, u64)> = moves.iter().map(|&mv| (mv, 0)).collect();

    let mut tasks: Vec<Task<G>> =
        moves.iter().enumerate().map(|(root, &mv)| Task { root, position: after(position, mv) }).collect();
    let mut left = depth.saturating_sub(1);
    // A subtree of two moves is not worth splitting.
    while left > 2 && (left + 1 == depth || tasks.len() < TASKS_PER_THREAD * splitter.threads()) {
        tasks = tasks.iter().flat_map(split).collect();
        left -= 1;
    }
    for (task, nodes) in tasks.iter().zip(splitter.run(&tasks, left, table, progress)) {
        counts[task.root].1 = counts[task.root].1.saturating_add(nodes);
    }
    counts
}

fn split<G: CompositeMoves>(task: &Task<G>) -> Vec<Task<G>> {
    let child = |&mv: &Move| Task { root: task.root, position: after(&task.position, mv) };
    let mut moves = MoveList::new();
    task.position.composite_moves(&mut moves);
    moves.iter().map(child).collect()
}

//! Parallel perft: counts below each move, and subtrees shared out to threads.

use std::collections::VecDeque;
use std::convert::Infallible;

use engine::game::CompositeMoves;
use engine::moves::{Move, MoveList};
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

use crate::count::{CountTable, after, count};
use crate::parallel::try_map;

/// Subtrees per thread. With that many, threads that are done wait only a moment for the last ones.
const TASKS_PER_THREAD: usize = 128;

/// Subtrees per thread from which on no further one is split.
const MAX_TASKS_PER_THREAD: usize = 16 * TASKS_PER_THREAD;

/// Bytes of subtrees from which on no further one is split. Each keeps its position, which in Chex takes kilobytes.
const MAX_TASK_BYTES: usize = 256 << 20;

/// Subtree to count.
struct Task<G> {
    /// First move on the way to it: an index into the root's moves.
    root: usize,
    position: G,
    /// Depth of the count.
    depth: u32,
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

    /// Counts the subtrees. The order is that of the tasks.
    fn run<G: CompositeMoves, T: CountTable>(
        &self,
        tasks: &[Task<G>],
        table: &T,
        progress: &(dyn Fn(usize, usize) + Sync),
    ) -> Vec<u64> {
        let run = |(index, task): (usize, &Task<G>)| {
            let nodes = count(&task.position, task.depth, table);
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
/// The work is split at the second move, or deeper where that gives too few subtrees to keep all threads busy; a level
/// with too many is split in part. `progress` is called for each finished subtree with the number finished (1) and the
/// number of all.
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

    let left = depth.saturating_sub(1);
    let first = |(root, &mv): (usize, &Move)| Task { root, position: after(position, mv), depth: left };
    let tasks = split_all(moves.iter().enumerate().map(first).collect(), depth, splitter.threads());
    for (task, nodes) in tasks.iter().zip(splitter.run(&tasks, table, progress)) {
        counts[task.root].1 = counts[task.root].1.saturating_add(nodes);
    }
    counts
}

/// Splits the subtrees below the first moves of a count, level by level (breadth-first), until there are enough for all
/// threads. If the next level has too many, this one is split in part. The subtrees that are left whole come first, so
/// that no thread waits for a large one at the end.
fn split_all<G: CompositeMoves>(mut tasks: VecDeque<Task<G>>, depth: u32, threads: usize) -> Vec<Task<G>> {
    let most = (MAX_TASKS_PER_THREAD * threads).min(MAX_TASK_BYTES / size_of::<Task<G>>());
    // A subtree of two moves is not worth splitting.
    while let (Some(first), Some(last)) = (tasks.front(), tasks.back())
        && first.depth > 2
    {
        let is_level = first.depth == last.depth;
        let is_enough = first.depth + 1 < depth && tasks.len() >= TASKS_PER_THREAD * threads;
        if (is_level && is_enough) || tasks.len() >= most {
            break;
        }
        let parent = tasks.pop_front();
        tasks.extend(parent.iter().flat_map(children));
    }
    tasks.into()
}

/// Subtrees after each move of a subtree.
fn children<G: CompositeMoves>(task: &Task<G>) -> Vec<Task<G>> {
    let child = |&mv: &Move| Task { root: task.root, position: after(&task.position, mv), depth: task.depth - 1 };
    let mut moves = MoveList::new();
    task.position.composite_moves(&mut moves);
    moves.iter().map(child).collect()
}

#[cfg(test)]
mod tests {
    use engine::game::Game;
    use engine::variants::{Chess, Chex};

    use super::*;

    /// Depths of the subtrees that a count is split into.
    fn depths<G: CompositeMoves>(position: &G, depth: u32, threads: usize) -> Vec<u32> {
        let root = Task { root: 0, position: position.clone(), depth };
        split_all(children(&root).into(), depth, threads).iter().map(|task| task.depth).collect()
    }

    #[test]
    fn whole_levels_are_split_until_there_are_enough_subtrees() {
        let start = Chess::start();
        assert_eq!(depths(&start, 3, 1), [2; 20]);
        assert_eq!(depths(&start, 4, 1), [2; 400]);
        assert_eq!(depths(&start, 6, 3), [4; 400]);
        assert_eq!(depths(&start, 6, 5), [3; 8902]);
    }

    /// Checks that the subtrees come from a level that is split in part, those that are left whole first.
    fn split_in_part(depths: &[u32], threads: usize) {
        let (first, last) = (depths[0], depths[depths.len() - 1]);
        assert!(depths.is_sorted_by(|a, b| a >= b) && first == last + 1, "{first} to {last}");
        let most = MAX_TASKS_PER_THREAD * threads;
        assert!((most..most + 1000).contains(&depths.len()), "{} subtrees", depths.len());
    }

    #[test]
    fn a_level_with_too_many_subtrees_is_split_in_part() {
        split_in_part(&depths(&Chess::start(), 6, 4), 4);
        // There are 6423 sequences of two moves.
        let open: Chex = "k3/1qP1/3Q[KRRBBNPPPPPPPrrbbnnpppppppp] w - - 0 4".parse().expect("a position");
        split_in_part(&depths(&open, 4, 1), 1);
    }

    #[test]
    fn subtrees_take_a_limited_memory() {
        let start = Chex::start();
        let tasks = depths(&start, 6, 1024).len();
        assert!((20_000..MAX_TASK_BYTES / size_of::<Task<Chex>>() + 1000).contains(&tasks), "{tasks} subtrees");
    }

    #[test]
    fn counts_are_the_same_where_a_level_is_split_in_part() {
        let (start, splitter) = (Chess::start(), Splitter::new(4).expect("threads"));
        let counts = divide(&start, 5, &(), &splitter, &|_, _| ());
        assert_eq!(counts.len(), 20);
        for (mv, nodes) in counts {
            assert_eq!(nodes, count(&after(&start, mv), 4, &()), "{mv:?}");
        }
    }
}

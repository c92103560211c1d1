//! Symmetric multiprocessing (SMP): the threads of a search share the work of the root and of every node.
//!
//! One thread leads and deepens iteratively. For each search of the root, that is for each aspiration window of an
//! iteration, it posts a [`RootJob`]; the helpers drop what they were doing and search the same moves in the same
//! window. The first thread to finish hands in the [`RootResult`], and all go on to the next job. So that they do not
//! all do the same:
//!
//! * a move that one thread is searching is deferred by the others ([ABDADA](super::abdada));
//! * a move that failed low on one thread is skipped by the others ([`FailLowTable`]);
//! * TT and histories are common, so that the threads judge and reduce alike.
//!
//! [`share_work`](Thread::share_work) is the one question that the move loop asks. With one thread all of this is off:
//! the search is deterministic.

use std::sync::{Arc, PoisonError};

use super::abdada::{BusyMark, BusyMoves};
use super::fail_low::{FailLow, FailLowTable};
use super::node::{Candidate, Node};
use super::root::{Root, RootMove};
use super::root_solver::ProvenWin;
use super::score::MATE_BOUND;
use super::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use super::sync::{Condvar, Mutex, MutexGuard};
use super::thread::{SearchResult, Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

/// Shared state of work division: root work queue, ABDADA table, fail-low table, node counts.
pub struct Smp {
    /// The root work queue.
    pub work: RootWork,
    busy_moves: BusyMoves,
    fail_lows: FailLowTable,
    /// Nodes visited by each thread when it last published them.
    nodes: Box<[AtomicU64]>,
}

impl Smp {
    /// For threads that divide the work of each node.
    pub fn new(threads: usize) -> Smp {
        Smp { busy_moves: BusyMoves::new(threads), fail_lows: FailLowTable::new(threads), ..Smp::independent(threads) }
    }

    /// For threads that are given different work anyway, as in the tree search.
    pub fn independent(threads: usize) -> Smp {
        Smp {
            work: RootWork::default(),
            busy_moves: BusyMoves::new(1),
            fail_lows: FailLowTable::new(1),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// True if threads divide the work of each node.
    #[inline(always)]
    pub fn is_enabled(&self) -> bool {
        self.busy_moves.is_enabled()
    }

    /// Publishes the nodes visited by a thread.
    pub fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Relaxed);
    }

    /// Nodes visited by all threads, as last published.
    pub fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Relaxed)).sum()
    }

    /// Nodes visited by all threads but one, as last published.
    pub fn nodes_of_others(&self, thread: usize) -> u64 {
        let others = self.nodes.iter().enumerate().filter(|&(other, _)| other != thread);
        others.map(|(_, nodes)| nodes.load(Relaxed)).sum()
    }
}

/// Number of a root job; an id that no job has stands for having none.
pub type RootJobId = usize;

/// The id that tells every thread that the search is over.
const SHUTDOWN: RootJobId = usize::MAX;

/// One search of the root.
#[derive(Debug)]
pub struct RootJob {
    /// The root moves in their order, with no nodes counted yet.
    moves: Vec<RootMove>,
    /// MultiPV: index of the first of the moves to be searched.
    pv_index: usize,
    /// The depth of the iteration, in plies.
    depth: u32,
    /// Fail-highs of the aspiration search.
    fail_highs: u32,
    window: Window,
    proven_win: Option<ProvenWin>,
}

/// Result of a root job.
#[derive(Debug)]
pub struct RootResult {
    value: i32,
    moves: Vec<RootMove>,
}

/// Root work queue: one job at a time, posted by the leader, taken by every helper, finished by the fastest thread.
#[derive(Debug, Default)]
pub struct RootWork {
    /// Rises with each job and with each result, and is [`SHUTDOWN`] at last. Changed with the lock held, read without.
    current: AtomicUsize,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    job: Option<Arc<RootJob>>,
    result: Option<RootResult>,
}

impl RootWork {
    /// Posts a job to the helpers and returns its id.
    fn post(&self, job: RootJob) -> RootJobId {
        let mut state = self.lock();
        *state = State { job: Some(Arc::new(job)), result: None };
        let id = self.current.fetch_add(1, Relaxed) + 1;
        self.changed.notify_all();
        id
    }

    /// Hands in the result of a job, unless it has one already or is not wanted any more.
    fn hand_in(&self, id: RootJobId, result: RootResult) {
        let mut state = self.lock();
        if self.is_current(id) {
            *state = State { job: None, result: Some(result) };
            self.current.store(id + 1, Relaxed);
        }
    }

    /// Ends the current job. Returns an id that no job has, and the result if a helper has handed one in.
    fn finish(&self) -> (RootJobId, Option<RootResult>) {
        let mut state = self.lock();
        let State { result, .. } = std::mem::take(&mut *state);
        (self.current.fetch_add(1, Relaxed) + 1, result)
    }

    /// Ends the search for all threads.
    pub fn shutdown(&self) {
        let _state = self.lock();
        self.current.store(SHUTDOWN, Relaxed);
        self.changed.notify_all();
    }

    /// Guard that shuts the search down when it is dropped, however the leader leaves.
    pub fn shutdown_on_drop(&self) -> impl Drop {
        struct Shutdown<'a>(&'a RootWork);
        impl Drop for Shutdown<'_> {
            fn drop(&mut self) {
                self.0.shutdown();
            }
        }
        Shutdown(self)
    }

    /// True if the search has been shut down.
    pub fn is_shut_down(&self) -> bool {
        self.current.load(Relaxed) == SHUTDOWN
    }

    /// Returns whether the job with that id is still wanted.
    #[inline]
    pub fn is_current(&self, id: RootJobId) -> bool {
        self.current.load(Relaxed) == id
    }

    /// Waits for a job other than the one a thread has done with; none once the search is shut down.
    fn next(&self, done: RootJobId) -> Option<(RootJobId, Arc<RootJob>)> {
        let mut state = self.lock();
        while (state.job.is_none() || self.is_current(done)) && !self.is_shut_down() {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if self.is_shut_down() {
            return None;
        }
        state.job.clone().map(|job| (self.current.load(Relaxed), job))
    }

    /// Locks the state. A thread that panics with the lock held leaves a whole state behind.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Work sharing: what to do with a move, as the other threads are busy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WorkShare {
    /// Search it.
    Search,
    /// Search it after the node's other moves: another thread is at it.
    Defer,
    /// Skip it: it has failed low on another thread and has at most this value.
    Skip(i32),
    /// Leave the node: another thread has finished it, with this value.
    Cutoff(i32),
}

impl<'a, G: Tactics, E: Evaluator<G>> Thread<'a, G, E> {
    /// Work sharing: whether to search, defer or skip a move that is about to be searched in the current node.
    #[inline(always)]
    pub fn share_work<const PV: bool>(&self, node: &Node, candidate: Candidate, window: Window) -> WorkShare {
        if !self.shares_work(node) {
            return WorkShare::Search;
        }
        let Candidate { mv, number, deferred, .. } = candidate;
        // Shared fail-lows. Not for the first move of a PV node: it gives the PV.
        if !(PV && number == 1)
            && let Some(value) = self.shared_fail_low(node, mv, window.alpha)
        {
            return WorkShare::Skip(value);
        }
        if number == 1 {
            return WorkShare::Search;
        }
        // Another thread may have stored the node in the TT while this one was trying moves.
        if !self.wants_pv::<PV>()
            && !node.excluded.is_some()
            && let Some(value) = self.probe_tt().and_then(|entry| self.tt_cutoff(&entry, window, node.depth))
        {
            return WorkShare::Cutoff(value);
        }
        // ABDADA.
        if !deferred && self.shared.smp.busy_moves.is_busy(self.position.key(), mv) {
            return WorkShare::Defer;
        }
        WorkShare::Search
    }

    /// Marks a move of the current node as being searched by this thread (ABDADA), until the guard is dropped. The
    /// first move of a node is searched by all threads.
    #[inline(always)]
    pub fn mark_busy(&self, node: &Node, mv: Move, number: usize) -> Option<BusyMark<'a>> {
        if self.shares_work(node) && number > 1 {
            let shared = self.shared;
            Some(shared.smp.busy_moves.mark(self.position.key(), mv))
        } else {
            None
        }
    }

    /// Tells the other threads that a move of the current node has failed low, if it has.
    #[inline(always)]
    pub fn store_fail_low(&self, node: &Node, mv: Move, value: i32, alpha: i32) {
        // Mates are counted from the root, and on another way from there to here the count may be another; what is a
        // repetition on this way may be none on another.
        if self.shares_work(node) && value <= alpha && value.abs() < MATE_BOUND && !G::is_draw_value(value) {
            self.shared.smp.fail_lows.store(self.position.key(), mv, FailLow { depth: node.depth, value });
        }
    }

    /// True if the node is deep enough to be worth dividing among threads, if there are several.
    #[inline(always)]
    fn shares_work(&self, node: &Node) -> bool {
        self.shared.smp.is_enabled() && node.depth >= self.shared.params.smp_depth
    }

    /// The upper bound of a move that is known not to reach alpha, most likely because another thread has tried it.
    fn shared_fail_low(&self, node: &Node, mv: Move, alpha: i32) -> Option<i32> {
        let FailLow { depth, value } = self.shared.smp.fail_lows.probe(self.position.key(), mv)?;
        if value <= alpha && self.is_deep_enough(depth, node.depth) { Some(value) } else { None }
    }

    /// Searches the root by all threads; the first to finish says what it has come to.
    pub fn search_root_parallel(&mut self, pv_index: usize, window: Window) -> SearchResult {
        if !self.shared.smp.is_enabled() {
            return self.search_root(pv_index, window);
        }
        let shared = self.shared;
        let moves = self.root.moves.iter().map(RootMove::unvisited).collect();
        let Root { depth, fail_highs, ref proven_win, .. } = self.root;
        let proven_win = proven_win.clone();
        self.job = shared.smp.work.post(RootJob { moves, pv_index, depth, fail_highs, window, proven_win });
        let value = self.search_root(pv_index, window);
        let result;
        (self.job, result) = shared.smp.work.finish();
        value.or_else(|stopped| {
            let RootResult { value, mut moves } = result.ok_or(stopped)?;
            for adopted in &mut moves {
                adopted.add_nodes(&self.root.moves);
            }
            self.root.moves = moves;
            self.return_to_root();
            Ok(value)
        })
    }

    /// Helper thread: takes root jobs until the search is over.
    pub fn help(mut self) {
        let shared = self.shared;
        while let Some((id, job)) = shared.smp.work.next(self.job) {
            self.job = id;
            self.stack.reset_seldepth();
            (self.root.depth, self.root.fail_highs) = (job.depth, job.fail_highs);
            self.root.moves.clone_from(&job.moves);
            self.root.proven_win.clone_from(&job.proven_win);
            match self.search_root(job.pv_index, job.window) {
                Ok(value) => shared.smp.work.hand_in(id, RootResult { value, moves: self.root.moves.clone() }),
                Err(Stopped) => self.return_to_root(),
            }
            self.publish_nodes();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;
    use std::time::Duration;

    use super::super::control::Control;
    use super::super::score::{DRAW, MATE};
    use super::super::thread::testing::{HOUR, with_threads};
    use super::*;
    use crate::record::Record;
    use crate::text::Notation;
    use crate::variants::Chess;

    fn job(depth: u32) -> RootJob {
        RootJob { moves: Vec::new(), pv_index: 0, depth, fail_highs: 0, window: Window::FULL, proven_win: None }
    }

    fn result(value: i32) -> RootResult {
        RootResult { value, moves: Vec::new() }
    }

    #[test]
    fn the_first_result_of_a_job_counts() {
        let work = RootWork::default();
        let id = work.post(job(1));
        assert!(work.is_current(id));
        work.hand_in(id, result(10));
        assert!(!work.is_current(id), "the others stop");
        work.hand_in(id, result(20));
        assert_eq!(work.finish().1.map(|result| result.value), Some(10));
    }

    #[test]
    fn results_that_come_too_late_are_dropped() {
        let work = RootWork::default();
        let first = work.post(job(1));
        assert!(work.finish().1.is_none());
        work.hand_in(first, result(10));
        let second = work.post(job(2));
        work.hand_in(first, result(10));
        assert!(work.is_current(second), "that was the result of the job before");
        assert!(work.finish().1.is_none());
    }

    #[test]
    fn each_helper_takes_a_job_once_and_none_after_shutdown() {
        let work = RootWork::default();
        let first = work.post(job(1));
        thread::scope(|scope| {
            let helper = scope.spawn(|| {
                let mut done = 0;
                let mut depths = Vec::new();
                while let Some((id, job)) = work.next(done) {
                    depths.push(job.depth);
                    work.hand_in(id, result(0));
                    done = id;
                }
                depths
            });
            while work.is_current(first) {
                thread::yield_now();
            }
            work.finish();
            let second = work.post(job(2));
            while work.is_current(second) {
                thread::yield_now();
            }
            work.shutdown();
            assert!(work.is_shut_down() && work.next(second).is_none());
            assert_eq!(helper.join().expect("it ends"), [1, 2]);
        });
    }

    #[test]
    fn a_job_that_was_given_up_is_not_taken_again() {
        let work = RootWork::default();
        let id = work.post(job(1));
        let taken = work.next(0).expect("a job");
        assert_eq!(taken.0, id);
        let (sender, receiver) = mpsc::channel();
        thread::scope(|scope| {
            scope.spawn(|| sender.send(work.next(id).is_none()));
            assert!(receiver.recv_timeout(Duration::from_millis(50)).is_err(), "there is no other job to take");
            work.shutdown();
            assert_eq!(receiver.recv(), Ok(true));
        });
    }

    /// The rook takes a queen, or it does not.
    const HANGING_QUEEN: &str = "6k1/8/8/3q4/8/p2R4/8/6K1 w - - 0 1";

    /// Returns whether a side that may take a queen gets a rook more than it has, if another thread says that the
    /// capture failed low in a search of that depth, for an alpha `below` the one asked for.
    fn wins(text: &str, fail_low_depth: i32, below: i32) -> bool {
        let mut wins = false;
        with_threads::<Chess>(2, &Record::new(text.parse().expect("a position")), &Control::new(), HOUR, |thread| {
            thread.root.depth = 5;
            let capture = thread.position.game().read_move("d3d5").expect("a legal move");
            let alpha = thread.position.evaluate() + 500;
            let fail_low = FailLow { depth: fail_low_depth, value: alpha - below };
            thread.shared.smp.fail_lows.store(thread.position.key(), capture, fail_low);
            wins = thread.search::<false>(Window::null(alpha), 5, true).is_ok_and(|value| value > alpha);
        });
        wins
    }

    #[test]
    fn a_move_that_failed_low_on_another_thread_is_skipped() {
        assert!(!wins(HANGING_QUEEN, 5, 0));
        assert!(wins(HANGING_QUEEN, 3, 0), "less deep");
        assert!(wins(HANGING_QUEEN, 5, -1), "for a higher alpha");
        let late = HANGING_QUEEN.replace(" 0 1", " 90 60");
        assert!(wins(&late, 5, 0), "the hundred plies are nearly over: it may have failed with another clock");
    }

    #[test]
    fn fail_lows_are_shared_unless_they_depend_on_the_way_to_the_node() {
        let record = Record::new(HANGING_QUEEN.parse().expect("a position"));
        with_threads::<Chess>(2, &record, &Control::new(), HOUR, |thread| {
            thread.root.depth = 5;
            let alpha = thread.position.evaluate() + 1200;
            let node = thread.init_node(5, false, None);
            let value = thread.search_moves::<false>(node, Window::null(alpha));
            let capture = thread.position.game().read_move("d3d5").expect("a legal move");
            let bound = thread.shared_fail_low(&node, capture, alpha);
            assert!(bound.is_some_and(|bound| value.is_ok_and(|value| value >= bound)));
            assert_eq!(thread.shared_fail_low(&node, capture, alpha - 1000), None);
            for (value, why) in [(2 - MATE, "a mate"), (DRAW, "a repetition, perhaps")] {
                let other = thread.position.game().read_move("d3d4").expect("a legal move");
                let deeper = Node { depth: 9, ..node };
                thread.store_fail_low(&deeper, other, value, alpha);
                assert_eq!(thread.shared_fail_low(&deeper, other, alpha), None, "{why}");
            }
        });
    }

    #[test]
    fn a_busy_move_is_deferred_once() {
        let record = Record::new(HANGING_QUEEN.parse().expect("a position"));
        with_threads::<Chess>(2, &record, &Control::new(), HOUR, |thread| {
            let node = thread.init_node(5, false, None);
            let mv = thread.position.game().read_move("d3d4").expect("a legal move");
            let share = |number, deferred| {
                let candidate = Candidate { mv, noisy: false, number, deferred };
                thread.share_work::<false>(&node, candidate, Window::null(0))
            };
            assert_eq!(share(2, false), WorkShare::Search);
            let mark = thread.mark_busy(&node, mv, 2);
            assert_eq!([share(2, false), share(2, true)], [WorkShare::Defer, WorkShare::Search]);
            assert_eq!(share(1, false), WorkShare::Search, "all threads search the first move");
            drop(mark);
            assert_eq!(share(2, false), WorkShare::Search);
        });
    }

    /// By how much a root where a rook can take a queen is worth more than alpha, if the capture failed low on another
    /// thread and is the root move of that number.
    fn surplus_with_fail_low(number: usize) -> i32 {
        let record = Record::new(HANGING_QUEEN.parse().expect("a position"));
        let mut surplus = 0;
        with_threads::<Chess>(2, &record, &Control::new(), HOUR, |thread| {
            thread.root.depth = 5;
            let capture = thread.position.game().read_move("d3d5").expect("a legal move");
            let alpha = thread.position.evaluate() + 500;
            let at = thread.root.index_of(capture);
            thread.root.moves.swap(at, number - 1);
            let fail_low = FailLow { depth: 5, value: alpha };
            thread.shared.smp.fail_lows.store(thread.position.key(), capture, fail_low);
            surplus = thread.search_root(0, Window { alpha, beta: MATE }).expect("there is time") - alpha;
        });
        surplus
    }

    #[test]
    fn shared_fail_lows_skip_root_moves_but_the_first() {
        assert!(surplus_with_fail_low(1) > 0, "the first is searched in any case");
        assert!(surplus_with_fail_low(2) <= 0);
    }
}

/// Every order of the threads' steps. A thread that waits for ever is a failure of the model, too.
#[cfg(all(test, loom))]
mod loom_models {
    use loom::thread;

    use super::*;

    /// Jobs of the modelled search.
    const JOBS: u32 = 2;

    fn job(depth: u32) -> RootJob {
        RootJob { moves: Vec::new(), pv_index: 0, depth, fail_highs: 0, window: Window::FULL, proven_win: None }
    }

    /// A helper: takes jobs until the search is over, and hands in the depth of each as its value.
    fn help(work: &RootWork) -> Vec<u32> {
        let mut done = 0;
        let mut depths = Vec::new();
        while let Some((id, job)) = work.next(done) {
            done = id;
            depths.push(job.depth);
            work.hand_in(id, RootResult { value: job.depth as i32, moves: Vec::new() });
        }
        depths
    }

    fn search_with(helpers: usize, preemptions: usize) {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(preemptions);
        model.check(move || {
            let work = Arc::new(RootWork::default());
            let helpers: Vec<_> = (0..helpers)
                .map(|_| {
                    let work = Arc::clone(&work);
                    thread::spawn(move || help(&work))
                })
                .collect();
            {
                let _shutdown = work.shutdown_on_drop();
                for depth in 1..=JOBS {
                    let id = work.post(job(depth));
                    let (next, result) = work.finish();
                    assert!(next > id && !work.is_current(id), "the job is over");
                    assert!(result.is_none_or(|result| result.value == depth as i32), "the result of this job");
                }
            }
            assert!(work.is_shut_down());
            for helper in helpers {
                let depths = helper.join().unwrap();
                assert!(depths.is_sorted_by(|one, next| one < next), "no job is taken twice: {depths:?}");
            }
        });
    }

    #[test]
    fn one_helper_takes_each_job_at_most_once_and_ends() {
        search_with(1, 4);
    }

    #[test]
    fn two_helpers_end_with_the_search() {
        search_with(2, 2);
    }
}

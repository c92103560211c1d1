//! Main thread of the tree search: time control, garbage collection and reports beside its visits.

use std::time::Duration;

use super::super::report::{Bound, Report};
use super::super::root::{Reporter, RootMove};
use super::super::time_manager::Stability;
use super::graph::Graph;
use super::ranking::RankedMove;
use super::selection::MoveFilter;
use super::value::{Valuation, Value};
use super::worker::{TreeArena, VisitEnd, Worker};
use crate::eval::Evaluator;
use crate::game::{Tactics, ToAct};
use crate::moves::Move;

/// Visits between two inspections of the root: one part in this many of its visits in this search.
const INSPECTION_GROWTH: u32 = 8;

/// Visits of the root at which a search ends: far from where the 32 bits of a count of visits overflow.
pub(super) const MAX_ROOT_VISITS: u32 = u32::MAX / 2;

/// State of the root at its last inspection.
#[derive(Default)]
struct RootSnapshot {
    /// Best-move stability over the inspections.
    stability: Stability,
    depth: u32,
    /// Visits of the root.
    visits: u32,
    /// Lead of the best move over the second best unproven one, in visits.
    lead: u32,
    /// True if the depth limit is reached or the mate found.
    enough: bool,
}

/// First worker of a search. It also controls time, collects garbage and reports.
pub(super) struct MainWorker<'a, G: Tactics, E: Evaluator<G>, V: Value> {
    worker: Worker<'a, G, E, V>,
    last: RootSnapshot,
    /// Number of root visits at the next inspection.
    next_inspection: u32,
    visits_at_start: u32,
}

impl<'a, G: Tactics, E: Evaluator<G>, V: Valuation<G, E>> MainWorker<'a, G, E, V> {
    pub(super) fn new(worker: Worker<'a, G, E, V>) -> Self {
        MainWorker { worker, last: RootSnapshot::default(), next_inspection: 0, visits_at_start: 0 }
    }

    /// Runs visits until the search ends. Returns the root moves, the best first, and the depth.
    pub(super) fn search(&mut self, report: &mut Reporter) -> (Vec<RootMove>, u32) {
        self.visits_at_start = self.root_visits();
        loop {
            let arena = self.worker.arena.read().expect("no thread has panicked");
            let visited = self.worker.visit_batch(&arena);
            drop(arena);
            let Ok(end) = visited else { break };
            if end == VisitEnd::OutOfMemory {
                self.without_stall(Self::collect_garbage);
            }
            self.worker.thread.may_stop = true;
            self.worker.thread.publish_nodes();
            if self.root_visits() >= self.next_inspection {
                self.without_stall(|main| main.inspect_root(report));
            }
            if end == VisitEnd::Exhausted || self.is_done() {
                break;
            }
        }
        self.worker.thread.publish_nodes();
        self.stop_helpers();
        self.inspect_root(report);
        (self.root_moves(), self.last.depth)
    }

    /// Does other work than visits. Its time is no stall of the machine.
    fn without_stall(&mut self, work: impl FnOnce(&mut Self)) {
        let control = self.worker.thread.shared.control;
        self.worker.thread.time.look(control);
        work(self);
        self.worker.thread.time.resume();
    }

    /// Stops the helpers and waits until none is in the tree, so that the last report agrees with the move played.
    fn stop_helpers(&self) {
        self.worker.thread.shared.smp.work.shutdown();
        drop(self.worker.arena.write().expect("no thread has panicked"));
    }

    /// N of the root.
    fn root_visits(&self) -> u32 {
        let arena = self.worker.arena.read().expect("no thread has panicked");
        arena.graph.node(arena.root).visits()
    }

    /// Garbage collection: copies the reachable nodes into the spare memory, which then becomes the tree.
    fn collect_garbage(&mut self) {
        let mut arena = self.worker.arena.write().expect("no thread has panicked");
        let TreeArena { graph, spare, root } = &mut *arena;
        *root = spare.copy_reachable(graph, *root);
        std::mem::swap(graph, spare);
    }

    /// Ranking of the root moves; one entry without a move at a chance node.
    fn ranking(&self, graph: &Graph<V>, root: u32) -> Vec<RankedMove> {
        let (thread, node) = (&self.worker.thread, graph.node(root));
        if node.to_act() == ToAct::Chance {
            return vec![graph.root_value(node, thread.stack.root().seat)];
        }
        let only = |mv: Move| thread.root.moves.iter().any(|root| root.mv == mv);
        graph.ranking(node, Some(&only as MoveFilter))
    }

    /// Inspects the root, and reports if the best move, its score or the depth has changed.
    fn inspect_root(&mut self, report: &mut Reporter) {
        let arena = self.worker.arena.read().expect("no thread has panicked");
        let ranking = self.ranking(&arena.graph, arena.root);
        let visits = arena.graph.node(arena.root).visits();
        self.next_inspection = visits + visits.saturating_sub(self.visits_at_start) / INSPECTION_GROWTH + 1;
        let Some(best) = ranking.first() else { return };
        let (depth, ended) = arena.graph.depth(best);
        let mut stability = std::mem::take(&mut self.last.stability);
        let score_before = stability.score();
        stability.update(best.mv, best.score, f64::from(best.visits) / f64::from(visits.max(1)));
        let changed = stability.has_changed() || depth != self.last.depth || best.score != score_before;
        let rival = ranking[1..].iter().filter(|other| !other.proven).map(|other| other.visits).max();
        let limits = self.worker.thread.shared.limits;
        let depth_reached = limits.depth.is_some_and(|limit| depth >= limit || ended);
        self.last = RootSnapshot {
            stability,
            depth,
            visits,
            lead: best.visits.saturating_sub(rival.unwrap_or(0)),
            enough: depth_reached || limits.mate_reached(best.score),
        };
        if changed || limits.multipv > 1 {
            for (index, ranked) in best_and_scored(&ranking).take(limits.multipv.max(1)).enumerate() {
                self.report(&arena.graph, index, ranked, report);
            }
        }
    }

    /// Reports a PV.
    fn report(&self, graph: &Graph<V>, index: usize, ranked: &RankedMove, report: &mut Reporter) {
        let thread = &self.worker.thread;
        let (depth, _) = graph.depth(ranked);
        report(&Report {
            depth,
            selective_depth: depth.max(thread.stack.seldepth() as u32),
            multipv: index + 1,
            score: ranked.score,
            bound: Bound::Exact,
            nodes: thread.total_nodes(),
            time: thread.time.elapsed(),
            hashfull: graph.hashfull(),
            pv: graph.pv(ranked),
        });
    }

    /// True if the search is finished, the node limit aside.
    fn is_done(&mut self) -> bool {
        let shared = self.worker.thread.shared;
        if shared.control.is_stopped() || self.last.enough || self.root_visits() >= MAX_ROOT_VISITS {
            return true;
        }
        let time = &self.worker.thread.time;
        let Some(soft_limit) = time.soft_limit(&self.last.stability, shared.params) else { return false };
        let (elapsed, on_clock) = (time.elapsed(), time.is_on_clock());
        let thread = &self.worker.thread;
        let forced = on_clock && thread.is_forced();
        let unreachable = |left: Duration| on_clock && self.best_is_unreachable(left.as_secs_f64());
        let over = forced || elapsed >= soft_limit || unreachable(soft_limit - elapsed);
        self.worker.thread.time.stop_at_soft_limit(over, shared.control.is_pondering())
    }

    /// Early stop: true if no other move can overtake the best one in visits within `seconds`, even if all visits since
    /// the last inspection went to it.
    fn best_is_unreachable(&self, seconds: f64) -> bool {
        let (visits, elapsed) = (self.root_visits(), self.worker.thread.time.elapsed().as_secs_f64());
        let rate = f64::from(visits.saturating_sub(self.visits_at_start)) / elapsed.max(1e-3);
        let since = f64::from(visits.saturating_sub(self.last.visits));
        f64::from(self.last.lead) > since + rate * seconds
    }

    /// Root moves for the choice of a limited skill level.
    fn root_moves(&self) -> Vec<RootMove> {
        let arena = self.worker.arena.read().expect("no thread has panicked");
        let ranking = self.ranking(&arena.graph, arena.root);
        let known = best_and_scored(&ranking).map(|ranked| {
            let pv = arena.graph.pv(ranked);
            let mut root = RootMove::new(ranked.mv);
            (root.score, root.pv) = (ranked.score, pv);
            root
        });
        let known: Vec<RootMove> = known.collect();
        if !known.is_empty() {
            return known;
        }
        // The budget ended before the root was expanded: there is no value but its own.
        let thread = &self.worker.thread;
        let score = arena.graph.root_value(arena.graph.node(arena.root), thread.stack.root().seat).score;
        let mut moves = thread.root.moves.clone();
        moves.iter_mut().for_each(|root| root.score = score);
        moves
    }
}

/// The moves of a ranking that can be reported: the best one, and of the others those with a score of their own.
fn best_and_scored(ranking: &[RankedMove]) -> impl Iterator<Item = &RankedMove> {
    ranking.iter().enumerate().filter(|(index, ranked)| *index == 0 || ranked.is_scored()).map(|(_, ranked)| ranked)
}

//! The thread that keeps the time, tidies up, and reports.

use super::super::report::{Bound, Report};
use super::super::root::{Reporter, RootMove};
use super::super::score::moves_to_mate;
use super::super::time_manager::Stability;
use super::graph::Graph;
use super::lines::Ranked;
use super::policy::Allowed;
use super::worker::{End, Grove, Worker};
use crate::eval::Evaluator;
use crate::game::{Tactics, ToAct};
use crate::moves::Move;

/// By what share the visits of the root grow from one look at it to the next: one part in so many.
const GROWTH_PART: u32 = 8;

/// What the last look at the root has shown.
#[derive(Default)]
struct Look {
    stability: Stability,
    depth: u32,
    /// By how many visits it leads.
    lead: u32,
    /// Whether the depth asked for is reached, or the mate found.
    enough: bool,
}

/// The first worker of a search, who does what has to be done besides visiting.
pub(super) struct Manager<'a, G: Tactics, E: Evaluator<G>> {
    worker: Worker<'a, G, E>,
    last: Look,
    /// The number of visits of the root at which it is looked at again.
    next_look: u32,
    visits_at_start: u32,
}

impl<'a, G: Tactics, E: Evaluator<G>> Manager<'a, G, E> {
    pub(super) fn new(worker: Worker<'a, G, E>) -> Self {
        Manager { worker, last: Look::default(), next_look: 0, visits_at_start: 0 }
    }

    /// Visits the tree until something ends the search. Returns the moves of the root, the best first, and the depth reached.
    pub(super) fn search(&mut self, report: &mut Reporter) -> (Vec<RootMove>, u32) {
        self.visits_at_start = self.root_visits();
        loop {
            let grove = self.worker.grove.read().expect("no thread has panicked");
            let visited = self.worker.visit_often(&grove);
            drop(grove);
            let Ok(end) = visited else { break };
            if end == End::NoRoom {
                self.thin_out();
            }
            self.worker.thread.may_stop = true;
            self.worker.thread.publish_nodes();
            if self.root_visits() >= self.next_look {
                self.look(report);
            }
            if end == End::NothingToFind || self.is_done() {
                break;
            }
        }
        self.worker.thread.publish_nodes();
        self.end_help();
        self.look(report);
        (self.root_moves(), self.last.depth)
    }

    /// Tells the other threads to stop and waits until none of them is in the tree, so that what is reported last is what is played.
    fn end_help(&self) {
        self.worker.thread.shared.smp.work.shutdown();
        drop(self.worker.grove.write().expect("no thread has panicked"));
    }

    fn root_visits(&self) -> u32 {
        let grove = self.worker.grove.read().expect("no thread has panicked");
        grove.graph.node(grove.root).visits()
    }

    /// Copies what is worth keeping into the spare memory, which then becomes the tree.
    fn thin_out(&self) {
        let mut grove = self.worker.grove.write().expect("no thread has panicked");
        let Grove { graph, spare, root } = &mut *grove;
        *root = spare.gather(graph, *root);
        std::mem::swap(graph, spare);
    }

    /// What is known of the moves that may be played.
    fn ranking(&self, graph: &Graph, root: u32) -> Vec<Ranked> {
        let (thread, node) = (&self.worker.thread, graph.node(root));
        if node.to_act() == ToAct::Chance {
            return vec![graph.prospect(node, thread.stack.root().seat)];
        }
        let only = |mv: Move| thread.root.moves.iter().any(|root| root.mv == mv);
        graph.ranking(node, Some(&only as Allowed))
    }

    /// Looks at the root: what is best, and whether that is news.
    fn look(&mut self, report: &mut Reporter) {
        let grove = self.worker.grove.read().expect("no thread has panicked");
        let ranking = self.ranking(&grove.graph, grove.root);
        let visits = grove.graph.node(grove.root).visits();
        self.next_look = visits + visits / GROWTH_PART + 1;
        let Some(best) = ranking.first() else { return };
        let (depth, ended) = grove.graph.depth(best);
        let mut stability = std::mem::take(&mut self.last.stability);
        let score_before = stability.score();
        stability.update(best.mv, best.score, f64::from(best.visits) / f64::from(visits.max(1)));
        let news = stability.has_changed() || depth != self.last.depth || best.score != score_before;
        let rival = ranking[1..].iter().filter(|other| !other.settled).map(|other| other.visits).max();
        let limits = self.worker.thread.shared.limits;
        let deep = limits.depth.is_some_and(|limit| depth >= limit || ended);
        let mates = |moves: u32| moves_to_mate(best.score).is_some_and(|found| (1..=moves as i32).contains(&found));
        self.last = Look {
            stability,
            depth,
            lead: best.visits.saturating_sub(rival.unwrap_or(0)),
            enough: deep || limits.mate.is_some_and(mates),
        };
        if news || limits.lines > 1 {
            for (place, ranked) in ranking.iter().enumerate().take(limits.lines.max(1)) {
                if place == 0 || ranked.visits > 0 || ranked.settled {
                    self.report(&grove.graph, place, ranked, report);
                }
            }
        }
    }

    fn report(&self, graph: &Graph, place: usize, ranked: &Ranked, report: &mut Reporter) {
        let thread = &self.worker.thread;
        let (depth, _) = graph.depth(ranked);
        report(&Report {
            depth,
            selective_depth: depth.max(thread.stack.seldepth() as u32),
            line: place + 1,
            score: ranked.score,
            bound: Bound::Exact,
            nodes: thread.total_nodes(),
            time: thread.time.elapsed(),
            hash_full: (1000.0 * graph.fullness()) as u32,
            pv: graph.line(ranked),
        });
    }

    /// Whether the search has done its work, its bound of nodes aside.
    fn is_done(&mut self) -> bool {
        let shared = self.worker.thread.shared;
        if shared.control.is_stopped() || self.last.enough {
            return true;
        }
        let time = &self.worker.thread.time;
        let Some(soft_limit) = time.soft_limit(&self.last.stability, shared.params) else { return false };
        let (elapsed, on_clock) = (time.elapsed(), time.is_on_clock());
        let forced = on_clock && self.worker.thread.root.moves.len() == 1;
        let over =
            forced || elapsed >= soft_limit || (on_clock && self.is_out_of_reach((soft_limit - elapsed).as_secs_f64()));
        self.worker.thread.time.stop_at_soft_limit(over, shared.control.is_pondering())
    }

    /// Whether no other move can catch up with the best in so many seconds.
    fn is_out_of_reach(&self, seconds: f64) -> bool {
        let elapsed = self.worker.thread.time.elapsed().as_secs_f64();
        let rate = f64::from(self.root_visits().saturating_sub(self.visits_at_start)) / elapsed.max(1e-3);
        f64::from(self.last.lead) > rate * seconds
    }

    /// The moves of the root as the choice of a weak player wants them.
    fn root_moves(&self) -> Vec<RootMove> {
        let grove = self.worker.grove.read().expect("no thread has panicked");
        let ranking = self.ranking(&grove.graph, grove.root);
        let known = ranking.iter().map(|ranked| {
            let pv = grove.graph.line(ranked);
            let mut root = RootMove::new(ranked.mv);
            (root.score, root.pv) = (ranked.score, pv);
            root
        });
        let known: Vec<RootMove> = known.collect();
        if known.is_empty() { self.worker.thread.root.moves.clone() } else { known }
    }
}

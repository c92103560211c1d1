//! A thread of the tree search: it visits the tree from the root to a leaf, again and again.

use std::sync::RwLock;

use super::super::score::MAX_PLY;
use super::super::thread::{SearchResult, Stopped, Thread};
use super::super::window::Window;
use super::graph::{Birth, Edge, Graph, Node, NodeId, Stage};
use super::params::TreeParams;
use super::policy::Allowed;
use super::value::{Bounds, from_search};
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;
use crate::record::NO_PROGRESS_PLIES;

/// Plies at the end of the longest line that are left for quiescence.
const HORIZON: usize = 40;

/// From this clock on positions that differ in it are different nodes, so that what is certain is so by the 100-ply rule too. No line that
/// proves anything is longer than the plies between.
const CLOCK_COUNTS: u32 = 60;

/// Visits between two moments at which memory may be tidied up.
pub(super) const BATCH: usize = 16;

/// The tree and its root, which lie elsewhere after memory has been tidied up.
pub(super) struct Grove {
    pub(super) graph: Graph,
    /// Where the graph is copied to.
    pub(super) spare: Graph,
    pub(super) root: NodeId,
}

/// How a visit came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// What was found is to be taken up to the root.
    Found,
    /// There is no memory for what was found.
    NoRoom,
    /// The root has no move left that could teach anything.
    NothingToFind,
}

/// One thread of the search.
pub(super) struct Worker<'a, G: Tactics, E: Evaluator<G>> {
    pub(super) thread: Thread<'a, G, E>,
    pub(super) grove: &'a RwLock<Grove>,
    pub(super) params: &'a TreeParams,
    /// Whether some moves of the root are not to be looked at.
    restricted: bool,
    /// The moves from the root to where the thread stands.
    line: Vec<(Move, G::Undo)>,
    /// The nodes that they lead from, and the places of the edges.
    path: Vec<(NodeId, usize)>,
}

impl<'a, G: Tactics, E: Evaluator<G>> Worker<'a, G, E> {
    pub(super) fn new(thread: Thread<'a, G, E>, grove: &'a RwLock<Grove>, params: &'a TreeParams) -> Self {
        let restricted = !thread.position.at_chance() && thread.root.moves.len() < thread.position.game().count_moves();
        Worker {
            thread,
            grove,
            params,
            restricted,
            line: Vec::with_capacity(MAX_PLY),
            path: Vec::with_capacity(MAX_PLY),
        }
    }

    /// A helper's work: visits until everything is known or the search is over.
    pub(super) fn help(&mut self) {
        loop {
            let grove = self.grove.read().expect("no thread has panicked");
            if self.thread.shared.smp.work.is_shut_down() {
                break;
            }
            let end = self.visit_often(&grove);
            drop(grove);
            if matches!(end, Err(Stopped) | Ok(End::NothingToFind)) {
                break;
            }
        }
        self.thread.publish_nodes();
    }

    /// A batch of visits, cut short by one that finds nothing.
    pub(super) fn visit_often(&mut self, grove: &Grove) -> Result<End, Stopped> {
        for _ in 0..BATCH {
            let end = self.visit(&grove.graph, grove.root)?;
            if end != End::Found {
                return Ok(end);
            }
        }
        Ok(End::Found)
    }

    /// Goes down the tree to a leaf, judges it, and takes what it found up again.
    fn visit(&mut self, graph: &Graph, root: NodeId) -> Result<End, Stopped> {
        let end = self.descend(graph, root);
        let found = end == Ok(End::Found);
        while let Some((id, place)) = self.path.pop() {
            let node = graph.node(id);
            let edge = &graph.edges(node)[place];
            edge.leave();
            if found {
                edge.count_visit();
                node.note_tried(place);
                graph.refresh(node);
                node.count_visit();
            }
        }
        // A thread that was stopped stands somewhere else and is of no further use.
        let end = end?;
        while let Some((mv, undo)) = self.line.pop() {
            self.thread.unmake(mv, undo);
        }
        Ok(end)
    }

    fn descend(&mut self, graph: &Graph, root: NodeId) -> Result<End, Stopped> {
        let mut id = root;
        loop {
            let node = graph.node(id);
            if node.stage() == Stage::Leaf && !self.open(graph, node)? {
                return Ok(End::NoRoom);
            }
            if node.stage() != Stage::Open {
                // Another thread is looking at its moves.
                return Ok(End::Found);
            }
            let thread = &self.thread;
            let only = |mv: Move| thread.root.moves.iter().any(|root| root.mv == mv);
            let allowed: Option<Allowed> = if id == root && self.restricted { Some(&only) } else { None };
            let Some(place) = graph.choose(node, self.params, allowed) else {
                graph.refresh(node);
                return Ok(if id == root { End::NothingToFind } else { End::Found });
            };
            let edge = &graph.edges(node)[place];
            edge.enter();
            self.path.push((id, place));
            self.step(edge.mv())?;
            if self.thread.is_repetition() {
                edge.count_repetition();
                return Ok(End::Found);
            }
            let known = edge.child();
            let Some(child) = self.reach(graph, edge)? else { return Ok(End::NoRoom) };
            let there = graph.node(child);
            // What is known of a position that is reached on a new way is taken over before anything is added to it.
            if known.is_none()
                || there.is_settled()
                || there.stage() == Stage::Opening
                || self.thread.stack.ply() + HORIZON >= MAX_PLY
            {
                return Ok(End::Found);
            }
            id = child;
        }
    }

    fn step(&mut self, mv: Move) -> Result<(), Stopped> {
        let undo = if self.thread.position.at_chance() {
            self.thread.make_outcome(mv)?
        } else {
            self.thread.make(mv, !self.thread.position.game().is_noisy(mv))?
        };
        self.line.push((mv, undo));
        Ok(())
    }

    /// The node of the present position, which an edge leads to. None if there is no room for it.
    fn reach(&mut self, graph: &Graph, edge: &Edge) -> Result<Option<NodeId>, Stopped> {
        if let Some(child) = edge.child() {
            return Ok(Some(child));
        }
        let key = node_key(self.thread.position.game());
        let child = match graph.find(key) {
            Some(child) => Some(child),
            None => {
                let birth = self.judge()?;
                graph.insert(key, &birth)
            }
        };
        if let Some(child) = child {
            edge.set_child(child);
        }
        Ok(child)
    }

    /// Looks at the moves of a leaf. `false` if there is no room for them; nothing happens if another thread is looking.
    fn open(&mut self, graph: &Graph, node: &Node) -> Result<bool, Stopped> {
        if !node.claim() {
            return Ok(true);
        }
        let choices = self.thread.choices(self.params).inspect_err(|_| node.disclaim())?;
        if choices.is_empty() {
            let value = self.thread.value_of(self.thread.position.game().no_moves_outcome());
            let birth = self.birth(value, true);
            node.end(birth.value, birth.bounds, birth.turns);
            return Ok(true);
        }
        let room = graph.open(node, &choices);
        if !room {
            node.disclaim();
        }
        Ok(room)
    }

    /// Judges the present position, which has no node yet: by the rules, or by what alpha-beta sees.
    pub(super) fn judge(&mut self) -> Result<Birth, Stopped> {
        let thread = &mut self.thread;
        let ended = thread.position.game().outcome().or_else(|| {
            let over = thread.position.game().clock() >= NO_PROGRESS_PLIES;
            over.then(|| thread.position.game().result()).flatten()
        });
        if let Some(outcome) = ended {
            let value = thread.value_of(outcome);
            return Ok(self.birth(value, true));
        }
        if thread.position.game().clock() >= NO_PROGRESS_PLIES {
            return Ok(self.birth(super::super::score::DRAW, true));
        }
        let value = match if thread.position.at_chance() { None } else { thread.known_mate() } {
            Some(value) => value,
            None => self.look_ahead()?,
        };
        Ok(self.birth(value, false))
    }

    /// What alpha-beta sees from here.
    fn look_ahead(&mut self) -> SearchResult {
        let (thread, depth) = (&mut self.thread, self.params.leaf_depth);
        if depth == 0 {
            return thread.qsearch::<false>(Window::FULL);
        }
        thread.root.depth = thread.stack.ply() as u32 + depth as u32;
        thread.search::<true>(Window::FULL, depth, false)
    }

    /// What a value for the side of the present position means for its node.
    fn birth(&self, value: i32, exact: bool) -> Birth {
        let frame = self.thread.stack.top();
        let (value, bounds, turns) = from_search(value, frame.seat);
        let bounds = if exact && bounds == Bounds::OPEN { Bounds::exactly(0) } else { bounds };
        let turns = turns.saturating_sub(frame.turn as u32);
        Birth { actor: self.thread.position.game().to_act(), viewer: frame.seat, value, bounds, turns }
    }
}

/// The key of a position's node.
pub(super) fn node_key<G: Tactics>(game: &G) -> u64 {
    let clock = game.clock();
    if clock < CLOCK_COUNTS { game.key() } else { game.key() ^ u64::from(clock).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
}

//! Worker: a thread that runs visits (simulations): selection, expansion, leaf evaluation, backup.

use std::sync::RwLock;

use super::super::score::MAX_PLY;
use super::super::thread::{Stopped, Thread};
use super::graph::{Edge, Graph, Node, NodeId, Stage};
use super::params::TreeParams;
use super::selection::MoveFilter;
use super::value::{Valuation, Value};
use crate::board::zobrist::GOLDEN_RATIO;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

/// Plies below the deepest leaf that are reserved for quiescence search.
const QSEARCH_RESERVE: usize = 40;

/// Plies before the limit without progress in which the halfmove clock is part of the node's key, so that proofs
/// respect the limit. Longer proofs are rare, and not held to it.
const HALFMOVE_CLOCK_IN_KEY: u32 = 40;

/// Visits per batch; memory may be collected between batches.
pub(super) const BATCH_SIZE: usize = 16;

/// Tree with its root, and the spare memory of the garbage collector.
pub(super) struct TreeArena<V: Value> {
    pub(super) graph: Graph<V>,
    /// Target of the next garbage collection.
    pub(super) spare: Graph<V>,
    pub(super) root: NodeId,
}

/// End of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum VisitEnd {
    /// The result is backed up to the root.
    Backup,
    /// No memory for a new node or its edges.
    OutOfMemory,
    /// The root has no move left that could change its value.
    Exhausted,
}

/// Thread of the tree search.
pub(super) struct Worker<'a, G: Tactics, E: Evaluator<G>, V: Value> {
    pub(super) thread: Thread<'a, G, E>,
    pub(super) arena: &'a RwLock<TreeArena<V>>,
    pub(super) params: &'a TreeParams,
    /// True if the search is restricted to some root moves.
    restricted: bool,
    /// Moves from the root to the current node, with their undo records.
    undo_stack: Vec<(Move, G::Undo)>,
    /// Nodes on the path, and the index of the edge taken from each.
    path: Vec<(NodeId, usize)>,
}

impl<'a, G: Tactics, E: Evaluator<G>, V: Valuation<G, E>> Worker<'a, G, E, V> {
    pub(super) fn new(thread: Thread<'a, G, E>, arena: &'a RwLock<TreeArena<V>>, params: &'a TreeParams) -> Self {
        let restricted = !thread.position.at_chance() && thread.root.moves.len() < thread.position.game().count_moves();
        Worker {
            thread,
            arena,
            params,
            restricted,
            undo_stack: Vec::with_capacity(MAX_PLY),
            path: Vec::with_capacity(MAX_PLY),
        }
    }

    /// Main loop of a helper: visits until the root is exhausted or the search is over.
    pub(super) fn help(&mut self) {
        loop {
            let arena = self.arena.read().expect("no thread has panicked");
            if self.thread.shared.smp.work.is_shut_down() {
                break;
            }
            let end = self.visit_batch(&arena);
            drop(arena);
            if matches!(end, Err(Stopped) | Ok(VisitEnd::Exhausted)) {
                break;
            }
        }
        self.thread.publish_nodes();
    }

    /// Batch of visits. It ends early at a visit without a backup.
    pub(super) fn visit_batch(&mut self, arena: &TreeArena<V>) -> Result<VisitEnd, Stopped> {
        for _ in 0..BATCH_SIZE {
            let end = self.visit(&arena.graph, arena.root)?;
            if end != VisitEnd::Backup {
                return Ok(end);
            }
        }
        Ok(VisitEnd::Backup)
    }

    /// One visit: down to a leaf, and backup along the path.
    fn visit(&mut self, graph: &Graph<V>, root: NodeId) -> Result<VisitEnd, Stopped> {
        let end = self.descend(graph, root);
        let backs_up = end == Ok(VisitEnd::Backup);
        while let Some((id, index)) = self.path.pop() {
            let node = graph.node(id);
            let edge = &graph.edges(node)[index];
            edge.remove_virtual_loss();
            if backs_up {
                edge.add_visit();
                node.mark_tried(index);
                graph.backup(node);
                node.add_visit();
            }
        }
        // The position of a stopped thread is undefined.
        let end = end?;
        while let Some((mv, undo)) = self.undo_stack.pop() {
            self.thread.unmake(mv, undo);
        }
        Ok(end)
    }

    /// Selection, and expansion of the leaf that it leads to; the path and the undo records are kept for the backup.
    fn descend(&mut self, graph: &Graph<V>, root: NodeId) -> Result<VisitEnd, Stopped> {
        let mut id = root;
        loop {
            let node = graph.node(id);
            if node.stage() == Stage::Leaf && !self.expand(graph, node)? {
                return Ok(VisitEnd::OutOfMemory);
            }
            if node.stage() != Stage::Expanded {
                // Another thread is expanding it.
                return Ok(VisitEnd::Backup);
            }
            let thread = &self.thread;
            let only = |mv: Move| thread.root.moves.iter().any(|root| root.mv == mv);
            let allowed: Option<MoveFilter> = if id == root && self.restricted { Some(&only) } else { None };
            let Some(index) = graph.select(node, self.params, allowed) else {
                graph.backup(node);
                return Ok(if id == root { VisitEnd::Exhausted } else { VisitEnd::Backup });
            };
            let edge = &graph.edges(node)[index];
            edge.add_virtual_loss();
            self.path.push((id, index));
            self.make_edge(edge.mv())?;
            if self.thread.is_repetition() {
                edge.add_repetition();
                return Ok(VisitEnd::Backup);
            }
            let visited_before = edge.child();
            let Some(child) = self.child_of(graph, edge)? else { return Ok(VisitEnd::OutOfMemory) };
            let node = graph.node(child);
            // Transposition: a new edge to a known node backs up the node's value before anything is added below it.
            if visited_before.is_none()
                || node.is_proven()
                || node.stage() == Stage::Expanding
                || self.thread.stack.ply() + QSEARCH_RESERVE >= MAX_PLY
            {
                return Ok(VisitEnd::Backup);
            }
            id = child;
        }
    }

    /// Makes a move or a chance outcome.
    fn make_edge(&mut self, mv: Move) -> Result<(), Stopped> {
        let undo = if self.thread.position.at_chance() {
            self.thread.make_outcome(mv)?
        } else {
            self.thread.make(mv, !self.thread.position.game().is_noisy(mv))?
        };
        self.undo_stack.push((mv, undo));
        Ok(())
    }

    /// Node of the current position, to which `edge` leads; created and evaluated if it is new. `None` if the memory
    /// is full.
    fn child_of(&mut self, graph: &Graph<V>, edge: &Edge) -> Result<Option<NodeId>, Stopped> {
        if let Some(child) = edge.child() {
            return Ok(Some(child));
        }
        let key = node_key(self.thread.position.game());
        let child = match graph.find(key) {
            Some(child) => Some(child),
            None => {
                let node_init = V::leaf(&mut self.thread, self.params)?;
                graph.insert(key, &node_init)
            }
        };
        if let Some(child) = child {
            edge.set_child(child);
        }
        Ok(child)
    }

    /// Expansion of a leaf; nothing happens if another thread has claimed it. False if the memory is full.
    fn expand(&mut self, graph: &Graph<V>, node: &Node<V>) -> Result<bool, Stopped> {
        if !node.try_claim() {
            return Ok(true);
        }
        let edge_inits = self.thread.edge_inits::<V>(self.params).inspect_err(|_| node.release_claim())?;
        if edge_inits.is_empty() {
            let node_init = V::no_moves(&self.thread);
            node.set_terminal(node_init.value, node_init.bounds, node_init.turns);
            return Ok(true);
        }
        let expanded = graph.expand(node, &edge_inits);
        if !expanded {
            node.release_claim();
        }
        Ok(expanded)
    }
}

/// Key of a position's node: its Zobrist key, and the halfmove clock where that matters.
pub(super) fn node_key<G: Tactics>(game: &G) -> u64 {
    let clock = game.halfmove_clock();
    if clock + HALFMOVE_CLOCK_IN_KEY < G::NO_PROGRESS_PLIES {
        game.key()
    } else {
        game.key() ^ u64::from(clock).wrapping_mul(GOLDEN_RATIO)
    }
}

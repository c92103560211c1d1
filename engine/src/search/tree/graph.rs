//! Search tree in memory: a directed acyclic graph of nodes (positions) and edges (moves), with a hash index by
//! position key, so that transpositions share a node.
//!
//! Source: Childs, Brodeur, Kocsis, "Transpositions and Move Groups in Monte Carlo Tree Search" (2008).
//!
//! All fields are atomics: threads read and write without locks, and a sum may lag by a visit, which is harmless. Three
//! orders matter: a node is complete before it can be found, its edges are complete before it is marked expanded, and
//! the distance of a win is stored before the bounds that prove it.

use std::sync::atomic::{
    AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

use bytemuck::Zeroable;

use super::super::tt::NoMemory;
use super::value::{Bounds, ExpectedScore, Value};
use crate::game::ToAct;
use crate::moves::Move;
use crate::seat::Seat;

/// Index of a node; 0 is none.
pub(super) type NodeId = u32;

/// No node.
pub(super) const NO_NODE: NodeId = 0;

/// Expansion stage of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Stage {
    /// Evaluated, not expanded.
    Leaf = 0,
    /// A thread is expanding it.
    Expanding = 1,
    /// Expanded: it has edges, or there is no legal move.
    Expanded = 2,
}

/// Node: 40 bytes in a game of two.
#[derive(Zeroable)]
#[zeroable(bound = "")]
#[repr(C)]
pub(super) struct Node<V: Value> {
    /// Zobrist key; see [`node_key`](super::worker::node_key).
    key: AtomicU64,
    /// Q: value by the last backup.
    value: V::Cell,
    /// Value by the leaf evaluation.
    leaf_value: V::Cell,
    /// Proven bounds.
    bounds: <V::Bounds as Bounds<V>>::Cell,
    /// N: number of visits.
    visits: AtomicU32,
    /// Index of the first edge; the others follow it.
    first_edge: AtomicU32,
    /// Number of edges.
    edges: AtomicU16,
    /// Number of edges at the front that may have been visited; none behind them has.
    tried: AtomicU16,
    /// Distance to the end in turns, if a win is proven.
    turns: AtomicU16,
    stage: AtomicU8,
    /// Bits 0-3: actor of the next ply (a seat, or 15 for chance). Bits 4-7: perspective.
    seats: AtomicU8,
}

const _: () = assert!(size_of::<Node<ExpectedScore>>() == 40);

/// Actor code of a chance node.
const CHANCE: u8 = 15;

/// Initial state of a node.
#[derive(Clone, Copy, Debug)]
pub struct NodeInit<V: Value> {
    pub actor: ToAct,
    /// Side to move, or at a chance node the side of the ply before it. Turns are counted from its view.
    pub perspective: Seat,
    pub value: V,
    pub bounds: V::Bounds,
    pub turns: u32,
}

impl<V: Value> Node<V> {
    /// Value, clamped to the bounds: a thread that did not know them may have stored another value since.
    #[inline(always)]
    pub(super) fn value(&self) -> V {
        self.bounds().clamp(V::load(&self.value))
    }

    pub(super) fn set_value(&self, value: V) {
        value.store(&self.value);
    }

    #[inline(always)]
    pub(super) fn leaf_value(&self) -> V {
        V::load(&self.leaf_value)
    }

    pub(super) fn set_leaf_value(&self, value: V) {
        value.store(&self.leaf_value);
    }

    pub(super) fn key(&self) -> u64 {
        self.key.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn bounds(&self) -> V::Bounds {
        V::Bounds::load(&self.bounds)
    }

    /// Tightens the bounds. They never widen.
    pub(super) fn tighten(&self, bounds: V::Bounds) {
        bounds.tighten(&self.bounds);
    }

    #[inline(always)]
    pub(super) fn is_proven(&self) -> bool {
        self.bounds().is_proven()
    }

    pub(super) fn turns(&self) -> u32 {
        self.turns.load(Relaxed).into()
    }

    pub(super) fn set_turns(&self, turns: u32) {
        self.turns.store(turns.min(u32::from(u16::MAX)) as u16, Relaxed);
    }

    #[inline(always)]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    pub(super) fn add_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    pub(super) fn set_visits(&self, visits: u32) {
        self.visits.store(visits, Relaxed);
    }

    /// Present state as the initial state of a copy.
    pub(super) fn to_init(&self) -> NodeInit<V> {
        let (actor, perspective) = (self.to_act(), self.perspective());
        NodeInit { actor, perspective, value: self.value(), bounds: self.bounds(), turns: self.turns() }
    }

    #[inline(always)]
    pub(super) fn to_act(&self) -> ToAct {
        match self.seats.load(Relaxed) & 15 {
            CHANCE => ToAct::Chance,
            seat => ToAct::Seat(Seat::new(usize::from(seat))),
        }
    }

    #[inline(always)]
    pub(super) fn perspective(&self) -> Seat {
        Seat::new(usize::from(self.seats.load(Relaxed) >> 4))
    }

    #[inline(always)]
    pub(super) fn stage(&self) -> Stage {
        match self.stage.load(Acquire) {
            0 => Stage::Leaf,
            1 => Stage::Expanding,
            _ => Stage::Expanded,
        }
    }

    /// Claims the expansion of the node. False if another thread has claimed it or the node is expanded.
    pub(super) fn try_claim(&self) -> bool {
        self.stage.compare_exchange(Stage::Leaf as u8, Stage::Expanding as u8, Acquire, Relaxed).is_ok()
    }

    /// Releases a claim without an expansion.
    pub(super) fn release_claim(&self) {
        self.stage.store(Stage::Leaf as u8, Release);
    }

    /// Marks a terminal node: expanded, without edges.
    pub(super) fn set_terminal(&self, value: V, bounds: V::Bounds, turns: u32) {
        self.set_value(value);
        self.set_turns(turns);
        self.tighten(bounds);
        self.edges.store(0, Relaxed);
        self.stage.store(Stage::Expanded as u8, Release);
    }

    /// Resets the bounds of a leaf, so that it will be expanded.
    pub(super) fn clear_bounds(&self) {
        self.bounds().unknown().store(&self.bounds);
    }

    /// Number of edges at the front that may have been visited.
    #[inline(always)]
    pub(super) fn tried(&self) -> usize {
        self.tried.load(Relaxed).into()
    }

    pub(super) fn mark_tried(&self, index: usize) {
        self.tried.fetch_max(index as u16 + 1, Relaxed);
    }

    fn init(&self, key: u64, node_init: &NodeInit<V>) {
        let actor = match node_init.actor {
            ToAct::Seat(seat) => seat.index() as u8,
            ToAct::Chance => CHANCE,
        };
        self.key.store(key, Relaxed);
        self.set_value(node_init.value);
        self.set_leaf_value(node_init.value);
        node_init.bounds.store(&self.bounds);
        self.visits.store(1, Relaxed);
        self.edges.store(0, Relaxed);
        self.tried.store(0, Relaxed);
        self.set_turns(node_init.turns);
        self.stage.store(Stage::Leaf as u8, Relaxed);
        self.seats.store(actor | (node_init.perspective.index() as u8) << 4, Relaxed);
    }
}

/// Edge: 24 bytes. A move or a chance outcome.
#[derive(Zeroable)]
#[repr(C)]
pub(super) struct Edge {
    mv: AtomicU32,
    /// Node after the move; [`NO_NODE`] before the first visit.
    child: AtomicU32,
    /// N: number of visits.
    visits: AtomicU32,
    /// Visits that ended here by repetition: a draw, but due to the path and not a property of the child.
    repeated: AtomicU32,
    /// Virtual loss: number of visits in progress below.
    virtual_loss: AtomicU32,
    /// Move: P, the policy prior, as `f32` bits. Chance outcome: its weight, an integer.
    prior: AtomicU32,
}

const _: () = assert!(size_of::<Edge>() == 24);

impl Edge {
    #[inline(always)]
    pub(super) fn mv(&self) -> Move {
        Move::from_bits(self.mv.load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn child(&self) -> Option<NodeId> {
        Some(self.child.load(Acquire)).filter(|&child| child != NO_NODE)
    }

    pub(super) fn set_child(&self, child: NodeId) {
        self.child.store(child, Release);
    }

    #[inline(always)]
    pub(super) fn visits(&self) -> u32 {
        self.visits.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn virtual_loss(&self) -> u32 {
        self.virtual_loss.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn weight(&self) -> u32 {
        self.prior.load(Relaxed)
    }

    /// A visit begins.
    pub(super) fn add_virtual_loss(&self) {
        self.virtual_loss.fetch_add(1, Relaxed);
    }

    /// A visit ends.
    pub(super) fn remove_virtual_loss(&self) {
        self.virtual_loss.fetch_sub(1, Relaxed);
    }

    pub(super) fn add_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    pub(super) fn add_repetition(&self) {
        self.repeated.fetch_add(1, Relaxed);
    }

    /// Value of the edge for a value of its child: visits that ended by repetition count as draws of the node, which
    /// has these bounds.
    #[inline(always)]
    pub(super) fn value_with_repetitions<V: Value>(&self, value: V, node: V::Bounds) -> V {
        let (visits, repeated) = (self.visits(), self.repeated.load(Relaxed));
        if repeated == 0 {
            return value;
        }
        let through = visits.saturating_sub(repeated);
        let sum = V::ZERO.plus(value, through as f32).plus(node.draw(), (visits - through) as f32);
        sum.over(visits.max(1) as f32)
    }

    /// Copies the visit counts of another edge.
    pub(super) fn copy_counts(&self, other: &Edge) {
        self.visits.store(other.visits(), Relaxed);
        self.repeated.store(other.repeated.load(Relaxed), Relaxed);
    }
}

/// Initial state of an edge: the move or chance outcome, and the bits of its prior or weight.
pub(super) type EdgeInit = (Move, u32);

/// Edge capacity per node.
const EDGES_PER_NODE: usize = 8;

/// Slots of the hash index per node: its load is at most one half.
const SLOTS_PER_NODE: usize = 2;

/// Bytes per node, with its edges and slots.
const fn bytes_per_node<V: Value>() -> usize {
    size_of::<Node<V>>() + EDGES_PER_NODE * size_of::<Edge>() + SLOTS_PER_NODE * size_of::<u32>()
}

/// Nodes and edges in memory of fixed size.
pub(super) struct Graph<V: Value> {
    nodes: Box<[Node<V>]>,
    edges: Box<[Edge]>,
    /// Hash index by key: open addressing with linear probing, no deletion.
    slots: Box<[AtomicU32]>,
    next_node: AtomicU32,
    next_edge: AtomicU32,
}

impl<V: Value> Graph<V> {
    /// Empty graph with a capacity of about `bytes`.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub(super) fn new(bytes: usize) -> Result<Self, NoMemory> {
        let count = (bytes / bytes_per_node::<V>()).clamp(64, (u32::MAX / 16) as usize);
        Graph::with_capacity(count).ok_or(NoMemory { megabytes: bytes >> 20 })
    }

    fn with_capacity(nodes: usize) -> Option<Self> {
        use bytemuck::allocation::try_zeroed_slice_box;
        Some(Graph {
            nodes: try_zeroed_slice_box(nodes).ok()?,
            edges: try_zeroed_slice_box(nodes * EDGES_PER_NODE).ok()?,
            slots: try_zeroed_slice_box(nodes * SLOTS_PER_NODE).ok()?,
            next_node: AtomicU32::new(NO_NODE + 1),
            next_edge: AtomicU32::new(0),
        })
    }

    /// Removes all nodes and edges.
    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot.get_mut() = NO_NODE);
        *self.next_node.get_mut() = NO_NODE + 1;
        *self.next_edge.get_mut() = 0;
    }

    #[inline(always)]
    pub(super) fn node(&self, id: NodeId) -> &Node<V> {
        &self.nodes[id as usize]
    }

    /// Edges of an expanded node; of others none.
    #[inline(always)]
    pub(super) fn edges(&self, node: &Node<V>) -> &[Edge] {
        if node.stage() != Stage::Expanded {
            return &[];
        }
        let first = node.first_edge.load(Relaxed) as usize;
        &self.edges[first..first + usize::from(node.edges.load(Relaxed))]
    }

    /// Node capacity, index 0 included.
    pub(super) fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// Edge capacity.
    pub(super) fn edge_capacity(&self) -> usize {
        self.edges.len()
    }

    /// Hashfull: the load of the memory of nodes or of edges, whichever is fuller, in thousandths.
    pub(super) fn hashfull(&self) -> u32 {
        let share = |next: &AtomicU32, all: usize| next.load(Relaxed) as f32 / all as f32;
        let load = share(&self.next_node, self.nodes.len()).max(share(&self.next_edge, self.edges.len())).min(1.0);
        (1000.0 * load) as u32
    }

    /// Node with a key.
    pub(super) fn find(&self, key: u64) -> Option<NodeId> {
        self.probe(key).ok()
    }

    /// Node with a key, or else the first free slot of its probe sequence.
    fn probe(&self, key: u64) -> Result<NodeId, usize> {
        let mut slot = ((u128::from(key) * self.slots.len() as u128) >> 64) as usize;
        loop {
            let id = self.slots[slot].load(Acquire);
            if id == NO_NODE {
                return Err(slot);
            }
            if self.nodes[id as usize].key.load(Relaxed) == key {
                return Ok(id);
            }
            slot = (slot + 1) % self.slots.len();
        }
    }

    /// Inserts a node, or finds it if another thread has just inserted it. `None` if the memory is full.
    pub(super) fn insert(&self, key: u64, node_init: &NodeInit<V>) -> Option<NodeId> {
        let id = self.next_node.fetch_add(1, Relaxed);
        if id as usize >= self.nodes.len() {
            self.next_node.store(self.nodes.len() as u32, Relaxed);
            return None;
        }
        self.nodes[id as usize].init(key, node_init);
        loop {
            match self.probe(key) {
                Ok(found) => return Some(found),
                Err(slot) if self.slots[slot].compare_exchange(NO_NODE, id, Release, Relaxed).is_ok() => {
                    return Some(id);
                }
                Err(_) => {}
            }
        }
    }

    /// Expansion: gives a claimed node its edges. False if the memory is full; then nothing has changed.
    pub(super) fn expand(&self, node: &Node<V>, edge_inits: &[EdgeInit]) -> bool {
        let count = edge_inits.len();
        let first = self.next_edge.fetch_add(count as u32, Relaxed) as usize;
        if first + count > self.edges.len() {
            self.next_edge.store(self.edges.len() as u32, Relaxed);
            return false;
        }
        for (edge, &(mv, prior)) in self.edges[first..].iter().zip(edge_inits) {
            edge.mv.store(mv.to_bits(), Relaxed);
            edge.prior.store(prior, Relaxed);
            for count in [&edge.child, &edge.visits, &edge.repeated, &edge.virtual_loss] {
                count.store(0, Relaxed);
            }
        }
        node.first_edge.store(first as u32, Relaxed);
        node.edges.store(count as u16, Relaxed);
        node.tried.store(0, Relaxed);
        node.stage.store(Stage::Expanded as u8, Release);
        true
    }
}

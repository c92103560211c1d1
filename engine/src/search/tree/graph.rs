//! The tree in memory: positions, the moves between them, and where a position is found that is reached on several ways.
//!
//! Everything is an atomic number, so that threads read and write without locks; a sum that another thread is just changing may be
//! a visit behind, which matters to nobody. Only two things are handed over in order: a node is complete before it can be found, and
//! its edges are complete before it says that it has them.

use std::sync::atomic::{
    AtomicI32, AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Acquire, Ordering::Relaxed, Ordering::Release,
};

use bytemuck::Zeroable;

use super::super::tt::NoMemory;
use super::value::Bounds;
use crate::game::{Seat, ToAct};
use crate::moves::Move;

/// The place of a node; 0 is none.
pub(super) type NodeId = u32;

/// The absence of a node.
pub(super) const NO_NODE: NodeId = 0;

/// How far a node has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Stage {
    /// Judged, its moves not looked at.
    Leaf = 0,
    /// A thread is looking at its moves.
    Opening = 1,
    /// It has edges, or there is nothing to play.
    Open = 2,
}

/// A position of the tree. All values are White's.
#[derive(Zeroable)]
#[repr(C)]
pub(super) struct Node {
    key: AtomicU64,
    /// The expected score: the mean of what was found below.
    value: AtomicU32,
    /// What the position was judged to be worth before anything below it was.
    own: AtomicU32,
    least: AtomicI32,
    most: AtomicI32,
    visits: AtomicU32,
    first_edge: AtomicU32,
    edges: AtomicU16,
    /// The edges from this one on have never been tried.
    tried: AtomicU16,
    /// Turns to the end, if it is certain who wins.
    turns: AtomicU16,
    stage: AtomicU8,
    /// Who decides the next ply (a seat, or 2 for chance), and from bit 4 on who counts the turns.
    seats: AtomicU8,
}

const _: () = assert!(size_of::<Node>() == 40);

const CHANCE: u8 = 2;

/// What is known of a position when its node is made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Birth {
    pub(super) actor: ToAct,
    /// Who is to move, or at a chance ply who made the last one: for him the turns are counted.
    pub(super) viewer: Seat,
    pub(super) value: f32,
    pub(super) bounds: Bounds,
    pub(super) turns: u32,
}

impl Node {
    /// The expected score. What is certain is believed, whatever a thread that did not know of it may have noted since.
    #[inline(always)]
    pub(super) fn value(&self) -> f32 {
        self.bounds().clamp(f32::from_bits(self.value.load(Relaxed)))
    }

    pub(super) fn set_value(&self, value: f32) {
        self.value.store(value.to_bits(), Relaxed);
    }

    #[inline(always)]
    pub(super) fn own(&self) -> f32 {
        f32::from_bits(self.own.load(Relaxed))
    }

    pub(super) fn set_own(&self, value: f32) {
        self.own.store(value.to_bits(), Relaxed);
    }

    pub(super) fn key(&self) -> u64 {
        self.key.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn bounds(&self) -> Bounds {
        Bounds { least: self.least.load(Relaxed), most: self.most.load(Relaxed) }
    }

    /// Notes what has become certain. What was certain before stays so.
    pub(super) fn narrow(&self, bounds: Bounds) {
        self.least.fetch_max(bounds.least, Relaxed);
        self.most.fetch_min(bounds.most, Relaxed);
    }

    #[inline(always)]
    pub(super) fn is_settled(&self) -> bool {
        self.bounds().is_settled()
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

    pub(super) fn count_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    pub(super) fn set_visits(&self, visits: u32) {
        self.visits.store(visits, Relaxed);
    }

    /// All that is known of the node, as if that were how it had been judged in the first place.
    pub(super) fn as_born(&self) -> Birth {
        let (actor, viewer) = (self.to_act(), self.viewer());
        Birth { actor, viewer, value: self.value(), bounds: self.bounds(), turns: self.turns() }
    }

    #[inline(always)]
    pub(super) fn to_act(&self) -> ToAct {
        match self.seats.load(Relaxed) & 15 {
            CHANCE => ToAct::Chance,
            seat => ToAct::Seat(Seat::BOTH[usize::from(seat)]),
        }
    }

    #[inline(always)]
    pub(super) fn viewer(&self) -> Seat {
        Seat::BOTH[usize::from(self.seats.load(Relaxed) >> 4)]
    }

    #[inline(always)]
    pub(super) fn stage(&self) -> Stage {
        match self.stage.load(Acquire) {
            0 => Stage::Leaf,
            1 => Stage::Opening,
            _ => Stage::Open,
        }
    }

    /// BusyMoves the right to open the node; `false` if another thread has it or the node is open.
    pub(super) fn claim(&self) -> bool {
        self.stage.compare_exchange(Stage::Leaf as u8, Stage::Opening as u8, Acquire, Relaxed).is_ok()
    }

    /// Gives the right back, nothing done.
    pub(super) fn disclaim(&self) {
        self.stage.store(Stage::Leaf as u8, Release);
    }

    /// Says that there is nothing to play here.
    pub(super) fn end(&self, value: f32, bounds: Bounds, turns: u32) {
        self.set_value(value);
        self.set_turns(turns);
        self.narrow(bounds);
        self.edges.store(0, Relaxed);
        self.stage.store(Stage::Open as u8, Release);
    }

    /// Forgets what is certain about a node that nobody has opened, so that it will be.
    pub(super) fn reopen(&self) {
        self.least.store(Bounds::OPEN.least, Relaxed);
        self.most.store(Bounds::OPEN.most, Relaxed);
    }

    /// The number of edges that may have been tried: those before all others.
    #[inline(always)]
    pub(super) fn tried(&self) -> usize {
        self.tried.load(Relaxed).into()
    }

    pub(super) fn note_tried(&self, place: usize) {
        self.tried.fetch_max(place as u16 + 1, Relaxed);
    }

    fn fill(&self, key: u64, birth: &Birth) {
        let actor = match birth.actor {
            ToAct::Seat(seat) => seat.index() as u8,
            ToAct::Chance => CHANCE,
        };
        self.key.store(key, Relaxed);
        self.set_value(birth.value);
        self.own.store(birth.value.to_bits(), Relaxed);
        self.least.store(birth.bounds.least, Relaxed);
        self.most.store(birth.bounds.most, Relaxed);
        self.visits.store(1, Relaxed);
        self.edges.store(0, Relaxed);
        self.tried.store(0, Relaxed);
        self.set_turns(birth.turns);
        self.stage.store(Stage::Leaf as u8, Relaxed);
        self.seats.store(actor | (birth.viewer.index() as u8) << 4, Relaxed);
    }
}

/// A move or an event of chance that leads from a node.
#[derive(Zeroable)]
#[repr(C)]
pub(super) struct Edge {
    mv: AtomicU32,
    child: AtomicU32,
    visits: AtomicU32,
    /// Visits that ended here, because the position had occurred before on the way: a draw, but no property of the child.
    repeated: AtomicU32,
    /// Threads that are below.
    pending: AtomicU32,
    /// How promising a move is, as a share of 1; of an event its weight, as a whole number.
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
    pub(super) fn pending(&self) -> u32 {
        self.pending.load(Relaxed)
    }

    #[inline(always)]
    pub(super) fn prior(&self) -> f32 {
        f32::from_bits(self.prior.load(Relaxed))
    }

    #[inline(always)]
    pub(super) fn weight(&self) -> u32 {
        self.prior.load(Relaxed)
    }

    /// A thread goes this way.
    pub(super) fn enter(&self) {
        self.pending.fetch_add(1, Relaxed);
    }

    /// A thread comes back.
    pub(super) fn leave(&self) {
        self.pending.fetch_sub(1, Relaxed);
    }

    pub(super) fn count_visit(&self) {
        self.visits.fetch_add(1, Relaxed);
    }

    pub(super) fn count_repetition(&self) {
        self.repeated.fetch_add(1, Relaxed);
    }

    /// What the edge is worth if its child is worth `value`: repetitions count as the draws that they are.
    #[inline(always)]
    pub(super) fn mixed_with_draws(&self, value: f32) -> f32 {
        let (visits, repeated) = (self.visits(), self.repeated.load(Relaxed));
        if repeated == 0 {
            return value;
        }
        let through = visits.saturating_sub(repeated) as f32;
        value * through / visits.max(1) as f32
    }

    /// Goes on counting where another edge has come to.
    pub(super) fn resume(&self, other: &Edge) {
        self.visits.store(other.visits(), Relaxed);
        self.repeated.store(other.repeated.load(Relaxed), Relaxed);
    }
}

/// A move or an event before it has an edge, and what becomes the edge's prior or weight.
pub(super) type Choice = (Move, u32);

/// Edges that there is room for, to a node.
const EDGES_PER_NODE: usize = 8;

/// Slots to a node in which it can be found: at most half of them are taken.
const SLOTS_PER_NODE: usize = 2;

/// Bytes that a node takes with its share of everything.
const BYTES_PER_NODE: usize =
    size_of::<Node>() + EDGES_PER_NODE * size_of::<Edge>() + SLOTS_PER_NODE * size_of::<u32>();

/// Nodes and edges in memory of a fixed size.
pub(super) struct Graph {
    nodes: Box<[Node]>,
    edges: Box<[Edge]>,
    /// Where nodes are by their keys: open addressing, nothing is ever taken out.
    slots: Box<[AtomicU32]>,
    next_node: AtomicU32,
    next_edge: AtomicU32,
}

impl Graph {
    /// A graph in about so many bytes.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub(super) fn new(bytes: usize) -> Result<Graph, NoMemory> {
        let count = (bytes / BYTES_PER_NODE).clamp(64, (u32::MAX / 16) as usize);
        Graph::with_capacity(count).ok_or(NoMemory { megabytes: bytes >> 20 })
    }

    fn with_capacity(nodes: usize) -> Option<Graph> {
        use bytemuck::allocation::try_zeroed_slice_box;
        Some(Graph {
            nodes: try_zeroed_slice_box(nodes).ok()?,
            edges: try_zeroed_slice_box(nodes * EDGES_PER_NODE).ok()?,
            slots: try_zeroed_slice_box(nodes * SLOTS_PER_NODE).ok()?,
            next_node: AtomicU32::new(NO_NODE + 1),
            next_edge: AtomicU32::new(0),
        })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot.get_mut() = NO_NODE);
        *self.next_node.get_mut() = NO_NODE + 1;
        *self.next_edge.get_mut() = 0;
    }

    #[inline(always)]
    pub(super) fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id as usize]
    }

    /// The edges of an open node; of others none.
    #[inline(always)]
    pub(super) fn edges(&self, node: &Node) -> &[Edge] {
        if node.stage() != Stage::Open {
            return &[];
        }
        let first = node.first_edge.load(Relaxed) as usize;
        &self.edges[first..first + usize::from(node.edges.load(Relaxed))]
    }

    /// How many nodes there are at most, the place of none included.
    pub(super) fn capacity(&self) -> usize {
        self.nodes.len()
    }

    /// How many edges there are at most.
    pub(super) fn edge_capacity(&self) -> usize {
        self.edges.len()
    }

    /// How much of the memory is used, from 0 to 1.
    pub(super) fn fullness(&self) -> f32 {
        let share = |next: &AtomicU32, all: usize| next.load(Relaxed) as f32 / all as f32;
        share(&self.next_node, self.nodes.len()).max(share(&self.next_edge, self.edges.len())).min(1.0)
    }

    /// The node with a key.
    pub(super) fn find(&self, key: u64) -> Option<NodeId> {
        self.probe(key).ok()
    }

    /// The node with a key, or else the first free slot on the way to where it would be.
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

    /// Makes a node; or finds it, if another thread has just made it. None if there is no room.
    pub(super) fn insert(&self, key: u64, birth: &Birth) -> Option<NodeId> {
        let id = self.next_node.fetch_add(1, Relaxed);
        if id as usize >= self.nodes.len() {
            self.next_node.store(self.nodes.len() as u32, Relaxed);
            return None;
        }
        self.nodes[id as usize].fill(key, birth);
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

    /// Gives a claimed node its edges. `false` if there is no room; then nothing has changed.
    pub(super) fn open(&self, node: &Node, choices: &[Choice]) -> bool {
        let count = choices.len();
        let first = self.next_edge.fetch_add(count as u32, Relaxed) as usize;
        if first + count > self.edges.len() {
            self.next_edge.store(self.edges.len() as u32, Relaxed);
            return false;
        }
        for (edge, &(mv, prior)) in self.edges[first..].iter().zip(choices) {
            edge.mv.store(mv.to_bits(), Relaxed);
            edge.prior.store(prior, Relaxed);
            for count in [&edge.child, &edge.visits, &edge.repeated, &edge.pending] {
                count.store(0, Relaxed);
            }
        }
        node.first_edge.store(first as u32, Relaxed);
        node.edges.store(count as u16, Relaxed);
        node.tried.store(0, Relaxed);
        node.stage.store(Stage::Open as u8, Release);
        true
    }
}

//! The count itself.

use engine::game::CompositeMoves;
use engine::moves::{Move, MoveList};

/// Remembers counts of subtrees. `()` remembers nothing and costs nothing.
pub trait Memory: Sync {
    /// Whether the caller should ask at all.
    const REMEMBERS: bool = true;

    /// The count stored for a position's key and a depth in plies.
    fn recall(&self, key: u64, depth: u32) -> Option<u64>;

    /// Stores a count; it may be forgotten at any time.
    fn store(&self, key: u64, depth: u32, nodes: u64);
}

impl Memory for () {
    const REMEMBERS: bool = false;

    #[inline(always)]
    fn recall(&self, _: u64, _: u32) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn store(&self, _: u64, _: u32, _: u64) {}
}

/// Positions of so many bytes at most are copied before each ply; in larger ones plies are made and taken back.
const MOST_COPIED: usize = 512;

/// Counts the legal sequences of `depth` plies from a position; 1 at depth 0.
///
/// The last ply is not made: its entries are counted in bulk by [`Game::count_composite_moves`].
pub fn count<G: CompositeMoves, M: Memory>(position: &G, depth: u32, memory: &M) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_composite_moves() as u64,
        _ => count_inner(&mut position.clone(), depth, memory),
    }
}

/// The count at a depth of at least 2. The position is left as it was.
fn count_inner<G: CompositeMoves, M: Memory>(position: &mut G, depth: u32, memory: &M) -> u64 {
    if M::REMEMBERS
        && let Some(nodes) = memory.recall(position.key(), depth)
    {
        return nodes;
    }
    let nodes = if depth == 2 { count_replies(position) } else { count_deeper(position, depth, memory) };
    if M::REMEMBERS {
        memory.store(position.key(), depth, nodes);
    }
    nodes
}

/// The count at a depth of at least 3.
fn count_deeper<G: CompositeMoves, M: Memory>(position: &mut G, depth: u32, memory: &M) -> u64 {
    let mut list = MoveList::new();
    position.composite_moves(&mut list);
    list.iter().map(|&mv| count_after(position, mv, |child| count_inner(child, depth - 1, memory))).sum()
}

/// The count at depth 2. A plain loop of its own, with everything inlined: where the children go nowhere else, the compiler keeps them in
/// registers and leaves out what counting does not need, such as keys.
fn count_replies<G: CompositeMoves>(position: &mut G) -> u64 {
    let mut list = MoveList::new();
    position.composite_moves(&mut list);
    let mut nodes = 0;
    for &mv in &list {
        nodes += count_after(position, mv, |child| child.count_composite_moves() as u64);
    }
    nodes
}

/// What is counted in the position after a legal move.
#[inline(always)]
fn count_after<G: CompositeMoves>(position: &mut G, mv: Move, count: impl FnOnce(&mut G) -> u64) -> u64 {
    if size_of::<G>() <= MOST_COPIED {
        return count(&mut after(position, mv));
    }
    let undo = position.make(mv, &mut ());
    let nodes = count(position);
    position.unmake(mv, undo);
    nodes
}

/// The position after a legal move.
#[inline(always)]
pub(crate) fn after<G: CompositeMoves>(position: &G, mv: Move) -> G {
    let mut child = position.clone();
    child.make(mv, &mut ());
    child
}

//! Perft: the recursion.

use engine::game::CompositeMoves;
use engine::moves::{Move, MoveList};
use thiserror::Error;

/// A count that does not fit: 2^64 - 1 sequences of moves, or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there are too many sequences of moves to count: {} or more", u64::MAX)]
pub struct TooMany;

/// Count that did not saturate.
///
/// # Errors
/// If it did: counts stop at `u64::MAX`.
pub fn exact(nodes: u64) -> Result<u64, TooMany> {
    if nodes == u64::MAX { Err(TooMany) } else { Ok(nodes) }
}

/// Table of subtree counts by key and depth. `()` holds nothing and costs nothing.
pub trait CountTable: Sync {
    /// False for a table that never holds anything: it is neither probed nor stored into.
    const ENABLED: bool = true;

    /// Stored count of a position (by its key) at a depth in composite moves.
    fn probe(&self, key: u64, depth: u32) -> Option<u64>;

    /// Stores a count. Any entry may be replaced at any time.
    fn store(&self, key: u64, depth: u32, nodes: u64);
}

impl CountTable for () {
    const ENABLED: bool = false;

    #[inline(always)]
    fn probe(&self, _: u64, _: u32) -> Option<u64> {
        None
    }

    #[inline(always)]
    fn store(&self, _: u64, _: u32, _: u64) {}
}

/// Largest position in bytes that is copied before each move. In larger ones moves are made and unmade.
pub const MAX_COPY_SIZE: usize = 512;

/// Perft: number of legal sequences of `depth` composite moves; 1 at depth 0.
///
/// Bulk counting: the last move is not made, [`CompositeMoves::count_composite_moves`] counts it. Counts saturate at
/// `u64::MAX`; see [`exact`].
///
/// ```
/// use engine::game::Game;
/// use engine::variants::Chess;
///
/// assert_eq!(perft::count(&Chess::start(), 3, &()), 8902);
/// ```
pub fn count<G: CompositeMoves, T: CountTable>(position: &G, depth: u32, table: &T) -> u64 {
    count_until(position, depth, table, &|| false).expect("a count that is never stopped")
}

/// Stoppable perft: [`count`], or `None` once `stopped` returns true.
///
/// `stopped` is asked before every subtree of two moves and more.
///
/// ```
/// use engine::game::Game;
/// use engine::variants::Chess;
///
/// assert_eq!(perft::count_until(&Chess::start(), 12, &(), &|| true), None);
/// ```
pub fn count_until<G: CompositeMoves, T: CountTable>(
    position: &G,
    depth: u32,
    table: &T,
    stopped: &impl Fn() -> bool,
) -> Option<u64> {
    match depth {
        0 => Some(1),
        1 => Some(position.count_composite_moves() as u64),
        _ => count_inner(&mut position.clone(), depth, table, stopped),
    }
}

/// Count at a depth of at least 2. The position is left as it was.
fn count_inner<G: CompositeMoves, T: CountTable>(
    position: &mut G,
    depth: u32,
    table: &T,
    stopped: &impl Fn() -> bool,
) -> Option<u64> {
    if stopped() {
        return None;
    }
    if T::ENABLED
        && let Some(nodes) = table.probe(position.key(), depth)
    {
        return Some(nodes);
    }
    let nodes = if depth == 2 { count_replies(position) } else { count_children(position, depth, table, stopped)? };
    if T::ENABLED {
        table.store(position.key(), depth, nodes);
    }
    Some(nodes)
}

/// Count at a depth of at least 3.
fn count_children<G: CompositeMoves, T: CountTable>(
    position: &mut G,
    depth: u32,
    table: &T,
    stopped: &impl Fn() -> bool,
) -> Option<u64> {
    let mut list = MoveList::new();
    position.composite_moves(&mut list);
    let mut nodes = 0u64;
    for &mv in &list {
        nodes = nodes.saturating_add(count_after(position, mv, |child| count_inner(child, depth - 1, table, stopped))?);
        if nodes == u64::MAX {
            break;
        }
    }
    Some(nodes)
}

/// Count at depth 2: the square of a number of moves, which cannot overflow.
///
/// A plain loop of its own, with everything inlined: where the children go nowhere else, the compiler keeps them in
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

/// Result of `count` in the position after a legal move.
#[inline(always)]
fn count_after<G: CompositeMoves, C>(position: &mut G, mv: Move, count: impl FnOnce(&mut G) -> C) -> C {
    if size_of::<G>() <= MAX_COPY_SIZE {
        return count(&mut after(position, mv));
    }
    let undo = position.make(mv, &mut ());
    let nodes = count(position);
    position.unmake(mv, undo);
    nodes
}

/// Position after a legal move.
#[inline(always)]
pub fn after<G: CompositeMoves>(position: &G, mv: Move) -> G {
    let mut child = position.clone();
    child.make(mv, &mut ());
    child
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use engine::game::Game;
    use engine::variants::{Chess, KnightRelay};

    use super::*;

    /// Table in which every subtree of some depth has some count.
    struct Known {
        depth: u32,
        nodes: u64,
    }

    impl CountTable for Known {
        fn probe(&self, _: u64, depth: u32) -> Option<u64> {
            if depth == self.depth { Some(self.nodes) } else { None }
        }

        fn store(&self, _: u64, _: u32, _: u64) {}
    }

    #[test]
    fn counts_beyond_64_bits_saturate() {
        // 400 subtrees at depth 2.
        let most = u64::MAX / 400;
        let below = |nodes| count(&Chess::start(), 5, &Known { depth: 3, nodes });
        assert_eq!(exact(below(most)), Ok(most * 400));
        assert_eq!([below(most + 1), below(u64::MAX)].map(exact), [Err(TooMany); 2]);
    }

    #[test]
    fn counts_the_published_numbers() {
        assert_eq!(count(&Chess::start(), 0, &()), 1);
        assert_eq!(count(&Chess::start(), 1, &()), 20);
        assert_eq!(count(&Chess::start(), 4, &()), 197_281);
        assert_eq!(count(&KnightRelay::start(), 4, &()), 727_219);
    }

    #[test]
    fn a_stopped_count_has_no_result() {
        assert_eq!(count_until(&Chess::start(), 12, &(), &|| true), None);
        let asked = Cell::new(0);
        let later = || asked.replace(asked.get() + 1) == 100;
        assert_eq!(count_until(&Chess::start(), 12, &(), &later), None);
        assert_eq!(asked.get(), 101);
    }

    #[test]
    fn a_count_is_asked_to_stop_only_before_subtrees() {
        assert_eq!(count_until(&Chess::start(), 1, &(), &|| true), Some(20));
        assert_eq!(count_until(&Chess::start(), 3, &(), &|| false), Some(8902));
    }
}

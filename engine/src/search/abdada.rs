//! ABDADA: which moves the threads of a search are searching now, so that they share the work of a node.
//!
//! A thread that comes to a move which another thread is searching in the same position defers it until it has tried
//! the node's other moves; by then the TT has the result most of the time. Source: Jean-Christophe Weill, "The ABDADA
//! Distributed Minimax Search Algorithm", 1996, in the form of Tom Kerrigan's "Simplified ABDADA" (chessprogramming
//! wiki, "ABDADA"), with a table of busy moves beside the TT instead of in it.

use super::sync::atomic::{AtomicU64, Ordering::Relaxed};
use crate::board::zobrist::GOLDEN_RATIO;
use crate::moves::Move;

/// Slots: many more than threads times plies, so that two busy moves seldom want the same one. A model has few.
const SLOTS: usize = if cfg!(loom) { 2 } else { 1 << 13 };

/// ABDADA "currently searching" table: the moves that threads are searching. Entries are hints: a lost or a false one
/// costs time, nothing else.
pub struct BusyMoves(Box<[AtomicU64]>);

/// Guard of a busy move: the mark is erased when it is dropped, also when the thread is stopped on its way.
#[must_use]
pub struct BusyMark<'a>(Option<&'a AtomicU64>);

impl Drop for BusyMark<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.store(0, Relaxed);
        }
    }
}

impl BusyMoves {
    /// An empty table for `threads` threads. With one thread it has no slots and is disabled.
    pub fn new(threads: usize) -> BusyMoves {
        let slots = if threads > 1 { SLOTS } else { 0 };
        BusyMoves((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// True if there are other threads to share the work with.
    #[inline(always)]
    pub fn is_enabled(&self) -> bool {
        !self.0.is_empty()
    }

    /// Returns whether a thread is searching the move in the position with that key.
    #[inline]
    pub fn is_busy(&self, key: u64, mv: Move) -> bool {
        let hash = move_hash(key, mv);
        self.is_enabled() && self.0[slot(hash)].load(Relaxed) == hash
    }

    /// Marks the move as being searched by the calling thread until the guard is dropped. An occupied slot is left
    /// alone.
    #[inline]
    pub fn mark(&self, key: u64, mv: Move) -> BusyMark<'_> {
        if !self.is_enabled() {
            return BusyMark(None);
        }
        let hash = move_hash(key, mv);
        let slot = &self.0[slot(hash)];
        BusyMark(slot.compare_exchange(0, hash, Relaxed, Relaxed).is_ok().then_some(slot))
    }
}

/// Hash of a move in a position; never 0.
#[inline(always)]
pub fn move_hash(key: u64, mv: Move) -> u64 {
    (key ^ u64::from(mv.to_bits()).wrapping_mul(GOLDEN_RATIO)) | 1
}

#[inline(always)]
fn slot(hash: u64) -> usize {
    (hash >> 32) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_busy_until_its_mark_is_dropped() {
        let busy_moves = BusyMoves::new(2);
        let (one, other) = (Move::new(12, 28, 0), Move::new(11, 27, 0));
        let mark = busy_moves.mark(77, one);
        assert!(busy_moves.is_busy(77, one) && !busy_moves.is_busy(77, other) && !busy_moves.is_busy(78, one));
        drop(busy_moves.mark(77, one));
        assert!(busy_moves.is_busy(77, one), "the mark of another thread stays");
        drop(mark);
        assert!(!busy_moves.is_busy(77, one));
    }

    #[test]
    fn one_thread_marks_nothing() {
        let busy_moves = BusyMoves::new(1);
        let _mark = busy_moves.mark(77, Move::new(12, 28, 0));
        assert!(!busy_moves.is_enabled() && !busy_moves.is_busy(77, Move::new(12, 28, 0)));
    }
}

/// Every order of the threads' steps.
#[cfg(all(test, loom))]
mod loom_models {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    const MOVE: Move = Move::new(12, 28, 0);

    fn search(busy_moves: &BusyMoves) {
        let mark = busy_moves.mark(77, MOVE);
        assert!(busy_moves.is_busy(77, MOVE) || mark.0.is_none(), "a thread's own mark stands");
    }

    #[test]
    fn a_move_is_marked_by_one_thread_and_never_forgotten() {
        loom::model(|| {
            let busy_moves = Arc::new(BusyMoves::new(2));
            let shared = Arc::clone(&busy_moves);
            let other = thread::spawn(move || search(&shared));
            search(&busy_moves);
            other.join().unwrap();
            assert!(!busy_moves.is_busy(77, MOVE), "all marks are erased");
        });
    }
}

//! Which moves the threads of a search are looking at, so that they share the work instead of all doing the same.
//!
//! A thread that comes to a move another one is searching in the same position puts it off until it has tried the node's other moves; by then the table
//! knows the answer most of the time. The idea is that of ABDADA (Jean-Christophe Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996) in the
//! simple form of Tom Kerrigan ("Simplified ABDADA"), with claims beside the table instead of in it.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::moves::Move;

/// Entries: many more than threads times plies, so that two claims seldom want the same.
const SLOTS: usize = 1 << 13;

/// The moves that threads are searching. BusyMoves are hints: a lost or a false one costs time, nothing else.
pub(super) struct BusyMoves(Box<[AtomicU64]>);

/// A thread's claim to a move, which holds until it is dropped: also when the thread is stopped on its way.
#[must_use]
pub(super) struct BusyMark<'a>(Option<&'a AtomicU64>);

impl Drop for BusyMark<'_> {
    #[inline]
    fn drop(&mut self) {
        if let Some(slot) = self.0 {
            slot.store(0, Relaxed);
        }
    }
}

impl BusyMoves {
    /// No claims, with room for those of several threads; one thread alone needs none.
    pub(super) fn new(threads: usize) -> BusyMoves {
        let slots = if threads > 1 { SLOTS } else { 0 };
        BusyMoves((0..slots).map(|_| AtomicU64::new(0)).collect())
    }

    /// Whether there is anybody to share the work with.
    #[inline(always)]
    pub(super) fn are_kept(&self) -> bool {
        !self.0.is_empty()
    }

    /// Whether a thread is searching the move in the position of that key.
    #[inline]
    pub(super) fn holds(&self, key: u64, mv: Move) -> bool {
        let mark = mark(key, mv);
        self.are_kept() && self.0[slot(mark)].load(Relaxed) == mark
    }

    /// Says that the calling thread searches the move now.
    #[inline]
    pub(super) fn claim(&self, key: u64, mv: Move) -> BusyMark<'_> {
        if !self.are_kept() {
            return BusyMark(None);
        }
        let mark = mark(key, mv);
        let slot = &self.0[slot(mark)];
        BusyMark(slot.compare_exchange(0, mark, Relaxed, Relaxed).is_ok().then_some(slot))
    }
}

/// What stands for a move in a position; never 0.
#[inline(always)]
pub(super) fn mark(key: u64, mv: Move) -> u64 {
    (key ^ u64::from(mv.to_bits()).wrapping_mul(0x9E37_79B9_7F4A_7C15)) | 1
}

#[inline(always)]
fn slot(mark: u64) -> usize {
    (mark >> 32) as usize % SLOTS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_until_it_is_dropped() {
        let claims = BusyMoves::new(2);
        let (one, other) = (Move::new(12, 28, 0), Move::new(11, 27, 0));
        let claim = claims.claim(77, one);
        assert!(claims.holds(77, one) && !claims.holds(77, other) && !claims.holds(78, one));
        drop(claims.claim(77, one));
        assert!(claims.holds(77, one), "somebody else's claim");
        drop(claim);
        assert!(!claims.holds(77, one));
    }

    #[test]
    fn one_thread_keeps_no_claims() {
        let claims = BusyMoves::new(1);
        let _claim = claims.claim(77, Move::new(12, 28, 0));
        assert!(!claims.are_kept() && !claims.holds(77, Move::new(12, 28, 0)));
    }
}

//! Moves that one thread of a search has tried in vain, for the others to leave out.
//!
//! The table knows what the move led to, but that is often not enough: how deep a move is searched depends on its number among the node's moves, on
//! killers and histories, all of which differ from thread to thread and from moment to moment, and where the second thread wants to look a ply deeper than the first
//! has looked it does the work again. What counts is that the move has failed in a search of the node that was as deep as this one.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::abdada::mark;
use crate::moves::Move;

/// Entries. A new failure takes the place of an old one.
const SLOTS: usize = 1 << 14;

/// The failures, each in two words that are written without a lock: the second holds the depth of the node's search (low half) and the value of the move (high half), the first what
/// [stands for](mark) the move, mixed with the second. Words of different failures fit no move.
pub(super) struct FailLowTable(Box<[[AtomicU64; 2]]>);

impl FailLowTable {
    /// No failures, with room for those of several threads; one thread alone needs none.
    pub(super) fn new(threads: usize) -> FailLowTable {
        let slots = if threads > 1 { SLOTS } else { 0 };
        FailLowTable((0..slots).map(|_| Default::default()).collect())
    }

    /// Notes that a move has at most this value in a search `depth` plies deep of the position of that key.
    #[inline]
    pub(super) fn note(&self, key: u64, mv: Move, depth: i32, value: i32) {
        let mark = mark(key, mv);
        let facts = u64::from(depth as u32) | u64::from(value as u32) << 32;
        let [check, told] = self.slot(mark);
        check.store(mark ^ facts, Relaxed);
        told.store(facts, Relaxed);
    }

    /// What has been noted of a move in the position of that key: how deep a search it was, and the most that the move is worth in it.
    #[inline]
    pub(super) fn of(&self, key: u64, mv: Move) -> Option<(i32, i32)> {
        let mark = mark(key, mv);
        let [check, told] = self.slot(mark);
        let facts = told.load(Relaxed);
        let is_known = check.load(Relaxed) ^ facts == mark;
        is_known.then_some((facts as u32 as i32, (facts >> 32) as u32 as i32))
    }

    #[inline(always)]
    fn slot(&self, mark: u64) -> &[AtomicU64; 2] {
        &self.0[(mark >> 32) as usize % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: Move = Move::new(12, 28, 0);

    #[test]
    fn the_last_failure_of_a_move_is_known() {
        let failures = FailLowTable::new(2);
        assert_eq!(failures.of(77, MOVE), None);
        failures.note(77, MOVE, 6, -30);
        assert_eq!(failures.of(77, MOVE), Some((6, -30)));
        failures.note(77, MOVE, 7, 12);
        assert_eq!(failures.of(77, MOVE), Some((7, 12)));
    }

    #[test]
    fn it_is_known_of_that_move_in_that_position_only() {
        let failures = FailLowTable::new(2);
        failures.note(77, MOVE, 6, 12);
        assert_eq!(failures.of(78, MOVE), None);
        assert_eq!(failures.of(77, Move::new(11, 27, 0)), None);
    }

    #[test]
    fn torn_words_are_no_failure() {
        let failures = FailLowTable::new(2);
        failures.note(77, MOVE, 6, 12);
        failures.slot(mark(77, MOVE))[1].fetch_xor(1 << 33, Relaxed);
        assert_eq!(failures.of(77, MOVE), None);
    }
}

//! Shared fail-low cache: a move that failed low on one thread is skipped by the other threads.
//!
//! The TT knows the position after the move, but that is often not enough: the depth at which a move is searched
//! depends on its number among the node's moves, on killers and histories, all of which differ from thread to thread
//! and from moment to moment. Where the second thread wants a ply more than the first has searched, it would do the
//! work again. Here the depth that counts is that of the node: the move has failed low in a search of the node as deep
//! as this one.

use super::abdada::move_hash;
use super::sync::atomic::{AtomicU64, Ordering::Relaxed};
use crate::moves::Move;

/// Slots. A model has one.
const SLOTS: usize = if cfg!(loom) { 1 } else { 1 << 14 };

/// Fail-low table: moves that did not reach alpha, by position and move.
///
/// A slot is two words written without a lock, as in the [TT](super::tt): `data` holds the depth of the node's search
/// (low half) and the value of the move (high half), `hash_xor_data` the [hash](move_hash) of the move XOR-ed with
/// `data`. Words of different entries fit no move.
pub struct FailLowTable(Box<[Slot]>);

#[derive(Default)]
struct Slot {
    hash_xor_data: AtomicU64,
    data: AtomicU64,
}

/// A fail-low: the upper bound of a move's value in a search of the node of that depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FailLow {
    /// Depth of the node, in plies.
    pub depth: i32,
    /// The most that the move is worth.
    pub value: i32,
}

impl FailLowTable {
    /// An empty table for `threads` threads. With one thread it has no slots and must not be asked.
    pub fn new(threads: usize) -> FailLowTable {
        let slots = if threads > 1 { SLOTS } else { 0 };
        FailLowTable((0..slots).map(|_| Slot::default()).collect())
    }

    /// Stores a fail-low of a move in the position with that key, unless the slot has one of the same move that says
    /// more: from a deeper search, and with a value that is no higher.
    #[inline]
    pub fn store(&self, key: u64, mv: Move, fail_low: FailLow) {
        if self.probe(key, mv).is_some_and(|old| old.depth > fail_low.depth && old.value <= fail_low.value) {
            return;
        }
        let hash = move_hash(key, mv);
        let data = u64::from(fail_low.depth as u32) | u64::from(fail_low.value as u32) << 32;
        let slot = self.slot(hash);
        slot.hash_xor_data.store(hash ^ data, Relaxed);
        slot.data.store(data, Relaxed);
    }

    /// The stored fail-low of a move in the position with that key.
    #[inline]
    pub fn probe(&self, key: u64, mv: Move) -> Option<FailLow> {
        let hash = move_hash(key, mv);
        let slot = self.slot(hash);
        let data = slot.data.load(Relaxed);
        if slot.hash_xor_data.load(Relaxed) ^ data != hash {
            return None;
        }
        Some(FailLow { depth: data as u32 as i32, value: (data >> 32) as u32 as i32 })
    }

    #[inline(always)]
    fn slot(&self, hash: u64) -> &Slot {
        &self.0[(hash >> 32) as usize % SLOTS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVE: Move = Move::new(12, 28, 0);
    const FAIL_LOW: FailLow = FailLow { depth: 6, value: -30 };

    #[test]
    fn the_last_fail_low_of_a_move_is_probed() {
        let table = FailLowTable::new(2);
        assert_eq!(table.probe(77, MOVE), None);
        for fail_low in [FAIL_LOW, FailLow { depth: 7, value: 12 }] {
            table.store(77, MOVE, fail_low);
            assert_eq!(table.probe(77, MOVE), Some(fail_low));
        }
    }

    #[test]
    fn a_fail_low_from_a_deeper_search_stays_unless_its_value_is_higher() {
        let table = FailLowTable::new(2);
        table.store(77, MOVE, FAIL_LOW);
        for value in [FAIL_LOW.value, FAIL_LOW.value + 5] {
            table.store(77, MOVE, FailLow { depth: FAIL_LOW.depth - 1, value });
            assert_eq!(table.probe(77, MOVE), Some(FAIL_LOW));
        }
        let lower = FailLow { depth: FAIL_LOW.depth - 1, value: FAIL_LOW.value - 1 };
        table.store(77, MOVE, lower);
        assert_eq!(table.probe(77, MOVE), Some(lower));
    }

    #[test]
    fn a_fail_low_belongs_to_one_move_in_one_position() {
        let table = FailLowTable::new(2);
        table.store(77, MOVE, FAIL_LOW);
        assert_eq!(table.probe(78, MOVE), None);
        assert_eq!(table.probe(77, Move::new(11, 27, 0)), None);
    }

    #[test]
    fn torn_words_do_not_probe() {
        let table = FailLowTable::new(2);
        table.store(77, MOVE, FAIL_LOW);
        table.slot(move_hash(77, MOVE)).data.fetch_xor(1 << 33, Relaxed);
        assert_eq!(table.probe(77, MOVE), None);
    }
}

/// Every order of the threads' steps, and every value that an unordered load may see.
#[cfg(all(test, loom))]
mod loom_models {
    use std::sync::Arc;

    use loom::thread;

    use super::*;

    #[test]
    fn what_is_probed_was_stored_in_one_piece() {
        loom::model(|| {
            let table = Arc::new(FailLowTable::new(2));
            let mv = Move::new(12, 28, 0);
            let fail_low = |key: u64| FailLow { depth: key as i32, value: -(key as i32) };
            let writers = [5, 9].map(|key| {
                let table = Arc::clone(&table);
                thread::spawn(move || table.store(key, mv, fail_low(key)))
            });
            for key in [5, 9] {
                let found = table.probe(key, mv);
                assert!(found.is_none_or(|found| found == fail_low(key)), "{found:?}");
            }
            for writer in writers {
                writer.join().unwrap();
            }
        });
    }
}

//! Perft hash table: subtree counts shared by all threads.
//!
//! A probe compares the depth and the whole key, and a game has no more than 64 bits of key. Positions with equal keys
//! are taken for one: at most probes x entries / 2^64 false hits are to be expected.

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;
use bytemuck::allocation::try_zeroed_slice_box;
use engine::board::zobrist::GOLDEN_RATIO;
use thiserror::Error;

use crate::count::CountTable;

/// Hash table entry: 16 bytes, a count with the key of its position.
///
/// No lock: the first word is the key XOR the second word, so that an entry with halves of two writers matches no key
/// and is a miss (Hyatt and Mann, 2002: "A lock-less transposition table implementation for parallel search chess
/// engines").
#[derive(Zeroable)]
#[repr(C)]
struct Entry {
    key_xor_data: AtomicU64,
    /// Depth in the lowest [`DEPTH_BITS`], the count above them. All zero: empty.
    data: AtomicU64,
}

const DEPTH_BITS: u32 = 8;
const BUCKET_SIZE: usize = 4;

/// Bucket: the entries of one cache line.
#[derive(Zeroable)]
#[repr(C, align(64))]
struct Bucket([Entry; BUCKET_SIZE]);

const _: () = assert!(size_of::<Bucket>() == 64);

/// Perft hash table of a fixed size, shared by all threads.
pub struct HashTable {
    buckets: Box<[Bucket]>,
}

/// The memory for a hash table cannot be had.
#[derive(Debug, Error)]
#[error("no memory for a hash table of {megabytes} MB")]
pub struct OutOfMemory {
    megabytes: usize,
}

impl HashTable {
    /// Hash table of a size in megabytes (2^20 bytes), at least one.
    ///
    /// # Errors
    /// If the system does not give that much memory.
    pub fn new(megabytes: usize) -> Result<HashTable, OutOfMemory> {
        let buckets = megabytes.max(1).checked_mul(1 << 20).map(|bytes| bytes / size_of::<Bucket>());
        let buckets = buckets.and_then(|buckets| try_zeroed_slice_box(buckets).ok());
        buckets.map(|buckets| HashTable { buckets }).ok_or(OutOfMemory { megabytes })
    }

    fn bucket(&self, key: u64, depth: u32) -> &Bucket {
        // The depth moves a position's counts to different buckets; the product maps onto any number of buckets.
        let mixed = key ^ u64::from(depth).wrapping_mul(GOLDEN_RATIO);
        let index = (u128::from(mixed) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize]
    }
}

impl CountTable for HashTable {
    fn probe(&self, key: u64, depth: u32) -> Option<u64> {
        self.bucket(key, depth).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let matches = entry.key_xor_data.load(Ordering::Relaxed) ^ data == key;
            (matches && data & ((1 << DEPTH_BITS) - 1) == u64::from(depth)).then_some(data >> DEPTH_BITS)
        })
    }

    /// Replaces the smallest count of the bucket, which is the cheapest to count again. A count or a depth too large
    /// for an entry is not stored.
    fn store(&self, key: u64, depth: u32, nodes: u64) {
        if depth >> DEPTH_BITS != 0 || nodes >> (64 - DEPTH_BITS) != 0 {
            return;
        }
        let data = (nodes << DEPTH_BITS) | u64::from(depth);
        let entries = &self.bucket(key, depth).0;
        let smallest = entries.iter().min_by_key(|entry| entry.data.load(Ordering::Relaxed) >> DEPTH_BITS);
        if let Some(entry) = smallest {
            entry.data.store(data, Ordering::Relaxed);
            entry.key_xor_data.store(key ^ data, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_the_requested_memory() {
        let bytes = |megabytes| size_of_val(&*HashTable::new(megabytes).unwrap().buckets);
        assert_eq!([3, 0].map(bytes), [3 << 20, 1 << 20]);
        let refused = HashTable::new(usize::MAX).err().map(|error| error.to_string());
        assert_eq!(refused, Some(format!("no memory for a hash table of {} MB", usize::MAX)));
    }

    #[test]
    fn probe_finds_what_was_stored_for_key_and_depth() {
        let table = HashTable::new(1).unwrap();
        table.store(7, 3, 8902);
        table.store(7, 4, 197_281);
        assert_eq!(table.probe(7, 3), Some(8902));
        assert_eq!(table.probe(7, 4), Some(197_281));
        assert_eq!(table.probe(7, 5), None);
        assert_eq!(table.probe(8, 3), None);
        // Neither the empty entry nor an entry without moves is taken for the other.
        assert_eq!(table.probe(0, 2), None);
        table.store(0, 2, 0);
        assert_eq!(table.probe(0, 2), Some(0));
    }

    #[test]
    fn replaces_the_smallest_count_of_a_full_bucket() {
        let table = HashTable::new(1).unwrap();
        for key in 0..BUCKET_SIZE as u64 {
            table.store(key, 2, 100 + key);
        }
        table.store(9, 2, 500);
        assert_eq!(table.probe(0, 2), None);
        assert_eq!(table.probe(1, 2), Some(101));
        assert_eq!(table.probe(9, 2), Some(500));
    }

    #[test]
    fn oversized_counts_and_depths_are_not_stored() {
        let table = HashTable::new(1).unwrap();
        table.store(1, 256, 5);
        table.store(2, 2, 1 << 56);
        assert_eq!(table.probe(1, 0), None);
        assert_eq!(table.probe(2, 2), None);
    }

    #[test]
    fn a_torn_entry_matches_no_key() {
        let table = HashTable::new(1).unwrap();
        table.store(7, 3, 8902);
        let entry = table.bucket(7, 3).0.iter().find(|entry| entry.data.load(Ordering::Relaxed) != 0).unwrap();
        entry.data.store((8903 << DEPTH_BITS) | 3, Ordering::Relaxed);
        assert_eq!(table.probe(7, 3), None);
    }
}

//! Transposition table (TT): results of earlier visits to positions, shared by all threads without locks.
//!
//! Source: chessprogramming wiki, "Transposition Table" and "Shared Hash Table". The table is an array of buckets of
//! four entries; a bucket is a cache line. An entry is two atomic words that are written without a lock (Hyatt and
//! Mann, "A lock-less transposition table implementation for parallel search chess engines", 2002): the second word
//! holds the key XOR-ed with a hash of the first. If two threads write at once and the words of different entries meet,
//! they fit no key and the entry is as good as absent. The model checker loom runs the same scheme in
//! [`fail_low`](super::fail_low).
//!
//! Invariants: mates are counted in turns and stored relative to the node, so that extra plies within a turn change
//! nothing. A move from the table may be any 32 bits; the [`MovePicker`](super::movepick::MovePicker) checks it with
//! [`is_legal`](crate::game::Game::is_legal).

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::thread;

use bytemuck::Zeroable;
use thiserror::Error;

use super::report::Bound;
use super::score::{MATE_BOUND, MAX_PLY};
use super::window::Window;
use crate::board::zobrist::GOLDEN_RATIO;
use crate::moves::Move;

/// Packed entry: 16 bytes.
///
/// `data` holds move (32 bits), value (16) and raw evaluation (16). `key_xor_data` holds depth (8 bits), bound (2) and
/// generation (6) in its top 16 bits and below them the low 48 bits of the key, XOR-ed with a hash of `data`.
#[derive(Zeroable)]
#[repr(C)]
struct PackedEntry {
    data: AtomicU64,
    key_xor_data: AtomicU64,
}

const _: () = assert!(size_of::<PackedEntry>() == 16);

/// Entries of a bucket.
const BUCKET_SIZE: usize = 4;

/// Bytes of a cache line.
const CACHE_LINE: usize = BUCKET_SIZE * size_of::<PackedEntry>();

const _: () = assert!(CACHE_LINE == 64);

const BYTES_PER_MEGABYTE: usize = 1 << 20;

/// The largest table: a terabyte.
const MAX_MEGABYTES: usize = 1 << 20;

/// Entries that a thread clears in one go: the fewest that are worth a thread of their own.
const CLEAR_CHUNK: usize = 32 * BYTES_PER_MEGABYTE / size_of::<PackedEntry>();

/// The bits of `key_xor_data` that identify the position.
const KEY_MASK: u64 = (1 << 48) - 1;

/// Replacement: an entry is kept against a new one of the same position and generation that is shallower by this number
/// of plies or more, unless the new bound is exact.
const DEPTH_TOLERANCE: i32 = 4;

/// Generations before the count starts anew.
const GENERATIONS: u8 = 64;

/// Replacement: plies of depth that an entry loses for each generation of age.
const AGE_PENALTY: i32 = 8;

/// "Not evaluated", where a static evaluation is stored.
pub const NO_EVAL: i32 = i16::MIN as i32;

/// Transposition table entry, unpacked: a TT hit, or what is to be stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TtEntry {
    /// The best move, or [`Move::NONE`]; to be checked before it is played.
    pub mv: Move,
    /// The value for the side to move, with mates counted from the root of the present search.
    pub value: i32,
    /// The uncorrected static evaluation, or [`NO_EVAL`].
    pub raw_eval: i32,
    /// The depth of the search, in plies.
    pub depth: i32,
    /// The bound type of the value.
    pub bound: Bound,
}

impl TtEntry {
    /// Returns whether the value decides a node with this window: it is exact, or a bound outside the window.
    #[inline]
    pub fn decides(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= window.beta,
            Bound::Upper => self.value <= window.alpha,
        }
    }

    /// TT-adjusted static evaluation: the value of the entry where its bound tells more than `static_eval`.
    #[inline]
    pub fn adjust_eval(entry: Option<&TtEntry>, static_eval: i32) -> i32 {
        let Some(entry) = entry else { return static_eval };
        let tells_more = match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.value > static_eval,
            Bound::Upper => entry.value < static_eval,
        };
        if tells_more && entry.value.abs() < MATE_BOUND { entry.value } else { static_eval }
    }
}

/// There is not enough memory for a transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no memory for a table of {megabytes} megabytes")]
pub struct NoMemory {
    /// The size that was asked for.
    pub megabytes: usize,
}

/// Transposition table of fixed size.
pub struct TranspositionTable {
    entries: Box<[PackedEntry]>,
    /// The first entry that begins a cache line: buckets are laid from there on. The allocation itself is not aligned:
    /// memory that is asked for aligned to cache lines is written to at once. Other memory is handed out by the system
    /// when it is first used, so a large table costs nothing before.
    first: usize,
    /// The number of buckets.
    buckets: usize,
    /// The age of the present search, below [`GENERATIONS`].
    generation: u8,
}

impl TranspositionTable {
    /// A table of about `megabytes` megabytes, at least one.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(megabytes: usize) -> Result<TranspositionTable, NoMemory> {
        let buckets = megabytes.clamp(1, MAX_MEGABYTES) * (BYTES_PER_MEGABYTE / CACHE_LINE);
        let entries = bytemuck::allocation::try_zeroed_slice_box::<PackedEntry>((buckets + 1) * BUCKET_SIZE);
        let entries = entries.map_err(|()| NoMemory { megabytes })?;
        advise_large_pages(&entries);
        let first = entries.as_ptr().align_offset(CACHE_LINE).min(BUCKET_SIZE);
        Ok(TranspositionTable { entries, first, buckets, generation: 0 })
    }

    /// Empties the table. Several threads clear a large one, if the system grants them: it takes its time over memory
    /// that is written to for the first time.
    pub fn clear(&mut self) {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let threads = self.entries.len().div_ceil(CLEAR_CHUNK).min(processors);
        let chunks = Mutex::new(self.entries.chunks_mut(CLEAR_CHUNK));
        let next_chunk = || chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
        let clear_chunks = || {
            while let Some(chunk) = next_chunk() {
                chunk.fill_with(PackedEntry::zeroed);
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                if thread::Builder::new().spawn_scoped(scope, clear_chunks).is_err() {
                    break;
                }
            }
            clear_chunks();
        });
        self.generation = 0;
    }

    /// Begins a new search: all entries grow a generation older.
    pub fn new_search(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// Hashfull: the share of entries that the present search has written, in thousandths, from a sample of the first.
    pub fn hashfull(&self) -> u32 {
        let sample = &self.entries[self.first..][..1000.min(self.buckets * BUCKET_SIZE)];
        let used = |entry: &&PackedEntry| {
            let word = entry.key_xor_data.load(Relaxed);
            word != 0 && generation_of(word) == self.generation
        };
        (sample.iter().filter(used).count() * 1000 / sample.len()) as u32
    }

    /// Prefetches the bucket that [`probe`](TranspositionTable::probe) will soon read.
    #[inline(always)]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const PackedEntry = self.bucket(key).as_ptr();
            // SAFETY: prefetching is a hint without effect on memory; the pointer comes from a live reference.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// TT probe: the entry of a position, for a node `turn` turns below the root.
    #[inline]
    pub fn probe(&self, key: u64, turn: usize) -> Option<TtEntry> {
        let entry = self.bucket(key).iter().find_map(|entry| {
            let (data, word) = (entry.data.load(Relaxed), entry.key_xor_data.load(Relaxed));
            let is_hit = (word ^ key ^ hash_data(data)) & KEY_MASK == 0 && word >> 48 != 0;
            if is_hit { Some((data, word)) } else { None }
        });
        entry.and_then(|(data, word)| unpack(data, word, turn))
    }

    /// TT store, in place of the position's own entry or the least valuable one of its bucket. A stored move outlives a
    /// new entry without one. Returns whether another position of the same search had that place.
    #[inline]
    pub fn store(&self, key: u64, turn: usize, mut entry: TtEntry) -> bool {
        let mut slot = &self.bucket(key)[0];
        let (mut least, mut overwrites) = (i32::MAX, false);
        for candidate in self.bucket(key) {
            let (data, word) = (candidate.data.load(Relaxed), candidate.key_xor_data.load(Relaxed));
            if (word ^ key ^ hash_data(data)) & KEY_MASK == 0 {
                if !self.should_replace(word, &entry) {
                    return false;
                }
                if !entry.mv.is_some() {
                    entry.mv = Move::from_bits(data as u32);
                }
                (slot, overwrites) = (candidate, false);
                break;
            }
            let value = self.replacement_value(word);
            if value < least {
                least = value;
                (slot, overwrites) = (candidate, word != 0 && generation_of(word) == self.generation);
            }
        }
        let data = entry.mv.to_bits() as u64
            | (value_to_tt(entry.value, turn) as i16 as u16 as u64) << 32
            | (entry.raw_eval as i16 as u16 as u64) << 48;
        let depth = entry.depth.clamp(0, MAX_PLY as i32) as u64;
        let tag = depth << 8 | (bound_code(entry.bound) << 6) | self.generation as u64;
        slot.data.store(data, Relaxed);
        slot.key_xor_data.store((key ^ hash_data(data)) & KEY_MASK | tag << 48, Relaxed);
        overwrites
    }

    /// Returns whether a new entry should replace an old one of the same position.
    fn should_replace(&self, old: u64, new: &TtEntry) -> bool {
        new.bound == Bound::Exact
            || generation_of(old) != self.generation
            || new.depth + DEPTH_TOLERANCE > depth_of(old)
    }

    /// Replacement value of an entry: depth less a penalty for age; an empty entry has the least.
    fn replacement_value(&self, word: u64) -> i32 {
        if word >> 48 == 0 {
            return i32::MIN;
        }
        let age = (GENERATIONS + self.generation - generation_of(word)) % GENERATIONS;
        depth_of(word) - AGE_PENALTY * age as i32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[PackedEntry] {
        let index = (key as u128 * self.buckets as u128) >> 64;
        &self.entries[self.first + index as usize * BUCKET_SIZE..][..BUCKET_SIZE]
    }
}

/// Bytes of a huge page on x86-64, and a multiple of the page size everywhere: only whole ones can be had.
#[cfg(target_os = "linux")]
const HUGE_PAGE: usize = 2 * BYTES_PER_MEGABYTE;

/// Huge pages: asks the system to hand the table out in large pages. A search reads all over it, and with small pages
/// nearly every read misses the processor's translation buffer too. A system that refuses costs nothing but speed.
///
/// The system is not asked for its page size: that faults under valgrind, which hides the vDSO.
fn advise_large_pages(entries: &[PackedEntry]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let begin = entries.as_ptr().addr().next_multiple_of(HUGE_PAGE);
        let end = entries.as_ptr_range().end.addr() / HUGE_PAGE * HUGE_PAGE;
        let inner = entries.as_ptr().with_addr(begin).cast_mut();
        // SAFETY: the pages lie wholly within the slice, which lives, and this advice changes nothing of their content.
        let _ = unsafe { madvise(inner.cast(), end.saturating_sub(begin), Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = entries;
}

/// Hash of `data` over the bits that the key occupies.
#[inline(always)]
fn hash_data(data: u64) -> u64 {
    data.wrapping_mul(GOLDEN_RATIO) >> 16
}

#[inline(always)]
fn generation_of(word: u64) -> u8 {
    (word >> 48) as u8 & (GENERATIONS - 1)
}

#[inline(always)]
fn depth_of(word: u64) -> i32 {
    (word >> 56) as i32
}

/// Bound type in two bits: 1 to 3, so that no entry in use is all zeros.
#[inline(always)]
fn bound_code(bound: Bound) -> u64 {
    match bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    }
}

#[inline(always)]
fn unpack(data: u64, word: u64, turn: usize) -> Option<TtEntry> {
    let bound = match word >> 54 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(TtEntry {
        mv: Move::from_bits(data as u32),
        value: value_from_tt((data >> 32) as i16 as i32, turn),
        raw_eval: (data >> 48) as i16 as i32,
        depth: depth_of(word),
        bound,
    })
}

/// Turns a mate counted from the root into one counted from the node.
#[inline(always)]
fn value_to_tt(value: i32, turn: usize) -> i32 {
    match value {
        _ if value >= MATE_BOUND => value + turn as i32,
        _ if value <= -MATE_BOUND => value - turn as i32,
        _ => value,
    }
}

/// Turns a mate counted from the node into one counted from the root.
#[inline(always)]
fn value_from_tt(value: i32, turn: usize) -> i32 {
    match value {
        _ if value >= MATE_BOUND => value - turn as i32,
        _ if value <= -MATE_BOUND => value + turn as i32,
        _ => value,
    }
}

#[cfg(test)]
mod tests {
    use super::super::score::MATE;
    use super::*;

    fn entry(value: i32, depth: i32, bound: Bound) -> TtEntry {
        TtEntry { mv: Move::new(3, 9, 2), value, raw_eval: -17, depth, bound }
    }

    #[test]
    fn a_stored_entry_is_probed_unchanged() {
        let table = TranspositionTable::new(1).unwrap();
        for (key, bound) in [(1, Bound::Exact), (u64::MAX, Bound::Lower), (1 << 63, Bound::Upper), (0, Bound::Exact)] {
            assert_eq!(table.probe(key, 0), None);
            let stored = entry(-250, 7, bound);
            table.store(key, 0, stored);
            assert_eq!(table.probe(key, 0), Some(stored));
        }
        assert_eq!(table.probe(2, 0), None);
    }

    #[test]
    fn any_size_is_accepted_unless_memory_lacks() {
        let least = TranspositionTable::new(0).unwrap();
        least.store(9, 0, entry(1, 1, Bound::Exact));
        assert!(least.probe(9, 0).is_some());
        // Memory that is not written to costs nothing: the system may or may not grant so much.
        if let Err(error) = TranspositionTable::new(usize::MAX) {
            assert_eq!(error.megabytes, usize::MAX);
        }
    }

    #[test]
    fn mates_are_stored_relative_to_the_node() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, 4, entry(MATE - 7, 3, Bound::Exact));
        assert_eq!(table.probe(5, 10).map(|found| found.value), Some(MATE - 13));
        table.store(6, 4, entry(8 - MATE, 3, Bound::Exact));
        assert_eq!(table.probe(6, 2).map(|found| found.value), Some(6 - MATE));
    }

    #[test]
    fn torn_entries_do_not_probe() {
        let table = TranspositionTable::new(1).unwrap();
        let key = 77;
        table.store(key, 0, entry(10, 5, Bound::Exact));
        table.bucket(key)[0].data.fetch_xor(1 << 35, Relaxed);
        assert_eq!(table.probe(key, 0), None);
    }

    #[test]
    fn the_shallowest_and_oldest_entry_of_a_bucket_is_replaced() {
        let mut table = TranspositionTable::new(1).unwrap();
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 4)] {
            table.store(key, 0, entry(0, depth, Bound::Lower));
        }
        assert_eq!(table.probe(2, 0), None, "the shallowest is replaced");
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key, 0).is_some()));
        table.new_search();
        table.store(1, 0, entry(0, 9, Bound::Exact));
        table.new_search();
        table.store(6, 0, entry(0, 1, Bound::Lower));
        assert!(table.probe(1, 0).is_some(), "refreshed");
        assert_eq!(table.probe(5, 0), None, "old and shallow");
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_entry() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(1, 0, entry(30, 12, Bound::Lower));
        table.store(1, 0, entry(-30, 2, Bound::Upper));
        assert_eq!(table.probe(1, 0).map(|found| found.value), Some(30));
    }

    #[test]
    fn a_tt_move_outlives_a_store_without_move() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(1, 0, entry(30, 3, Bound::Lower));
        table.store(1, 0, TtEntry { mv: Move::NONE, ..entry(20, 4, Bound::Upper) });
        assert_eq!(table.probe(1, 0), Some(entry(20, 4, Bound::Upper)));
    }

    #[test]
    fn hashfull_counts_the_present_search_only() {
        let mut table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.hashfull(), 0);
        for key in 0..4000u64 {
            table.store(key << 50 | key, 0, entry(0, 1, Bound::Exact));
        }
        let full = table.hashfull();
        assert!(full > 0 && full <= 1000);
        table.new_search();
        assert_eq!(table.hashfull(), 0);
        table.clear();
        assert_eq!(table.probe(1 << 50 | 1, 0), None);
    }

    #[test]
    fn clear_with_several_threads_empties_the_table() {
        let megabytes = 3 * CLEAR_CHUNK * size_of::<PackedEntry>() / BYTES_PER_MEGABYTE + 1;
        let mut table = TranspositionTable::new(megabytes).unwrap();
        let keys = (0..1000_u64).map(|n| n.wrapping_mul(GOLDEN_RATIO));
        for key in keys.clone() {
            assert!(!table.store(key, 0, entry(0, 1, Bound::Exact)), "there is room");
        }
        assert!(keys.clone().all(|key| table.probe(key, 0).is_some()));
        table.clear();
        assert!(keys.clone().all(|key| table.probe(key, 0).is_none()));
    }
}

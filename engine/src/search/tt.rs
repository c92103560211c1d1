//! The transposition table: what earlier visits to a position found out, shared by all threads without locks.

use std::num::NonZero;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread;

use bytemuck::Zeroable;
use thiserror::Error;

use super::report::Bound;
use super::score::{MATE_BOUND, MAX_PLY};
use crate::moves::Move;

/// One remembered position in two words that are written without a lock.
///
/// `facts` holds move (32 bits), value (16) and static value (16); `check` holds depth (8), bound (2) and generation (6) in its top 16 bits
/// and below them the low 48 bits of the key, mixed with `facts`. If two threads write at once and the words of different entries meet,
/// the mixture does not fit the key and the entry is as good as absent.
#[derive(Zeroable)]
#[repr(C)]
struct Entry {
    facts: AtomicU64,
    check: AtomicU64,
}

const _: () = assert!(size_of::<Entry>() == 16);

/// How many entries share a cache line.
const BUCKET: usize = 4;

/// Bytes of a cache line.
const LINE: usize = BUCKET * size_of::<Entry>();

const _: () = assert!(LINE == 64);

const BYTES_IN_MEGABYTE: usize = 1 << 20;

/// No table is larger: a terabyte.
const MOST_MEGABYTES: usize = 1 << 20;

/// Entries that are not worth a thread to clear them.
const LEAST_SHARE: usize = 32 * BYTES_IN_MEGABYTE / size_of::<Entry>();

/// The bits of `check` that identify the position.
const KEY_BITS: u64 = (1 << 48) - 1;

/// Generations before the count starts anew.
const GENERATIONS: u8 = 64;

/// Plies by which an entry of an earlier generation is worth less than a new one, for each generation.
const AGE_COST: i32 = 8;

/// Stands for "not evaluated" where a static value is remembered.
pub(super) const NO_VALUE: i32 = i16::MIN as i32;

/// What the table knows about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TtEntry {
    /// The best move, or [`Move::NONE`]; to be checked before it is played.
    pub(super) mv: Move,
    /// The value for the side to move, with mates counted from the root of the present search.
    pub(super) value: i32,
    /// What the evaluation said, or [`NO_VALUE`].
    pub(super) static_value: i32,
    /// How deep the search was.
    pub(super) depth: i32,
    /// How the value is meant.
    pub(super) bound: Bound,
}

/// There is not enough memory for a transposition table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there is no memory for a table of {megabytes} megabytes")]
pub struct NoMemory {
    /// The size that was asked for.
    pub megabytes: usize,
}

/// A table of fixed size.
pub(super) struct TranspositionTable {
    entries: Box<[Entry]>,
    /// The first entry that begins a cache line: buckets are laid from there on. (TtEntry that is asked for aligned to cache lines is
    /// written to at once; memory that is not is handed out by the system when it is first used, so a large table costs nothing before.)
    first: usize,
    /// How many buckets there are.
    buckets: usize,
    generation: u8,
}

impl TranspositionTable {
    /// A table of about so many megabytes, at least one.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub(super) fn new(megabytes: usize) -> Result<TranspositionTable, NoMemory> {
        let buckets = megabytes.clamp(1, MOST_MEGABYTES) * (BYTES_IN_MEGABYTE / LINE);
        let entries = bytemuck::allocation::try_zeroed_slice_box::<Entry>((buckets + 1) * BUCKET);
        let entries = entries.map_err(|()| NoMemory { megabytes })?;
        ask_for_large_pages(&entries);
        let first = entries.as_ptr().align_offset(LINE).min(BUCKET);
        Ok(TranspositionTable { entries, first, buckets, generation: 0 })
    }

    /// Forgets everything. Several threads share the work in a large table: the system takes its time over memory that is written to for the
    /// first time.
    pub(super) fn clear(&mut self) {
        let processors = thread::available_parallelism().map_or(1, NonZero::get);
        let share = self.entries.len().div_ceil(processors).max(LEAST_SHARE);
        let (own, others) = self.entries.split_at_mut(share.min(self.entries.len()));
        thread::scope(|scope| {
            for part in others.chunks_mut(share) {
                scope.spawn(|| part.fill_with(Entry::zeroed));
            }
            own.fill_with(Entry::zeroed);
        });
        self.generation = 0;
    }

    /// A new search begins: what is there grows older.
    pub(super) fn age(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// How much of the table the present search has filled, in thousandths, judged by its first entries.
    pub(super) fn fullness(&self) -> u32 {
        let sample = &self.entries[self.first..][..1000.min(self.buckets * BUCKET)];
        let used = |entry: &&Entry| {
            let check = entry.check.load(Relaxed);
            check != 0 && generation_of(check) == self.generation
        };
        (sample.iter().filter(used).count() * 1000 / sample.len()) as u32
    }

    /// Asks the processor to fetch what [`probe`](TranspositionTable::probe) will soon want.
    #[inline(always)]
    pub(super) fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            let bucket: *const Entry = self.bucket(key).as_ptr();
            // SAFETY: prefetching is a hint without effect on memory; the pointer comes from a live reference.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position, for a node `turn` turns below the root.
    #[inline]
    pub(super) fn probe(&self, key: u64, turn: usize) -> Option<TtEntry> {
        let entry = self.bucket(key).iter().find_map(|entry| {
            let (facts, check) = (entry.facts.load(Relaxed), entry.check.load(Relaxed));
            ((check ^ key ^ mix(facts)) & KEY_BITS == 0 && check >> 48 != 0).then_some((facts, check))
        });
        entry.and_then(|(facts, check)| unpack(facts, check, turn))
    }

    /// Remembers a position, in place of the least valuable one of its bucket.
    pub(super) fn store(&self, key: u64, turn: usize, mut memory: TtEntry) {
        let mut slot = &self.bucket(key)[0];
        let mut least = i32::MAX;
        for entry in self.bucket(key) {
            let (facts, check) = (entry.facts.load(Relaxed), entry.check.load(Relaxed));
            if (check ^ key ^ mix(facts)) & KEY_BITS == 0 {
                if !self.deserves(check, &memory) {
                    return;
                }
                if !memory.mv.is_some() {
                    memory.mv = Move::from_bits(facts as u32);
                }
                slot = entry;
                break;
            }
            let value = self.value_of(check);
            if value < least {
                least = value;
                slot = entry;
            }
        }
        let facts = memory.mv.to_bits() as u64
            | (to_node(memory.value, turn) as i16 as u16 as u64) << 32
            | (memory.static_value as i16 as u16 as u64) << 48;
        let depth = memory.depth.clamp(0, MAX_PLY as i32) as u64;
        let tag = depth << 8 | (bound_code(memory.bound) << 6) | self.generation as u64;
        slot.facts.store(facts, Relaxed);
        slot.check.store((key ^ mix(facts)) & KEY_BITS | tag << 48, Relaxed);
    }

    /// Whether new knowledge of a position should replace what an entry knows of the same position.
    fn deserves(&self, check: u64, new: &TtEntry) -> bool {
        new.bound == Bound::Exact || generation_of(check) != self.generation || new.depth + 4 > depth_of(check)
    }

    /// How much an entry is worth keeping.
    fn value_of(&self, check: u64) -> i32 {
        if check >> 48 == 0 {
            return i32::MIN;
        }
        let age = (GENERATIONS + self.generation - generation_of(check)) % GENERATIONS;
        depth_of(check) - AGE_COST * age as i32
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> &[Entry] {
        let index = (key as u128 * self.buckets as u128) >> 64;
        &self.entries[self.first + index as usize * BUCKET..][..BUCKET]
    }
}

/// Asks the system to hand the table out in large pages: a search reads all over it, and with small pages nearly every read misses the processor's
/// translation buffer too. A system that refuses costs nothing but speed.
fn ask_for_large_pages(entries: &[Entry]) {
    #[cfg(target_os = "linux")]
    {
        use rustix::mm::{Advice, madvise};
        let page = rustix::param::page_size();
        let begin = entries.as_ptr().addr().next_multiple_of(page);
        let end = entries.as_ptr_range().end.addr() / page * page;
        let inner = entries.as_ptr().with_addr(begin).cast_mut();
        // SAFETY: the pages lie wholly within the slice, which lives, and this advice changes nothing of what they hold.
        let _ = unsafe { madvise(inner.cast(), end.saturating_sub(begin), Advice::LinuxHugepage) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = entries;
}

/// Spreads the facts over the bits that the key occupies.
#[inline(always)]
fn mix(facts: u64) -> u64 {
    facts.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 16
}

#[inline(always)]
fn generation_of(check: u64) -> u8 {
    (check >> 48) as u8 & (GENERATIONS - 1)
}

#[inline(always)]
fn depth_of(check: u64) -> i32 {
    (check >> 56) as i32
}

/// 1 to 3, so that no entry in use is all zeros.
#[inline(always)]
fn bound_code(bound: Bound) -> u64 {
    match bound {
        Bound::Exact => 1,
        Bound::Lower => 2,
        Bound::Upper => 3,
    }
}

#[inline(always)]
fn unpack(facts: u64, check: u64, turn: usize) -> Option<TtEntry> {
    let bound = match check >> 54 & 3 {
        1 => Bound::Exact,
        2 => Bound::Lower,
        3 => Bound::Upper,
        _ => return None,
    };
    Some(TtEntry {
        mv: Move::from_bits(facts as u32),
        value: from_node((facts >> 32) as i16 as i32, turn),
        static_value: (facts >> 48) as i16 as i32,
        depth: depth_of(check),
        bound,
    })
}

/// A mate counted from the root, counted from the node instead.
#[inline(always)]
fn to_node(value: i32, turn: usize) -> i32 {
    match value {
        _ if value >= MATE_BOUND => value + turn as i32,
        _ if value <= -MATE_BOUND => value - turn as i32,
        _ => value,
    }
}

/// A mate counted from the node, counted from the root instead.
#[inline(always)]
fn from_node(value: i32, turn: usize) -> i32 {
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

    fn memory(value: i32, depth: i32, bound: Bound) -> TtEntry {
        TtEntry { mv: Move::new(3, 9, 2), value, static_value: -17, depth, bound }
    }

    #[test]
    fn what_goes_in_comes_out() {
        let table = TranspositionTable::new(1).unwrap();
        for (key, bound) in [(1, Bound::Exact), (u64::MAX, Bound::Lower), (1 << 63, Bound::Upper), (0, Bound::Exact)] {
            assert_eq!(table.probe(key, 0), None);
            let stored = memory(-250, 7, bound);
            table.store(key, 0, stored);
            assert_eq!(table.probe(key, 0), Some(stored));
        }
        assert_eq!(table.probe(2, 0), None);
    }

    #[test]
    fn sizes_are_wishes_unless_memory_lacks() {
        let least = TranspositionTable::new(0).unwrap();
        least.store(9, 0, memory(1, 1, Bound::Exact));
        assert!(least.probe(9, 0).is_some());
        // What is not written to costs nothing: whether so much is there to be had is the system's business.
        if let Err(error) = TranspositionTable::new(usize::MAX) {
            assert_eq!(error.megabytes, usize::MAX);
        }
    }

    #[test]
    fn mates_are_counted_from_the_node() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(5, 4, memory(MATE - 7, 3, Bound::Exact));
        assert_eq!(table.probe(5, 10).map(|found| found.value), Some(MATE - 13));
        table.store(6, 4, memory(8 - MATE, 3, Bound::Exact));
        assert_eq!(table.probe(6, 2).map(|found| found.value), Some(6 - MATE));
    }

    #[test]
    fn torn_entries_are_not_found() {
        let table = TranspositionTable::new(1).unwrap();
        let key = 77;
        table.store(key, 0, memory(10, 5, Bound::Exact));
        table.bucket(key)[0].facts.fetch_xor(1 << 35, Relaxed);
        assert_eq!(table.probe(key, 0), None);
    }

    #[test]
    fn a_bucket_gives_up_its_shallowest_and_oldest() {
        let mut table = TranspositionTable::new(1).unwrap();
        for (key, depth) in [(1, 9), (2, 3), (3, 8), (4, 7), (5, 4)] {
            table.store(key, 0, memory(0, depth, Bound::Lower));
        }
        assert_eq!(table.probe(2, 0), None, "the shallowest made room");
        assert!([1, 3, 4, 5].iter().all(|&key| table.probe(key, 0).is_some()));
        table.age();
        table.store(1, 0, memory(0, 9, Bound::Exact));
        table.age();
        table.store(6, 0, memory(0, 1, Bound::Lower));
        assert!(table.probe(1, 0).is_some(), "refreshed");
        assert_eq!(table.probe(5, 0), None, "old and shallow");
    }

    #[test]
    fn a_shallow_bound_does_not_replace_deep_knowledge() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(1, 0, memory(30, 12, Bound::Lower));
        table.store(1, 0, memory(-30, 2, Bound::Upper));
        assert_eq!(table.probe(1, 0).map(|found| found.value), Some(30));
    }

    #[test]
    fn the_move_outlives_a_result_without_one() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(1, 0, memory(30, 3, Bound::Lower));
        table.store(1, 0, TtEntry { mv: Move::NONE, ..memory(20, 4, Bound::Upper) });
        assert_eq!(table.probe(1, 0), Some(memory(20, 4, Bound::Upper)));
    }

    #[test]
    fn fullness_counts_the_present_search() {
        let mut table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.fullness(), 0);
        for key in 0..4000u64 {
            table.store(key << 50 | key, 0, memory(0, 1, Bound::Exact));
        }
        let full = table.fullness();
        assert!(full > 0 && full <= 1000);
        table.age();
        assert_eq!(table.fullness(), 0);
        table.clear();
        assert_eq!(table.probe(1 << 50 | 1, 0), None);
    }

    #[test]
    fn a_table_that_threads_clear_together_is_empty() {
        let megabytes = 3 * LEAST_SHARE * size_of::<Entry>() / BYTES_IN_MEGABYTE + 1;
        let mut table = TranspositionTable::new(megabytes).unwrap();
        let keys = (0..1000_u64).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys.clone().for_each(|key| table.store(key, 0, memory(0, 1, Bound::Exact)));
        assert!(keys.clone().all(|key| table.probe(key, 0).is_some()));
        table.clear();
        assert!(keys.clone().all(|key| table.probe(key, 0).is_none()));
    }
}

//! Distinct positions at each depth, with their multiplicities (`perft --unique`).
//!
//! Two sequences of moves lead to the same position if everything but the halfmove clock and the move number is equal:
//! the board, the side to move, castling rights, en passant where a capture is legal (in monster and progressive chess
//! every square that a pawn has passed), piles and pools, moves that may not be undone. Positions are compared in full,
//! not by their keys alone.
//!
//! The multiplicity of a position is the number of sequences that lead to it. The multiplicities of one depth add up to
//! perft of that depth, and perft of a greater depth is the sum of multiplicity times perft of the rest. Large counts
//! are shared out in this form: one line `FEN ;mult M` per position.
//!
//! Positions that are equal by a symmetry of the game have equal counts, so that one of them can stand for all
//! ([`Frontier::merge_symmetric`]).
//!
//! Source: OEIS A083276 (distinct positions of chess after n plies, en passant only where a capture is legal).

use std::fmt::Write as _;
use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::marker::PhantomData;
use std::sync::atomic::{AtomicUsize, Ordering};

use dashmap::{DashMap, Entry};
use engine::game::{CompositeMoves, Symmetry};
use engine::moves::MoveList;
use engine::text::Notation;
use rayon::ThreadPool;
use rayon::slice::ParallelSliceMut;
use thiserror::Error;

use crate::count::{after, count};
use crate::parallel::try_map;

/// Shards of a map. Fixed, so that the memory does not depend on the machine.
const SHARDS: usize = 256;

/// Memory that the allocator takes besides a block of text, in bytes: its header and rounding up.
const ALLOCATOR_OVERHEAD: usize = 24;

/// Memory charged for a line besides its text, in bytes: its place in the list, twice while the list is put together,
/// and the allocator's part.
const LINE_OVERHEAD: usize = 2 * size_of::<String>() + ALLOCATOR_OVERHEAD;

/// Refusal to go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    /// The positions of a depth exceed the memory bound.
    #[error(
        "the memory bound of {megabytes} MB is too small for the distinct positions at depth {depth}: it is exceeded \
         after {reached} of them, reached from {complete} at depth {}; --memory raises the bound", .depth - 1
    )]
    Positions {
        /// Memory bound in megabytes (2^20 bytes).
        megabytes: usize,
        /// Depth that does not fit.
        depth: u32,
        /// Distinct positions found at that depth.
        reached: usize,
        /// Distinct positions at the depth before, all of which are known.
        complete: usize,
    },
    /// The positions of a depth fit into the memory bound, but their lines do not.
    #[error(
        "the memory bound of {megabytes} MB is too small for the lines of the {complete} distinct positions at depth \
         {depth}: it is exceeded after {reached} of them; --memory raises the bound"
    )]
    Lines {
        /// Memory bound in megabytes (2^20 bytes).
        megabytes: usize,
        /// Depth of the lines.
        depth: u32,
        /// Lines written.
        reached: usize,
        /// Distinct positions at that depth.
        complete: usize,
    },
    /// The positions of a depth fit into the memory bound, but not those merged by symmetry beside them.
    #[error(
        "the memory bound of {megabytes} MB is too small to merge the {complete} distinct positions at depth {depth} \
         by symmetry: it is exceeded after {reached} of the merged ones; --memory raises the bound"
    )]
    Symmetry {
        /// Memory bound in megabytes (2^20 bytes).
        megabytes: usize,
        /// Depth of the positions.
        depth: u32,
        /// Merged positions.
        reached: usize,
        /// Distinct positions at that depth.
        complete: usize,
    },
    /// The number of sequences does not fit into 64 bits.
    #[error("there are more than {} sequences of moves at depth {depth}", u64::MAX)]
    Overflow {
        /// First depth with so many sequences.
        depth: u32,
    },
}

/// Memory bound for positions and lines.
///
/// Each position is charged with the most that a table filled by halves takes for it, so that the bound holds at any
/// number of positions, and a refusal does not depend on the number of threads.
pub struct Budget {
    megabytes: usize,
    used: AtomicUsize,
}

impl Budget {
    /// Memory bound in megabytes if the user names none.
    pub const DEFAULT_MEGABYTES: u32 = 1024;

    /// Budget of a size in megabytes (2^20 bytes).
    pub fn new(megabytes: usize) -> Budget {
        Budget { megabytes, used: AtomicUsize::new(0) }
    }

    /// Charges a number of bytes. False if the bound does not allow them.
    fn charge(&self, bytes: usize) -> bool {
        let limit = self.megabytes.saturating_mul(1 << 20);
        let more = |used: usize| used.checked_add(bytes).filter(|&sum| sum <= limit);
        self.used.fetch_update(Ordering::Relaxed, Ordering::Relaxed, more).is_ok()
    }

    fn release(&self, bytes: usize) {
        self.used.fetch_sub(bytes, Ordering::Relaxed);
    }
}

/// Stored form of a distinct position: hashed by the position's key, equal exactly where the positions without their
/// counters are.
pub trait Stored<G>: Eq + Hash + Send + Sync {
    /// Stored form of a position without counters.
    fn new(position: G) -> Self;

    /// The position.
    fn position(&self) -> G;

    /// Bytes on the heap.
    fn heap_bytes(&self) -> usize;
}

/// The position itself: the fastest form, for positions of a few dozen bytes.
#[derive(PartialEq, Eq)]
pub struct Whole<G>(G);

impl<G: CompositeMoves> Hash for Whole<G> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.0.key());
    }
}

impl<G: CompositeMoves> Stored<G> for Whole<G> {
    fn new(position: G) -> Self {
        Whole(position)
    }

    fn position(&self) -> G {
        self.0.clone()
    }

    fn heap_bytes(&self) -> usize {
        0
    }
}

/// Text of the position: the smallest form, for positions of kilobytes (Chex). It is read back to be expanded.
#[derive(PartialEq, Eq)]
pub struct Text {
    key: u64,
    text: Box<str>,
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key);
    }
}

impl<G: Notation> Stored<G> for Text {
    fn new(position: G) -> Self {
        Text { key: position.key(), text: position.to_string().into() }
    }

    fn position(&self) -> G {
        self.text.parse().expect("the text of a position can be read")
    }

    fn heap_bytes(&self) -> usize {
        self.text.len() + ALLOCATOR_OVERHEAD
    }
}

/// Hasher that takes a Zobrist key as it is: its bits are random already.
#[derive(Clone, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = self.0.rotate_left(8) ^ u64::from(byte);
        }
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Multiplicities<S> = DashMap<S, u64, BuildHasherDefault<KeyHasher>>;

/// Memory charged for an entry of a map, in bytes. A hash table at 7/8 load doubles, which leaves 16/7 buckets per
/// entry; a bucket takes one control byte more.
const fn table_bytes<S>() -> usize {
    (size_of::<(S, u64)>() + 1) * 16 / 7 + 1
}

/// Distinct positions of one depth with their multiplicities.
///
/// ```
/// use engine::game::Game;
/// use engine::variants::Chess;
/// use perft::unique::{Budget, Frontier};
///
/// let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// let budget = Budget::new(16);
/// let mut frontier = Frontier::<Chess>::new(&Chess::start());
/// for _ in 0..3 {
///     frontier = frontier.expand(&pool, &budget, &|_| ()).unwrap();
/// }
/// assert_eq!((frontier.unique(), frontier.nodes()), (5362, 8902));
/// ```
pub struct Frontier<G, S = Whole<G>> {
    depth: u32,
    positions: Multiplicities<S>,
    nodes: u64,
    /// Memory charged for the positions, in bytes.
    charged: usize,
    game: PhantomData<G>,
}

impl<G: CompositeMoves, S: Stored<G>> Frontier<G, S> {
    /// Frontier at depth 0: the position itself.
    pub fn new(position: &G) -> Frontier<G, S> {
        let positions = new_map();
        positions.insert(S::new(position.without_counters()), 1);
        Frontier { depth: 0, positions, nodes: 1, charged: 0, game: PhantomData }
    }

    /// Number of distinct positions.
    pub fn unique(&self) -> usize {
        self.positions.len()
    }

    /// Sum of the multiplicities: perft of the depth.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Frontier one composite move deeper. `progress` is called with the number of positions of this depth after each.
    ///
    /// # Errors
    /// If the memory bound is exceeded or the sequences are too many for 64 bits.
    pub fn expand(
        self,
        pool: &ThreadPool,
        budget: &Budget,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Frontier<G, S>, Refusal> {
        let (complete, depth) = (self.positions.len(), self.depth + 1);
        let before = budget.used.load(Ordering::Relaxed);
        let next: Multiplicities<S> = new_map();
        let expand_one = |(stored, multiplicity): (S, u64)| {
            let position = stored.position();
            let mut moves = MoveList::new();
            position.composite_moves(&mut moves);
            for &mv in &moves {
                add(&next, S::new(after(&position, mv).without_counters()), multiplicity, budget)?;
            }
            progress(complete);
            Ok(())
        };
        try_map(pool, CHUNK, self.positions.into_iter(), &expand_one).map_err(|stop| match stop {
            Stop::Memory => Refusal::Positions { megabytes: budget.megabytes, depth, reached: next.len(), complete },
            Stop::Overflow => Refusal::Overflow { depth },
        })?;
        let charged = budget.used.load(Ordering::Relaxed) - before;
        budget.release(self.charged);
        let nodes = next.iter().try_fold(0, |sum: u64, entry| sum.checked_add(*entry));
        let nodes = nodes.ok_or(Refusal::Overflow { depth })?;
        Ok(Frontier { depth, positions: next, nodes, charged, game: PhantomData })
    }
}

impl<G: CompositeMoves + Symmetry, S: Stored<G>> Frontier<G, S> {
    /// The same depth with one position, the [canonical](Symmetry::canonical) one, for all that are equal by symmetry.
    ///
    /// # Errors
    /// If the memory bound is exceeded.
    pub fn merge_symmetric(self, pool: &ThreadPool, budget: &Budget) -> Result<Frontier<G, S>, Refusal> {
        let (complete, depth) = (self.positions.len(), self.depth);
        let before = budget.used.load(Ordering::Relaxed);
        let merged: Multiplicities<S> = new_map();
        let merge_one = |(stored, multiplicity): (S, u64)| {
            add(&merged, S::new(stored.position().canonical()), multiplicity, budget)
        };
        try_map(pool, CHUNK, self.positions.into_iter(), &merge_one).map_err(|stop| match stop {
            Stop::Memory => Refusal::Symmetry { megabytes: budget.megabytes, depth, reached: merged.len(), complete },
            Stop::Overflow => Refusal::Overflow { depth },
        })?;
        let charged = budget.used.load(Ordering::Relaxed) - before;
        budget.release(self.charged);
        Ok(Frontier { depth, positions: merged, nodes: self.nodes, charged, game: PhantomData })
    }
}

impl<G: Notation, S: Stored<G>> Frontier<G, S> {
    /// EPD lines `FEN ;mult M`, sorted; with an estimate of a depth N `FEN ;mult M ;DN NODES`.
    ///
    /// # Errors
    /// If the memory bound is exceeded.
    pub fn into_epd(self, pool: &ThreadPool, budget: &Budget, estimate: Option<u32>) -> Result<Vec<String>, Refusal> {
        let (complete, depth) = (self.positions.len(), self.depth);
        let reached = AtomicUsize::new(0);
        let line = |(stored, multiplicity): (S, u64)| {
            let position = stored.position();
            let mut line = format!("{position} ;mult {multiplicity}");
            if let Some(estimate) = estimate {
                write!(line, " ;D{estimate} {}", count(&position, estimate, &())).expect("a string can be written to");
            }
            if !budget.charge(line.capacity() + LINE_OVERHEAD) {
                let reached = reached.load(Ordering::Relaxed);
                return Err(Refusal::Lines { megabytes: budget.megabytes, depth, reached, complete });
            }
            reached.fetch_add(1, Ordering::Relaxed);
            Ok(line)
        };
        Ok(sorted(try_map(pool, CHUNK, self.positions.into_iter(), &line)?, pool))
    }
}

fn sorted(mut lines: Vec<String>, pool: &ThreadPool) -> Vec<String> {
    pool.install(|| lines.par_sort_unstable());
    lines
}

/// Positions that a thread takes at a time.
const CHUNK: usize = 256;

/// Reason for which a position cannot be added.
enum Stop {
    Memory,
    Overflow,
}

fn new_map<S: Eq + Hash>() -> Multiplicities<S> {
    DashMap::with_capacity_and_hasher_and_shard_amount(0, BuildHasherDefault::default(), SHARDS)
}

fn add<G, S: Stored<G>>(
    positions: &Multiplicities<S>,
    stored: S,
    multiplicity: u64,
    budget: &Budget,
) -> Result<(), Stop> {
    let bytes = table_bytes::<S>() + stored.heap_bytes();
    match positions.entry(stored) {
        Entry::Occupied(mut entry) => {
            let sum = entry.get().checked_add(multiplicity).ok_or(Stop::Overflow)?;
            entry.insert(sum);
        }
        Entry::Vacant(entry) => {
            if !budget.charge(bytes) {
                return Err(Stop::Memory);
            }
            entry.insert(multiplicity);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use engine::game::{BoardObserver, CopyMake, Game, GenType, Seat, ToAct};
    use engine::moves::Move;
    use engine::outcome::{Outcome, Reason};
    use engine::variants::Chess;
    use rayon::ThreadPoolBuilder;

    use super::*;

    /// Sum of three dice faces, one a move. All positions share one key.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    struct OneKey(u16);

    impl CopyMake for OneKey {
        fn play<O: BoardObserver<Self>>(&mut self, mv: Move, _: &mut O) {
            self.0 += 1 + mv.to() as u16;
        }

        fn play_null(&mut self) {}
    }

    impl Game for OneKey {
        fn name() -> &'static str {
            "onekey"
        }

        fn start() -> Self {
            OneKey(0)
        }

        fn to_act(&self) -> ToAct {
            ToAct::Seat(Seat::WHITE)
        }

        fn side_to_move(&self) -> Seat {
            Seat::WHITE
        }

        fn outcome(&self) -> Option<Outcome> {
            None
        }

        fn no_moves_outcome(&self) -> Outcome {
            Outcome::Draw(Reason::STALEMATE)
        }

        fn moves(&self, _: GenType, out: &mut MoveList) {
            out.extend((0..6).map(|face| Move::new(0, face, 0)));
        }

        fn key(&self) -> u64 {
            7
        }

        fn key_from_scratch(&self) -> u64 {
            7
        }

        fn halfmove_clock(&self) -> u32 {
            0
        }

        fn without_counters(&self) -> Self {
            *self
        }

        fn populate<O: BoardObserver<Self>>(&self, _: &mut O) {}
    }

    impl CompositeMoves for OneKey {}

    fn pool(threads: usize) -> ThreadPool {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
    }

    /// Distinct positions and sequences at a depth.
    fn unique<G: CompositeMoves>(position: &G, depth: u32, budget: &Budget) -> Result<(usize, u64), Refusal> {
        let mut frontier = Frontier::<G>::new(position);
        for _ in 0..depth {
            frontier = frontier.expand(&pool(2), budget, &|_| ())?;
        }
        Ok((frontier.unique(), frontier.nodes()))
    }

    #[test]
    fn positions_with_equal_keys_are_told_apart() {
        // Sums of three dice: 3 to 18, in 216 ways.
        assert_eq!(unique(&OneKey::start(), 3, &Budget::new(1)), Ok((16, 216)));
    }

    #[test]
    fn both_stored_forms_find_the_same_positions() {
        fn lines<S: Stored<Chess>>() -> Vec<String> {
            let budget = Budget::new(16);
            let start = Frontier::<Chess, S>::new(&Chess::start());
            let expand = |frontier: Frontier<Chess, S>, _| frontier.expand(&pool(2), &budget, &|_| ()).expect("memory");
            (0..3).fold(start, expand).into_epd(&pool(2), &budget, None).expect("memory")
        }
        assert_eq!(lines::<Whole<Chess>>(), lines::<Text>());
    }

    #[test]
    fn positions_are_equal_without_their_counters() {
        let position: Chess = "4k3/8/8/8/8/8/8/4K2R b K - 13 40".parse().expect("a position");
        assert_eq!(position.without_counters().to_string(), "4k3/8/8/8/8/8/8/4K2R b K - 0 1");
        assert_eq!(position.key(), position.without_counters().key());
    }

    #[test]
    fn the_memory_bound_is_exact_and_names_what_was_reached() {
        let reached = (1 << 20) / table_bytes::<Whole<Chess>>() - 5362;
        for threads in [1, 4] {
            let budget = Budget::new(1);
            let mut frontier = Frontier::<Chess>::new(&Chess::start());
            for _ in 0..3 {
                frontier = frontier.expand(&pool(threads), &budget, &|_| ()).expect("5362 positions fit");
            }
            let refusal = frontier.expand(&pool(threads), &budget, &|_| ()).err();
            let expected = Refusal::Positions { megabytes: 1, depth: 4, reached, complete: 5362 };
            assert_eq!(refusal, Some(expected));
        }
    }

    #[test]
    fn memory_of_expanded_positions_is_released() {
        let budget = Budget::new(1);
        let king_alone: Chess = "8/8/8/8/8/8/8/K6k w - - 0 1".parse().expect("a position");
        // Both kings on all squares, at most 64 times 64 positions a depth, fit only one depth at a time.
        assert!(unique(&king_alone, 12, &budget).is_ok_and(|(unique, _)| unique > 1500));
    }

    #[test]
    fn symmetric_positions_are_merged_and_an_estimate_is_a_count() {
        let budget = Budget::new(1);
        // Kings alone: left and right are alike.
        let kings: Chess = "4k3/8/8/8/8/8/8/3K4 w - - 0 1".parse().expect("a position");
        let mirrored: Chess = "3k4/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
        let lines = |position: &Chess| {
            let frontier = Frontier::<Chess>::new(position).merge_symmetric(&pool(2), &budget).expect("memory");
            frontier.into_epd(&pool(2), &budget, Some(1)).expect("memory")
        };
        assert_eq!(lines(&kings), lines(&mirrored));
        assert!(lines(&kings)[0].ends_with(" ;mult 1 ;D1 5"), "{:?}", lines(&kings));
        let expand = |frontier: Frontier<Chess>| frontier.expand(&pool(2), &budget, &|_| ()).expect("memory");
        let (plain, start) = (expand(expand(Frontier::new(&kings))), expand(Frontier::new(&kings)));
        let merged = expand(start.merge_symmetric(&pool(2), &budget).expect("memory"));
        let merged = merged.merge_symmetric(&pool(2), &budget).expect("memory");
        assert!(merged.unique() < plain.unique());
        assert_eq!(merged.nodes(), plain.nodes());
    }

    #[test]
    fn lines_are_charged() {
        let budget = Budget::new(1);
        let mut frontier = Frontier::<Chess>::new(&Chess::start());
        for _ in 0..2 {
            frontier = frontier.expand(&pool(1), &budget, &|_| ()).expect("400 positions fit");
        }
        assert!(budget.charge((1 << 20) - 400 * table_bytes::<Whole<Chess>>() - 1000));
        let refusal = frontier.into_epd(&pool(1), &budget, None).expect_err("no room for lines");
        assert!(matches!(refusal, Refusal::Lines { megabytes: 1, depth: 2, reached: 1..10, complete: 400 }));
    }

    #[test]
    fn sequences_beyond_64_bits_are_refused() {
        // 6^24 is below 2^64, 6^25 is above.
        let budget = Budget::new(16);
        assert_eq!(unique(&OneKey::start(), 24, &budget), Ok((121, 6u64.pow(24))));
        assert_eq!(unique(&OneKey::start(), 25, &budget), Err(Refusal::Overflow { depth: 25 }));
    }
}

//! Transposition table of the [mate solver](super::Solver).

use crate::moves::Move;
use crate::search::NoMemory;

/// Entry of the solver's transposition table: 16 bytes. Bounds of the distance to the win.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(super) struct SolverEntry {
    /// The whole Zobrist key. Positions with equal keys are taken for one: at most probes x entries / 2^64 false hits
    /// are to be expected.
    key: u64,
    /// Hash move: the move of the last cutoff. Its legality must be tested before it is played.
    pub(super) mv: Move,
    /// Upper bound: the attacker wins within this number of turns; [`UNKNOWN`](SolverEntry::UNKNOWN) if not proven.
    wins: u16,
    /// Lower bound: the attacker does not win within this number of turns.
    holds: u16,
}

const _: () = assert!(size_of::<SolverEntry>() == 16);

impl SolverEntry {
    /// Upper bound of a position without a proven win.
    const UNKNOWN: u16 = u16::MAX;

    /// Entry without information.
    const fn empty(key: u64) -> SolverEntry {
        SolverEntry { key, mv: Move::NONE, wins: SolverEntry::UNKNOWN, holds: 0 }
    }

    /// True if the attacker wins within `turns`, false if not, `None` if the bounds do not tell.
    pub(super) fn decide(&self, turns: usize) -> Option<bool> {
        if turns >= usize::from(self.wins) && self.wins != SolverEntry::UNKNOWN {
            Some(true)
        } else {
            (turns <= usize::from(self.holds)).then_some(false)
        }
    }

    /// The entry with the result of a search to `turns` and its cutoff move.
    pub(super) fn with(self, turns: usize, wins: bool, mv: Move) -> SolverEntry {
        let turns = u16::try_from(turns).unwrap_or(SolverEntry::UNKNOWN - 1);
        if wins {
            SolverEntry { mv, wins: turns.min(self.wins), ..self }
        } else {
            SolverEntry { mv, holds: turns.max(self.holds), ..self }
        }
    }

    /// Replacement value: the depth of the deepest search.
    fn cost(&self) -> u16 {
        if self.wins == SolverEntry::UNKNOWN { self.holds } else { self.holds.max(self.wins) }
    }
}

/// Entries per bucket.
const BUCKET_SIZE: usize = 4;

/// Transposition table of fixed size, depth-preferred within buckets of four.
pub(super) struct ProofTable {
    entries: Vec<[SolverEntry; BUCKET_SIZE]>,
}

impl ProofTable {
    /// Table of `megabytes`.
    pub(super) fn new(megabytes: usize) -> Result<ProofTable, NoMemory> {
        let bytes = megabytes.checked_mul(1 << 20).ok_or(NoMemory { megabytes })?;
        let buckets = bytes / size_of::<[SolverEntry; BUCKET_SIZE]>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(buckets.max(1)).map_err(|_| NoMemory { megabytes })?;
        entries.resize(buckets.max(1), [SolverEntry::empty(0); BUCKET_SIZE]);
        Ok(ProofTable { entries })
    }

    /// Bucket index: the high half of key times number of buckets (multiply-shift).
    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    /// Entry of a position; an empty one if it is not stored.
    pub(super) fn probe(&self, key: u64) -> SolverEntry {
        let bucket = &self.entries[self.bucket(key)];
        bucket.iter().find(|entry| entry.key == key).copied().unwrap_or(SolverEntry::empty(key))
    }

    /// Stores an entry over the position's own, or else over the shallowest of the bucket.
    pub(super) fn store(&mut self, key: u64, entry: SolverEntry) {
        let place = self.bucket(key);
        let bucket = &mut self.entries[place];
        let same = bucket.iter().position(|old| old.key == key);
        let cheapest = || bucket.iter().enumerate().min_by_key(|(_, old)| old.cost()).map_or(0, |(i, _)| i);
        let index = same.unwrap_or_else(cheapest);
        bucket[index] = SolverEntry { key, ..entry };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_beyond_the_address_space_is_refused() {
        for megabytes in [usize::MAX, 1 << (usize::BITS - 20), usize::MAX >> 20] {
            assert_eq!(ProofTable::new(megabytes).err(), Some(NoMemory { megabytes }));
        }
        assert_eq!(ProofTable::new(0).map(|table| table.entries.len()), Ok(1));
    }
}

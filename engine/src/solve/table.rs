//! What a [solver](super::Solver) remembers of positions.

use crate::moves::Move;
use crate::search::NoMemory;

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(C)]
pub(super) struct Known {
    /// The whole key: at 64 bits a wrong entry is not to be expected in the life of the machine.
    key: u64,
    /// The move that decided it last; to be checked before it is played.
    pub(super) mv: Move,
    /// The attacker wins within so many turns; [`NEVER`](Known::NEVER) if that is not known.
    wins: u16,
    /// The attacker does not win within so many turns.
    holds: u16,
}

const _: () = assert!(size_of::<Known>() == 16);

impl Known {
    const NEVER: u16 = u16::MAX;

    const fn nothing(key: u64) -> Known {
        Known { key, mv: Move::NONE, wins: Known::NEVER, holds: 0 }
    }

    /// Whether the attacker wins within so many turns, if that is known.
    pub(super) fn decide(&self, turns: usize) -> Option<bool> {
        if turns >= usize::from(self.wins) && self.wins != Known::NEVER {
            Some(true)
        } else {
            (turns <= usize::from(self.holds)).then_some(false)
        }
    }

    /// What is known once it has been found out for a number of turns, by a move.
    pub(super) fn with(self, turns: usize, wins: bool, mv: Move) -> Known {
        let turns = u16::try_from(turns).unwrap_or(Known::NEVER - 1);
        if wins {
            Known { mv, wins: turns.min(self.wins), ..self }
        } else {
            Known { mv, holds: turns.max(self.holds), ..self }
        }
    }

    /// How much work it has been.
    fn cost(&self) -> u16 {
        if self.wins == Known::NEVER { self.holds } else { self.holds.max(self.wins) }
    }
}

/// How many entries share a place.
const BUCKET: usize = 4;

/// A table of fixed size in which what has been more work stays longer.
pub(super) struct Table {
    entries: Vec<[Known; BUCKET]>,
}

impl Table {
    pub(super) fn new(megabytes: usize) -> Result<Table, NoMemory> {
        let buckets = (megabytes << 20) / size_of::<[Known; BUCKET]>();
        let mut entries = Vec::new();
        entries.try_reserve_exact(buckets.max(1)).map_err(|_| NoMemory { megabytes })?;
        entries.resize(buckets.max(1), [Known::nothing(0); BUCKET]);
        Ok(Table { entries })
    }

    fn bucket(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }

    pub(super) fn probe(&self, key: u64) -> Known {
        let bucket = &self.entries[self.bucket(key)];
        bucket.iter().find(|known| known.key == key).copied().unwrap_or(Known::nothing(key))
    }

    /// Takes the place of what is known of the position, or else of what was the least work.
    pub(super) fn store(&mut self, key: u64, known: Known) {
        let place = self.bucket(key);
        let bucket = &mut self.entries[place];
        let same = bucket.iter().position(|old| old.key == key);
        let cheapest = || bucket.iter().enumerate().min_by_key(|(_, old)| old.cost()).map_or(0, |(i, _)| i);
        let index = same.unwrap_or_else(cheapest);
        bucket[index] = Known { key, ..known };
    }
}

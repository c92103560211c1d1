//! Zobrist hashing: key streams and key updates.

use crate::seat::Seat;

/// Golden ratio in 64 bits, 2^64 / φ: an odd multiplier that spreads small differences (Fibonacci hashing).
pub const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64 finalizer: scatters a number over all 64 bits.
pub const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}

/// Pseudo-random number generator at compile time: SplitMix64 (Steele, Lea, Flood, 2014).
///
/// `rand_xoshiro` has it too, but not as `const`; a test compares both. Zobrist keys are constants, so that no upgrade
/// of a library changes a key or a bench signature.
pub struct KeyStream(u64);

impl KeyStream {
    /// Stream of a seed. Each game has a seed of its own.
    pub const fn new(seed: u64) -> KeyStream {
        KeyStream(seed)
    }

    /// Next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_RATIO);
        mix(self.0)
    }

    /// Next `N` numbers.
    pub const fn array<const N: usize>(&mut self) -> [u64; N] {
        let mut table = [0; N];
        let mut i = 0;
        while i < N {
            table[i] = self.next();
            i += 1;
        }
        table
    }
}

/// Hash of a few words, for tables that tolerate collisions, such as correction history. For one word it is a
/// bijection, fit for a part of a position's key.
#[inline]
pub fn digest(words: impl IntoIterator<Item = u64>) -> u64 {
    let mixed = words.into_iter().fold(0_u64, |sum, word| (sum.rotate_left(29) ^ word).wrapping_mul(GOLDEN_RATIO));
    mixed ^ mixed >> 32
}

/// Incremental Zobrist update of a plain move or capture: the keys to XOR when a piece of `seat` goes from one field to
/// another.
///
/// `code_on` returns the piece code on a field (0: empty), `number` the key of a seat's piece code on a field.
#[inline(always)]
pub fn step<F: Copy>(
    seat: Seat,
    [from, to]: [F; 2],
    code_on: impl Fn(F) -> usize,
    number: impl Fn(Seat, usize, F) -> u64,
) -> u64 {
    let (moving, captured) = (code_on(from), code_on(to));
    number(seat, moving, from) ^ number(seat.opponent(), captured, to) ^ number(seat, moving, to)
}

#[cfg(test)]
mod tests {
    use super::KeyStream;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn key_stream_is_splitmix64() {
        let mut ours = KeyStream::new(0x1234_5678_9abc_def0);
        let mut reference = SplitMix64::seed_from_u64(0x1234_5678_9abc_def0);
        for _ in 0..1000 {
            assert_eq!(ours.next(), reference.next_u64());
        }
    }
}

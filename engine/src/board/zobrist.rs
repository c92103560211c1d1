//! The random numbers that position keys are made of (Zobrist hashing).

use crate::seat::Seat;

/// A stream of random numbers that can run at compile time: SplitMix64 (Steele, Lea, Flood, 2014).
///
/// The tests compare it with the implementation in `rand_xoshiro`, which cannot run at compile time. Keys are
/// constants, so that a change of any library changes no key, and so no search.
pub struct KeyStream(u64);

impl KeyStream {
    /// The stream that begins at a seed. Each game takes its own seed.
    pub const fn new(seed: u64) -> KeyStream {
        KeyStream(seed)
    }

    /// The next number.
    pub const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// The next `N` numbers.
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

/// A hash of a few words, for tables that are looked up by what a part of the position looks like and bear a collision now and then.
#[inline]
pub fn digest<const N: usize>(words: [u64; N]) -> u64 {
    let mixed =
        words.into_iter().fold(0_u64, |sum, word| (sum.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    mixed ^ mixed >> 32
}

/// What changes in a key when a man of `seat` goes from one field to another and is what he was, in a game with a man a field at most: by the codes of the men (0
/// for none) and the numbers that belong to a player's man with a code on a field.
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
    fn the_stream_is_splitmix64() {
        let mut ours = KeyStream::new(0x1234_5678_9abc_def0);
        let mut reference = SplitMix64::seed_from_u64(0x1234_5678_9abc_def0);
        for _ in 0..1000 {
            assert_eq!(ours.next(), reference.next_u64());
        }
    }
}

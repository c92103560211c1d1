//! Seeds that follow from another one: those of the games of a match, of the seats of a game.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Distance between the generators of successive numbers: a multiplier by Steele and Vigna. No small multiple of it is
/// near to 0 modulo 2^64, so the seeds of a match are not those of another whose own seed is near.
const STRIDE: u64 = 0xd134_2543_de82_ef95;

/// Seed with a number among those that follow from `seed`: the first output of a generator.
///
/// Seeds follow from such seeds in turn, as those of the seats from that of the game. The sum of a seed and a multiple
/// would not do: the second seat of a game would have the seed of the first one of the next game.
///
/// ```
/// use referee::seed_of;
///
/// assert_eq!(seed_of(7, 3), seed_of(7, 3));
/// assert_ne!(seed_of(7, 3), seed_of(7, 4));
/// ```
#[must_use]
pub fn seed_of(seed: u64, number: u64) -> u64 {
    Xoshiro256PlusPlus::seed_from_u64(seed.wrapping_add(number.wrapping_mul(STRIDE))).next_u64()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn seeds_up_to_some_hundreds_apart_have_nothing_in_common() {
        let all: HashSet<u64> = (0..400).flat_map(|seed| (0..500).map(move |number| seed_of(seed, number))).collect();
        assert_eq!(all.len(), 400 * 500);
    }

    #[test]
    fn seats_of_successive_games_have_different_seeds() {
        let seats = |game: u64| (0..4).map(move |seat| seed_of(seed_of(1, game), seat));
        let all: HashSet<u64> = (0..500).flat_map(seats).collect();
        assert_eq!(all.len(), 4 * 500);
    }
}

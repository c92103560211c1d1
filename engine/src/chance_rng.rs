//! Seeded RNG for chance outcomes: tiles and throws are reproducible from a seed.
//!
//! The generator is pinned (xoshiro256++ by Blackman and Vigna, seeded by SplitMix64), so that no upgrade of a library
//! changes a game.
//!
//! ```
//! use engine::chance_rng::ChanceRng;
//! use engine::record::Record;
//! use engine::variants::KaleidoDice;
//!
//! let rng = ChanceRng::new(42);
//! let mut record = Record::<KaleidoDice>::default();
//! let throw = rng.roll(&record).expect("the game begins with a throw");
//! record.play(throw);
//! assert_eq!(rng.roll(&record), None, "a player moves next");
//! assert!(record.take_back_throw());
//! assert_eq!(rng.roll(&record), Some(throw));
//! ```

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::game::{Chance, CompositeMoves, ToAct};
use crate::moves::Move;
use crate::record::Record;
use crate::seat::Seat;

/// Distance between the seeds of successive events.
///
/// A multiplier by Steele and Vigna. The increment of SplitMix64 would not do: the generators of successive events
/// would differ by a shift only.
const STRIDE: u64 = 0xd134_2543_de82_ef95;

/// Seeded RNG for the chance outcomes of one game.
///
/// A chance outcome depends on the seed, the side to move, and the number of chance nodes that this side has had since
/// the record began. Each side has a shuffled pile or a sequence of throws of its own: it does not depend on the
/// opponent's outcomes, and it is the same after moves have been taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceRng {
    seed: u64,
}

impl ChanceRng {
    /// RNG with a seed.
    pub const fn new(seed: u64) -> ChanceRng {
        ChanceRng { seed }
    }

    /// Chance outcome at the end of a record, sampled by weight. `None` if a player acts next or the position
    /// is decided; after a draw by the record's history it rolls on, as a GUI may play on.
    pub fn roll<G: Chance + CompositeMoves>(self, record: &Record<G>) -> Option<Move> {
        let position = record.position();
        if position.to_act() != ToAct::Chance {
            return None;
        }
        let turn = position.side_to_move();
        let number = self.number(turn, record.chance_events(turn) as u64);
        let mut outcomes = Vec::new();
        position.chance_outcomes(&mut outcomes);
        let total: u64 = outcomes.iter().map(|&(_, weight)| u64::from(weight)).sum();
        // Multiply-shift: the high half of the product is a number below the total.
        let mut left = ((u128::from(number) * u128::from(total)) >> 64) as u64;
        outcomes.into_iter().find_map(|(outcome, weight)| match left.checked_sub(weight.into()) {
            None => Some(outcome),
            Some(rest) => {
                left = rest;
                None
            }
        })
    }

    /// Uniformly distributed index below `count`. It depends on the seed and the key only.
    pub fn pick(self, count: usize, key: u64) -> usize {
        ((u128::from(self.draw(key)) * count as u128) >> 64) as usize
    }

    /// Random number for a player's chance node, by its count.
    fn number(self, seat: Seat, event: u64) -> u64 {
        self.draw(2 * event + seat.index() as u64)
    }

    /// First number of the generator with the index `stream`.
    fn draw(self, stream: u64) -> u64 {
        Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(stream.wrapping_mul(STRIDE))).next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn picks_are_uniform_and_depend_on_seed_and_key() {
        let mut counts = [0; 5];
        for seed in 0..5000 {
            counts[ChanceRng::new(seed).pick(5, 77)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let of_key = |key| (0..50).map(|seed| ChanceRng::new(seed).pick(9, key)).collect::<Vec<_>>();
        assert_eq!(of_key(3), of_key(3));
        assert_ne!(of_key(3), of_key(4));
    }
}

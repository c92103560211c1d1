//! Luck that can be had again: tiles and throws that follow from a seed.
//!
//! The generator is pinned (xoshiro256++ of Blackman and Vigna, its seed spread by SplitMix64), so that no upgrade of a library changes a game.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::game::{Chance, CompositeMoves, Seat, ToAct};
use crate::moves::Move;
use crate::record::Record;

/// Lies between the seeds that neighbouring events are drawn from: a multiplier of Steele and Vigna's, not the step of SplitMix64, which would make
/// generators of neighbours that differ by a shift.
const STRIDE: u64 = 0xd134_2543_de82_ef95;

/// The luck of one game.
///
/// What comes up depends on the seed, on whose turn it is and on how many events that player has had since the record began, besides
/// what there is to come up. So each player has a shuffled pile of his own, or a fixed sequence of throws: it is the same whoever plays his
/// side, whatever the opponent draws, and after moves have been taken back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceRng {
    seed: u64,
}

impl ChanceRng {
    /// The luck of a seed.
    pub const fn new(seed: u64) -> ChanceRng {
        ChanceRng { seed }
    }

    /// What chance brings at the end of a record, drawn by weight; none if the next ply is a player's, or the game is over.
    pub fn event<G: Chance + CompositeMoves>(self, record: &Record<G>) -> Option<Move> {
        let position = record.position();
        if position.to_act() != ToAct::Chance {
            return None;
        }
        let turn = position.turn();
        let earlier =
            record.earlier().iter().filter(|before| before.to_act() == ToAct::Chance && before.turn() == turn);
        let number = self.number(turn, earlier.count() as u64);
        let mut events = Vec::new();
        position.chance_outcomes(&mut events);
        let total: u64 = events.iter().map(|&(_, weight)| u64::from(weight)).sum();
        // The high half of the product is a number below the total.
        let mut left = ((u128::from(number) * u128::from(total)) >> 64) as u64;
        events.into_iter().find_map(|(event, weight)| match left.checked_sub(weight.into()) {
            None => Some(event),
            Some(rest) => {
                left = rest;
                None
            }
        })
    }

    /// One of so many things that are equally likely, by its number. What there is to choose in is told from other choices by a key; the
    /// choice is the same whenever it is asked for.
    pub fn choice(self, many: usize, key: u64) -> usize {
        ((u128::from(self.drawn(key)) * many as u128) >> 64) as usize
    }

    /// The number behind a player's event.
    fn number(self, seat: Seat, event: u64) -> u64 {
        self.drawn(2 * event + seat.index() as u64)
    }

    /// The number that is drawn at a place.
    fn drawn(self, place: u64) -> u64 {
        Xoshiro256PlusPlus::seed_from_u64(self.seed.wrapping_add(place.wrapping_mul(STRIDE))).next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_even_and_follow_from_seed_and_key() {
        let mut counts = [0; 5];
        for seed in 0..5000 {
            counts[ChanceRng::new(seed).choice(5, 77)] += 1;
        }
        assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
        let of_key = |key| (0..50).map(|seed| ChanceRng::new(seed).choice(9, key)).collect::<Vec<_>>();
        assert_eq!(of_key(3), of_key(3));
        assert_ne!(of_key(3), of_key(4));
    }
}

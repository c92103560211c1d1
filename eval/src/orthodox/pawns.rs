//! Pawn structure, and the pawn hash table that keeps it (chessprogramming wiki: "Pawn Structure", "Pawn Hash Table").

use engine::board::zobrist::GOLDEN_RATIO;
use engine::board::{Bitboard, leapers};
use engine::game::Seat;
use engine::variants::orthodox::Position;

use super::OrthodoxParams;
use super::features::{BACKWARD, DOUBLED, ISOLATED, PHALANX, SUPPORTED};
use super::side::{beside, fill_down, fill_files, fill_up};
use crate::score::Score;
use crate::tally::{Sum, Tally};

/// Tallies the pawn structure of a side that plays up the board. Returns its passed pawns.
pub fn evaluate<T: Tally>(own: Bitboard, enemy: Bitboard, tally: &mut T) -> Bitboard {
    let attacks = leapers::pawn_attacks(Seat::WHITE, own);
    let enemy_attacks = leapers::pawn_attacks(Seat::BLACK, enemy);
    let half_open = !fill_files(enemy);

    let behind_own = own & fill_down(own.shift(-8));
    let isolated = own.without(beside(fill_files(own)));
    let supported = own & attacks;
    let phalanx = own & beside(own);
    // No own pawn can ever guard the square in front, and an enemy pawn does.
    let held_back = (own.shift(8) & enemy_attacks).without(fill_up(attacks)).shift(-8);
    let backward = held_back.without(isolated | phalanx);

    tally.add(DOUBLED.at(0), behind_own.len() as i32);
    tally.add(ISOLATED.at(0), isolated.without(half_open).len() as i32);
    tally.add(ISOLATED.at(1), (isolated & half_open).len() as i32);
    tally.add(BACKWARD.at(0), backward.without(half_open).len() as i32);
    tally.add(BACKWARD.at(1), (backward & half_open).len() as i32);
    for square in supported {
        tally.add(SUPPORTED.at(square.rank()), 1);
    }
    for square in phalanx {
        tally.add(PHALANX.at(square.rank()), 1);
    }
    own.without(fill_down(enemy.shift(-8) | enemy_attacks) | behind_own)
}

/// Entry of the pawn hash table: the pawn structure of both sides.
#[derive(Clone, Copy, Default, Debug)]
pub struct Structure {
    /// The pawns it was computed for, White's and Black's, each seen from its own side.
    pawns: [Bitboard; 2],
    /// The passed pawns, each side's seen from that side.
    pub passed: [Bitboard; 2],
    /// Score of the structure, White's less Black's.
    pub score: Score,
}

impl Structure {
    fn new<R: OrthodoxParams>(pawns: [Bitboard; 2]) -> Structure {
        let mut sums = [Sum::<Position<R>>::default(), Sum::<Position<R>>::default()];
        let [white, black] = &mut sums;
        let passed = [evaluate(pawns[0], pawns[1].flipped(), white), evaluate(pawns[1], pawns[0].flipped(), black)];
        Structure { pawns, passed, score: sums[0].score - sums[1].score }
    }
}

/// Pawn hash table: always-replace, direct-mapped. An entry holds the pawns themselves, so there are no collisions.
#[derive(Clone, Debug)]
pub struct PawnTable {
    entries: Box<[Structure; PawnTable::SIZE]>,
}

impl Default for PawnTable {
    fn default() -> Self {
        // An empty entry is the right entry of no pawns, and is found for no others.
        PawnTable { entries: Box::new([Structure::default(); PawnTable::SIZE]) }
    }
}

impl PawnTable {
    /// Entries: as many structures as a search of some hundred thousand nodes commonly meets at once.
    const SIZE: usize = 1 << PawnTable::BITS;
    const BITS: u32 = 12;

    /// The structure of the pawns of White and Black, each seen from its own side.
    #[inline(always)]
    pub fn get<R: OrthodoxParams>(&mut self, pawns: [Bitboard; 2]) -> &Structure {
        let entry = &mut self.entries[Self::index(pawns)];
        if entry.pawns != pawns {
            *entry = Structure::new::<R>(pawns);
        }
        entry
    }

    /// Index of a structure: the upper bits of a product that depends on all pawns.
    #[inline(always)]
    fn index(pawns: [Bitboard; 2]) -> usize {
        let mixed = pawns[0].0.wrapping_mul(GOLDEN_RATIO) ^ pawns[1].0.wrapping_mul(0xd1b5_4a32_d192_ed03);
        (mixed.wrapping_mul(0x2545_f491_4f6c_dd1d) >> (64 - Self::BITS)) as usize
    }
}

#[cfg(test)]
mod tests {
    use engine::board::Square;
    use engine::variants::orthodox::Standard;

    use super::*;
    use crate::features::Feature;
    use crate::tally::Trace;

    fn set(squares: &str) -> Bitboard {
        squares.split_whitespace().map(|text| Square::parse(text).unwrap()).collect()
    }

    fn evaluated(own: &str, enemy: &str) -> (Bitboard, Trace) {
        let mut trace = Trace::new::<engine::variants::Chess>();
        let passed = evaluate(set(own), set(enemy), &mut trace);
        (passed, trace)
    }

    fn count(trace: &Trace, feature: Feature, len: usize) -> i32 {
        trace.counts[feature.at(0)..feature.at(len)].iter().sum()
    }

    #[test]
    fn passed_pawns_have_no_enemy_ahead_on_three_files() {
        assert_eq!(evaluated("a2 d5 h4", "b3 e6 g3").0, set("h4"));
        assert_eq!(evaluated("d5", "c5 e5 d4").0, set("d5"));
        assert_eq!(evaluated("d5 d3", "").0, set("d5"), "only the first of two");
    }

    #[test]
    fn weak_pawns_are_counted() {
        let (_, trace) = evaluated("a2 c3 c4", "c6");
        assert_eq!(count(&trace, DOUBLED, 1), 1);
        assert_eq!(trace.counts[ISOLATED.at(0)], 2);
        assert_eq!(trace.counts[ISOLATED.at(1)], 1);
        let (_, trace) = evaluated("d3 e4", "c5");
        assert_eq!(count(&trace, BACKWARD, 2), 1, "c5 holds d3 back");
        let (_, trace) = evaluated("d3 c4", "c5 e5");
        assert_eq!(count(&trace, BACKWARD, 2), 1, "e5 and c5 hold d3 back");
        let (_, trace) = evaluated("d3 c2", "c5 e5");
        assert_eq!(count(&trace, BACKWARD, 2), 0, "c2-c3 can still help");
    }

    #[test]
    fn pawns_that_stand_together_are_counted_by_rank() {
        let (_, trace) = evaluated("d4 e4 f5", "");
        assert_eq!(trace.counts[PHALANX.at(3)], 2);
        assert_eq!(trace.counts[SUPPORTED.at(4)], 1);
    }

    #[test]
    fn pawn_hash_table_tells_structures_apart() {
        let mut table = PawnTable::default();
        let mut empty = 0;
        for own in 0..3000u64 {
            let pawns = [Bitboard(own << 8), Bitboard((own % 7) << 16)];
            let fresh = Structure::new::<Standard>(pawns);
            let cached = *table.get::<Standard>(pawns);
            assert_eq!((cached.score, cached.passed), (fresh.score, fresh.passed));
            empty += i32::from(cached.score == Score::ZERO);
        }
        assert!(empty < 100, "structures are worth something");
    }
}

//! The 10x10 board: squares, bitboards, attack tables.

mod prince;
mod sliders;
mod steps;

use std::fmt;

use super::set::field_set;

pub use prince::{prince, prince_lines, prince_middles};
pub use sliders::{between, bishop, bishop_lines, bishop_lines_near, rook, rook_lines, rook_lines_near};
pub use steps::{
    Step, ahead, ahead_diagonally, beside, ferz, ferz_steps, king, king_steps, knight, near, steps_ahead, wazir,
    wazir_steps,
};

/// Number of files and of ranks.
pub const SIZE: usize = 10;

/// Square of the 10x10 board: a1 is 0, b1 is 1, j10 is 99.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = SIZE * SIZE;

    /// Square on a file and a rank, both from 0.
    #[inline(always)]
    pub const fn new(file: usize, rank: usize) -> Square {
        debug_assert!(file < SIZE && rank < SIZE);
        Square((rank * SIZE + file) as u8)
    }

    /// Square with an index below 100.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        Square(index as u8)
    }

    /// Index, below 100.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // Tables have 128 rows: the mask states to the compiler that no index is out of bounds.
        (self.0 & 127) as usize
    }

    /// File, a = 0.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.index() % SIZE
    }

    /// Rank, White's first = 0.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.index() / SIZE
    }

    /// Vertical flip: a1 becomes a10.
    pub const fn flipped(self) -> Square {
        Square::new(self.file(), SIZE - 1 - self.rank())
    }

    /// Horizontal mirror: a1 becomes j1.
    pub const fn mirrored(self) -> Square {
        Square::new(SIZE - 1 - self.file(), self.rank())
    }

    /// Parses a square name such as `e4` or `j10`.
    pub fn parse(text: &str) -> Option<Square> {
        let (file, rank) = (text.chars().next()?, text.get(1..)?);
        let file = "abcdefghij".find(file)?;
        let number: usize = rank.parse().ok().filter(|number| (1..=SIZE).contains(number))?;
        // `a01` and `a+1` are no squares although they parse as numbers.
        (number.to_string() == rank).then(|| Square::new(file, number - 1))
    }

    /// All squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..Square::COUNT as u8).map(Square)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", (b'a' + self.file() as u8) as char, self.rank() + 1)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Bitboard of the 10x10 board: bit 0 is a1, bit 99 is j10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set(pub u128);

field_set!(Set(u128) of Square, with the iterator Squares);

/// Iterator over the squares of a set, lowest first: the lower 64 bits, then the upper.
///
/// `fold`, and so `for_each`, compiles its body twice, once for each half, which saves the test of both halves at each
/// step. It is faster for short bodies.
pub struct Squares {
    low: u64,
    high: u64,
}

impl Squares {
    #[inline(always)]
    fn new(set: Set) -> Squares {
        Squares { low: set.0 as u64, high: (set.0 >> 64) as u64 }
    }
}

impl Iterator for Squares {
    type Item = Square;

    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        if self.low != 0 {
            let square = Square(self.low.trailing_zeros() as u8);
            self.low &= self.low - 1;
            return Some(square);
        }
        if self.high != 0 {
            let square = Square(64 + self.high.trailing_zeros() as u8);
            self.high &= self.high - 1;
            return Some(square);
        }
        None
    }

    #[inline(always)]
    fn fold<B, F: FnMut(B, Square) -> B>(self, init: B, mut f: F) -> B {
        let mut sum = init;
        let (mut low, mut high) = (self.low, self.high);
        while low != 0 {
            sum = f(sum, Square(low.trailing_zeros() as u8));
            low &= low - 1;
        }
        while high != 0 {
            sum = f(sum, Square(64 + high.trailing_zeros() as u8));
            high &= high - 1;
        }
        sum
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let len = (self.low.count_ones() + self.high.count_ones()) as usize;
        (len, Some(len))
    }
}

impl ExactSizeIterator for Squares {}

impl Set {
    /// Every square.
    pub const ALL: Set = Set((1 << Square::COUNT) - 1);
    /// The light squares; b1 is one of them.
    pub const LIGHT_SQUARES: Set = {
        let (mut light, mut square) = (0, 0);
        while square < Square::COUNT {
            light |= ((square % SIZE + square / SIZE) as u128 & 1) << square;
            square += 1;
        }
        Set(light)
    };

    /// A rank, White's first = 0.
    #[inline(always)]
    pub const fn rank(rank: usize) -> Set {
        Set(0x3ff << (SIZE * rank))
    }
}

/// Table with an entry for each square; entries beyond the last square are empty.
type Table<T> = [T; 128];

/// Directions as (files, ranks): the first four have positive square offsets, the last four are their opposites.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];

/// Square at an offset, if it is on the board.
const fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = ((square % SIZE) as i32 + files, (square / SIZE) as i32 + ranks);
    let on_board = file >= 0 && file < SIZE as i32 && rank >= 0 && rank < SIZE as i32;
    if on_board { Some((rank * SIZE as i32 + file) as usize) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::Seat;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const STRAIGHT: [usize; 4] = [0, 1, 4, 5];
    const DIAGONAL: [usize; 4] = [2, 3, 6, 7];

    fn walk(square: Square, directions: [usize; 4], occupied: Set) -> Set {
        let mut seen = Set::EMPTY;
        for direction in directions {
            let mut here = square.index();
            while let Some(next) = step(here, DIRECTIONS[direction]) {
                seen |= Square::from_index(next).into();
                if occupied.has(Square::from_index(next)) {
                    break;
                }
                here = next;
            }
        }
        seen
    }

    /// Prince moves by the literal rule: straight then straight, or diagonal then diagonal, at a right angle.
    fn walk_as_prince(square: Square, occupied: Set) -> Set {
        let mut seen = Set::EMPTY;
        for directions in [STRAIGHT, DIAGONAL] {
            for (first, second) in directions.into_iter().flat_map(|one| directions.map(|two| (one, two))) {
                let ((a, b), (c, d)) = (DIRECTIONS[first], DIRECTIONS[second]);
                let middle = step(square.index(), DIRECTIONS[first]).filter(|_| a * c + b * d == 0);
                let free = middle.filter(|&middle| !occupied.has(Square::from_index(middle)));
                seen |= free
                    .and_then(|middle| step(middle, DIRECTIONS[second]))
                    .map(Square::from_index)
                    .into_iter()
                    .collect();
            }
        }
        seen
    }

    #[test]
    fn attacks_agree_with_walks() {
        let mut random = SplitMix64::seed_from_u64(7);
        for _ in 0..500 {
            let bits = u128::from(random.next_u64() & random.next_u64()) << 64
                | u128::from(random.next_u64() & random.next_u64());
            let occupied = Set(bits) & Set::ALL;
            for square in Square::all() {
                assert_eq!(rook(square, occupied), walk(square, STRAIGHT, occupied));
                assert_eq!(bishop(square, occupied), walk(square, DIAGONAL, occupied));
                assert_eq!(prince(square, occupied), walk_as_prince(square, occupied));
            }
        }
    }

    #[test]
    fn prince_middles_agree_with_walks() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let middles = prince_middles(a, b);
            assert_eq!(middles.any(), prince_lines(a).has(b));
            assert_eq!(middles, prince_middles(b, a));
            assert!(middles.is_empty() || !prince(a, middles).has(b));
            for middle in middles {
                assert!(prince(a, Set::ALL.without(middle.into())).has(b));
            }
        }
    }

    #[test]
    fn between_agrees_with_walks() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let aligned = (rook_lines(a) | bishop_lines(a)).has(b);
            let steps = a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()));
            assert_eq!(between(a, b).len(), if aligned { steps - 1 } else { 0 });
            assert_eq!(between(a, b), between(b, a));
        }
    }

    /// One piece alone, and pieces on all squares: a step that wraps around an edge shows.
    #[test]
    fn set_steps_agree_with_single_steps() {
        for square in Square::all() {
            for others in [Set::EMPTY, Set::ALL] {
                let arrive =
                    |step: Step| step.ends(others | square.into()).without(step.ends(others.without(square.into())));
                let sideways = Step::SIDEWAYS.map(arrive);
                let mut straight = sideways[0] | sideways[1];
                let mut diagonal = Set::EMPTY;
                for seat in Seat::BOTH {
                    assert_eq!(arrive(Step::ahead(seat)), ahead(seat, square));
                    let [one, other] = Step::ahead_diagonally(seat).map(arrive);
                    assert_eq!(one | other, ahead_diagonally(seat, square));
                    straight |= arrive(Step::ahead(seat));
                    diagonal |= one | other;
                }
                assert_eq!((straight, diagonal), (wazir(square), ferz(square)));
            }
        }
    }

    #[test]
    fn step_origin_inverts_the_step() {
        let ahead =
            Seat::BOTH.into_iter().flat_map(|seat| Step::ahead_diagonally(seat).into_iter().chain([Step::ahead(seat)]));
        for step in ahead.chain(Step::SIDEWAYS) {
            let at = |square: Square| step.ends(square.into());
            assert!(Square::all().all(|square| at(square).is_empty() || step.origin(at(square).first()) == square));
        }
    }

    #[test]
    fn near_and_lines_near_cover_all_attackers_of_neighbours() {
        for (square, other) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let beside = king(square) | square.into();
            let leaps = king(other) | knight(other) | prince_lines(other);
            assert!((leaps & beside).is_empty() || near(square).has(other));
            assert_eq!(rook_lines_near(square).has(other), ((rook_lines(other) | other.into()) & beside).any());
            assert_eq!(bishop_lines_near(square).has(other), ((bishop_lines(other) | other.into()) & beside).any());
        }
    }

    #[test]
    fn square_names_round_trip() {
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        for text in ["", "a", "a0", "a11", "k1", "a01", "a+1", "A1", "1a", "é1"] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
    }

    #[test]
    fn set_attacks_agree_with_square_attacks() {
        let mut random = SplitMix64::seed_from_u64(11);
        let union =
            |set: Set, reach: &dyn Fn(Square) -> Set| set.into_iter().fold(Set::EMPTY, |sum, at| sum | reach(at));
        for _ in 0..500 {
            let set =
                Set(u128::from(random.next_u64() & random.next_u64()) << 50 ^ u128::from(random.next_u64())) & Set::ALL;
            assert_eq!(king_steps(set), union(set, &king));
            assert_eq!(wazir_steps(set), union(set, &wazir));
            assert_eq!(ferz_steps(set), union(set, &ferz));
            assert_eq!(beside(set), union(set, &|at| wazir(at) & Set::rank(at.rank())));
            for seat in Seat::BOTH {
                assert_eq!(steps_ahead(seat, set), union(set, &|at| ahead(seat, at)));
            }
        }
    }
}

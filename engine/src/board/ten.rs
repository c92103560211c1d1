//! The 10x10 board: its squares, sets of them, and how pieces reach across it.

use std::fmt;

use super::set::field_set;
use crate::game::Seat;

/// Files, and ranks.
pub const SIZE: usize = 10;

/// A square of the 10x10 board: a1 is 0, b1 is 1, j10 is 99.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = SIZE * SIZE;

    /// The square on a file and a rank, both counted from 0.
    #[inline(always)]
    pub const fn new(file: usize, rank: usize) -> Square {
        debug_assert!(file < SIZE && rank < SIZE);
        Square((rank * SIZE + file) as u8)
    }

    /// The square with a number below 100.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        Square(index as u8)
    }

    /// The number of the square.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // Tables have 128 rows: the mask shows the compiler that no row is missed.
        (self.0 & 127) as usize
    }

    /// The file, a = 0.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.index() % SIZE
    }

    /// The rank, White's first = 0.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.index() / SIZE
    }

    /// Reads `e4` or `j10`.
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

/// A set of squares of the 10x10 board: bit 0 is a1, bit 99 is j10.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Set(pub u128);

field_set!(Set(u128) of Square, iterated by Squares);

impl Set {
    /// Every square.
    pub const ALL: Set = Set((1 << Square::COUNT) - 1);

    /// A rank, White's first = 0.
    #[inline(always)]
    pub const fn rank(rank: usize) -> Set {
        Set(0x3ff << (SIZE * rank))
    }
}

/// A table with a row for each square; rows beyond the last square are empty.
type Table<T> = [T; 128];

/// The eight directions: the first four go up in the numbers of squares, the last four are their opposites.
const DIRECTIONS: [(i32, i32); 8] = [(1, 0), (0, 1), (1, 1), (-1, 1), (-1, 0), (0, -1), (-1, -1), (1, -1)];
const STRAIGHT: [usize; 4] = [0, 1, 4, 5];
const DIAGONAL: [usize; 4] = [2, 3, 6, 7];

/// The square some steps away, if it is on the board.
const fn step(square: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let (file, rank) = ((square % SIZE) as i32 + files, (square / SIZE) as i32 + ranks);
    let on_board = file >= 0 && file < SIZE as i32 && rank >= 0 && rank < SIZE as i32;
    if on_board { Some((rank * SIZE as i32 + file) as usize) } else { None }
}

const fn leaps<const N: usize>(steps: [(i32, i32); N]) -> Table<Set> {
    let mut table = [Set::EMPTY; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut i = 0;
        while i < N {
            if let Some(to) = step(square, steps[i]) {
                table[square].0 |= 1 << to;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

static KING: Table<Set> = leaps(DIRECTIONS);
static KNIGHT: Table<Set> = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static WAZIR: Table<Set> = leaps([(1, 0), (0, 1), (-1, 0), (0, -1)]);
static FERZ: Table<Set> = leaps([(1, 1), (-1, 1), (-1, -1), (1, -1)]);
static AHEAD: [Table<Set>; 2] = [leaps([(0, 1)]), leaps([(0, -1)])];
static AHEAD_DIAGONALLY: [Table<Set>; 2] = [leaps([(-1, 1), (1, 1)]), leaps([(-1, -1), (1, -1)])];

/// The squares one step away in any direction.
#[inline(always)]
pub fn king(square: Square) -> Set {
    KING[square.index()]
}

/// The squares a knight's leap away.
#[inline(always)]
pub fn knight(square: Square) -> Set {
    KNIGHT[square.index()]
}

/// The squares one step away along rank or file.
#[inline(always)]
pub fn wazir(square: Square) -> Set {
    WAZIR[square.index()]
}

/// The squares one step away diagonally.
#[inline(always)]
pub fn ferz(square: Square) -> Set {
    FERZ[square.index()]
}

/// The square straight before one, as `seat` looks.
#[inline(always)]
pub fn ahead(seat: Seat, square: Square) -> Set {
    AHEAD[seat.index()][square.index()]
}

/// The two squares diagonally before one, as `seat` looks.
#[inline(always)]
pub fn ahead_diagonally(seat: Seat, square: Square) -> Set {
    AHEAD_DIAGONALLY[seat.index()][square.index()]
}

const NO_RAYS: [Set; 8] = [Set::EMPTY; 8];

/// The squares seen from each square in each direction of an empty board.
static RAYS: Table<[Set; 8]> = {
    let mut table = [NO_RAYS; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 8 {
            let mut here = square;
            while let Some(next) = step(here, DIRECTIONS[direction]) {
                table[square][direction].0 |= 1 << next;
                here = next;
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

/// The squares of a ray that goes up, as far as the first blocker: subtracting 1 from the blockers flips all bits
/// up to the lowest of them.
#[inline(always)]
fn upward(ray: Set, occupied: Set) -> Set {
    let blockers = ray.0 & occupied.0;
    Set(ray.0 & (blockers ^ blockers.wrapping_sub(1)))
}

/// The squares of a ray that goes down, as far as the first blocker, which is the highest.
#[inline(always)]
fn downward(ray: Set, occupied: Set) -> Set {
    // Bit 0 stands in for a blocker where there is none: then the ray is seen to its end.
    let highest = 127 - (ray.0 & occupied.0 | 1).leading_zeros();
    Set(ray.0 & (u128::MAX << highest))
}

#[inline(always)]
fn along(directions: [usize; 4], square: Square, occupied: Set) -> Set {
    let rays = &RAYS[square.index()];
    let [up_1, up_2, down_1, down_2] = directions.map(|direction| rays[direction]);
    upward(up_1, occupied) | upward(up_2, occupied) | downward(down_1, occupied) | downward(down_2, occupied)
}

/// The squares a rook reaches.
#[inline(always)]
pub fn rook(square: Square, occupied: Set) -> Set {
    along(STRAIGHT, square, occupied)
}

/// The squares a bishop reaches.
#[inline(always)]
pub fn bishop(square: Square, occupied: Set) -> Set {
    along(DIAGONAL, square, occupied)
}

/// The squares a rook reaches on an empty board.
#[inline(always)]
pub fn rook_lines(square: Square) -> Set {
    rook(square, Set::EMPTY)
}

/// The squares a bishop reaches on an empty board.
#[inline(always)]
pub fn bishop_lines(square: Square) -> Set {
    bishop(square, Set::EMPTY)
}

/// The squares strictly between two squares of one line; none if they share no line.
pub fn between(a: Square, b: Square) -> Set {
    let rays = &RAYS[a.index()];
    match rays.iter().position(|ray| ray.has(b)) {
        Some(direction) => rays[direction].without(RAYS[b.index()][direction] | b.into()),
        None => Set::EMPTY,
    }
}

/// Where a prince may end whose first step is known: two squares, for each first step.
static SECOND_STEPS: Table<[Set; 8]> = {
    let mut table = [NO_RAYS; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 8 {
            let (files, ranks) = DIRECTIONS[direction];
            if let Some(middle) = step(square, (files, ranks)) {
                // A turn to the left, and one to the right.
                let turns = [(-ranks, files), (ranks, -files)];
                let mut i = 0;
                while i < 2 {
                    if let Some(to) = step(middle, turns[i]) {
                        table[square][direction].0 |= 1 << to;
                    }
                    i += 1;
                }
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

/// The squares one step from `square` whose being empty matters to a prince's move to or from `other`.
static PRINCE_MIDDLES: Table<Table<Set>> = {
    let mut table = [[Set::EMPTY; 128]; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 8 {
            if let Some(middle) = step(square, DIRECTIONS[direction]) {
                let mut other = 0;
                while other < Square::COUNT {
                    if SECOND_STEPS[square][direction].0 >> other & 1 != 0 {
                        table[square][other].0 |= 1 << middle;
                    }
                    other += 1;
                }
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

/// The squares a prince reaches: one step, then another at a right angle, over an empty square.
#[inline(always)]
pub fn prince(square: Square, occupied: Set) -> Set {
    let ends = &SECOND_STEPS[square.index()];
    let mut reached = Set::EMPTY;
    for (direction, &(files, ranks)) in DIRECTIONS.iter().enumerate() {
        // Beyond the edge the step leads to a square of another rank, but then there are no ends.
        let middle = (square.index() as i32 + files + ranks * SIZE as i32).clamp(0, 127) as usize;
        reached |= ends[direction].when(!occupied.has(Square::from_index(middle)));
    }
    reached
}

/// The squares over which a prince goes from one square to another, one of which must be empty; none if it never does.
#[inline(always)]
pub fn prince_middles(a: Square, b: Square) -> Set {
    PRINCE_MIDDLES[a.index()][b.index()]
}

/// The squares a prince reaches on an empty board.
#[inline(always)]
pub fn prince_lines(square: Square) -> Set {
    prince(square, Set::EMPTY)
}

/// The file on which a1 stands.
const FILE_A: Set = {
    let (mut file, mut rank) = (0, 0);
    while rank < SIZE {
        file |= 1 << (SIZE * rank);
        rank += 1;
    }
    Set(file)
};

/// The set moved to the right by 1 or 2 files, or to the left.
#[inline(always)]
const fn sideways(set: Set, files: usize) -> [Set; 2] {
    let edge = if files == 1 { FILE_A.0 } else { FILE_A.0 | FILE_A.0 << 1 };
    // What wraps round turns up at the other edge.
    [Set(set.0 << files & Set::ALL.0 & !edge), Set((set.0 & !edge) >> files)]
}

/// The set moved up and down by some ranks, together.
#[inline(always)]
const fn up_and_down(set: Set, ranks: usize) -> Set {
    Set((set.0 << (SIZE * ranks) | set.0 >> (SIZE * ranks)) & Set::ALL.0)
}

/// The squares to the left and right of the set's.
#[inline(always)]
pub fn beside(set: Set) -> Set {
    let [right, left] = sideways(set, 1);
    right | left
}

/// The squares straight before the set's, as `seat` looks.
#[inline(always)]
pub fn steps_ahead(seat: Seat, set: Set) -> Set {
    if seat == Seat::WHITE { set.shift(SIZE as i32) & Set::ALL } else { set.shift(-(SIZE as i32)) }
}

/// The squares one step away from the set's in any direction.
#[inline(always)]
pub fn king_steps(set: Set) -> Set {
    let beside = beside(set);
    beside | up_and_down(set | beside, 1)
}

/// The squares one step away from the set's along rank or file.
#[inline(always)]
pub fn wazir_steps(set: Set) -> Set {
    beside(set) | up_and_down(set, 1)
}

/// The squares one step away from the set's diagonally.
#[inline(always)]
pub fn ferz_steps(set: Set) -> Set {
    up_and_down(beside(set), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

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

    /// The rule, step by step: straight then straight, or diagonal then diagonal, at a right angle.
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
    fn pieces_reach_what_a_walk_reaches() {
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
    fn middles_are_what_a_prince_goes_over() {
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
    fn between_is_what_lies_on_the_line() {
        for (a, b) in Square::all().flat_map(|a| Square::all().map(move |b| (a, b))) {
            let aligned = (rook_lines(a) | bishop_lines(a)).has(b);
            let steps = a.file().abs_diff(b.file()).max(a.rank().abs_diff(b.rank()));
            assert_eq!(between(a, b).len(), if aligned { steps - 1 } else { 0 });
            assert_eq!(between(a, b), between(b, a));
        }
    }

    #[test]
    fn squares_are_written_and_read() {
        for square in Square::all() {
            assert_eq!(Square::parse(&square.to_string()), Some(square));
        }
        for text in ["", "a", "a0", "a11", "k1", "a01", "a+1", "A1", "1a", "é1"] {
            assert_eq!(Square::parse(text), None, "{text}");
        }
    }
    #[test]
    fn sets_step_as_their_squares_do() {
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

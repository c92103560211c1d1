//! Slider attacks on the 10x10 board: rook, bishop.
//!
//! With BMI2 the occupancy of a line is gathered into ten bits (PEXT, once for each half of the set), a small table
//! that all lines share holds the line attacks, and the result is scattered back onto the line (PDEP). Without BMI2:
//! classical rays, cut off behind the first blocker. The target's features decide at compile time; the tests compare
//! with a walk along the lines.

use super::{DIRECTIONS, Set, Square, Table, step};

const NO_RAYS: [Set; 8] = [Set::EMPTY; 8];

/// Ray attacks of each square in each direction on an empty board.
const RAY_TABLE: Table<[Set; 8]> = {
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

/// Lines through a square, each named by the index of one of its two directions; the other direction is four more.
const STRAIGHT: [usize; 2] = [0, 1];
const DIAGONAL: [usize; 2] = [2, 3];

#[cfg(target_feature = "bmi2")]
mod fast {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    use super::super::SIZE;
    use super::{RAY_TABLE, Set, Square, Table};

    /// Line of a square.
    #[derive(Clone, Copy)]
    struct Line {
        /// Line mask, lower and upper half of a set.
        halves: [u64; 2],
        /// Number of squares in the lower half.
        split: u32,
        /// Line attacks of the square: its row of [`SEEN`].
        seen: &'static [u16; INNER],
    }

    /// Occupancies of the eight inner squares of a line of ten. The two ends are irrelevant: they are reached whatever
    /// stands on them.
    const INNER: usize = 1 << (SIZE - 2);

    static LINES: Table<[Line; 4]> = {
        let mut table = [[Line { halves: [0; 2], split: 0, seen: &SEEN[0] }; 4]; 128];
        let mut square = 0;
        while square < Square::COUNT {
            let mut line = 0;
            while line < 4 {
                let [up, down] = [RAY_TABLE[square][line].0, RAY_TABLE[square][line + 4].0];
                let all = up | down | 1 << square;
                let halves = [all as u64, (all >> 64) as u64];
                table[square][line] =
                    Line { halves, split: halves[0].count_ones(), seen: &SEEN[down.count_ones() as usize] };
                line += 1;
            }
            square += 1;
        }
        table
    };

    /// Line attacks `[place][occupancy of the inner squares]` on a line of ten.
    static SEEN: [[u16; INNER]; SIZE] = {
        let mut table = [[0; INNER]; SIZE];
        let mut entry = 0;
        while entry < SIZE * INNER {
            let (place, occupied) = (entry / INNER, (entry % INNER) << 1);
            let mut seen = 0;
            let mut up = place + 1;
            while up < SIZE {
                seen |= 1 << up;
                up = if occupied >> up & 1 != 0 { SIZE } else { up + 1 };
            }
            let mut down = place;
            while down > 0 {
                down -= 1;
                seen |= 1 << down;
                down = if occupied >> down & 1 != 0 { 0 } else { down };
            }
            table[place][occupied >> 1] = seen;
            entry += 1;
        }
        table
    };

    #[inline(always)]
    fn along(line: &Line, occupied: Set) -> Set {
        let [low, high] = line.halves;
        // SAFETY: compiled only where the target has BMI2.
        let gather = |half: u128, mask| unsafe { _pext_u64(half as u64, mask) };
        let blockers = gather(occupied.0, low) | gather(occupied.0 >> 64, high) << line.split;
        let seen = u64::from(line.seen[(blockers >> 1) as usize % INNER]);
        // SAFETY: as above.
        let scatter = |bits: u64, mask| u128::from(unsafe { _pdep_u64(bits, mask) });
        Set(scatter(seen, low) | scatter(seen >> line.split, high) << 64)
    }

    #[inline(always)]
    pub(super) fn reach(lines: [usize; 2], square: Square, occupied: Set) -> Set {
        let table = &LINES[square.index()];
        let [one, other] = lines.map(|line| along(&table[line], occupied));
        one | other
    }
}

#[cfg(not(target_feature = "bmi2"))]
mod fast {
    use super::{RAY_TABLE, Set, Square, Table};

    static RAYS: Table<[Set; 8]> = RAY_TABLE;

    /// Positive ray up to the first blocker: subtracting 1 from the blockers flips all bits up to the lowest.
    #[inline(always)]
    fn upward(ray: Set, occupied: Set) -> Set {
        let blockers = ray.0 & occupied.0;
        Set(ray.0 & (blockers ^ blockers.wrapping_sub(1)))
    }

    /// Negative ray down to the first blocker, which is the highest.
    #[inline(always)]
    fn downward(ray: Set, occupied: Set) -> Set {
        // Bit 0 is the sentinel blocker: without a blocker the ray goes to its end.
        let highest = 127 - (ray.0 & occupied.0 | 1).leading_zeros();
        Set(ray.0 & (u128::MAX << highest))
    }

    #[inline(always)]
    pub(super) fn reach(lines: [usize; 2], square: Square, occupied: Set) -> Set {
        let rays = &RAYS[square.index()];
        let [one, other] = lines.map(|line| upward(rays[line], occupied) | downward(rays[line + 4], occupied));
        one | other
    }
}

/// Rook attacks.
#[inline(always)]
pub fn rook(square: Square, occupied: Set) -> Set {
    fast::reach(STRAIGHT, square, occupied)
}

/// Bishop attacks.
#[inline(always)]
pub fn bishop(square: Square, occupied: Set) -> Set {
    fast::reach(DIAGONAL, square, occupied)
}

const fn lines(square: usize, [one, other]: [usize; 2]) -> Set {
    let rays = &RAY_TABLE[square];
    Set(rays[one].0 | rays[one + 4].0 | rays[other].0 | rays[other + 4].0)
}

/// Line masks of each square: straight, diagonal.
static LINES: Table<[Set; 2]> = {
    let mut table = [[Set::EMPTY; 2]; 128];
    let mut square = 0;
    while square < Square::COUNT {
        table[square] = [lines(square, STRAIGHT), lines(square, DIAGONAL)];
        square += 1;
    }
    table
};

/// Rook attacks on an empty board.
#[inline(always)]
pub fn rook_lines(square: Square) -> Set {
    LINES[square.index()][0]
}

/// Bishop attacks on an empty board.
#[inline(always)]
pub fn bishop_lines(square: Square) -> Set {
    LINES[square.index()][1]
}

/// Line masks of a square and its neighbours: straight, diagonal.
static LINES_NEAR: Table<[Set; 2]> = {
    let mut table = [[Set::EMPTY; 2]; 128];
    let mut square = 0;
    while square < Square::COUNT {
        table[square] = [lines(square, STRAIGHT), lines(square, DIAGONAL)];
        let mut direction = 0;
        while direction < 8 {
            if let Some(beside) = step(square, DIRECTIONS[direction]) {
                table[square][0].0 |= lines(beside, STRAIGHT).0;
                table[square][1].0 |= lines(beside, DIAGONAL).0;
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

/// Squares from which a rook attacks a square or one of its neighbours on an empty board.
#[inline(always)]
pub fn rook_lines_near(square: Square) -> Set {
    LINES_NEAR[square.index()][0]
}

/// Squares from which a bishop attacks a square or one of its neighbours on an empty board.
#[inline(always)]
pub fn bishop_lines_near(square: Square) -> Set {
    LINES_NEAR[square.index()][1]
}

static BETWEEN: Table<Table<Set>> = {
    let mut table = [[Set::EMPTY; 128]; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 8 {
            let mut passed = Set::EMPTY;
            let mut here = square;
            while let Some(next) = step(here, DIRECTIONS[direction]) {
                table[square][next] = passed;
                passed.0 |= 1 << next;
                here = next;
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

/// Squares strictly between two squares of one line; empty if they share no line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Set {
    BETWEEN[a.index()][b.index()]
}

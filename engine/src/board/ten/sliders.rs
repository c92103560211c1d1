//! How rooks and bishops reach across the 10x10 board.
//!
//! With BMI2 the men on a line are gathered into ten bits (`pext`, once in each half of the set), a small table that all lines
//! share says how far a slider sees among them, and the answer is scattered back onto the line (`pdep`). Without
//! BMI2 rays are cut off behind the first blocker. The target's features decide which of the two is compiled; the
//! tests compare it with a walk along the lines.

use super::{DIRECTIONS, Set, Square, Table, step};

const NO_RAYS: [Set; 8] = [Set::EMPTY; 8];

/// The squares seen from each square in each direction of an empty board.
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

/// The lines through a square, each by the number of one of its two directions; the other one's is four more.
const STRAIGHT: [usize; 2] = [0, 1];
const DIAGONAL: [usize; 2] = [2, 3];

#[cfg(target_feature = "bmi2")]
mod fast {
    use std::arch::x86_64::{_pdep_u64, _pext_u64};

    use super::super::SIZE;
    use super::{RAY_TABLE, Set, Square, Table};

    /// A line as one of its squares sees it.
    #[derive(Clone, Copy)]
    struct Line {
        /// The squares of the line, in the lower and the upper half of a set.
        halves: [u64; 2],
        /// How many of them are in the lower half.
        split: u32,
        /// What the square sees of the line: its row of [`SEEN`].
        seen: &'static [u16; INNER],
    }

    /// Who stands on the two ends of a line of ten does not matter: they are seen or not seen whatever stands there.
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

    /// What a slider on each place of a line of ten sees, by who stands on the eight inner places.
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
    pub(super) fn reach(lines: [usize; 2], square: Square, occupied: Set) -> Set {
        let rays = &RAYS[square.index()];
        let [one, other] = lines.map(|line| upward(rays[line], occupied) | downward(rays[line + 4], occupied));
        one | other
    }
}

/// The squares a rook reaches.
#[inline(always)]
pub fn rook(square: Square, occupied: Set) -> Set {
    fast::reach(STRAIGHT, square, occupied)
}

/// The squares a bishop reaches.
#[inline(always)]
pub fn bishop(square: Square, occupied: Set) -> Set {
    fast::reach(DIAGONAL, square, occupied)
}

const fn lines(square: usize, [one, other]: [usize; 2]) -> Set {
    let rays = &RAY_TABLE[square];
    Set(rays[one].0 | rays[one + 4].0 | rays[other].0 | rays[other + 4].0)
}

/// The lines through each square: straight ones, diagonal ones.
static LINES: Table<[Set; 2]> = {
    let mut table = [[Set::EMPTY; 2]; 128];
    let mut square = 0;
    while square < Square::COUNT {
        table[square] = [lines(square, STRAIGHT), lines(square, DIAGONAL)];
        square += 1;
    }
    table
};

/// The squares a rook reaches on an empty board.
#[inline(always)]
pub fn rook_lines(square: Square) -> Set {
    LINES[square.index()][0]
}

/// The squares a bishop reaches on an empty board.
#[inline(always)]
pub fn bishop_lines(square: Square) -> Set {
    LINES[square.index()][1]
}

/// The lines, straight and diagonal, that touch a square or one beside it.
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

/// Where a rook must stand to reach a square or one beside it at all.
#[inline(always)]
pub fn rook_lines_near(square: Square) -> Set {
    LINES_NEAR[square.index()][0]
}

/// Where a bishop must stand to reach a square or one beside it at all.
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

/// The squares strictly between two squares of one line; none if they share no line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Set {
    BETWEEN[a.index()][b.index()]
}

//! Prince moves: one step, then another at a right angle to it, over an empty middle square.

use super::{DIRECTIONS, SIZE, Set, Square, Table, step};

/// Occupancy of the 3x3 neighbourhood as nine bits, row by row; the middle bit is the square itself.
const AROUND: usize = 1 << 9;

const fn bit_around((files, ranks): (i32, i32)) -> usize {
    (3 * (ranks + 1) + files + 1) as usize
}

/// Targets of a prince move by its first step.
const fn second_steps((files, ranks): (i32, i32)) -> [(i32, i32); 2] {
    // A left turn and a right turn.
    [(files - ranks, ranks + files), (files + ranks, ranks - files)]
}

/// Bit of the origin in [`ENDS`], which has two rows below it.
const CENTRE: usize = 2 * SIZE + 2;

/// Prince targets by the occupancy of the neighbourhood: a 5x5 window with the rank stride of the board.
static ENDS: [u64; AROUND] = {
    let mut table = [0; AROUND];
    let mut around = 0;
    while around < AROUND {
        let mut direction = 0;
        while direction < 8 {
            let ends = second_steps(DIRECTIONS[direction]);
            if around >> bit_around(DIRECTIONS[direction]) & 1 == 0 {
                table[around] |= end_bit(ends[0]) | end_bit(ends[1]);
            }
            direction += 1;
        }
        around += 1;
    }
    table
};

const fn end_bit((files, ranks): (i32, i32)) -> u64 {
    1 << (CENTRE as i32 + ranks * SIZE as i32 + files)
}

/// Prince data of a square.
#[derive(Clone, Copy)]
struct Place {
    /// Targets on an empty board.
    ends: Set,
    /// First steps that leave the board, as occupied bits of the neighbourhood.
    walls: u16,
}

static PLACES: Table<Place> = {
    let mut table = [Place { ends: Set::EMPTY, walls: 0 }; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 8 {
            let first = DIRECTIONS[direction];
            let ends = second_steps(first);
            if step(square, first).is_none() {
                table[square].walls |= 1 << bit_around(first);
            } else {
                table[square].ends.0 |= bit_at(square, ends[0]) | bit_at(square, ends[1]);
            }
            direction += 1;
        }
        square += 1;
    }
    table
};

const fn bit_at(square: usize, away: (i32, i32)) -> u128 {
    match step(square, away) {
        Some(to) => 1 << to,
        None => 0,
    }
}

/// Prince attacks.
#[inline(always)]
pub fn prince(square: Square, occupied: Set) -> Set {
    let place = &PLACES[square.index()];
    let rows = occupied.0 << (SIZE + 1) >> square.index();
    let row = |number: usize| (rows >> (number * SIZE)) as usize & 7;
    let around = row(0) | row(1) << 3 | row(2) << 6 | place.walls as usize;
    Set(u128::from(ENDS[around % AROUND]) << square.index() >> CENTRE) & place.ends
}

/// Prince attacks on an empty board.
#[inline(always)]
pub fn prince_lines(square: Square) -> Set {
    PLACES[square.index()].ends
}

/// Middle squares beside `a` of prince moves between `a` and `b`.
static MIDDLES: Table<Table<Set>> = {
    let mut table = [[Set::EMPTY; 128]; 128];
    let mut square = 0;
    while square < Square::COUNT {
        let mut direction = 0;
        while direction < 8 {
            if let Some(middle) = step(square, DIRECTIONS[direction]) {
                let ends = second_steps(DIRECTIONS[direction]);
                let mut i = 0;
                while i < 2 {
                    if let Some(to) = step(square, ends[i]) {
                        table[square][to].0 |= 1 << middle;
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

/// Middle squares of a prince move, one of which must be empty; the empty set if no prince move joins the two squares.
#[inline(always)]
pub fn prince_middles(a: Square, b: Square) -> Set {
    MIDDLES[a.index()][b.index()]
}

//! Slider attacks on the 8x8 board: rook, bishop, queen.
//!
//! With BMI2: PEXT bitboards, a table lookup whose index one instruction gathers from the blockers. Without: the
//! o^(o-2r) trick (Hyperbola Quintessence). The target's features decide at compile time; the tests compare both with a
//! walk along the lines.

use super::{Bitboard, Square};

const DIAGONAL: usize = 0;
const ANTI: usize = 1;
const FILE: usize = 2;
const RANK: usize = 3;

/// Line masks of each square without the square itself: diagonal, anti-diagonal, file, rank.
static LINES: [[u64; 64]; 4] = LINE_TABLE;

const LINE_TABLE: [[u64; 64]; 4] = {
    let mut table = [[0; 64]; 4];
    let mut i = 0;
    while i < 64 {
        let (file, rank) = ((i & 7) as i32, (i >> 3) as i32);
        let mut j = 0;
        while j < 64 {
            let (df, dr) = ((j & 7) as i32 - file, (j >> 3) as i32 - rank);
            if i != j {
                let bit = 1u64 << j;
                table[DIAGONAL][i] |= if df == dr { bit } else { 0 };
                table[ANTI][i] |= if df == -dr { bit } else { 0 };
                table[FILE][i] |= if df == 0 { bit } else { 0 };
                table[RANK][i] |= if dr == 0 { bit } else { 0 };
            }
            j += 1;
        }
        i += 1;
    }
    table
};

/// Line attacks by o^(o-2r), up to and including the first blocker each way (Hyperbola Quintessence).
///
/// Subtracting the slider from the blockers above it flips the bits up to the nearest blocker. The reversed bit order
/// serves the other direction.
const fn line_attacks(line: &[u64; 64], square: usize, occupied: u64) -> u64 {
    let mask = line[square];
    let slider = 1u64 << square;
    let blockers = occupied & mask;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (up ^ down) & mask
}

#[cfg(any(test, target_feature = "bmi2"))]
const fn slow_bishop(square: usize, occupied: u64) -> u64 {
    line_attacks(&LINE_TABLE[DIAGONAL], square, occupied) | line_attacks(&LINE_TABLE[ANTI], square, occupied)
}

#[cfg(any(test, target_feature = "bmi2"))]
const fn slow_rook(square: usize, occupied: u64) -> u64 {
    line_attacks(&LINE_TABLE[FILE], square, occupied) | line_attacks(&LINE_TABLE[RANK], square, occupied)
}

#[cfg(target_feature = "bmi2")]
mod fast {
    use super::{Bitboard, Square, slow_bishop, slow_rook};

    /// PEXT lookup of one square: relevant occupancy mask and offset into the attack table.
    struct Lookup {
        mask: u64,
        offset: u32,
    }

    const NO_LOOKUP: Lookup = Lookup { mask: 0, offset: 0 };
    const BISHOP_ENTRIES: usize = 5248;
    const ROOK_ENTRIES: usize = 102_400;

    /// Relevant squares for blockers: all but the edges, because the last square of a line is reached whatever stands
    /// on it.
    const fn inner(square: usize) -> u64 {
        let (file, rank) = (square & 7, square >> 3);
        let files = if file == 0 { 0 } else { Bitboard::FILE_A.0 } | if file == 7 { 0 } else { Bitboard::FILE_H.0 };
        let ranks = if rank == 0 { 0 } else { 0xff } | if rank == 7 { 0 } else { 0xff << 56 };
        !(files | ranks)
    }

    const fn lookups(rook: bool) -> [Lookup; 64] {
        let mut table = [NO_LOOKUP; 64];
        let mut offset = 0;
        let mut square = 0;
        while square < 64 {
            let reach = if rook { slow_rook(square, 0) } else { slow_bishop(square, 0) };
            table[square] = Lookup { mask: reach & inner(square), offset };
            offset += 1 << table[square].mask.count_ones();
            square += 1;
        }
        table
    }

    const fn attacks<const N: usize>(rook: bool) -> [Bitboard; N] {
        let lookups = lookups(rook);
        let mut table = [Bitboard::EMPTY; N];
        let mut square = 0;
        let mut entry = 0;
        while square < 64 {
            // Subsets of the mask in the order in which PEXT numbers them (Carry-Rippler).
            let mask = lookups[square].mask;
            let mut blockers: u64 = 0;
            loop {
                table[entry] = Bitboard(if rook { slow_rook(square, blockers) } else { slow_bishop(square, blockers) });
                entry += 1;
                blockers = blockers.wrapping_sub(mask) & mask;
                if blockers == 0 {
                    break;
                }
            }
            square += 1;
        }
        assert!(entry == N);
        table
    }

    static BISHOP: [Lookup; 64] = lookups(false);
    static ROOK: [Lookup; 64] = lookups(true);
    static BISHOP_ATTACKS: [Bitboard; BISHOP_ENTRIES] = attacks(false);
    #[expect(long_running_const_eval, reason = "a hundred thousand entries take the compiler a second or two")]
    static ROOK_ATTACKS: [Bitboard; ROOK_ENTRIES] = attacks(true);

    #[inline(always)]
    fn look_up(lookup: &Lookup, table: &[Bitboard], occupied: Bitboard) -> Bitboard {
        // SAFETY: compiled only where the target has BMI2.
        let index = unsafe { std::arch::x86_64::_pext_u64(occupied.0, lookup.mask) } as usize;
        let entry = lookup.offset as usize + index;
        debug_assert!(entry < table.len());
        // SAFETY: pext yields less than 2^(bits of the mask), and `lookups` reserves that many entries from the
        // offset on; `attacks` asserts at compile time that they add up to the table's length.
        unsafe { *table.get_unchecked(entry) }
    }

    #[inline(always)]
    pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(&BISHOP[square.index()], &BISHOP_ATTACKS, occupied)
    }

    #[inline(always)]
    pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        look_up(&ROOK[square.index()], &ROOK_ATTACKS, occupied)
    }
}

#[cfg(not(target_feature = "bmi2"))]
mod fast {
    use super::{ANTI, Bitboard, DIAGONAL, FILE, LINES, RANK, Square, line_attacks};

    #[inline(always)]
    fn two_lines(one: usize, two: usize, square: Square, occupied: Bitboard) -> Bitboard {
        let attacks = |line: usize| line_attacks(&LINES[line], square.index(), occupied.0);
        Bitboard(attacks(one) | attacks(two))
    }

    #[inline(always)]
    pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
        two_lines(DIAGONAL, ANTI, square, occupied)
    }

    #[inline(always)]
    pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
        two_lines(FILE, RANK, square, occupied)
    }
}

/// Bishop attacks.
#[inline(always)]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    fast::bishop(square, occupied)
}

/// Rook attacks.
#[inline(always)]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    fast::rook(square, occupied)
}

/// Queen attacks.
#[inline(always)]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// Bishop attacks on an empty board.
#[inline(always)]
pub fn bishop_lines(square: Square) -> Bitboard {
    Bitboard(LINES[DIAGONAL][square.index()] | LINES[ANTI][square.index()])
}

/// Rook attacks on an empty board.
#[inline(always)]
pub fn rook_lines(square: Square) -> Bitboard {
    Bitboard(LINES[FILE][square.index()] | LINES[RANK][square.index()])
}

static BETWEEN: [[Bitboard; 64]; 64] = {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut a = 0;
    while a < 64 {
        let mut b = 0;
        while b < 64 {
            let mut line = 0;
            while line < 4 {
                if LINE_TABLE[line][a] >> b & 1 != 0 {
                    let ends = 1u64 << a | 1u64 << b;
                    let seen = line_attacks(&LINE_TABLE[line], a, ends) & line_attacks(&LINE_TABLE[line], b, ends);
                    table[a][b] = Bitboard(seen & !ends);
                }
                line += 1;
            }
            b += 1;
        }
        a += 1;
    }
    table
};

/// Squares strictly between two squares of one line; empty if they share no line.
#[inline(always)]
pub fn between(a: Square, b: Square) -> Bitboard {
    BETWEEN[a.index()][b.index()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    const STRAIGHT: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
    const DIAGONALS: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];

    fn walk(square: Square, directions: [(i32, i32); 4], occupied: Bitboard) -> Bitboard {
        let mut seen = Bitboard::EMPTY;
        for (df, dr) in directions {
            let (mut file, mut rank) = (square.file() as i32 + df, square.rank() as i32 + dr);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let here = Square::new(file as usize, rank as usize);
                seen |= here.into();
                if occupied.has(here) {
                    break;
                }
                (file, rank) = (file + df, rank + dr);
            }
        }
        seen
    }

    #[test]
    fn slider_attacks_agree_with_a_walk_along_the_lines() {
        let mut random = SplitMix64::seed_from_u64(1);
        for _ in 0..2000 {
            let occupied = Bitboard(random.next_u64() & random.next_u64());
            for square in Square::all() {
                let (diagonal, straight) = (walk(square, DIAGONALS, occupied), walk(square, STRAIGHT, occupied));
                assert_eq!(bishop(square, occupied), diagonal);
                assert_eq!(rook(square, occupied), straight);
                assert_eq!(slow_bishop(square.index(), occupied.0), diagonal.0);
                assert_eq!(slow_rook(square.index(), occupied.0), straight.0);
                assert_eq!(queen(square, occupied), diagonal | straight);
            }
        }
    }

    #[test]
    fn between_agrees_with_a_walk_from_both_ends() {
        for a in Square::all() {
            assert_eq!(bishop_lines(a), walk(a, DIAGONALS, Bitboard::EMPTY));
            assert_eq!(rook_lines(a), walk(a, STRAIGHT, Bitboard::EMPTY));
            for b in Square::all() {
                let ends = Bitboard::from(a) | b.into();
                let expected = [STRAIGHT, DIAGONALS].map(|directions| {
                    let one_line = walk(a, directions, Bitboard::EMPTY).has(b);
                    (walk(a, directions, ends) & walk(b, directions, ends)).without(ends).when(one_line).0
                });
                // Two squares of one line see other squares in common; only those on the line lie between.
                let on_line = between(a, b).0;
                assert_eq!(on_line & !(expected[0] | expected[1]), 0);
                let steps = (a.file().abs_diff(b.file())).max(a.rank().abs_diff(b.rank()));
                let aligned = queen(a, Bitboard::EMPTY).has(b);
                assert_eq!(on_line.count_ones() as usize, if aligned { steps - 1 } else { 0 });
            }
        }
    }
}

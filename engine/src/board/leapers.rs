//! Leaper attacks on the 8x8 board: knight, king, pawn.

use super::{Bitboard, Square};
use crate::seat::Seat;

const NOT_A: u64 = !Bitboard::FILE_A.0;
const NOT_H: u64 = !Bitboard::FILE_H.0;
const NOT_AB: u64 = NOT_A & (NOT_A << 1);
const NOT_GH: u64 = NOT_H & (NOT_H >> 1);

/// Knight attacks of a set of squares (fill by shifts).
#[inline(always)]
pub const fn knight_leaps(from: Bitboard) -> Bitboard {
    let one = (from.0 << 1 & NOT_A) | (from.0 >> 1 & NOT_H);
    let two = (from.0 << 2 & NOT_AB) | (from.0 >> 2 & NOT_GH);
    Bitboard(one << 16 | one >> 16 | two << 8 | two >> 8)
}

/// King attacks of a set of squares.
#[inline(always)]
pub const fn king_steps(from: Bitboard) -> Bitboard {
    let row = from.0 | (from.0 << 1 & NOT_A) | (from.0 >> 1 & NOT_H);
    Bitboard((row | row << 8 | row >> 8) & !from.0)
}

/// Pawn attacks of a set of pawns.
#[inline(always)]
pub const fn pawn_attacks(seat: Seat, from: Bitboard) -> Bitboard {
    let ahead = if seat.index() == 0 { from.0 << 8 } else { from.0 >> 8 };
    Bitboard((ahead << 1 & NOT_A) | (ahead >> 1 & NOT_H))
}

static KNIGHT: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = knight_leaps(Bitboard(1 << i));
        i += 1;
    }
    table
};

static KING: [Bitboard; 64] = {
    let mut table = [Bitboard::EMPTY; 64];
    let mut i = 0;
    while i < 64 {
        table[i] = king_steps(Bitboard(1 << i));
        i += 1;
    }
    table
};

/// Knight attacks from a square.
#[inline(always)]
pub fn knight(square: Square) -> Bitboard {
    KNIGHT[square.index()]
}

/// King attacks from a square.
#[inline(always)]
pub fn king(square: Square) -> Bitboard {
    KING[square.index()]
}

/// Pawn attacks of `seat` from a square.
#[inline(always)]
pub fn pawn(seat: Seat, square: Square) -> Bitboard {
    pawn_attacks(seat, square.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slow(square: Square, steps: &[(i32, i32)]) -> Bitboard {
        let reach = |&(df, dr): &(i32, i32)| {
            let (file, rank) = (square.file() as i32 + df, square.rank() as i32 + dr);
            ((0..8).contains(&file) && (0..8).contains(&rank)).then(|| Square::new(file as usize, rank as usize))
        };
        steps.iter().filter_map(reach).collect()
    }

    #[test]
    fn leaper_attacks_agree_with_their_steps() {
        for square in Square::all() {
            let leaps = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
            assert_eq!(knight(square), slow(square, &leaps));
            let steps = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
            assert_eq!(king(square), slow(square, &steps));
            assert_eq!(pawn(Seat::WHITE, square), slow(square, &[(-1, 1), (1, 1)]));
            assert_eq!(pawn(Seat::BLACK, square), slow(square, &[(-1, -1), (1, -1)]));
        }
    }
}

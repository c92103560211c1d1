//! Piece placement: bit planes of the kinds' codes, and the men of each side.

use crate::board::ten::{Set, Square};
use crate::game::Seat;

/// Number of codes of pieces; 0 is the empty square.
pub(super) const CODES: usize = 16;

/// Piece placement.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pieces {
    code: [Set; 4],
    sides: [Set; 2],
}

impl Pieces {
    /// All pieces.
    #[inline(always)]
    pub fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// All pieces of a side.
    #[inline(always)]
    pub fn of(&self, seat: Seat) -> Set {
        self.sides[seat.index() & 1]
    }

    /// All pieces of a kind, of both sides.
    #[inline(always)]
    pub fn kind(&self, kind: usize) -> Set {
        let code = kind + 1;
        let mut set = self.occupied();
        for (number, &plane) in self.code.iter().enumerate() {
            set &= if code >> number & 1 != 0 { plane } else { !plane };
        }
        set
    }

    /// The pieces of a kind and side.
    #[inline(always)]
    pub fn get(&self, seat: Seat, kind: usize) -> Set {
        self.kind(kind) & self.of(seat)
    }

    /// Code of the piece on a square: its kind plus 1; 0 if the square is empty.
    #[inline(always)]
    pub(super) fn code_on(&self, square: Square) -> usize {
        (0..self.code.len()).map(|number| usize::from(self.code[number].has(square)) << number).sum()
    }

    /// Kind of the piece on a square.
    #[inline(always)]
    pub fn kind_on(&self, square: Square) -> Option<usize> {
        self.code_on(square).checked_sub(1)
    }

    /// Seat and kind of the piece on a square.
    pub fn on(&self, square: Square) -> Option<(Seat, usize)> {
        let seat = if self.of(Seat::WHITE).has(square) { Seat::WHITE } else { Seat::BLACK };
        self.kind_on(square).map(|kind| (seat, kind))
    }

    /// Empties a square.
    #[inline(always)]
    pub(super) fn clear(&mut self, square: Square) {
        let empty = Set::from(square);
        for set in self.code.iter_mut().chain(&mut self.sides) {
            *set = set.without(empty);
        }
    }

    /// Puts a piece on a square, replacing what is there.
    #[inline(always)]
    pub(super) fn put(&mut self, square: Square, seat: Seat, kind: usize) {
        self.clear(square);
        let here = Set::from(square);
        for (number, plane) in self.code.iter_mut().enumerate() {
            *plane |= here.when((kind + 1) >> number & 1 != 0);
        }
        self.sides[seat.index() & 1] |= here;
    }

    /// Words of the pieces on a set of squares, for hashes.
    pub(super) fn words(&self, squares: Set) -> impl Iterator<Item = u64> {
        let sets = [self.code[0], self.code[1], self.code[2], self.code[3], self.sides[1]];
        sets.into_iter().map(move |set| (set & squares).0).flat_map(|bits| [bits as u64, (bits >> 64) as u64])
    }
}

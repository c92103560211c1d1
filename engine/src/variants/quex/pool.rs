//! The captured men of both sides.

use super::Kind;
use crate::game::Seat;

/// How many men of each kind each side has lost to captures and not got back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pool {
    /// Four bits a kind, by code. In a game no count exceeds two; what a text may ask for is limited to [`Pool::MOST`].
    white: u64,
    /// The same for Black. (Two numbers and no array: an array with the side for its index could not stay in
    /// registers.)
    black: u64,
}

impl Pool {
    /// The most men of a kind that fit.
    pub(super) const MOST: usize = 15;

    /// The men of a kind that a side has in the pool.
    #[inline(always)]
    pub const fn count(&self, seat: Seat, kind: Kind) -> usize {
        self.count_of(seat, kind as usize)
    }

    /// The same, by code.
    #[inline(always)]
    pub(super) const fn count_of(&self, seat: Seat, code: usize) -> usize {
        (self.of(seat) >> (4 * code) & 15) as usize
    }

    /// Whether the king of a side has been captured.
    #[inline(always)]
    pub const fn has_king(&self, seat: Seat) -> bool {
        self.count(seat, Kind::King) != 0
    }

    /// Adds a man, by its code.
    #[inline(always)]
    pub(super) const fn add(&mut self, seat: Seat, code: usize) {
        debug_assert!(self.count_of(seat, code) < Pool::MOST);
        let black = (seat.index() as u64).wrapping_neg();
        self.white += 1 << (4 * code) & !black;
        self.black += 1 << (4 * code) & black;
    }

    /// Takes a man out, by its code.
    #[inline(always)]
    pub(super) const fn remove(&mut self, seat: Seat, code: usize) {
        let black = (seat.index() as u64).wrapping_neg();
        self.white -= 1 << (4 * code) & !black;
        self.black -= 1 << (4 * code) & black;
    }

    /// The pool with colours exchanged.
    pub(super) const fn colours_exchanged(self) -> Pool {
        Pool { white: self.black, black: self.white }
    }

    #[inline(always)]
    const fn of(&self, seat: Seat) -> u64 {
        if seat.index() == 0 { self.white } else { self.black }
    }

    /// The kinds that a pion of a side can be exchanged for: all that are there but the king.
    pub fn choices(&self, seat: Seat) -> impl Iterator<Item = Kind> {
        let counts = self.of(seat);
        Kind::ALL[1..].iter().copied().filter(move |&kind| counts >> (4 * kind as u64) & 15 != 0)
    }

    /// How many kinds a pion of a side can be exchanged for.
    #[inline(always)]
    pub const fn choice_count(&self, seat: Seat) -> usize {
        // Whether any of each four bits is set; kings do not count.
        let counts = self.of(seat) & !(15 << (4 * Kind::King as u64));
        let pairs = counts | counts >> 1;
        ((pairs | pairs >> 2) & 0x1111_1111_1111_1111).count_ones() as usize
    }
}

//! Pool of captured pieces.

use super::Kind;
use crate::game::Seat;

/// Pool: number of pieces of each kind that each side has lost to captures and not got back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Pool {
    /// White's counts: four bits a kind, by code. In a game no count exceeds two; a text may ask for up to
    /// [`Pool::MOST`].
    white: u64,
    /// Black's counts. Two numbers, because an array indexed by the side does not stay in registers.
    black: u64,
}

impl Pool {
    /// Maximum count of a kind.
    pub(super) const MOST: usize = 15;

    /// Number of pieces of a kind that a side has in the pool.
    #[inline(always)]
    pub const fn count(&self, seat: Seat, kind: Kind) -> usize {
        self.count_of(seat, kind as usize)
    }

    /// Number of pieces of a code that a side has in the pool.
    #[inline(always)]
    pub(super) const fn count_of(&self, seat: Seat, code: usize) -> usize {
        (self.of(seat) >> (4 * code) & 15) as usize
    }

    /// True if the king of a side has been captured.
    #[inline(always)]
    pub const fn has_king(&self, seat: Seat) -> bool {
        self.count(seat, Kind::King) != 0
    }

    /// Adds a piece, by its code.
    #[inline(always)]
    pub(super) const fn add(&mut self, seat: Seat, code: usize) {
        debug_assert!(self.count_of(seat, code) < Pool::MOST);
        let black = (seat.index() as u64).wrapping_neg();
        self.white += 1 << (4 * code) & !black;
        self.black += 1 << (4 * code) & black;
    }

    /// Removes a piece, by its code.
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

    /// Kinds that a pion of a side can be exchanged for: all in the pool but the king.
    pub fn choices(&self, seat: Seat) -> impl Iterator<Item = Kind> {
        let counts = self.of(seat);
        Kind::ALL[1..].iter().copied().filter(move |&kind| counts >> (4 * kind as u64) & 15 != 0)
    }

    /// Number of kinds that a pion of a side can be exchanged for.
    #[inline(always)]
    pub const fn choice_count(&self, seat: Seat) -> usize {
        // One bit for each nonzero count; kings do not count.
        let counts = self.of(seat) & !(15 << (4 * Kind::King as u64));
        let pairs = counts | counts >> 1;
        ((pairs | pairs >> 2) & 0x1111_1111_1111_1111).count_ones() as usize
    }
}

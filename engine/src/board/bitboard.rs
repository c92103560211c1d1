//! Bitboard of the 8x8 board.

use super::Square;
use super::set::field_set;

/// Bitboard: set of squares with little-endian rank-file mapping. Bit 0 is a1, bit 63 is h8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

field_set!(Bitboard(u64) of Square, iterated by Squares);

impl Bitboard {
    /// Every square.
    pub const ALL: Bitboard = Bitboard(!0);
    /// The a-file.
    pub const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    /// The h-file.
    pub const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    /// The light squares; b1 is one of them.
    pub const LIGHT_SQUARES: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);
    /// White's and Black's first ranks.
    pub const END_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

    /// A file, a = 0.
    #[inline(always)]
    pub const fn file(file: usize) -> Bitboard {
        Bitboard(Self::FILE_A.0 << file)
    }

    /// A rank, White's first = 0.
    #[inline(always)]
    pub const fn rank(rank: usize) -> Bitboard {
        Bitboard(0xff << (8 * rank))
    }

    /// Vertical flip: ranks in reverse order.
    #[inline(always)]
    pub const fn flipped(self) -> Bitboard {
        Bitboard(self.0.swap_bytes())
    }
}

//! Squares of the 8x8 board.

use std::fmt;

/// Square of the 8x8 board: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Number of squares.
    pub const COUNT: usize = 64;

    /// Square on a file and a rank, both from 0.
    #[inline(always)]
    pub const fn new(file: usize, rank: usize) -> Square {
        debug_assert!(file < 8 && rank < 8);
        Square((rank * 8 + file) as u8)
    }

    /// Square with an index below 64; higher bits are ignored.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        Square(index as u8 & 63)
    }

    /// Index, below 64.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask states the type's invariant to the compiler: no bounds checks on tables of 64.
        (self.0 & 63) as usize
    }

    /// File, a = 0.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.index() & 7
    }

    /// Rank, White's first = 0.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.index() >> 3
    }

    /// Vertical flip: a1 becomes a8.
    #[inline(always)]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// Horizontal mirror: a1 becomes h1.
    #[inline(always)]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// Parses a square name such as `e4`.
    pub fn parse(text: &str) -> Option<Square> {
        match text.as_bytes() {
            [file @ b'a'..=b'h', rank @ b'1'..=b'8'] => {
                Some(Square::new((file - b'a') as usize, (rank - b'1') as usize))
            }
            _ => None,
        }
    }

    /// All squares, a1 first.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..64).map(Square)
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

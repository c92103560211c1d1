//! The squares of the 8x8 board.

use std::fmt;

/// A square of the 8x8 board: a1 is 0, b1 is 1, h8 is 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 64;

    /// The square on a file and a rank, both counted from 0.
    #[inline(always)]
    pub const fn new(file: usize, rank: usize) -> Square {
        debug_assert!(file < 8 && rank < 8);
        Square((rank * 8 + file) as u8)
    }

    /// The square with a number below 64; higher bits are ignored.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Square {
        Square(index as u8 & 63)
    }

    /// The number of the square.
    #[inline(always)]
    pub const fn index(self) -> usize {
        // The mask states the type's invariant where the compiler can see it: no bounds checks on tables of 64.
        (self.0 & 63) as usize
    }

    /// The file, a = 0.
    #[inline(always)]
    pub const fn file(self) -> usize {
        self.index() & 7
    }

    /// The rank, White's first = 0.
    #[inline(always)]
    pub const fn rank(self) -> usize {
        self.index() >> 3
    }

    /// The same square seen from the other side of the board: a1 becomes a8.
    #[inline(always)]
    pub const fn flipped(self) -> Square {
        Square(self.0 ^ 56)
    }

    /// The same square in a mirror that exchanges left and right: a1 becomes h1.
    #[inline(always)]
    pub const fn mirrored(self) -> Square {
        Square(self.0 ^ 7)
    }

    /// Reads `e4`.
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

//! Tiles, their kinds, and sets of tiles.

use crate::board::set::field_set;
use crate::game::Seat;

/// Kind of a tile, in the order of texts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// One step in any direction.
    King = 0,
    /// Along ranks, files and diagonals.
    Queen = 1,
    /// Along ranks and files.
    Rook = 2,
    /// Along diagonals.
    Bishop = 3,
    /// A knight's leap.
    Knight = 4,
    /// One step forward, captures one step diagonally forward.
    Pawn = 5,
}

impl Kind {
    /// Number of kinds.
    pub const COUNT: usize = 6;
    /// All kinds, in the order of texts.
    pub const ALL: [Kind; 6] = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
    /// Number of tiles of each kind that a side owns.
    pub const ARMY: [u8; 6] = [1, 1, 2, 2, 2, 8];

    /// Index for tables, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Letter of the kind, in upper case.
    pub const fn letter(self) -> char {
        b"KQRBNP"[self.index()] as char
    }

    /// Letter of a tile of a seat.
    pub const fn letter_of(self, seat: Seat) -> char {
        if seat.index() == 0 { self.letter() } else { self.letter().to_ascii_lowercase() }
    }

    /// Kind of a letter, of either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// Name of the kind, capitalised.
    pub const fn title(self) -> &'static str {
        ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"][self.index()]
    }

    /// Name of the kind.
    pub const fn name(self) -> &'static str {
        ["king", "queen", "rook", "bishop", "knight", "pawn"][self.index()]
    }
}

/// Tile: 0 to 15 are White's, 16 to 31 Black's. The numbering within a side has no meaning.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// Number of tiles.
    pub const COUNT: usize = 32;

    /// Tile of an index.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Tile {
        Tile(index as u8)
    }

    /// Index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Seat of the owner.
    #[inline(always)]
    pub const fn seat(self) -> Seat {
        if self.0 < 16 { Seat::WHITE } else { Seat::BLACK }
    }
}

/// Set of tiles, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(pub u32);

impl TileSet {
    /// All tiles of a side.
    #[inline(always)]
    pub const fn of(seat: Seat) -> TileSet {
        TileSet(0xffff << (16 * seat.index()))
    }
}

field_set!(TileSet(u32) of Tile, iterated by Tiles);

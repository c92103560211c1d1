//! The tiles: what they show, and sets of them.

use crate::board::set::field_set;
use crate::game::Seat;

/// What a tile shows, in the order in which texts list the piles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// One step in any direction; the aim of the game.
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
    /// How many kinds there are.
    pub const COUNT: usize = 6;
    /// All kinds, in the order of texts.
    pub const ALL: [Kind; 6] = [Kind::King, Kind::Queen, Kind::Rook, Kind::Bishop, Kind::Knight, Kind::Pawn];
    /// How many tiles of each kind a player owns.
    pub const ARMY: [u8; 6] = [1, 1, 2, 2, 2, 8];

    /// The number of the kind for tables, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The letter of the kind, in capitals.
    pub const fn letter(self) -> char {
        b"KQRBNP"[self.index()] as char
    }

    /// The letter of a tile.
    pub const fn letter_of(self, seat: Seat) -> char {
        if seat.index() == 0 { self.letter() } else { self.letter().to_ascii_lowercase() }
    }

    /// The kind with a letter, of either case.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.letter() == letter.to_ascii_uppercase())
    }

    /// The name of the kind as a heading.
    pub const fn title(self) -> &'static str {
        ["King", "Queen", "Rook", "Bishop", "Knight", "Pawn"][self.index()]
    }

    /// The name of the kind.
    pub const fn name(self) -> &'static str {
        ["king", "queen", "rook", "bishop", "knight", "pawn"][self.index()]
    }
}

/// One of the 32 tiles: 0 to 15 are White's, 16 to 31 Black's. Which of a player's tiles has which number means
/// nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tile(u8);

impl Tile {
    /// How many tiles there are.
    pub const COUNT: usize = 32;

    /// The tile with a number.
    #[inline(always)]
    pub const fn from_index(index: usize) -> Tile {
        Tile(index as u8)
    }

    /// Its number.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Whose it is.
    #[inline(always)]
    pub const fn seat(self) -> Seat {
        if self.0 < 16 { Seat::WHITE } else { Seat::BLACK }
    }
}

/// A set of tiles, a bit for each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct TileSet(pub u32);

impl TileSet {
    /// All tiles that a player owns.
    #[inline(always)]
    pub const fn of(seat: Seat) -> TileSet {
        TileSet(0xffff << (16 * seat.index()))
    }
}

field_set!(TileSet(u32) of Tile, iterated by Tiles);

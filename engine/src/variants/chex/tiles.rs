//! Tiles, their kinds, and sets of tiles.

use crate::board::set::field_set;
use crate::game::Seat;
use crate::variants::kinds::piece_kinds;

piece_kinds! {
    /// Kind of a tile, in the order of texts.
    pub enum Kind:

    /// One step in any direction.
    King = 0, 'K', "king";
    /// Along ranks, files and diagonals.
    Queen = 1, 'Q', "queen";
    /// Along ranks and files.
    Rook = 2, 'R', "rook";
    /// Along diagonals.
    Bishop = 3, 'B', "bishop";
    /// A knight's leap.
    Knight = 4, 'N', "knight";
    /// One step forward, captures one step diagonally forward.
    Pawn = 5, 'P', "pawn";
}

impl Kind {
    /// Number of tiles of each kind that a side owns.
    pub const ARMY: [u8; 6] = [1, 1, 2, 2, 2, 8];

    /// Index for tables, from 0.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
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

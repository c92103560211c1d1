//! Plane and tile placement.
//!
//! The plane has no edge, but tiles that hold together never span more than 32 cells either way. So it is stored modulo
//! 64 in both directions: every move is unambiguous, and a game may wander for ever.

use super::lines::Lines;
use super::{Fields, Kind, Tile, TileSet};
use crate::game::Seat;

/// Width of the stored plane in cells.
pub(super) const SIZE: usize = 64;

/// Maximum span of tiles that hold together, in columns or rows.
pub(super) const SPAN: usize = Tile::COUNT;

/// Offset: columns to the right, rows up.
pub type Step = (i32, i32);

/// Cell of the stored plane: a column and a row, modulo its size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Cell(u16);

/// Directions: straight, then diagonal. Up is north.
pub(super) const DIRECTIONS: [Step; 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];

/// Knight offsets.
pub(super) const LEAPS: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

impl Cell {
    /// Number of cells of the stored plane.
    pub const COUNT: usize = SIZE * SIZE;

    /// Cell of a column and a row, taken modulo the size.
    #[inline(always)]
    pub const fn new(x: usize, y: usize) -> Cell {
        Cell((y % SIZE * SIZE + x % SIZE) as u16)
    }

    /// Index.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Column.
    #[inline(always)]
    pub const fn x(self) -> usize {
        self.index() % SIZE
    }

    /// Row.
    #[inline(always)]
    pub const fn y(self) -> usize {
        self.index() / SIZE
    }

    /// Cell at an offset.
    #[inline(always)]
    pub const fn step(self, (dx, dy): Step) -> Cell {
        Cell::new(self.x().wrapping_add_signed(dx as isize), self.y().wrapping_add_signed(dy as isize))
    }

    /// Offset to another cell, the shorter way round.
    #[inline(always)]
    pub const fn offset_to(self, other: Cell) -> Step {
        (short_way(self.x(), other.x()), short_way(self.y(), other.y()))
    }

    /// Adjacency: true if another cell shares an edge or a corner.
    #[inline(always)]
    pub const fn is_beside(self, other: Cell) -> bool {
        let (dx, dy) = self.offset_to(other);
        matches!((dx, dy), (-1..=1, -1..=1))
    }
}

/// Difference of two coordinates as a signed 6-bit number.
#[inline(always)]
const fn short_way(from: usize, to: usize) -> i32 {
    ((to as i32 - from as i32) << 26) >> 26
}

/// Frame: the smallest rectangle that holds all tiles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Frame {
    /// Lower left cell. On an empty plane, the cell to the upper right of where the first tile goes.
    pub corner: Cell,
    /// Columns; 0 on an empty plane.
    pub width: usize,
    /// Rows; 0 on an empty plane.
    pub height: usize,
}

impl Frame {
    /// Maximum side of a frame, its border included.
    pub const SIDE: usize = SPAN + 2;

    /// Field of a cell: column and row from the frame's border, which is column 0 and row 0. Fields do not depend on
    /// the place of the tiles on the plane.
    #[inline(always)]
    pub const fn field(self, cell: Cell) -> u16 {
        let (dx, dy) = (cell.x() + SIZE + 1 - self.corner.x(), cell.y() + SIZE + 1 - self.corner.y());
        (dy % SIZE * SIZE + dx % SIZE) as u16
    }

    /// Cell of a field.
    #[inline(always)]
    pub const fn cell(self, field: usize) -> Cell {
        Cell::new(self.corner.x() + field % SIZE + SIZE - 1, self.corner.y() + field / SIZE + SIZE - 1)
    }

    /// Column and row of a field, from 0 for the border.
    #[inline(always)]
    pub const fn coordinates(field: usize) -> (usize, usize) {
        (field % SIZE, field / SIZE)
    }

    /// Field stride of a step.
    #[inline(always)]
    pub(super) const fn stride((dx, dy): Step) -> i32 {
        dy * SIZE as i32 + dx
    }

    /// Field of a column and a row, both from 0 for the border and below [`Frame::SIDE`].
    #[inline(always)]
    pub const fn field_at(x: usize, y: usize) -> u16 {
        (y * SIZE + x) as u16
    }
}

/// Marker of an empty cell.
const NOBODY: u8 = Tile::COUNT as u8;

/// Tile placement.
#[derive(Clone, Debug)]
pub struct Plane {
    /// `[cell]`: tile.
    tile_on: [u8; Cell::COUNT],
    lines: Lines,
    /// Number of tiles in each column and row.
    columns_held: [u8; SIZE],
    rows_held: [u8; SIZE],
    /// Columns and rows with tiles: without gaps, because the tiles hold together.
    columns_used: u64,
    rows_used: u64,
    cells: [Cell; Tile::COUNT],
    /// Kind of each tile in play.
    shown: [Kind; Tile::COUNT],
    /// Adjacency: the tiles that each tile touches.
    touched: [TileSet; Tile::COUNT],
    kinds: [TileSet; Kind::COUNT],
    in_play: TileSet,
}

impl Default for Plane {
    fn default() -> Self {
        Plane {
            tile_on: [NOBODY; Cell::COUNT],
            lines: Lines::default(),
            columns_held: [0; SIZE],
            rows_held: [0; SIZE],
            columns_used: 0,
            rows_used: 0,
            cells: [Cell(0); Tile::COUNT],
            shown: [Kind::Pawn; Tile::COUNT],
            touched: [TileSet::EMPTY; Tile::COUNT],
            kinds: [TileSet::EMPTY; Kind::COUNT],
            in_play: TileSet::EMPTY,
        }
    }
}

impl Plane {
    /// Tiles in play.
    #[inline(always)]
    pub const fn in_play(&self) -> TileSet {
        self.in_play
    }

    /// Tiles of a side in play.
    #[inline(always)]
    pub const fn of(&self, seat: Seat) -> TileSet {
        TileSet(self.in_play.0 & TileSet::of(seat).0)
    }

    /// Tiles of a kind in play, of both sides.
    #[inline(always)]
    pub const fn kind(&self, kind: Kind) -> TileSet {
        self.kinds[kind.index()]
    }

    /// Kind of a tile in play.
    #[inline(always)]
    pub const fn kind_of(&self, tile: Tile) -> Kind {
        self.shown[tile.index()]
    }

    /// Cell of a tile in play.
    #[inline(always)]
    pub const fn cell_of(&self, tile: Tile) -> Cell {
        self.cells[tile.index()]
    }

    /// Tile on a cell.
    #[inline(always)]
    pub const fn tile_on(&self, cell: Cell) -> Option<Tile> {
        match self.tile_on[cell.index()] {
            NOBODY => None,
            number => Some(Tile::from_index(number as usize)),
        }
    }

    /// True if a tile lies on a cell.
    #[inline(always)]
    pub const fn is_occupied(&self, cell: Cell) -> bool {
        self.tile_on[cell.index()] != NOBODY
    }

    /// Tiles that touch a tile in play, by edge or corner.
    #[inline(always)]
    pub const fn touched_by(&self, tile: Tile) -> TileSet {
        self.touched[tile.index()]
    }

    /// Tiles that a tile on a cell touches or would touch, without the tile on the cell itself.
    #[inline(always)]
    pub fn touching(&self, cell: Cell) -> TileSet {
        let mut tiles = 0;
        for step in DIRECTIONS {
            // The marker of an empty cell shifts the bit out of the set.
            tiles |= (1u64 << self.tile_on[cell.step(step).index()]) as u32;
        }
        TileSet(tiles)
    }

    /// Occupied cells of all rows, columns and diagonals.
    #[inline(always)]
    pub(super) const fn lines(&self) -> &Lines {
        &self.lines
    }

    /// King of a side, if it is in play.
    #[inline(always)]
    pub fn king(&self, seat: Seat) -> Option<Tile> {
        (self.kind(Kind::King) & TileSet::of(seat)).into_iter().next()
    }

    /// Frame around the tiles.
    #[inline(always)]
    pub const fn frame(&self) -> Frame {
        Frame {
            corner: Cell::new(beginning(self.columns_used), beginning(self.rows_used)),
            width: self.columns_used.count_ones() as usize,
            height: self.rows_used.count_ones() as usize,
        }
    }

    /// Puts a new tile of `seat` on an empty cell and returns it. The side must not have all 16 in play.
    pub(super) fn place(&mut self, seat: Seat, kind: Kind, cell: Cell) -> Tile {
        let tile = TileSet::of(seat).without(self.in_play).first();
        self.put(tile, kind, cell);
        tile
    }

    /// Puts a tile that is not in play on an empty cell.
    pub(super) fn put(&mut self, tile: Tile, kind: Kind, cell: Cell) {
        self.kinds[kind.index()] |= tile.into();
        self.shown[tile.index()] = kind;
        self.in_play |= tile.into();
        self.settle(tile, cell);
    }

    /// Removes a tile from play.
    pub(super) fn take(&mut self, tile: Tile, kind: Kind) {
        self.lift(tile);
        self.kinds[kind.index()] ^= tile.into();
        self.in_play ^= tile.into();
    }

    /// Moves a tile to an empty cell.
    #[inline(always)]
    pub(super) fn shift(&mut self, tile: Tile, to: Cell) {
        self.lift(tile);
        self.settle(tile, to);
    }

    #[inline(always)]
    fn settle(&mut self, tile: Tile, cell: Cell) {
        debug_assert!(!self.is_occupied(cell));
        let (x, y) = (cell.x(), cell.y());
        self.tile_on[cell.index()] = tile.index() as u8;
        self.lines.flip(cell);
        self.columns_held[x] += 1;
        self.rows_held[y] += 1;
        self.columns_used |= 1 << x;
        self.rows_used |= 1 << y;
        self.cells[tile.index()] = cell;
        let touched = self.touching(cell);
        self.touched[tile.index()] = touched;
        for other in touched {
            self.touched[other.index()] |= tile.into();
        }
    }

    #[inline(always)]
    fn lift(&mut self, tile: Tile) {
        let cell = self.cell_of(tile);
        let (x, y) = (cell.x(), cell.y());
        self.tile_on[cell.index()] = NOBODY;
        self.lines.flip(cell);
        self.columns_held[x] -= 1;
        self.rows_held[y] -= 1;
        self.columns_used &= !(u64::from(self.columns_held[x] == 0) << x);
        self.rows_used &= !(u64::from(self.rows_held[y] == 0) << y);
        for other in self.touched[tile.index()] {
            self.touched[other.index()] ^= tile.into();
        }
        self.touched[tile.index()] = TileSet::EMPTY;
    }

    /// Rim by rows from the frame's border on: the columns of empty cells that touch a tile; bit 0 is the border's
    /// column.
    #[inline(always)]
    fn rim_rows(&self) -> impl Iterator<Item = u64> {
        let frame = self.frame();
        let (left, bottom) = (frame.corner.x() + SIZE - 1, frame.corner.y() + SIZE - 1);
        let rows = if frame.height == 0 { 0 } else { frame.height + 2 };
        (bottom..bottom + rows).map(move |y| {
            let row = |y: usize| self.lines.row(y);
            let near = row(y) | row(y + 1) | row(y + SIZE - 1);
            let rim = (near | near.rotate_left(1) | near.rotate_right(1)) & !row(y);
            rim.rotate_right((left % SIZE) as u32)
        })
    }

    /// Rim: the empty cells that touch a tile.
    #[inline(always)]
    pub fn rim(&self) -> Fields {
        Fields::from_rows(self.rim_rows())
    }

    /// Halo: the fields on and around some tiles.
    #[inline(always)]
    pub(super) fn halo(&self, tiles: TileSet) -> Fields {
        let frame = self.frame();
        let mut halo = Fields::EMPTY;
        tiles.into_iter().for_each(|tile| halo.add_around(frame.field(self.cell_of(tile))));
        halo
    }
}

/// Begin of the run of used columns or rows: the one whose predecessor is unused. 0 if none is used.
#[inline(always)]
const fn beginning(used: u64) -> usize {
    ((used & !used.rotate_left(1)).trailing_zeros() as usize) % SIZE
}

//! Reference for what holds the tiles of Chex together: a flood fill of the plane for each tile taken away.

use std::collections::BTreeSet;

use engine::game::Seat;
use engine::variants::ChexByMail;
use engine::variants::chex::{Frame, Kind, Tile, TileSet};

use super::Cell;

/// Steps to the neighbours of a cell: straight ones first.
pub const DIRECTIONS: [Cell; 8] = [(1, 0), (0, 1), (-1, 0), (0, -1), (1, 1), (-1, 1), (-1, -1), (1, -1)];
const LEAPS: [Cell; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Cells in a row of the sheet: the widest rectangle, and room for a leap beyond it.
const SIDE: usize = 38;

/// Tiles of a position on a sheet of cells.
pub struct Sheet {
    /// Tiles with their cells.
    pub tiles: Vec<(Cell, Tile)>,
    /// One more than the number in the list of the tile on each cell, by row and column; 0 for none.
    numbers: [[usize; SIDE]; SIDE],
}

impl Sheet {
    /// Sheet of a position.
    pub fn of(position: &ChexByMail) -> Sheet {
        let plane = position.plane();
        let mut sheet = Sheet { tiles: Vec::new(), numbers: [[0; SIDE]; SIDE] };
        for tile in plane.in_play() {
            let (x, y) = Frame::coordinates(plane.frame().field(plane.cell_of(tile)).into());
            sheet.tiles.push(((x as i32, y as i32), tile));
            sheet.numbers[y + 2][x + 2] = sheet.tiles.len();
        }
        sheet
    }

    /// Number in the list of the tile on a cell. Nothing lies beyond the sheet.
    fn on(&self, (x, y): Cell) -> Option<usize> {
        let row = self.numbers.get(usize::try_from(y + 2).ok()?)?;
        row.get(usize::try_from(x + 2).ok()?)?.checked_sub(1)
    }

    /// Connected components of the other tiles without one tile, by flood fill: sets as numbers.
    pub fn components_without(&self, taken: usize) -> BTreeSet<u32> {
        let mut reached = vec![false; self.tiles.len()];
        reached[taken] = true;
        let mut components = BTreeSet::new();
        while let Some(start) = reached.iter().position(|reached| !reached) {
            let (mut component, mut open) = (TileSet::EMPTY, vec![start]);
            reached[start] = true;
            while let Some(number) = open.pop() {
                let ((x, y), tile) = self.tiles[number];
                component |= tile.into();
                for near in DIRECTIONS.iter().filter_map(|(dx, dy)| self.on((x + dx, y + dy))) {
                    if !std::mem::replace(&mut reached[near], true) {
                        open.push(near);
                    }
                }
            }
            components.insert(component.0);
        }
        components
    }

    /// Enemies that a tile attacks by its kind.
    pub fn attacked(&self, number: usize, kind: Kind) -> TileSet {
        let ((x, y), tile) = self.tiles[number];
        let step = |&(dx, dy): &Cell| self.on((x + dx, y + dy));
        let ray = |&(dx, dy): &Cell| (1..SIDE as i32).find_map(|far| self.on((x + far * dx, y + far * dy)));
        let (straight, diagonal) = DIRECTIONS.split_at(4);
        let ahead = if tile.seat() == Seat::WHITE { 1 } else { -1 };
        let hit: Vec<usize> = match kind {
            Kind::King => DIRECTIONS.iter().filter_map(step).collect(),
            Kind::Knight => LEAPS.iter().filter_map(step).collect(),
            Kind::Pawn => [(-1, ahead), (1, ahead)].iter().filter_map(step).collect(),
            Kind::Queen => DIRECTIONS.iter().filter_map(ray).collect(),
            Kind::Rook => straight.iter().filter_map(ray).collect(),
            Kind::Bishop => diagonal.iter().filter_map(ray).collect(),
        };
        let struck = hit.into_iter().map(|number| self.tiles[number].1);
        struck.filter(|other| other.seat() != tile.seat()).collect()
    }
}

//! Who attacks what. An attack is real only if the attacker can leave its cell without breaking the tiles apart.

use super::plane::DIRECTIONS;
use super::{Cell, Kind, Position, Rules, Tile, TileSet};
use crate::game::Seat;

/// A change of the plane to be looked at without being made.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// Tiles that are gone.
    pub(super) gone: TileSet,
    /// A cell on which a tile has arrived.
    pub(super) arrived: Option<Cell>,
}

impl Change {
    pub(super) const NONE: Change = Change { gone: TileSet::EMPTY, arrived: None };
}

/// The direction in which one cell sees another along a line, and whether that is a diagonal.
#[inline(always)]
fn line((dx, dy): (i32, i32)) -> Option<((i32, i32), bool)> {
    let diagonal = dx.abs() == dy.abs();
    (diagonal || dx == 0 || dy == 0).then_some(((dx.signum(), dy.signum()), diagonal))
}

impl<R: Rules> Position<R> {
    /// The tiles of `by` that move onto `target` as their kind captures, whether they are tied or not, after a change of the plane.
    #[inline(always)]
    pub(super) fn aimers(&self, target: Cell, by: Seat, change: Change) -> TileSet {
        let mut aimers = TileSet::EMPTY;
        let plane = &self.plane;
        let men = plane.of(by).without(change.gone);
        let knights = plane.kind(Kind::Knight) & men;
        for tile in knights {
            let (dx, dy) = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(dx * dx + dy * dy == 5);
        }
        let forward = if by == Seat::WHITE { 1 } else { -1 };
        for tile in plane.kind(Kind::Pawn) & men {
            let (dx, dy) = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(dy == forward && dx.abs() == 1);
        }
        for tile in plane.kind(Kind::King) & men {
            let (dx, dy) = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(dx.abs().max(dy.abs()) == 1);
        }
        let queens = plane.kind(Kind::Queen);
        for tile in (queens | plane.kind(Kind::Rook) | plane.kind(Kind::Bishop)) & men {
            let Some((direction, diagonal)) = line(plane.cell_of(tile).offset_to(target)) else { continue };
            let moves_so = queens | plane.kind(if diagonal { Kind::Bishop } else { Kind::Rook });
            if moves_so.has(tile) && direction != (0, 0) && self.is_open(tile, direction, target, change) {
                aimers |= tile.into();
            }
        }
        aimers
    }

    /// Whether nothing lies between a tile and a cell in a direction from it.
    #[inline(always)]
    fn is_open(&self, tile: Tile, direction: (i32, i32), target: Cell, change: Change) -> bool {
        let mut cell = self.plane.cell_of(tile).step(direction);
        while cell != target {
            let blocked = self.plane.tile_on(cell).is_some_and(|tile| !change.gone.has(tile));
            if blocked || change.arrived == Some(cell) {
                return false;
            }
            cell = cell.step(direction);
        }
        true
    }

    /// Whether a tile can capture something, the king say, once tiles have gone and one has arrived on a cell.
    ///
    /// The captor comes to lie where its victim lay, so the tiles hold together if they do so without the captor.
    pub(super) fn is_free_after(&self, captor: Tile, gone: TileSet, arrived: Cell) -> bool {
        let rest = self.plane.in_play().without(gone | captor.into());
        rest.is_empty() || self.hold_together(rest, self.plane.touching(arrived) & rest)
    }

    /// Whether the opponent can capture what arrives on a cell from another, where tiles of `gone` were.
    pub(super) fn can_be_captured_after(&self, cell: Cell, gone: TileSet) -> bool {
        let change = Change { gone, arrived: Some(cell) };
        let aimers = self.aimers(cell, self.side.opponent(), change);
        aimers.into_iter().any(|tile| self.is_free_after(tile, gone, cell))
    }

    /// Whether all tiles of a set can be reached from some of it by way of tiles of the set.
    fn hold_together(&self, set: TileSet, from: TileSet) -> bool {
        let (mut reached, mut fresh) = (from, from);
        while fresh.any() {
            let near = fresh.into_iter().fold(TileSet::EMPTY, |near, tile| near | self.plane.touched_by(tile));
            fresh = (near & set).without(reached);
            reached |= fresh;
        }
        reached == set
    }

    /// The tiles that give check to the king of the side to move.
    #[inline]
    pub fn checkers(&self) -> TileSet {
        let king = self.plane.king(self.side).map(|king| self.plane.cell_of(king));
        let aimers = king.map(|king| self.aimers(king, self.side.opponent(), Change::NONE));
        aimers.unwrap_or_default().without(self.ties.tied())
    }

    /// Whether a tile of the opponent could capture a king of the side to move that is placed on an empty cell.
    pub(super) fn is_attacked_if_placed(&self, cell: Cell) -> bool {
        let touched = self.plane.touching(cell);
        let aimers = self.aimers(cell, self.side.opponent(), Change::NONE);
        aimers.into_iter().any(|tile| self.ties.hold_without(tile, touched))
    }

    /// The own tiles that alone stand between an enemy's line and the own king.
    #[inline(always)]
    pub(super) fn screens(&self, king: Cell) -> TileSet {
        let enemy = self.side.opponent();
        let plane = &self.plane;
        let (mut screens, queens) = (TileSet::EMPTY, plane.kind(Kind::Queen));
        for tile in (queens | plane.kind(Kind::Rook) | plane.kind(Kind::Bishop)) & plane.of(enemy) {
            let Some((direction, diagonal)) = line(plane.cell_of(tile).offset_to(king)) else { continue };
            if !(queens | plane.kind(if diagonal { Kind::Bishop } else { Kind::Rook })).has(tile) {
                continue;
            }
            let mut between = TileSet::EMPTY;
            let mut cell = plane.cell_of(tile).step(direction);
            while cell != king {
                between |= plane.tile_on(cell).map_or(TileSet::EMPTY, TileSet::from);
                cell = cell.step(direction);
            }
            screens |= (between & plane.of(self.side)).when(between.any() && !between.several());
        }
        screens
    }

    /// The cells next to a cell in all directions.
    #[inline(always)]
    pub(super) fn around(cell: Cell) -> impl Iterator<Item = Cell> {
        DIRECTIONS.into_iter().map(move |direction| cell.step(direction))
    }
}

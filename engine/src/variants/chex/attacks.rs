//! Attacks. An attack is real only if the attacker can leave its cell without breaking the tiles apart.

use super::lines::Axis;
use super::reach::pawn_captures;
use super::{Cell, Fields, Frame, Kind, Position, Rules, Tile, TileSet};
use crate::game::Seat;

/// Hypothetical change of the plane: attacks are computed as if it were made.
#[derive(Clone, Copy)]
pub(super) struct Change {
    /// Removed tiles.
    pub(super) gone: TileSet,
    /// Cell on which a tile has arrived.
    pub(super) arrived: Option<Cell>,
}

impl Change {
    pub(super) const NONE: Change = Change { gone: TileSet::EMPTY, arrived: None };
}

impl<R: Rules> Position<R> {
    /// Aimers: tiles of `by` that attack a cell by their kind, tied ones included, after a change of the plane.
    #[inline(always)]
    pub(super) fn aimers(&self, target: Cell, by: Seat, change: Change) -> TileSet {
        self.aimers_among(self.plane.of(by).without(change.gone), target, change)
    }

    /// Aimers among some tiles, all of which are still there after the change.
    #[inline(always)]
    pub(super) fn aimers_among(&self, tiles: TileSet, target: Cell, change: Change) -> TileSet {
        let (mut aimers, plane) = (TileSet::EMPTY, &self.plane);
        for tile in plane.kind(Kind::Knight) & tiles {
            let (dx, dy) = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(dx * dx + dy * dy == 5);
        }
        for tile in plane.kind(Kind::Pawn) & tiles {
            let offset = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(pawn_captures(tile.seat()).contains(&offset));
        }
        for tile in plane.kind(Kind::King) & tiles {
            let (dx, dy) = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(dx.abs().max(dy.abs()) == 1);
        }
        self.for_each_line(target, tiles, &mut |tile, axis, steps| {
            let left = change.gone.into_iter().map(|gone| plane.cell_of(gone));
            let view = plane.lines().view_after(axis, target, left, change.arrived.filter(|&cell| cell != target));
            aimers |= TileSet::from(tile).when(view.between(-steps).is_empty());
        });
        aimers
    }

    /// Tiles of `by` that may aim at a neighbour of a cell, with blockers left aside (superset).
    #[inline(always)]
    pub(super) fn may_aim_beside(&self, cell: Cell, by: Seat) -> TileSet {
        let plane = &self.plane;
        let of = |kinds: TileSet, reaches: &dyn Fn(i32, i32) -> bool| {
            let near = |&tile: &Tile| {
                let (dx, dy) = plane.cell_of(tile).offset_to(cell);
                reaches(dx.abs(), dy.abs())
            };
            (kinds & plane.of(by)).into_iter().filter(near).collect::<TileSet>()
        };
        let [king, queen, rook, bishop, knight, pawn] = Kind::ALL.map(|kind| plane.kind(kind));
        of(king | pawn, &|dx, dy| dx.max(dy) <= 2)
            | of(knight, &|dx, dy| dx.max(dy) <= 3)
            | of(queen | rook, &|dx, dy| dx.min(dy) <= 1)
            | of(queen | bishop, &|dx, dy| (dx - dy).abs() <= 2)
    }

    /// Visits the sliders of a set that share a line with a cell: axis and steps to the cell.
    #[inline(always)]
    fn for_each_line(&self, target: Cell, tiles: TileSet, out: &mut impl FnMut(Tile, Axis, i32)) {
        let plane = &self.plane;
        let (queens, rooks, bishops) = (plane.kind(Kind::Queen), plane.kind(Kind::Rook), plane.kind(Kind::Bishop));
        for tile in (queens | rooks | bishops) & tiles {
            if let Some((axis, steps)) = Axis::along(plane.cell_of(tile).offset_to(target))
                && (queens | if axis.is_diagonal() { bishops } else { rooks }).has(tile)
            {
                out(tile, axis, steps);
            }
        }
    }

    /// Aimers at a cell that are not blocked by a tile on another cell.
    #[inline(always)]
    pub(super) fn unblocked(&self, aimers: TileSet, cell: Cell, target: Cell) -> TileSet {
        let Some((axis, near)) = Axis::along(target.offset_to(cell)) else { return aimers };
        let is_behind = |&aimer: &Tile| {
            let far = Axis::along(target.offset_to(self.plane.cell_of(aimer))).filter(|far| far.0 == axis);
            far.is_some_and(|(_, far)| far.signum() == near.signum() && far.abs() > near.abs())
        };
        aimers.into_iter().filter(is_behind).fold(aimers, |left, blocked| left.without(blocked.into()))
    }

    /// Fields where a placed tile frees one of the tied aimers at a cell: it touches all the parts that the aimer holds
    /// together, or other tiles than an aimer that holds none, and does not block it.
    ///
    /// A tile that comes from elsewhere in play frees no more aimers, if it is no part by itself and was no blocker.
    pub(super) fn freeing_fields(&self, target: Cell, aimers: TileSet) -> Fields {
        let (frame, rim) = (self.plane.frame(), self.plane.rim());
        let mut freeing = Fields::EMPTY;
        for aimer in aimers {
            let others = self.plane.in_play().without(aimer.into());
            let mut joining = rim;
            if self.ties.tied().has(aimer) {
                self.ties.parts(aimer).for_each(|part| joining.keep(&self.plane.halo(part)));
            } else if others.any() {
                joining.keep(&self.plane.halo(others));
            }
            if let Some((axis, steps)) = Axis::along(target.offset_to(self.plane.cell_of(aimer))) {
                for step in 1..steps.abs() {
                    joining.remove(frame.field(axis.cell(target, step * steps.signum())));
                }
            }
            freeing.unite(&joining);
        }
        freeing
    }

    /// Lone parts: tiles that by themselves are a part of what one of some tied tiles holds together.
    #[inline(always)]
    pub(super) fn lone_parts(&self, tied: TileSet) -> TileSet {
        let parts = (tied & self.ties.tied()).into_iter().flat_map(|tile| self.ties.parts(tile));
        parts.fold(TileSet::EMPTY, |lone, part| lone | part.when(!part.several()))
    }

    /// True if a tile is free to capture after some tiles have gone and one has arrived on a cell.
    ///
    /// The captor lands on the cell of its victim, so the tiles hold together if they do so without the captor.
    pub(super) fn is_free_after(&self, captor: Tile, gone: TileSet, arrived: Cell) -> bool {
        let rest = self.plane.in_play().without(gone | captor.into());
        let touched = self.plane.touching(arrived) & rest;
        // Only the tile that has arrived can have joined what the captor holds together.
        let is_apart = |part: TileSet| (part & rest).any() && (part & touched).is_empty();
        let still_tied = self.ties.tied().has(captor) && self.ties.parts(captor).any(is_apart);
        rest.is_empty() || (!still_tied && self.hold_together(rest, touched))
    }

    /// True if the opponent can recapture on a cell after the tiles of `gone` have left.
    pub(super) fn can_be_captured_after(&self, cell: Cell, gone: TileSet) -> bool {
        let change = Change { gone, arrived: Some(cell) };
        let aimers = self.aimers(cell, self.side.opponent(), change);
        aimers.into_iter().any(|tile| self.is_free_after(tile, gone, cell))
    }

    /// True if the tiles in play hold together without some of them.
    pub(super) fn holds_without(&self, gone: TileSet) -> bool {
        let rest = self.plane.in_play().without(gone);
        rest.is_empty() || self.hold_together(rest, rest.first().into())
    }

    /// Connectivity by flood fill: true if all tiles of a set are reachable from `from` within the set.
    fn hold_together(&self, set: TileSet, from: TileSet) -> bool {
        let (mut reached, mut fresh) = (from, from);
        while fresh.any() {
            let near = fresh.into_iter().fold(TileSet::EMPTY, |near, tile| near | self.plane.touched_by(tile));
            fresh = (near & set).without(reached);
            reached |= fresh;
        }
        reached == set
    }

    /// Tiles that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> TileSet {
        let king = self.plane.king(self.side).map(|king| self.plane.cell_of(king));
        let aimers = king.map(|king| self.aimers(king, self.side.opponent(), Change::NONE));
        aimers.unwrap_or_default().without(self.ties.tied())
    }

    /// Fields on which a newly placed king of the side to move could be captured.
    pub(super) fn deadly_fields(&self, frame: Frame) -> Fields {
        let (enemy, mut deadly) = (self.side.opponent(), Fields::EMPTY);
        if !self.plane.in_play().several() {
            // A tile alone in play has no quiet move, but it may capture the king.
            let is_aimed_at = |field: u16| self.aimers(frame.cell(field.into()), enemy, Change::NONE).any();
            return self.plane.rim().filter(is_aimed_at);
        }
        for kind in Kind::ALL {
            for tile in self.plane.kind(kind) & self.plane.of(enemy) {
                self.quiet_fields(frame, tile, kind, &pawn_captures(enemy), &mut |field| deadly.add(field));
            }
        }
        deadly
    }

    /// Pinned tiles: own tiles that are the only blocker between an enemy slider and the own king.
    #[inline(always)]
    pub(super) fn pinned(&self, king: Cell) -> TileSet {
        let (plane, mut pinned) = (&self.plane, TileSet::EMPTY);
        self.for_each_line(king, plane.of(self.side.opponent()), &mut |_, axis, steps| {
            let between = plane.lines().view(axis, king).between(-steps);
            let screen = between.only().and_then(|steps| plane.tile_on(axis.cell(king, steps)));
            pinned |= screen.map_or(TileSet::EMPTY, TileSet::from);
        });
        pinned & plane.of(self.side)
    }
}

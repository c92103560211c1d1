//! Who attacks what. An attack is real only if the attacker can leave its cell without breaking the tiles apart.

use super::lines::Axis;
use super::reach::pawn_captures;
use super::{Cell, Fields, Frame, Kind, Position, Rules, Tile, TileSet};
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

impl<R: Rules> Position<R> {
    /// The tiles of `by` that move onto `target` as their kind captures, whether they are tied or not, after a change
    /// of the plane.
    #[inline(always)]
    pub(super) fn aimers(&self, target: Cell, by: Seat, change: Change) -> TileSet {
        self.aimers_among(self.plane.of(by).without(change.gone), target, change)
    }

    /// Those of some tiles that do so; they are all still there after the change.
    #[inline(always)]
    pub(super) fn aimers_among(&self, men: TileSet, target: Cell, change: Change) -> TileSet {
        let (mut aimers, plane) = (TileSet::EMPTY, &self.plane);
        for tile in plane.kind(Kind::Knight) & men {
            let (dx, dy) = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(dx * dx + dy * dy == 5);
        }
        for tile in plane.kind(Kind::Pawn) & men {
            let offset = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(pawn_captures(tile.seat()).contains(&offset));
        }
        for tile in plane.kind(Kind::King) & men {
            let (dx, dy) = plane.cell_of(tile).offset_to(target);
            aimers |= TileSet::from(tile).when(dx.abs().max(dy.abs()) == 1);
        }
        self.for_each_line(target, men, &mut |tile, axis, steps| {
            let left = change.gone.into_iter().map(|gone| plane.cell_of(gone));
            let view = plane.lines().view_after(axis, target, left, change.arrived.filter(|&cell| cell != target));
            aimers |= TileSet::from(tile).when(view.between(-steps).is_empty());
        });
        aimers
    }

    /// The tiles of `by` that lie so that they may aim at cells beside another one, whatever stands between.
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

    /// Hands out those of the tiles that move along lines, and stand on one of theirs with a cell: axis and steps to
    /// the cell.
    #[inline(always)]
    fn for_each_line(&self, target: Cell, men: TileSet, out: &mut impl FnMut(Tile, Axis, i32)) {
        let plane = &self.plane;
        let (queens, rooks, bishops) = (plane.kind(Kind::Queen), plane.kind(Kind::Rook), plane.kind(Kind::Bishop));
        for tile in (queens | rooks | bishops) & men {
            if let Some((axis, steps)) = Axis::along(plane.cell_of(tile).offset_to(target))
                && (queens | if axis.is_diagonal() { bishops } else { rooks }).has(tile)
            {
                out(tile, axis, steps);
            }
        }
    }

    /// Those of the tiles that aim at a cell which do so still once a tile lies on another.
    #[inline(always)]
    pub(super) fn unblocked(&self, aimers: TileSet, cell: Cell, target: Cell) -> TileSet {
        let Some((axis, near)) = Axis::along(target.offset_to(cell)) else { return aimers };
        let is_behind = |&aimer: &Tile| {
            let far = Axis::along(target.offset_to(self.plane.cell_of(aimer))).filter(|far| far.0 == axis);
            far.is_some_and(|(_, far)| far.signum() == near.signum() && far.abs() > near.abs())
        };
        aimers.into_iter().filter(is_behind).fold(aimers, |left, blocked| left.without(blocked.into()))
    }

    /// The empty fields on which a tile leaves one of those that aim at a cell free to go there: it touches all the
    /// parts that the aimer holds together, or other tiles than an aimer that holds none, and does not stand in its
    /// way.
    ///
    /// A tile that comes from elsewhere in play leaves no more aimers free, if it is no part by itself and did not
    /// stand in the way.
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

    /// The tiles that by themselves are a part of what one of some tied tiles holds together.
    #[inline(always)]
    pub(super) fn lone_parts(&self, tied: TileSet) -> TileSet {
        let parts = (tied & self.ties.tied()).into_iter().flat_map(|tile| self.ties.parts(tile));
        parts.fold(TileSet::EMPTY, |lone, part| lone | part.when(!part.several()))
    }

    /// Whether a tile can capture something, the king say, once tiles have gone and one has arrived on a cell.
    ///
    /// The captor comes to lie where its victim lay, so the tiles hold together if they do so without the captor.
    pub(super) fn is_free_after(&self, captor: Tile, gone: TileSet, arrived: Cell) -> bool {
        let rest = self.plane.in_play().without(gone | captor.into());
        let touched = self.plane.touching(arrived) & rest;
        // What the captor holds together can have been joined only by the tile that has arrived.
        let is_apart = |part: TileSet| (part & rest).any() && (part & touched).is_empty();
        let still_tied = self.ties.tied().has(captor) && self.ties.parts(captor).any(is_apart);
        rest.is_empty() || !still_tied && self.hold_together(rest, touched)
    }

    /// Whether the opponent can capture what arrives on a cell from another, where tiles of `gone` were.
    pub(super) fn can_be_captured_after(&self, cell: Cell, gone: TileSet) -> bool {
        let change = Change { gone, arrived: Some(cell) };
        let aimers = self.aimers(cell, self.side.opponent(), change);
        aimers.into_iter().any(|tile| self.is_free_after(tile, gone, cell))
    }

    /// Whether the tiles in play hold together without some of them.
    pub(super) fn holds_without(&self, gone: TileSet) -> bool {
        let rest = self.plane.in_play().without(gone);
        rest.is_empty() || self.hold_together(rest, rest.first().into())
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

    /// The empty fields on which a king of the side to move, once placed there, could be captured.
    pub(super) fn deadly_fields(&self, frame: Frame) -> Fields {
        let (enemy, mut deadly) = (self.side.opponent(), Fields::EMPTY);
        if !self.plane.in_play().several() {
            // A tile alone in play goes nowhere, but it may take the king's place.
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

    /// The own tiles that alone stand between an enemy's line and the own king.
    #[inline(always)]
    pub(super) fn screens(&self, king: Cell) -> TileSet {
        let (plane, mut screens) = (&self.plane, TileSet::EMPTY);
        self.for_each_line(king, plane.of(self.side.opponent()), &mut |_, axis, steps| {
            let between = plane.lines().view(axis, king).between(-steps);
            let screen = between.only().and_then(|steps| plane.tile_on(axis.cell(king, steps)));
            screens |= screen.map_or(TileSet::EMPTY, TileSet::from);
        });
        screens & plane.of(self.side)
    }
}

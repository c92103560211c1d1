//! Targets of tiles: by their kind, and so that the tiles hold together.

use super::lines::Axis;
use super::plane::{DIRECTIONS, LEAPS, Step};
use super::{Cell, Frame, Kind, Position, Rules, Tile};
use crate::game::Seat;

/// Direction of a side's pawns in rows.
#[inline(always)]
pub(super) const fn ahead(seat: Seat) -> i32 {
    1 - 2 * seat.index() as i32
}

/// Capture steps of a side's pawns.
#[inline(always)]
pub(super) const fn pawn_captures(seat: Seat) -> [Step; 2] {
    [(-1, ahead(seat)), (1, ahead(seat))]
}

impl<R: Rules> Position<R> {
    /// Visits the quiet targets of a tile in play after which all tiles hold together. A pawn goes by `pawn_steps`: the
    /// step ahead for moves, [`pawn_captures`] for the fields that it attacks. King safety is left aside.
    #[inline(always)]
    pub(super) fn quiet_fields(
        &self,
        frame: Frame,
        tile: Tile,
        kind: Kind,
        pawn_steps: &[Step],
        out: &mut impl FnMut(u16),
    ) {
        let from = self.plane.cell_of(tile);
        let field = i32::from(frame.field(from));
        let is_tied = self.ties.tied().has(tile);
        let lines = self.plane.lines();
        // A tile that only this one joins to the others must stay in touch: a cheap test before the exact one.
        let anchor = if is_tied { self.ties.parts(tile).find(|part| !part.several()) } else { None };
        let anchor = anchor.map(|part| self.plane.cell_of(part.first()));
        let mut offer = |stride: i32| {
            let to = (field + stride) as u16;
            let joins = |cell| {
                anchor.is_none_or(|anchor| anchor.is_beside(cell))
                    && lines.crowd(cell) > 1
                    && self.ties.hold_without(tile, self.plane.touching(cell))
            };
            if !is_tied || joins(frame.cell(to.into())) {
                out(to);
            }
        };
        // A target needs one neighbour at least besides the moved tile, which may itself lie beside it.
        let (steps, crowd): (&[Step], u32) = match kind {
            Kind::King => (&DIRECTIONS, 2),
            Kind::Knight => (&LEAPS, 1),
            Kind::Pawn => (pawn_steps, 2),
            Kind::Queen | Kind::Rook | Kind::Bishop => {
                for &axis in Axis::of(kind) {
                    lines.glide(frame, axis, from).for_each(|steps| offer(steps * axis.stride()));
                }
                return;
            }
        };
        for &step in steps {
            let cell = from.step(step);
            if !self.plane.is_occupied(cell) && lines.crowd(cell) >= crowd {
                offer(Frame::stride(step));
            }
        }
    }

    /// Visits the enemies that a tile captures by its kind, with their cells. Ties of the captor are left aside.
    #[inline(always)]
    pub fn victims(&self, tile: Tile, kind: Kind, out: &mut impl FnMut(Tile, Cell)) {
        let (from, plane) = (self.plane.cell_of(tile), &self.plane);
        let mut offer = |cell: Cell| {
            if let Some(victim) = plane.tile_on(cell).filter(|victim| victim.seat() != tile.seat()) {
                out(victim, cell);
            }
        };
        match kind {
            Kind::King => DIRECTIONS.into_iter().for_each(|step| offer(from.step(step))),
            Kind::Knight => LEAPS.into_iter().for_each(|step| offer(from.step(step))),
            Kind::Pawn => pawn_captures(tile.seat()).into_iter().for_each(|step| offer(from.step(step))),
            Kind::Queen | Kind::Rook | Kind::Bishop => {
                for &axis in Axis::of(kind) {
                    let nearest = plane.lines().view(axis, from).nearest();
                    nearest.for_each(|steps| offer(axis.cell(from, steps)));
                }
            }
        }
    }
}

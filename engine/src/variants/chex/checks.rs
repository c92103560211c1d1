//! Check test of moves without making them.

use super::attacks::Change;
use super::reach::pawn_captures;
use super::{Cell, Kind, MoveKind, Position, Rules, TileSet};
use crate::moves::Move;

impl<R: Rules> Position<R> {
    /// Check test of a legal move.
    pub(super) fn move_checks(&self, mv: Move) -> bool {
        let king = self.plane.king(self.side.opponent()).filter(|_| R::KING_IS_ROYAL);
        let (Some(king), Some((move_kind, tile))) = (king, MoveKind::of(mv)) else { return false };
        let king = self.plane.cell_of(king);
        let frame = self.plane.frame();
        let to = frame.cell(mv.to());
        let (gone, kind) = match move_kind {
            MoveKind::Normal => {
                let Some(moved) = self.plane.tile_on(frame.cell(mv.from())) else { return false };
                let captured = self.plane.tile_on(to).map_or(TileSet::EMPTY, TileSet::from);
                (captured | moved.into(), self.plane.kind_of(moved))
            }
            MoveKind::Placed => (TileSet::EMPTY, tile),
            MoveKind::Draw | MoveKind::Dealt | MoveKind::Stranded => return false,
        };
        if self.aims_from(to, kind, king, gone) && self.holds_without(gone) {
            return true;
        }
        let aimers = self.aimers(king, self.side, Change { gone, arrived: Some(to) });
        aimers.into_iter().any(|aimer| self.is_free_after(aimer, gone, to))
    }

    /// True if a tile of the side to move aims from a cell at another after some tiles have gone.
    fn aims_from(&self, cell: Cell, kind: Kind, target: Cell, gone: TileSet) -> bool {
        let (dx, dy) = cell.offset_to(target);
        let (straight, diagonal) = (dx == 0 || dy == 0, dx.abs() == dy.abs());
        let on_line = match kind {
            Kind::Knight => return dx * dx + dy * dy == 5,
            Kind::King => return dx.abs().max(dy.abs()) == 1,
            Kind::Pawn => return pawn_captures(self.side).contains(&(dx, dy)),
            Kind::Queen => straight || diagonal,
            Kind::Rook => straight,
            Kind::Bishop => diagonal,
        };
        let step = (dx.signum(), dy.signum());
        let mut between = std::iter::successors(Some(cell.step(step)), |cell| Some(cell.step(step)));
        let blocks = |cell: Cell| self.plane.tile_on(cell).is_some_and(|tile| !gone.has(tile));
        on_line && between.find(|&cell| cell == target || blocks(cell)) == Some(target)
    }
}

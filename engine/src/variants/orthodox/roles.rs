//! Move roles on the orthodox board.

use super::board::BoardSquare;
use super::moves::promotion_kind;
use super::{Position, Rules, SquareOf};
use crate::move_role::{MoveRole, MoveRoles};
use crate::moves::Move;

impl<R: Rules> MoveRoles for Position<R> {
    fn move_role(&self, mv: Move) -> MoveRole {
        let promotion = promotion_kind(mv).map(|kind| Self::letter(kind).to_ascii_lowercase());
        MoveRole::Step { from: mv.from(), to: self.written_target(mv).index(), promotion }
    }

    fn field_name(&self, field: usize) -> String {
        SquareOf::<R>::from_index(field).to_string()
    }
}

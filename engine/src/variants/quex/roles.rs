//! Move roles of Quex and Keyles.

use super::moves::{exchange_kind, is_replacement};
use super::{Kind, Position, Rules};
use crate::board::ten::Square;
use crate::move_role::{MoveRole, MoveRoles};
use crate::moves::Move;

impl<R: Rules> MoveRoles for Position<R> {
    fn move_role(&self, mv: Move) -> MoveRole {
        if is_replacement(mv) {
            return MoveRole::Placement { piece: Kind::King.letter(), to: mv.to() };
        }
        let promotion = exchange_kind(mv).map(|kind| kind.letter().to_ascii_lowercase());
        MoveRole::Step { from: mv.from(), to: mv.to(), promotion }
    }

    fn field_name(&self, field: usize) -> String {
        Square::from_index(field).to_string()
    }
}

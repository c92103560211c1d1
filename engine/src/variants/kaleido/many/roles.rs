//! Move roles.

use super::{Position, Rules};
use crate::board::round::Field;
use crate::move_role::{MoveRole, MoveRoles};
use crate::moves::Move;
use crate::variants::kaleido::moves::PASS;

impl<R: Rules> MoveRoles for Position<R> {
    fn move_role(&self, mv: Move) -> MoveRole {
        if mv == PASS { MoveRole::Pass } else { MoveRole::Step { from: mv.from(), to: mv.to(), promotion: None } }
    }

    fn field_name(&self, field: usize) -> String {
        Field::from_index(field).to_string()
    }
}

//! Move roles of KaleidoChess.

use super::{MoveKind, Position, Rules};
use crate::board::round::Field;
use crate::move_role::{ChanceKind, MoveRole, MoveRoles};
use crate::moves::Move;

/// The die is thrown before the move.
const DIE: ChanceKind = ChanceKind { name: "die", within_move: false };

impl<R: Rules> MoveRoles for Position<R> {
    fn move_role(&self, mv: Move) -> MoveRole {
        match MoveKind::of(mv) {
            Some((MoveKind::Pass, _)) => MoveRole::Pass,
            Some((MoveKind::Throw, _)) => MoveRole::ChanceOutcome,
            Some((MoveKind::Normal, _)) | None => MoveRole::Step { from: mv.from(), to: mv.to(), promotion: None },
        }
    }

    fn field_name(&self, field: usize) -> String {
        Field::from_index(field).to_string()
    }

    fn chance_kind(&self) -> Option<ChanceKind> {
        if R::DICE { Some(DIE) } else { None }
    }
}

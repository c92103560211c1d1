//! Move roles of Chex.

use super::{Frame, MoveKind, Position, Rules};
use crate::move_role::{ChanceKind, MoveRole, MoveRoles};
use crate::moves::Move;

/// A tile is drawn from the pile.
const TILE: ChanceKind = ChanceKind { name: "tile", within_move: true };

impl<R: Rules> MoveRoles for Position<R> {
    fn move_role(&self, mv: Move) -> MoveRole {
        match MoveKind::of(mv) {
            Some((MoveKind::Draw, _)) => MoveRole::DrawDecision,
            Some((MoveKind::Dealt, _)) => MoveRole::ChanceOutcome,
            Some((MoveKind::Placed, tile)) => MoveRole::Placement { piece: tile.letter(), to: mv.to() },
            Some((MoveKind::Stranded, tile)) => MoveRole::Stranded { piece: tile.letter() },
            Some((MoveKind::Normal, _)) | None => MoveRole::Step { from: mv.from(), to: mv.to(), promotion: None },
        }
    }

    fn field_name(&self, field: usize) -> String {
        Frame::field_name(field)
    }

    fn chance_kind(&self) -> Option<ChanceKind> {
        Some(TILE)
    }
}

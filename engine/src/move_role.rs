//! Move roles: a move in typed form, for dialects and views, which must not parse its text.

use crate::game::Game;
use crate::moves::Move;

/// Role of a move: a step, a placement, a pass, ... `F` is a field of the position before the move, as its index (see
/// [`Move::from`]) or as its name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveRole<F = usize> {
    /// A piece moves or captures.
    Step {
        /// Field the piece comes from. Of castling, the king's.
        from: F,
        /// Field the piece goes to. Of castling in Chess960, the rook's.
        to: F,
        /// Letter, in lower case, of the kind that the piece becomes.
        promotion: Option<char>,
    },
    /// A piece comes onto the board: a drawn tile, a captured king.
    Placement {
        /// Letter of the piece, in capitals.
        piece: char,
        /// Field it is placed on.
        to: F,
    },
    /// A drawn piece has no field to go to.
    Stranded {
        /// Letter of the piece, in capitals.
        piece: char,
    },
    /// Decision to draw a piece.
    DrawDecision,
    /// The side to move passes.
    Pass,
    /// Outcome of a chance node.
    ChanceOutcome,
}

impl<F> MoveRole<F> {
    /// Role with each field converted.
    pub fn map<T>(self, mut convert: impl FnMut(F) -> T) -> MoveRole<T> {
        match self {
            MoveRole::Step { from, to, promotion } => {
                MoveRole::Step { from: convert(from), to: convert(to), promotion }
            }
            MoveRole::Placement { piece, to } => MoveRole::Placement { piece, to: convert(to) },
            MoveRole::Stranded { piece } => MoveRole::Stranded { piece },
            MoveRole::DrawDecision => MoveRole::DrawDecision,
            MoveRole::Pass => MoveRole::Pass,
            MoveRole::ChanceOutcome => MoveRole::ChanceOutcome,
        }
    }
}

/// Kind of a chance event. Each game with chance nodes brings its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ChanceKind {
    /// Word for it in dialogues.
    pub name: &'static str,
    /// True if the event follows a decision of the player, who goes on after it; false if it precedes the move.
    pub within_move: bool,
}

/// Typed moves of a game: roles of moves, names of fields, kinds of chance events.
pub trait MoveRoles: Game {
    /// Role of a legal move, of a composite move, or of a chance outcome. A composite move has the role of its last
    /// ply.
    fn move_role(&self, mv: Move) -> MoveRole;

    /// Name of a field in the game's own notation.
    fn field_name(&self, field: usize) -> String;

    /// Kind of the game's chance events. Only games without chance nodes have none.
    fn chance_kind(&self) -> Option<ChanceKind> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Notation;
    use crate::variants::{Chess, Chex, KaleidoDice, Keyles};

    fn role<G: MoveRoles + Notation>(position: &G, text: &str) -> MoveRole<String> {
        let mv = position.read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.move_role(mv).map(|field| position.field_name(field))
    }

    fn step(from: &str, to: &str, promotion: Option<char>) -> MoveRole<String> {
        MoveRole::Step { from: from.to_string(), to: to.to_string(), promotion }
    }

    #[test]
    fn chess_moves_are_steps() {
        let position: Chess = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a position");
        assert_eq!(role(&position, "a7a8q"), step("a7", "a8", Some('q')));
        assert_eq!(role(&position, "e1g1"), step("e1", "g1", None));
        assert_eq!(position.chance_kind(), None);
    }

    #[test]
    fn a_captured_king_is_placed() {
        let position: Keyles = "10/k9/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4".parse().expect("a position");
        assert_eq!(role(&position, "K@b4"), MoveRole::Placement { piece: 'K', to: "b4".to_string() });
    }

    #[test]
    fn a_drawn_tile_is_placed() {
        let start = Chex::start();
        assert_eq!(role(&start, "draw"), MoveRole::DrawDecision);
        assert!(matches!(role(&start, "N@a1"), MoveRole::Placement { piece: 'N', .. }));
        assert_eq!(start.chance_kind(), Some(ChanceKind { name: "tile", within_move: true }));
    }

    #[test]
    fn a_throw_precedes_the_move() {
        let start = KaleidoDice::start();
        assert_eq!(role(&start, "4"), MoveRole::ChanceOutcome);
        assert_eq!(start.chance_kind(), Some(ChanceKind { name: "die", within_move: false }));
    }
}

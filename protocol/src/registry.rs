//! The games by name, with everything that the program asks of a game.

use engine::variants::{TwoPlayerVariant, Variant};
use engine::with_two_player_game;
use formats::diagram::Diagrammed;
use searches::Searched;

use crate::gui::layout::{OnSquares, XBoardLayout};
use crate::gui::picture::Pictured;
use crate::session::Session;
use crate::session::game_session::GameSession;

/// Everything the program asks of a game.
pub trait Playable: Searched + Diagrammed + OnSquares + XBoardLayout + Pictured {}
impl<G: Searched + Diagrammed + OnSquares + XBoardLayout + Pictured> Playable for G {}

/// The names of all games; the first is played unless another is asked for.
pub const NAMES: [&str; TwoPlayerVariant::ALL.len()] = TwoPlayerVariant::NAMES;

/// CECP's name for chess.
const CECP_CHESS: &str = "normal";

/// CECP's name for chess that may begin with any array of Chess960.
pub const CECP_CHESS960: &str = "fischerandom";

/// The game that CECP means by a name.
pub fn from_cecp(name: &str) -> &str {
    if name == CECP_CHESS || name == CECP_CHESS960 { Variant::Chess.name() } else { name }
}

/// CECP's name of a game.
pub fn to_cecp(name: &str) -> &str {
    if name == Variant::Chess.name() { CECP_CHESS } else { name }
}

/// A session of a game at its start position; none if no game has the name.
pub fn open(name: &str) -> Option<Box<dyn Session>> {
    let variant = TwoPlayerVariant::try_from(name.parse::<Variant>().ok()?).ok()?;
    Some(with_two_player_game!(variant, G => open_game::<G>()))
}

fn open_game<G: Playable>() -> Box<dyn Session> {
    Box::new(GameSession::<G>::default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_opens_its_game() {
        for name in NAMES {
            assert_eq!(open(name).expect(name).variant(), name);
            assert_eq!(from_cecp(to_cecp(name)), name);
        }
        assert_eq!(from_cecp("fischerandom"), "chess");
        assert!(open("normal").is_none(), "a name of CECP is not a game's name elsewhere");
        assert!(open("").is_none());
    }
}

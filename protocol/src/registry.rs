//! Which games there are: the one place that turns a name into a type.

use engine::game::Game;
use engine::text::Notation;
use engine::variants::{
    Chess, Chex, ChexByMail, Kaleido, KaleidoDice, KaleidoPawns, KaleidoRavens, Keyles, KnightRelay, Quex,
};
use searches::Searched;

use crate::gui::layout::OnSquares;
use crate::gui::picture::Pictured;
use crate::session::{GameSession, Session};

/// Everything the program asks of a game.
pub trait Playable: Searched + Notation + OnSquares + Pictured {}
impl<G: Searched + Notation + OnSquares + Pictured> Playable for G {}

/// Something to do with the type of a game that is known by its name only.
pub trait Visitor {
    /// What comes of it.
    type Output;
    /// Does it.
    fn visit<G: Playable>(self) -> Self::Output;
}

/// The names of all games; the first is played when nobody asks for another.
pub const NAMES: [&str; 10] = [
    Chess::NAME,
    KnightRelay::NAME,
    Quex::NAME,
    Keyles::NAME,
    Chex::NAME,
    ChexByMail::NAME,
    Kaleido::NAME,
    KaleidoDice::NAME,
    KaleidoPawns::NAME,
    KaleidoRavens::NAME,
];

/// Calls the visitor with the type of a game, or answers `None` if there is no game of that name.
pub fn with_game<V: Visitor>(name: &str, visitor: V) -> Option<V::Output> {
    Some(match name {
        Chess::NAME => visitor.visit::<Chess>(),
        KnightRelay::NAME => visitor.visit::<KnightRelay>(),
        Quex::NAME => visitor.visit::<Quex>(),
        Keyles::NAME => visitor.visit::<Keyles>(),
        Chex::NAME => visitor.visit::<Chex>(),
        ChexByMail::NAME => visitor.visit::<ChexByMail>(),
        Kaleido::NAME => visitor.visit::<Kaleido>(),
        KaleidoDice::NAME => visitor.visit::<KaleidoDice>(),
        KaleidoPawns::NAME => visitor.visit::<KaleidoPawns>(),
        KaleidoRavens::NAME => visitor.visit::<KaleidoRavens>(),
        _ => return None,
    })
}

/// The game that CECP means by a name: `normal` is its word for chess.
pub fn from_cecp(name: &str) -> &str {
    if name == "normal" { Chess::NAME } else { name }
}

/// CECP's name of a game.
pub fn to_cecp(name: &str) -> &str {
    if name == Chess::NAME { "normal" } else { name }
}

/// Sits down to a game, at its start position.
pub fn open(name: &str) -> Option<Box<dyn Session>> {
    struct Open;
    impl Visitor for Open {
        type Output = Box<dyn Session>;
        fn visit<G: Playable>(self) -> Box<dyn Session> {
            Box::new(GameSession::<G>::default())
        }
    }
    with_game(name, Open)
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
        assert!(open("normal").is_none(), "CECP's name is CECP's business");
        assert!(open("").is_none());
    }
}

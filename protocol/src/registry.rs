//! The games by name, with everything that the program asks of a game.

use std::sync::Arc;

use engine::game::PieceRemoval;
use engine::text::quote;
use engine::variants::{TwoPlayerVariant, Variant};
use engine::{with_game, with_two_player_game};
use eval::nnue::{Network, NetworkError};
use formats::diagram::Diagrammed;
use searches::Searched;

use crate::gui::board::Modelled;
use crate::gui::layout::OnSquares;
use crate::parse::CommandError;
use crate::session::Session;
use crate::session::game_session::GameSession;

/// Everything the program asks of a game.
pub trait Playable: Searched + Diagrammed + OnSquares + Modelled + PieceRemoval {}
impl<G: Searched + Diagrammed + OnSquares + Modelled + PieceRemoval> Playable for G {}

/// The names of the games of the list; the first is played unless another is asked for.
pub const NAMES: [&str; Variant::ALL.len()] = Variant::NAMES;

/// The names of all games, custom variants included.
pub fn names() -> Vec<&'static str> {
    Variant::all().map(Variant::name).collect()
}

/// The names of all games for two players, custom variants included.
pub fn two_player_names() -> Vec<&'static str> {
    Variant::all().filter(|variant| variant.seats() == 2).map(Variant::name).collect()
}

/// Error of a name that no game has, in the dialects of GUIs.
pub const UNKNOWN_VARIANT: &str = "unknown variant; `motley variants` lists them";

/// Error of a name that no game has, with the names that there are.
pub fn no_game(name: &str) -> CommandError {
    format!("no game is called {}; there are {}", quote(name), names().join(", "))
}

/// Note on the places where games that XBoard does not play can be played.
pub fn other_ways(name: &str) -> String {
    format!(
        "play it at the terminal (`motley play --variant {name}`), in the browser (motley-server) or over UCI \
         (UCI_Variant {name})"
    )
}

/// True if a name is that of chess or of a relative on its rules, in which castling has several notations.
pub fn is_orthodox(name: &str) -> bool {
    name.parse::<Variant>().is_ok_and(|variant| variant.family() == Variant::Chess.family())
}

/// Refuses a game for more than two players, whom XBoard cannot seat, and says where it can be played.
///
/// # Errors
/// If the game is for more than two. A name that no game has is no error here.
pub fn ensure_for_two(name: &str) -> Result<(), CommandError> {
    match name.parse::<Variant>().map(Variant::seats) {
        Ok(2) | Err(_) => Ok(()),
        Ok(seats) => {
            let ways = other_ways(name);
            Err(format!("XBoard seats two players, {name} is a game for {seats}: {ways}"))
        }
    }
}

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
    let variant: Variant = name.parse().ok()?;
    Some(with_game!(variant, G => open_game::<G>()))
}

fn open_game<G: Playable>() -> Box<dyn Session> {
    Box::new(GameSession::<G>::default())
}

/// A network from the bytes of its file, and the game that it is for.
///
/// # Errors
/// If the bytes are no network of a known game, or one of a custom variant.
pub fn read_network(bytes: &[u8]) -> Result<(Variant, Arc<Network>), NetworkError> {
    let variant = Network::variant_of(bytes)?;
    // The dispatch would put the custom variant in play, while another one may be played.
    if matches!(variant, Variant::Custom(_)) {
        let name = variant.name();
        return Err(NetworkError::Damaged(format!("it is for {name}, and custom variants have no networks")));
    }
    let for_two = TwoPlayerVariant::try_from(variant).map_err(|error| NetworkError::Damaged(error.to_string()))?;
    let network = with_two_player_game!(for_two, G => Network::read::<G>(bytes))?;
    Ok((variant, network))
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

    #[test]
    fn games_for_more_than_two_are_refused_by_name() {
        assert!(TwoPlayerVariant::NAMES.into_iter().chain(["shogi"]).all(|name| ensure_for_two(name).is_ok()));
        let error = format!("XBoard seats two players, kaleido4 is a game for 4: {}", other_ways("kaleido4"));
        assert!(error.ends_with(
            "play it at the terminal (`motley play --variant kaleido4`), in the browser (motley-server) or over UCI \
             (UCI_Variant kaleido4)"
        ));
        assert_eq!(ensure_for_two("kaleido4"), Err(error));
    }
}

//! The 10x10 board of Quex and Keyles.

use engine::board::ten::Square;
use engine::game::{Game, GenType};
use engine::moves::{Move, MoveList};
use engine::text::{MoveError, Notation};
use engine::variants::quex::{MoveKind, Position, Rules};

use super::{IMPOSSIBLE, Layout, OnSquares, Setup, XBoardLayout};

impl<R: Rules> OnSquares for Position<R> {
    fn read_in_game_file(&self, text: &str) -> Result<Move, MoveError> {
        let Some(champion) = replaced_champion(text) else { return self.read_move(text) };
        let mut legal = MoveList::new();
        self.moves(GenType::All, &mut legal);
        let is_named = |mv: &Move| mv.kind() == MoveKind::Replacement.code() && mv.to() == champion.index();
        legal.into_iter().find(is_named).ok_or_else(|| MoveError::Illegal(format!("no king comes back on {champion}")))
    }
}

/// The champion's square in a re-placement of the king as XBoard writes it into files.
///
/// XBoard writes the champion's letter, the field that it was made to visit, and its own square: `Re5-b4k`. If there is
/// another champion of its kind, its own square is written first, too: `Rb4e5-b4k`.
fn replaced_champion(text: &str) -> Option<Square> {
    let (visited, champion) = text.strip_suffix('k')?.split_once('-')?;
    let visited = visited.strip_prefix(|c: char| c.is_ascii_uppercase())?;
    let visited = visited.strip_prefix(champion).unwrap_or(visited);
    Square::parse(visited).and(Square::parse(champion))
}

impl<R: Rules> XBoardLayout for Position<R> {
    const LAYOUT: Layout = Layout { variant: R::INFO.name, width: 10, height: 10, setup: Some(SETUP), refusal: None };
}

/// Quex and Keyles have the same men. The king stands at a picture's index, not at the royal piece's, for it may be
/// captured. One more place in the holdings than ranks makes XBoard number the ranks from 1; a board of 10 ranks would
/// begin with 0.
const SETUP: Setup = Setup {
    table: ".NLRQW.P.CG...........T................F/....K..nlrqw.p.cg...........t................f/....k.",
    holdings: 11,
    parent: "grand",
    pieces: &[
        ('K', "K"),
        ('Q', "Q"),
        ('R', "R"),
        ('L', "B"),
        ('N', "N"),
        ('P', "asWasF"),
        ('G', IMPOSSIBLE),
        ('C', IMPOSSIBLE),
        ('W', IMPOSSIBLE),
        ('T', IMPOSSIBLE),
        ('F', IMPOSSIBLE),
    ],
    // A pion is exchanged by a click on a captured man.
    options: &["-sweepPromotions", "false"],
    backdrop: None,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replacements_are_read_as_xboard_writes_them() {
        let read = |text| replaced_champion(text).map(|square| square.to_string());
        assert_eq!(read("Qj6-f10k").as_deref(), Some("f10"));
        assert_eq!(read("Lj5c1-j5k").as_deref(), Some("j5"));
        for text in ["Ra1-c4", "Lj6c1-j5k", "Ra1-c4q", "a1-c4k", "R-c4k", "Ra1-k", "Ra1c4k", "O-Ok", "k", "-k"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}

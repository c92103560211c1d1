//! Legend: the letters of the pieces, their names, and how they move.

use unicode_width::UnicodeWidthStr;

use super::client_game::ClientGame;
use crate::gui::picture::figures::{Alphabet, CHESS, Man};

impl ClientGame {
    /// Letters and names of the pieces that orthodox chess does not have, in a line: `L lord, P prince`; none if there
    /// are none.
    pub fn legend(&self) -> Option<String> {
        let is_orthodox = |man: &Man| CHESS.iter().any(|known| (known.letter, known.name) == (man.letter, man.name));
        let men = self.host.session.figures().iter().filter(|man| !is_orthodox(man));
        let names: Vec<String> = men.map(|man| format!("{} {}", man.letter, man.name)).collect();
        if names.is_empty() { None } else { Some(names.join(", ")) }
    }
}

/// Lines of the command `pieces`: letter, name and moves of each piece.
pub fn list(alphabet: &Alphabet) -> impl Iterator<Item = String> {
    let width = alphabet.iter().map(|man| man.name.width()).max().unwrap_or_default();
    alphabet.iter().map(move |Man { letter, name, moves, .. }| {
        let padding = " ".repeat(width - name.width());
        format!("{letter}  {name}{padding}  {moves}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::picture::figures::{CAPABLANCA, LARSON};

    #[test]
    fn pieces_are_listed_with_names_and_moves() {
        let lines: Vec<String> = list(LARSON).collect();
        assert_eq!(lines.len(), 11);
        assert_eq!(
            [&lines[0], &lines[7]],
            ["K  king    one square in any direction", "C  crux    one square along a rank or file"]
        );
        assert!(list(CAPABLANCA).any(|line| line == "C  chancellor  rook and knight in one"));
    }
}

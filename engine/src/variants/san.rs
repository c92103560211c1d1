//! SAN (standard algebraic notation) on rectangular boards: what the games' parsers and writers share.

use crate::moves::Move;
use crate::text::{MoveError, file_label};

/// Parsed SAN move. A part that the text leaves out is `None`. Files and ranks count from 0.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct San {
    /// Upper-case letter of the moved piece.
    pub(super) letter: Option<char>,
    pub(super) from_file: Option<usize>,
    pub(super) from_rank: Option<usize>,
    pub(super) to: (usize, usize),
    /// Upper-case letter of the promotion piece.
    pub(super) becomes: Option<char>,
}

impl San {
    /// Parses everything but castling on a board of `files` and `ranks`. Marks of check, capture and annotation
    /// carry no information.
    pub(super) fn parse(text: &str, (files, ranks): (usize, usize)) -> Option<San> {
        let text = trim_marks(text);
        if !text.is_ascii() {
            return None;
        }
        let capital = |c: char| c.is_ascii_uppercase().then_some(c);
        let (text, becomes) = match text.split_once('=') {
            Some((text, letter)) => (text, Some(single(letter).and_then(capital)?)),
            None => match text.chars().last().and_then(capital) {
                // `e8Q`, without the equals sign.
                Some(letter) => (&text[..text.len() - 1], Some(letter)),
                None => (text, None),
            },
        };
        let letter = text.chars().next().and_then(capital);
        let squares = &text[usize::from(letter.is_some())..];
        let target = squares.rfind(|c: char| c.is_ascii_lowercase())?;
        let (origin, target) = squares.split_at(target);
        let to = (file(&target[..1], files)?, rank(&target[1..], ranks)?);
        let origin = origin.trim_end_matches(['x', '-', ':']);
        let (from_file, from_rank) = match origin.split_at(origin.len().min(1)) {
            ("", _) => (None, None),
            (letter, "") if file(letter, files).is_some() => (file(letter, files), None),
            (letter, digits) if file(letter, files).is_some() => (file(letter, files), Some(rank(digits, ranks)?)),
            _ => (None, Some(rank(origin, ranks)?)),
        };
        Some(San { letter, from_file, from_rank, to, becomes })
    }

    /// True if the origin fits the disambiguation.
    pub(super) fn begins_on(&self, file: usize, rank: usize) -> bool {
        self.from_file.is_none_or(|named| named == file) && self.from_rank.is_none_or(|named| named == rank)
    }
}

/// Disambiguation of a written move: what of the origin tells it from `rivals`, the origins of the other pieces of its
/// kind that can go to the same square. Nothing without rivals, else the file, the rank or both, the first that no
/// rival shares, as PGN's export format asks for. Files and ranks count from 0.
pub(super) fn disambiguation(from: (usize, usize), rivals: &[(usize, usize)]) -> String {
    let (file, rank) = (file_label(from.0), (from.1 + 1).to_string());
    if rivals.is_empty() {
        String::new()
    } else if rivals.iter().all(|rival| rival.0 != from.0) {
        file
    } else if rivals.iter().all(|rival| rival.1 != from.1) {
        rank
    } else {
        file + &rank
    }
}

/// Castling that a text names: `O-O` or `O-O-O`, also with zeros; none if the text is no castling. `castles` tells
/// whether a move castles on a wing, 0 for the short one.
pub(super) fn read_castling(
    text: &str,
    legal: &[Move],
    castles: impl Fn(Move, usize) -> bool,
) -> Option<Result<Move, MoveError>> {
    let wing = match trim_marks(text) {
        "O-O" | "0-0" => 0,
        "O-O-O" | "0-0-0" => 1,
        _ => return None,
    };
    let found = legal.iter().copied().find(|&mv| castles(mv, wing));
    Some(found.ok_or_else(|| MoveError::Illegal("castling is not possible".to_string())))
}

/// Kind that a letter names, where the text has one.
///
/// # Errors
/// If no kind has the letter.
pub(super) fn named<K>(letter: Option<char>, kind_of: impl Fn(char) -> Option<K>) -> Result<Option<K>, MoveError> {
    letter.map(|letter| kind_of(letter).ok_or(MoveError::Syntax)).transpose()
}

/// Disambiguation of a read move: of the moves that fit, those of the preferred sort; all if there are none of it.
pub(super) fn preferred(moves: Vec<Move>, is_preferred: impl FnMut(&Move) -> bool) -> Vec<Move> {
    let (preferred, others): (Vec<Move>, Vec<Move>) = moves.into_iter().partition(is_preferred);
    if preferred.is_empty() { others } else { preferred }
}

/// Text without check and annotation marks.
pub(super) fn trim_marks(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?'])
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn file(text: &str, files: usize) -> Option<usize> {
    single(text).filter(char::is_ascii_lowercase).map(|c| (c as u8 - b'a') as usize).filter(|&file| file < files)
}

fn rank(text: &str, ranks: usize) -> Option<usize> {
    let plain = !text.starts_with(['0', '+']);
    text.parse().ok().filter(|rank| plain && (1..=ranks).contains(rank)).map(|rank: usize| rank - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_boards_have_ranks_of_two_digits() {
        let all = San { letter: Some('F'), from_file: Some(4), from_rank: Some(8), to: (3, 9), becomes: Some('Q') };
        assert_eq!(San::parse("Fe9xd10=Q+", (10, 10)), Some(all));
        let rank_only = San { letter: Some('R'), from_file: None, from_rank: Some(9), to: (0, 0), becomes: None };
        assert_eq!(San::parse("R10a1", (10, 10)), Some(rank_only));
        assert_eq!(San::parse("R10a1", (8, 8)), None);
    }

    #[test]
    fn the_first_distinction_is_written() {
        for (rivals, text) in
            [(&[][..], ""), (&[(0, 9)], "e"), (&[(0, 9), (9, 0)], "e"), (&[(4, 0)], "10"), (&[(4, 0), (0, 9)], "e10")]
        {
            assert_eq!(disambiguation((4, 9), rivals), text);
        }
    }

    #[test]
    fn invalid_san_is_rejected() {
        for text in ["", "=", "=Q", "R", "x", "e", "e0", "e11", "k1", "Ré5", "Re5=QQ", "R-e5x", "Re01", "Re+1", "Rz9e5"]
        {
            assert_eq!(San::parse(text, (10, 10)), None, "{text}");
        }
    }
}

//! SAN (standard algebraic notation) on rectangular boards: what the games' parsers and writers share.

use crate::text::file_label;

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
    /// Parses everything but castling on a board of `SIZE` x `SIZE` squares. Marks of check, capture and annotation
    /// carry no information.
    pub(super) fn parse<const SIZE: usize>(text: &str) -> Option<San> {
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
        let to = (file::<SIZE>(&target[..1])?, rank::<SIZE>(&target[1..])?);
        let origin = origin.trim_end_matches(['x', '-', ':']);
        let (from_file, from_rank) = match origin.split_at(origin.len().min(1)) {
            ("", _) => (None, None),
            (letter, "") if file::<SIZE>(letter).is_some() => (file::<SIZE>(letter), None),
            (letter, digits) if file::<SIZE>(letter).is_some() => (file::<SIZE>(letter), Some(rank::<SIZE>(digits)?)),
            _ => (None, Some(rank::<SIZE>(origin)?)),
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

/// Text without check and annotation marks.
pub(super) fn trim_marks(text: &str) -> &str {
    text.trim_end_matches(['+', '#', '!', '?'])
}

fn single(text: &str) -> Option<char> {
    let mut chars = text.chars();
    chars.next().filter(|_| chars.next().is_none())
}

fn file<const SIZE: usize>(text: &str) -> Option<usize> {
    single(text).filter(char::is_ascii_lowercase).map(|c| (c as u8 - b'a') as usize).filter(|&file| file < SIZE)
}

fn rank<const SIZE: usize>(text: &str) -> Option<usize> {
    let plain = !text.starts_with(['0', '+']);
    text.parse().ok().filter(|rank| plain && (1..=SIZE).contains(rank)).map(|rank: usize| rank - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_boards_have_ranks_of_two_digits() {
        let all = San { letter: Some('F'), from_file: Some(4), from_rank: Some(8), to: (3, 9), becomes: Some('Q') };
        assert_eq!(San::parse::<10>("Fe9xd10=Q+"), Some(all));
        let rank_only = San { letter: Some('R'), from_file: None, from_rank: Some(9), to: (0, 0), becomes: None };
        assert_eq!(San::parse::<10>("R10a1"), Some(rank_only));
        assert_eq!(San::parse::<8>("R10a1"), None);
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
            assert_eq!(San::parse::<10>(text), None, "{text}");
        }
    }
}

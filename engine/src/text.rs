//! Positions and moves as text, and what is wrong with text that means nothing.

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::game::{Chance, CompositeMoves, Symmetry};
use crate::moves::Move;

/// How moves are written. All games know the first way; a game without another writes it whatever is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Style {
    /// File letter and rank number: `e3e4`.
    #[default]
    Plain,
    /// As the game's inventor does.
    Inventor,
}

/// How a game is written. A position's text is its [`Display`]; reading it back is [`FromStr`].
pub trait Notation: Chance + CompositeMoves + Symmetry + Display + FromStr<Err = PositionError> {
    /// The text of a legal move.
    fn write_move(&self, mv: Move) -> String;

    /// The text of a legal move in a style, which [`read_move`](Notation::read_move) reads like any other.
    fn write_move_in(&self, mv: Move, _: Style) -> String {
        self.write_move(mv)
    }

    /// The legal move that a text names.
    ///
    /// # Errors
    /// Says whether the text is no move at all, names no piece of the mover, or breaks a rule.
    fn read_move(&self, text: &str) -> Result<Move, MoveError>;
}

/// A row of fields as positions are written: the letters of the pieces, and a number for each run of empty fields.
pub fn write_row(fields: impl IntoIterator<Item = Option<char>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    // The end of the row closes a run, as a letter does.
    for letter in fields.into_iter().map(Some).chain([None]) {
        if letter == Some(None) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        text.extend(letter.flatten());
    }
    text
}

/// The fields of a row as [`write_row`] writes them: the place in the text (in characters, from 0), and the letter if there is one.
///
/// What is written may come from anywhere, and a run be longer than any board: take no more fields than there should be, and one.
pub fn read_row(text: &str) -> impl Iterator<Item = (usize, Option<char>)> {
    let mut characters = text.chars().enumerate().peekable();
    let runs = std::iter::from_fn(move || {
        let (at, c) = characters.next()?;
        let Some(digit) = c.to_digit(10) else { return Some((at, Some(c), 1)) };
        let mut run = digit as usize;
        while let Some(digit) = characters.peek().and_then(|(_, c)| c.to_digit(10)) {
            characters.next();
            run = run.saturating_mul(10).saturating_add(digit as usize);
        }
        Some((at, None, run))
    });
    runs.flat_map(|(at, letter, run)| std::iter::repeat_n((at, letter), run))
}

/// The name of a file, counted from 0: `a` to `z`, then `aa`, `ab` and so on to `zz`.
pub fn file_name(file: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    if file < 26 { letter(file).to_string() } else { format!("{}{}", letter(file / 26 - 1), letter(file)) }
}

/// Where in a position's text something is wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// On the board: rank and file, counted from 1 as players do; file 0 stands for the whole rank.
    Board {
        /// The rank, 1 for White's first.
        rank: usize,
        /// The file, 1 for the a-file; 0 if the whole rank is meant.
        file: usize,
    },
    /// In a field of the text other than the board: `side`, `castling`.
    Field(&'static str),
    /// In the position as a whole.
    Whole,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Board { rank, file: 0 } => write!(f, "rank {rank}"),
            Place::Board { rank, file } => write!(f, "rank {rank}, file {file}"),
            Place::Field(name) => write!(f, "field '{name}'"),
            Place::Whole => write!(f, "position"),
        }
    }
}

/// A text that is no position, or a position that cannot be.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}, column {column}: {reason}")]
pub struct PositionError {
    /// Where on the board, or in which field.
    pub place: Place,
    /// The character of the text, counted from 1, at which the fault begins.
    pub column: usize,
    /// What is wrong there.
    pub reason: String,
}

/// A text that is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// Not written like a move.
    #[error("not a move")]
    Syntax,
    /// Written like a move, but the rules forbid it; the text says why.
    #[error("{0}")]
    Illegal(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_empty_fields_are_counted() {
        let row = |fields: &str| write_row(fields.chars().map(|c| (c != '.').then_some(c)));
        let written = ["", ".", "..........", "k", ".k", "k..", "Kq...n.", "............P.."].map(row);
        assert_eq!(written, ["", "1", "10", "k", "1k", "k2", "Kq3n1", "12P2"]);
    }

    #[test]
    fn rows_are_read_back() {
        let row = |text: &str| read_row(text).map(|(_, letter)| letter.unwrap_or('.')).collect::<String>();
        let read = ["", "1", "10", "k", "1k", "k2", "Kq3n1", "12P2"].map(row);
        assert_eq!(read, ["", ".", "..........", "k", ".k", "k..", "Kq...n.", "............P.."]);
        let places: Vec<usize> = read_row("é12k0x").map(|(at, _)| at).collect();
        assert_eq!((places.len(), &places[..2], &places[12..]), (15, &[0, 1][..], &[1, 3, 5][..]));
        assert_eq!(read_row("99999999999999999999999k").take(12).count(), 12, "no run is too long to be begun");
    }
}

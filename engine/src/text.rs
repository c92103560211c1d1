//! Text of positions and moves, and its errors.
//!
//! A position's text is FEN or a variation of it. It is written by [`Display`] and read by [`FromStr`].
//!
//! ```
//! use engine::game::MakeUnmake;
//! use engine::text::{MoveError, Notation};
//! use engine::variants::Chess;
//!
//! let mut position: Chess = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse().unwrap();
//! let mv = position.read_move("Nf3").unwrap();
//! assert_eq!(position.write_move(mv), "g1f3");
//! assert_eq!(position.read_move("knight"), Err(MoveError::Syntax));
//! assert_eq!(position.read_move("e2e5").unwrap_err().to_string(), "the pawn on e2 does not reach e5");
//!
//! position.make(mv, &mut ());
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1");
//! ```

use std::fmt::{self, Display};
use std::str::FromStr;

use thiserror::Error;

use crate::game::{Chance, CompositeMoves, Symmetry};
use crate::moves::Move;

/// Notation style of moves. A game without a style of its inventor, without castling or without SAN writes the plain
/// one.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Style {
    /// Coordinate notation: file letter and rank number, `e3e4`.
    #[default]
    Plain,
    /// Notation of the game's inventor.
    Inventor,
    /// Plain, but castling is written as the king's capture of its own rook: `e1h1`, as `UCI_Chess960` asks for.
    KingTakesRook,
    /// Plain, but castling is written `O-O` and `O-O-O`, as CECP does in `fischerandom`.
    CastlingByLetters,
    /// Standard algebraic notation (SAN), as in PGN's export format: `Nbd2`, `exd8=Q+`.
    San,
}

/// Text of a game's positions ([`Display`], [`FromStr`]) and moves.
pub trait Notation: Chance + CompositeMoves + Symmetry + Display + FromStr<Err = PositionError> {
    /// Text of a legal move.
    fn write_move(&self, mv: Move) -> String;

    /// Text of a legal move in a style. [`read_move`](Notation::read_move) accepts every style.
    fn write_move_in(&self, mv: Move, _: Style) -> String {
        self.write_move(mv)
    }

    /// Value of PGN's tag `Variant` for a game that begins here. `None`: the tag is left out, as other programs expect
    /// it of orthodox chess.
    fn pgn_variant(&self) -> Option<&'static str> {
        Some(Self::name())
    }

    /// Parses a legal move or composite move.
    ///
    /// # Errors
    /// [`MoveError::Syntax`] if the text is not a move, [`MoveError::Illegal`] with the reason if the rules forbid it.
    fn read_move(&self, text: &str) -> Result<Move, MoveError>;
}

/// Writes a row of fields as in FEN: texts of the pieces, and a number for each run of empty fields.
pub fn write_row<T: Display>(fields: impl IntoIterator<Item = Option<T>>) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    // The end of the row closes a run, as a piece does.
    for piece in fields.into_iter().map(Some).chain([None]) {
        if matches!(piece, Some(None)) {
            empty += 1;
            continue;
        }
        if empty > 0 {
            text += &std::mem::take(&mut empty).to_string();
        }
        if let Some(piece) = piece.flatten() {
            text += &piece.to_string();
        }
    }
    text
}

/// Reads a row as in FEN: for each field its place in the text (in characters, from 0) and its letter.
///
/// The text is untrusted, and a run may be longer than any board: take at most one field more than the board has.
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

/// Contents of a text file without the byte order mark (BOM) that some editors write in front.
pub fn without_bom(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// Longest quotation of a received text, in characters.
const MAX_QUOTATION: usize = 200;

/// Quotation of a received text for a message: one line of printable characters, at most 200 of them.
pub fn quote(text: &str) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    let mut quoted: String = text.chars().take(MAX_QUOTATION).map(printable).collect();
    if text.chars().nth(MAX_QUOTATION).is_some() {
        quoted += "...";
    }
    quoted
}

/// Label of a file, counted from 0: `a` to `z`, then `aa`, `ab` and so on to `zz`.
pub fn file_label(file: usize) -> String {
    let letter = |number: usize| char::from(b'a' + (number % 26) as u8);
    if file < 26 { letter(file).to_string() } else { format!("{}{}", letter(file / 26 - 1), letter(file)) }
}

/// Place of an error in a position's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Field of the board; rank and file count from 1.
    Board {
        /// Rank, 1 for White's first.
        rank: usize,
        /// File, 1 for the a-file; 0 for the whole rank.
        file: usize,
    },
    /// Part of the text, in the user's words: `side to move`, `castling rights`.
    Part(&'static str),
    /// The position as a whole.
    Whole,
}

impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Board { rank, file: 0 } => write!(f, "rank {rank}"),
            Place::Board { rank, file } => write!(f, "rank {rank}, file {file}"),
            Place::Part(name) => f.write_str(name),
            Place::Whole => write!(f, "position"),
        }
    }
}

/// Error of reading a position: malformed text or an impossible position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{place}, column {column}: {reason}")]
pub struct PositionError {
    /// Place on the board or in the text.
    pub place: Place,
    /// Character of the text at which the fault begins, counted from 1.
    pub column: usize,
    /// Description of the fault.
    pub reason: String,
}

/// Error of reading a move.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text is not a move.
    #[error("not a move")]
    Syntax,
    /// The rules forbid the move; the reason.
    #[error("{0}")]
    Illegal(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote("a\0b\tc\u{1b}[0m"), "a\u{fffd}b\u{fffd}c\u{fffd}[0m");
        assert_eq!(quote(&"x".repeat(200)), "x".repeat(200));
        assert_eq!(quote(&"é".repeat(201)), "é".repeat(200) + "...");
    }

    #[test]
    fn write_row_counts_runs_of_empty_fields() {
        let row = |fields: &str| write_row(fields.chars().map(|c| (c != '.').then_some(c)));
        let written = ["", ".", "..........", "k", ".k", "k..", "Kq...n.", "............P.."].map(row);
        assert_eq!(written, ["", "1", "10", "k", "1k", "k2", "Kq3n1", "12P2"]);
    }

    #[test]
    fn read_row_inverts_write_row() {
        let row = |text: &str| read_row(text).map(|(_, letter)| letter.unwrap_or('.')).collect::<String>();
        let read = ["", "1", "10", "k", "1k", "k2", "Kq3n1", "12P2"].map(row);
        assert_eq!(read, ["", ".", "..........", "k", ".k", "k..", "Kq...n.", "............P.."]);
        let places: Vec<usize> = read_row("é12k0x").map(|(at, _)| at).collect();
        assert_eq!((places.len(), &places[..2], &places[12..]), (15, &[0, 1][..], &[1, 3, 5][..]));
        assert_eq!(read_row("99999999999999999999999k").take(12).count(), 12, "no run is too long to be begun");
    }
}

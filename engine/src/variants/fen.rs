//! FEN (Forsyth-Edwards Notation) on rectangular boards of any size: the fields that games share.

use std::ops::RangeInclusive;

use crate::game::Seat;
use crate::text::{Place, PositionError, write_row};

/// Field of a FEN with its text column, from 1.
#[derive(Clone, Copy)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) column: usize,
}

/// Fields of a text, split at white space.
pub(super) fn words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut rest = text.char_indices().enumerate().peekable();
    while let Some((column, (start, c))) = rest.next() {
        if c.is_whitespace() {
            continue;
        }
        while rest.next_if(|(_, (_, c))| !c.is_whitespace()).is_some() {}
        let end = rest.peek().map_or(text.len(), |&(_, (end, _))| end);
        words.push(Word { text: &text[start..end], column: column + 1 });
    }
    words
}

pub(super) fn error(place: Place, column: usize, reason: impl Into<String>) -> PositionError {
    PositionError { place, column, reason: visible(&reason.into()) }
}

/// Text with invisible characters escaped: a reason quotes what was received.
pub(super) fn visible(text: &str) -> String {
    let is_invisible = |c: char| {
        c.is_control()
            || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
            || c == '\u{feff}'
    };
    let mut visible = String::with_capacity(text.len());
    for c in text.chars() {
        if is_invisible(c) {
            visible.extend(c.escape_unicode());
        } else {
            visible.push(c);
        }
    }
    visible
}

/// Name of a side in error messages.
pub(super) fn name(seat: Seat) -> &'static str {
    if seat == Seat::WHITE { "White" } else { "Black" }
}

/// Piece letter of the board field: its square and its text column.
pub(super) struct PieceLetter {
    pub(super) letter: char,
    pub(super) file: usize,
    pub(super) rank: usize,
    pub(super) column: usize,
}

impl PieceLetter {
    /// Error at the piece's square.
    pub(super) fn error(&self, reason: impl Into<String>) -> PositionError {
        error(Place::Board { rank: self.rank + 1, file: self.file + 1 }, self.column, reason)
    }

    /// Seat of the piece: upper case is White.
    pub(super) fn seat(&self) -> Seat {
        if self.letter.is_uppercase() { Seat::WHITE } else { Seat::BLACK }
    }
}

/// Parses the board field of a board of `files` and `ranks`, last rank first, and hands every piece to `place`.
pub(super) fn walk_board(
    word: Word,
    (files, ranks): (usize, usize),
    mut place: impl FnMut(PieceLetter) -> Result<(), PositionError>,
) -> Result<(), PositionError> {
    let last_file = (b'a' + files as u8 - 1) as char;
    let whole_rank = |rank: usize| Place::Board { rank: rank + 1, file: 0 };
    let short = |rank: usize, file: usize, column| {
        error(whole_rank(rank), column, format!("only {file} of {files} squares described"))
    };
    let (mut rank, mut file) = (ranks - 1, 0);
    let mut characters = word.text.chars().zip(word.column..).peekable();
    let end = word.column + word.text.chars().count();
    while let Some((c, column)) = characters.next() {
        let left = files - file;
        match c {
            '/' if left > 0 => return Err(short(rank, file, column)),
            '/' if rank == 0 => return Err(error(Place::Whole, column, format!("more than {ranks} ranks"))),
            '/' => (rank, file) = (rank - 1, 0),
            '0'..='9' => {
                let mut run = c.to_string();
                while let Some((digit, _)) = characters.next_if(|(c, _)| c.is_ascii_digit()) {
                    run.push(digit);
                }
                match run.parse::<usize>() {
                    Ok(squares) if (1..=left).contains(&squares) && c != '0' => file += squares,
                    Ok(squares) if squares > left => {
                        let reason =
                            format!("'{run}' goes beyond the {last_file}-file: {left} squares are left on the rank");
                        return Err(error(whole_rank(rank), column, reason));
                    }
                    _ => {
                        let here = Place::Board { rank: rank + 1, file: (file + 1).min(files) };
                        return Err(error(here, column, format!("'{run}' is no number of empty squares")));
                    }
                }
            }
            letter if left == 0 => {
                return Err(error(whole_rank(rank), column, format!("'{letter}' goes beyond the {last_file}-file")));
            }
            letter => {
                place(PieceLetter { letter, file, rank, column })?;
                file += 1;
            }
        }
    }
    if file < files {
        return Err(short(rank, file, end));
    }
    if rank > 0 {
        return Err(error(Place::Whole, end, format!("only {} of {ranks} ranks described", ranks - rank)));
    }
    Ok(())
}

/// Board field of a board of `files` and `ranks`, last rank first.
pub(super) fn write_board((files, ranks): (usize, usize), letter_on: impl Fn(usize, usize) -> Option<char>) -> String {
    let rank = |rank| write_row((0..files).map(|file| letter_on(file, rank)));
    (0..ranks).rev().map(rank).collect::<Vec<_>>().join("/")
}

/// Parses the side to move.
pub(super) fn read_side(word: Word) -> Result<Seat, PositionError> {
    match word.text {
        "w" => Ok(Seat::WHITE),
        "b" => Ok(Seat::BLACK),
        other => Err(error(Place::Part("side to move"), word.column, format!("'{other}' is neither 'w' nor 'b'"))),
    }
}

/// Letter of the side to move.
pub(super) fn side_letter(seat: Seat) -> char {
    if seat == Seat::WHITE { 'w' } else { 'b' }
}

fn read_number(word: Option<&Word>, field: &'static str, range: RangeInclusive<u16>) -> Result<u16, PositionError> {
    let Some(word) = word else { return Ok(*range.start()) };
    let number = word.text.bytes().all(|b| b.is_ascii_digit()).then(|| word.text.parse().ok()).flatten();
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let reason = format!("'{}' is no number from {} to {}", word.text, range.start(), range.end());
        error(Place::Part(field), word.column, reason)
    })
}

/// Parses the halfmove clock and the move number at the end of a text. They may be left out together (defaults 0 and
/// 1), and the move number 0 of some programs stands for 1. Every number that a position can have is read: both stop at
/// the greatest one. `end` is the column after the whole text.
pub(super) fn read_clocks(words: &[Word], end: usize) -> Result<(u16, u16), PositionError> {
    if words.len() == 1 {
        return Err(error(Place::Part("move number"), end, "missing"));
    }
    let clock = read_number(words.first(), "halfmove clock", 0..=u16::MAX)?;
    let full_moves = read_number(words.get(1), "move number", 0..=u16::MAX)?.max(1);
    match words.get(2) {
        Some(extra) => Err(error(Place::Whole, extra.column, format!("'{}' after the last field", extra.text))),
        None => Ok((clock, full_moves)),
    }
}

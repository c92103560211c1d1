//! Positions read from Forsyth-Edwards Notation.

use std::str::FromStr;

use super::{Castling, Kind, Pieces, Position, Rules};
use crate::board::{Bitboard, Square};
use crate::game::Seat;
use crate::text::{Place, PositionError};

/// A word of the text with the column (from 1) it begins at.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

fn words(text: &str) -> Vec<Word<'_>> {
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

fn error(place: Place, column: usize, reason: impl Into<String>) -> PositionError {
    PositionError { place, column, reason: reason.into() }
}

fn at(square: Square) -> Place {
    Place::Board { rank: square.rank() + 1, file: square.file() + 1 }
}

/// The pieces of a board text, and the column at which each square is written.
struct Board {
    pieces: Pieces,
    columns: [usize; 64],
}

fn read_board(word: Word) -> Result<Board, PositionError> {
    let mut board = Board { pieces: Pieces::default(), columns: [word.column; 64] };
    let (mut rank, mut file) = (7, 0);
    let short = |rank: usize, file: usize, column| {
        error(Place::Board { rank: rank + 1, file: 0 }, column, format!("only {file} of 8 squares described"))
    };
    let mut column = word.column;
    let mut after_digit = false;
    for c in word.text.chars() {
        let here = Place::Board { rank: rank + 1, file: file + 1 };
        match c {
            '/' if file < 8 => return Err(short(rank, file, column)),
            '/' if rank == 0 => return Err(error(Place::Whole, column, "more than 8 ranks")),
            '/' => (rank, file) = (rank - 1, 0),
            '0'..='9' if after_digit => {
                return Err(error(here, column, format!("two numbers of empty squares in a row before '{c}'")));
            }
            '0' | '9' => return Err(error(here, column, format!("'{c}' is no number of empty squares, 1 to 8 are"))),
            '1'..='8' => {
                let run = c as usize - '0' as usize;
                if file + run > 8 {
                    let reason =
                        format!("'{c}' goes beyond the h-file: only {} squares are left on the rank", 8 - file);
                    return Err(error(Place::Board { rank: rank + 1, file: 0 }, column, reason));
                }
                for file in file..file + run {
                    board.columns[Square::new(file, rank).index()] = column;
                }
                file += run;
            }
            _ => {
                let kind = Kind::from_letter(c)
                    .ok_or_else(|| error(here, column, format!("'{c}' is no piece of this game")))?;
                if file == 8 {
                    let reason = format!("'{c}' goes beyond the h-file");
                    return Err(error(Place::Board { rank: rank + 1, file: 0 }, column, reason));
                }
                let square = Square::new(file, rank);
                let seat = if c.is_ascii_uppercase() { Seat::WHITE } else { Seat::BLACK };
                if kind == Kind::Pawn && Bitboard::END_RANKS.has(square) {
                    return Err(error(here, column, format!("a pawn cannot stand on rank {}", rank + 1)));
                }
                board.pieces.put(square, seat, kind);
                board.columns[square.index()] = column;
                file += 1;
            }
        }
        after_digit = c.is_ascii_digit();
        column += 1;
    }
    if file < 8 {
        return Err(short(rank, file, column));
    }
    if rank > 0 {
        return Err(error(Place::Whole, column, format!("only {} of 8 ranks described", 8 - rank)));
    }
    Ok(board)
}

fn name(seat: Seat) -> &'static str {
    if seat == Seat::WHITE { "White" } else { "Black" }
}

fn check_counts(board: &Board, word: Word) -> Result<(), PositionError> {
    let whole = |reason| error(Place::Whole, word.column, reason);
    for seat in Seat::BOTH {
        let kings = board.pieces.get(seat, Kind::King);
        if kings.is_empty() {
            return Err(whole(format!("{} has no king", name(seat))));
        }
        if kings.several() {
            // The one that is met second by a reader, who begins with the eighth rank.
            let second = kings.into_iter().max_by_key(|square| board.columns[square.index()]).unwrap_or(kings.first());
            return Err(error(at(second), board.columns[second.index()], format!("{} has a second king", name(seat))));
        }
        let pawns = board.pieces.get(seat, Kind::Pawn).len();
        if pawns > 8 {
            return Err(whole(format!("{} has {pawns} pawns, more than 8", name(seat))));
        }
        let beyond = |(kind, at_start): (Kind, usize)| board.pieces.get(seat, kind).len().saturating_sub(at_start);
        let promoted: usize =
            [(Kind::Knight, 2), (Kind::Bishop, 2), (Kind::Rook, 2), (Kind::Queen, 1)].map(beyond).iter().sum();
        if promoted + pawns > 8 {
            let reason =
                format!("{} has {promoted} promoted pieces and {pawns} pawns, together more than 8", name(seat));
            return Err(whole(reason));
        }
    }
    Ok(())
}

fn read_side(word: Word) -> Result<Seat, PositionError> {
    match word.text {
        "w" => Ok(Seat::WHITE),
        "b" => Ok(Seat::BLACK),
        other => Err(error(Place::Field("side"), word.column, format!("'{other}' is neither 'w' nor 'b'"))),
    }
}

fn read_castling(word: Word, pieces: &Pieces) -> Result<Castling, PositionError> {
    let mut rights = Castling::NONE;
    if word.text == "-" {
        return Ok(rights);
    }
    for (c, column) in word.text.chars().zip(word.column..) {
        let wrong = |reason| Err(error(Place::Field("castling"), column, reason));
        let Some(right) = Castling::LETTERS.iter().position(|&letter| letter == c) else {
            return wrong(format!("'{c}' is none of K, Q, k, q"));
        };
        if rights.0 >> right & 1 != 0 {
            return wrong(format!("'{c}' appears twice"));
        }
        let seat = if right < 2 { Seat::WHITE } else { Seat::BLACK };
        let home = 7 * seat.index();
        let (king, rook) = (Square::new(4, home), Square::new(if right % 2 == 0 { 7 } else { 0 }, home));
        if !pieces.get(seat, Kind::King).has(king) || !pieces.get(seat, Kind::Rook).has(rook) {
            return wrong(format!("'{c}' needs {}'s king on {king} and a rook on {rook}", name(seat)));
        }
        rights.0 |= 1 << right;
    }
    Ok(rights)
}

/// The square that was jumped over, if the pawns are where a double step would have put them.
fn read_en_passant(word: Word, pieces: &Pieces, side: Seat) -> Result<Option<Square>, PositionError> {
    if word.text == "-" {
        return Ok(None);
    }
    let wrong = |reason| Err(error(Place::Field("en passant"), word.column, reason));
    let Some(target) = Square::parse(word.text) else {
        return wrong(format!("'{}' is neither a square nor '-'", word.text));
    };
    let (rank, from, to) = if side == Seat::WHITE { (5, 6, 4) } else { (2, 1, 3) };
    if target.rank() != rank {
        return wrong(format!("{target} is not on rank {}, where {} could capture", rank + 1, name(side)));
    }
    let (from, to) = (Square::new(target.file(), from), Square::new(target.file(), to));
    if !pieces.get(side.opponent(), Kind::Pawn).has(to) {
        return wrong(format!("no pawn of {} on {to} has just passed {target}", name(side.opponent())));
    }
    if let Some(blocked) = [target, from].into_iter().find(|&square| pieces.occupied().has(square)) {
        return wrong(format!("no pawn can have gone from {from} to {to}: {blocked} is occupied"));
    }
    Ok(Some(target))
}

fn read_number(
    word: Option<&Word>,
    field: &'static str,
    range: std::ops::RangeInclusive<u16>,
) -> Result<u16, PositionError> {
    let Some(word) = word else { return Ok(*range.start()) };
    let number = word.text.bytes().all(|b| b.is_ascii_digit()).then(|| word.text.parse().ok()).flatten();
    number.filter(|number| range.contains(number)).ok_or_else(|| {
        let reason = format!("'{}' is no number from {} to {}", word.text, range.start(), range.end());
        error(Place::Field(field), word.column, reason)
    })
}

impl<R: Rules> FromStr for Position<R> {
    type Err = PositionError;

    /// Reads six fields; the two clocks may be left out together (0 and 1 are taken).
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let words = words(text);
        let end = text.chars().count() + 1;
        let missing = |field| error(Place::Field(field), end, "missing");
        let [board_word, side, castling, en_passant, clocks @ ..] = words.as_slice() else {
            let first_missing = ["board", "side", "castling", "en passant"][words.len()];
            // A fault in what is there is worth more to the reader than what is not.
            if let Some(&board) = words.first() {
                read_board(board)?;
            }
            return Err(missing(first_missing));
        };
        let board = read_board(*board_word)?;
        check_counts(&board, *board_word)?;
        let side = read_side(*side)?;
        let castling = read_castling(*castling, &board.pieces)?;
        let target = read_en_passant(*en_passant, &board.pieces, side)?;
        if clocks.len() == 1 {
            return Err(missing("full moves"));
        }
        let clock = read_number(clocks.first(), "half moves", 0..=9999)?;
        let full_moves = read_number(clocks.get(1), "full moves", 1..=9999)?;
        if let Some(extra) = clocks.get(2) {
            return Err(error(Place::Whole, extra.column, format!("'{}' after the last field", extra.text)));
        }

        let pieces = board.pieces;
        let mut position = Position {
            pieces,
            key: 0,
            survey: R::survey(&pieces),
            full_moves,
            clock,
            side,
            castling,
            en_passant: None,
        };
        if position.mover_left_in_check() {
            let king = position.king(side.opponent());
            let reason = format!("{}'s king is in check, but {} is to move", name(side.opponent()), name(side));
            return Err(error(at(king), board.columns[king.index()], reason));
        }
        position.key = position.compute_key();
        if let Some(target) = target.filter(|_| R::EN_PASSANT) {
            position.set_en_passant_if_legal(target);
        }
        Ok(position)
    }
}

//! FEN parser (Forsyth-Edwards Notation).

use std::str::FromStr;

use super::position::EnPassant;
use super::{Castling, Kind, Pieces, Position, Rules};
use crate::board::{Bitboard, Square};
use crate::game::Seat;
use crate::text::{Place, PositionError};
use crate::variants::fen::{Word, error, name, read_clocks, read_side, walk_board, words};

fn at(square: Square) -> Place {
    Place::Board { rank: square.rank() + 1, file: square.file() + 1 }
}

/// Parsed piece placement, with the text column of each square for error messages.
struct Placement {
    pieces: Pieces,
    columns: [usize; 64],
}

fn read_board(word: Word) -> Result<Placement, PositionError> {
    let mut board = Placement { pieces: Pieces::default(), columns: [word.column; 64] };
    walk_board::<8>(word, |piece| {
        let Some(kind) = Kind::from_letter(piece.letter) else {
            return Err(piece.error(format!("'{}' is no piece of this game", piece.letter)));
        };
        let square = Square::new(piece.file, piece.rank);
        if kind == Kind::Pawn && Bitboard::END_RANKS.has(square) {
            return Err(piece.error(format!("a pawn cannot stand on rank {}", piece.rank + 1)));
        }
        board.pieces.put(square, piece.seat(), kind);
        board.columns[square.index()] = piece.column;
        Ok(())
    })?;
    Ok(board)
}

fn check_counts(board: &Placement, word: Word) -> Result<(), PositionError> {
    let whole = |reason| error(Place::Whole, word.column, reason);
    for seat in Seat::BOTH {
        let kings = board.pieces.get(seat, Kind::King);
        if kings.is_empty() {
            return Err(whole(format!("{} has no king", name(seat))));
        }
        if kings.several() {
            // The second one in reading order, which begins with the eighth rank.
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

/// Castling rights in the way of FEN, X-FEN or Shredder-FEN; see [`Castling::rook_of_letter`].
fn read_castling(word: Word, pieces: &Pieces) -> Result<Castling, PositionError> {
    let mut rights = Castling::NONE;
    if word.text == "-" {
        return Ok(rights);
    }
    for (c, column) in word.text.chars().zip(word.column..) {
        let wrong = |reason| Err(error(Place::Field("castling rights"), column, reason));
        let seat = if c.is_ascii_uppercase() { Seat::WHITE } else { Seat::BLACK };
        let home = 7 * seat.index() + 1;
        let rook = match c.to_ascii_lowercase() {
            'k' => "to its right".to_string(),
            'q' => "to its left".to_string(),
            file @ 'a'..='h' => format!("on {file}{home}"),
            _ => return wrong(format!("'{c}' is none of K, Q, k, q and no file of a rook")),
        };
        let Some((right, at)) = Castling::rook_of_letter(c, pieces) else {
            return wrong(format!("'{c}' needs {}'s king on b{home} to g{home} and a rook {rook}", name(seat)));
        };
        if rights.has(right) {
            return wrong(format!("'{c}' gives a right that is given already"));
        }
        rights = rights.with(right, pieces.get(seat, Kind::King).first(), at);
    }
    Ok(rights)
}

/// En passant square, if the pawns stand where a double step puts them.
fn read_en_passant(word: Word, pieces: &Pieces, side: Seat) -> Result<Option<Square>, PositionError> {
    if word.text == "-" {
        return Ok(None);
    }
    let wrong = |reason| Err(error(Place::Field("en passant square"), word.column, reason));
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

impl<R: Rules> FromStr for Position<R> {
    type Err = PositionError;

    /// Parses six fields; the two clocks may be left out together (defaults 0 and 1).
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let words = words(text);
        let end = text.chars().count() + 1;
        let missing = |field| error(Place::Field(field), end, "missing");
        let [board_word, side, castling, en_passant, clocks @ ..] = words.as_slice() else {
            let first_missing = ["board", "side to move", "castling rights", "en passant square"][words.len()];
            // An error in a field that is there is worth more to the user than a missing field.
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
        let (clock, full_moves) = read_clocks(clocks, end)?;

        let pieces = board.pieces;
        let mut position = Position {
            pieces,
            key: 0,
            derived: R::derive(&pieces),
            full_moves,
            clock,
            side,
            castling,
            en_passant: EnPassant::NONE,
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

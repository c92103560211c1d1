//! FEN parser (Forsyth-Edwards Notation).

use std::str::FromStr;

use super::board::{Board, BoardSet, BoardSquare, RANKS};
use super::castling::Right;
use super::position::EnPassant;
use super::{Castling, Kind, Memory, PiecesOf, Position, Rules, SquareOf};
use crate::game::Seat;
use crate::text::{Place, PositionError};
use crate::variants::fen::{Word, error, name, read_clocks, read_side, walk_board, words};

fn at(square: impl BoardSquare) -> Place {
    Place::Board { rank: square.rank() + 1, file: square.file() + 1 }
}

/// Parsed piece placement, with the text column of each square for error messages.
struct Placement<R: Rules> {
    pieces: PiecesOf<R>,
    columns: Vec<usize>,
}

fn read_board<R: Rules>(word: Word) -> Result<Placement<R>, PositionError> {
    let mut board = Placement { pieces: PiecesOf::<R>::default(), columns: vec![word.column; R::Board::SQUARES] };
    walk_board(word, (R::Board::FILES, RANKS), |piece| {
        let Some(kind) = Position::<R>::kind_of_letter(piece.letter) else {
            return Err(piece.error(format!("'{}' is no piece of this game", piece.letter)));
        };
        let square = SquareOf::<R>::new(piece.file, piece.rank);
        let own_rank = SquareOf::<R>::new(piece.file, 7 * piece.seat().index());
        let may_begin_there = square == own_rank && !R::DOUBLE_STEP[piece.seat().index()];
        if kind == Kind::Pawn && R::Board::END_RANKS.has(square) && !may_begin_there {
            return Err(piece.error(format!("a pawn cannot stand on rank {}", piece.rank + 1)));
        }
        board.pieces.put(square, piece.seat(), kind);
        board.columns[square.index()] = piece.column;
        Ok(())
    })?;
    Ok(board)
}

/// Pieces of a kind and side in the start position of a game.
fn at_start<R: Rules>(seat: Seat, kind: Kind) -> usize {
    let letter = Position::<R>::letter_of(seat, kind);
    let board = R::START.split(' ').next().unwrap_or_default();
    board.chars().filter(|&c| c == letter).count()
}

/// Most men of a side in positions that need not be reachable: as many as White has at the start of Dunsany's chess.
/// No game of the family has more.
const MAX_MEN: usize = 32;

fn check_counts<R: Rules>(board: &Placement<R>, word: Word) -> Result<(), PositionError> {
    let whole = |reason| error(Place::Whole, word.column, reason);
    for seat in Seat::BOTH {
        let kings = board.pieces.get(seat, Kind::King);
        if R::ROYAL[seat.index()] {
            if kings.is_empty() {
                return Err(whole(format!("{} has no king", name(seat))));
            }
            if kings.several() {
                // The second one in reading order, which begins with the eighth rank.
                let second =
                    kings.into_iter().max_by_key(|square| board.columns[square.index()]).unwrap_or(kings.first());
                let reason = format!("{} has a second king", name(seat));
                return Err(error(at(second), board.columns[second.index()], reason));
            }
        } else if kings.any() && !R::PROMOTIONS.contains(&Kind::King) {
            let king = kings.first();
            return Err(error(at(king), board.columns[king.index()], format!("{} has a king", name(seat))));
        }
        if !R::CAN_BE_REACHED {
            let men = board.pieces.of(seat).len();
            if men > MAX_MEN {
                return Err(whole(format!("{} has {men} men, more than {MAX_MEN}", name(seat))));
            }
            continue;
        }
        let (pawns, limit) = (board.pieces.get(seat, Kind::Pawn).len(), at_start::<R>(seat, Kind::Pawn));
        if pawns > limit {
            return Err(whole(format!("{} has {pawns} pawns, more than {limit}", name(seat))));
        }
        let beyond = |&kind: &Kind| board.pieces.get(seat, kind).len().saturating_sub(at_start::<R>(seat, kind));
        let promoted: usize = R::PROMOTIONS.iter().map(beyond).sum();
        if promoted + pawns > limit {
            let side = name(seat);
            return Err(whole(format!(
                "{side}'s promoted pieces ({promoted}) and pawns ({pawns}) are more than {limit}"
            )));
        }
    }
    Ok(())
}

/// Rook of an orthodox array that one of the letters `KQkq` means, if it and its king are at home.
fn orthodox_rook<R: Rules>(letter: char, pieces: &PiecesOf<R>) -> Option<(Right, SquareOf<R>)> {
    let seat = if letter.is_ascii_uppercase() { Seat::WHITE } else { Seat::BLACK };
    let right = Right { seat, short: letter.eq_ignore_ascii_case(&'k') };
    let corner = right.corner::<R>();
    let at_home = pieces.get(seat, Kind::King).has(right.king_home::<R>()) && pieces.get(seat, Kind::Rook).has(corner);
    (at_home && "kqKQ".contains(letter)).then_some((right, corner))
}

/// Castling rights in the way of FEN, and where the game has Chess960, of X-FEN or Shredder-FEN; see
/// [`Castling::rook_of_letter`].
fn read_castling<R: Rules>(word: Word, pieces: &PiecesOf<R>) -> Result<(Castling, [bool; 2]), PositionError> {
    let mut rights = Castling::NONE;
    let mut innocent = [false; 2];
    if word.text == "-" {
        return Ok((rights, innocent));
    }
    for (c, column) in word.text.chars().zip(word.column..) {
        let wrong = |reason| Err(error(Place::Part("castling rights"), column, reason));
        let seat = if c.is_ascii_uppercase() { Seat::WHITE } else { Seat::BLACK };
        let home = 7 * seat.index() + 1;
        let king = pieces.get(seat, Kind::King);
        let king_home = Right { seat, short: true }.king_home::<R>();
        if R::Memory::INNOCENCE && c.eq_ignore_ascii_case(&'e') {
            if !king.has(king_home) || innocent[seat.index()] {
                return wrong(format!("'{c}' needs {}'s king on {king_home} and no other letter of its", name(seat)));
            }
            innocent[seat.index()] = true;
            continue;
        }
        if !R::MAY_CASTLE[seat.index()] {
            return wrong(format!("'{c}' is a right of {}, who cannot castle in this game", name(seat)));
        }
        let rook = match c.to_ascii_lowercase() {
            'k' => "to its right".to_string(),
            'q' => "to its left".to_string(),
            file @ 'a'..='h' if R::CHESS960 => format!("on {file}{home}"),
            _ if R::CHESS960 => return wrong(format!("'{c}' is none of K, Q, k, q and no file of a rook")),
            _ if R::Memory::INNOCENCE => return wrong(format!("'{c}' is none of K, Q, E, k, q, e")),
            _ => return wrong(format!("'{c}' is none of K, Q, k, q")),
        };
        if R::Memory::INNOCENCE && innocent[seat.index()] && rights.of(seat) == (false, false) {
            let letter = if seat == Seat::WHITE { 'E' } else { 'e' };
            return wrong(format!("'{c}' gives a right, but '{letter}' says that {} has none", name(seat)));
        }
        let (found, kings) = if R::CHESS960 {
            (Castling::rook_of_letter::<R>(c, pieces), format!("b{home} to g{home}"))
        } else {
            (orthodox_rook::<R>(c, pieces), king_home.to_string())
        };
        let Some((right, at)) = found else {
            return wrong(format!("'{c}' needs {}'s king on {kings} and a rook {rook}", name(seat)));
        };
        if rights.has(right) {
            return wrong(format!("'{c}' gives a right that is given already"));
        }
        rights = rights.with::<R>(right, if R::CHESS960 { king.first() } else { right.king_home::<R>() }, at);
        innocent[seat.index()] = true;
    }
    Ok((rights, innocent))
}

/// En passant square, if the pawns stand where a double step puts them. Nobody can use any other square: it is as good
/// as none, but an error in games that ask for positions which can be reached.
fn read_en_passant<R: Rules>(
    word: Word,
    pieces: &PiecesOf<R>,
    side: Seat,
) -> Result<Option<SquareOf<R>>, PositionError> {
    if word.text == "-" {
        return Ok(None);
    }
    let wrong = |reason| Err(error(Place::Part("en passant square"), word.column, reason));
    let Some(target) = R::Board::parse_square(word.text) else {
        return wrong(format!("'{}' is neither a square nor '-'", word.text));
    };
    match why_not_passed::<R>(target, pieces, side) {
        None => Ok(Some(target)),
        Some(reason) if R::CAN_BE_REACHED => wrong(reason),
        Some(_) => Ok(None),
    }
}

/// Reason why no pawn can just have stepped over a square, with `side` to move.
fn why_not_passed<R: Rules>(target: SquareOf<R>, pieces: &PiecesOf<R>, side: Seat) -> Option<String> {
    let (rank, from, to) = if side == Seat::WHITE { (5, 6, 4) } else { (2, 1, 3) };
    if target.rank() != rank {
        return Some(format!("{target} is not on rank {}, where {} could capture", rank + 1, name(side)));
    }
    let (from, to) = (SquareOf::<R>::new(target.file(), from), SquareOf::<R>::new(target.file(), to));
    if !pieces.get(side.opponent(), Kind::Pawn).has(to) {
        return Some(format!("no pawn of {} on {to} has just passed {target}", name(side.opponent())));
    }
    let blocked = [target, from].into_iter().find(|&square| pieces.occupied().has(square))?;
    Some(format!("no pawn can have gone from {from} to {to}: {blocked} is occupied"))
}

/// Squares that the pawns of a series have stepped over, as files.
fn read_passed_squares<R: Rules>(word: Word, pieces: &PiecesOf<R>, stepper: Seat) -> Result<u8, PositionError> {
    let wrong = |reason| Err(error(Place::Part("en passant squares"), word.column, reason));
    let mut files = 0;
    let mut rest = if word.text == "-" { "" } else { word.text };
    while !rest.is_empty() {
        let Some(target) = rest.get(0..2).and_then(R::Board::parse_square) else {
            return wrong(format!("'{}' is neither a list of squares nor '-'", word.text));
        };
        let rank = if stepper == Seat::WHITE { 2 } else { 5 };
        let to = SquareOf::<R>::new(target.file(), if stepper == Seat::WHITE { 3 } else { 4 });
        if target.rank() != rank || !pieces.get(stepper, Kind::Pawn).has(to) {
            return wrong(format!("no pawn of {} has just passed {target}", name(stepper)));
        }
        files |= 1 << target.file();
        rest = &rest[2..];
    }
    Ok(files)
}

/// State beyond that of orthodox chess, from its own field and from those of castling and en passant.
fn read_memory<R: Rules>(
    word: Option<&Word>,
    en_passant: Word,
    pieces: &PiecesOf<R>,
    side: Seat,
    end: usize,
) -> Result<R::Memory, PositionError> {
    let Some(field) = R::Memory::FIELD else { return Ok(R::Memory::default()) };
    let Some(word) = word else { return Err(error(Place::Part(field), end, "missing")) };
    let memory = R::Memory::read(word.text, side)
        .map_err(|wanted| error(Place::Part(field), word.column, format!("'{}' is not {wanted}", word.text)))?;
    if !R::Memory::SERIES {
        return Ok(memory);
    }
    let stepper = if memory.is_mid_turn(side) { side } else { side.opponent() };
    Ok(memory.with_passed_files(read_passed_squares::<R>(en_passant, pieces, stepper)?))
}

impl<R: Rules> FromStr for Position<R> {
    type Err = PositionError;

    /// Parses six fields, and one between en passant and clocks where the game has it; the two clocks may be left out
    /// together (defaults 0 and 1). GUIs that do not know the additional field leave it out: the state is then that of
    /// the start position, but in games of series the field is needed. Checks given are also read behind the clocks.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let words = words(text);
        let end = text.chars().count() + 1;
        let missing = |field| error(Place::Part(field), end, "missing");
        let suffix = words.last().and_then(|last| R::Memory::read_suffix(last.text));
        let fields = &words[..words.len() - usize::from(suffix.is_some())];
        let [board_word, side, castling_word, en_passant, rest @ ..] = fields else {
            let first_missing = ["board", "side to move", "castling rights", "en passant square"][fields.len()];
            // An error in a field that is there is worth more to the user than a missing field.
            if let Some(&board) = fields.first() {
                read_board::<R>(board)?;
            }
            return Err(missing(first_missing));
        };
        let board = read_board::<R>(*board_word)?;
        check_counts::<R>(&board, *board_word)?;
        let side = read_side(*side)?;
        let (castling, innocent) = read_castling::<R>(*castling_word, &board.pieces)?;
        let is_told = suffix.is_none() && R::Memory::FIELD.is_some();
        let has_field = is_told && (R::Memory::SERIES || rest.len() % 2 == 1);
        let (field, clocks) = if has_field && !rest.is_empty() { rest.split_at(1) } else { rest.split_at(0) };
        let memory = if has_field {
            read_memory::<R>(field.first(), *en_passant, &board.pieces, side, end)?
        } else {
            suffix.unwrap_or_default()
        };
        let memory = memory.with_innocence(innocent);
        let target = if R::Memory::SERIES { None } else { read_en_passant::<R>(*en_passant, &board.pieces, side)? };
        let (clock, full_moves) = read_clocks(clocks, end)?;

        let pieces = board.pieces;
        let mut position = Position {
            pieces,
            key: 0,
            derived: R::derive(&pieces),
            memory,
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
        if let Some(target) = target.filter(|_| R::EN_PASSANT && R::DOUBLE_STEP[side.opponent().index()]) {
            position.set_en_passant_if_legal(target);
        }
        Ok(position)
    }
}

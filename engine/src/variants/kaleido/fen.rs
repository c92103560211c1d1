//! Position text parser.

use std::marker::PhantomData;
use std::str::FromStr;

use super::moves::THROWS;
use super::reach::REACH;
use super::{Kind, Pieces, Position, Rules, Step};
use crate::board::round::{Field, SECTOR_FIELDS, SECTORS};
use crate::game::{Game, Seat};
use crate::moves::MAX_MOVES;
use crate::text::{Place, PositionError};
use crate::variants::fen::{Word, error, name, read_clocks, read_side, words};

/// Pieces of a side at the start, its maximum.
const MAX_PIECES: usize = 18;

/// Mark before the letter of a piece, where four players share the two cases.
pub(super) const MARK: char = '\'';

/// Parses the fields of one sector, or the centre, and hands every piece with its index in it to `place`.
fn read_part(
    text: &str,
    part: &str,
    column: usize,
    length: usize,
    mut place: impl FnMut(usize, &str, usize) -> Result<(), PositionError>,
) -> Result<(), PositionError> {
    let wrong = |column, reason: String| Err(error(Place::Part("board"), column, format!("{part}: {reason}")));
    let mut at = 0;
    let mut characters = text.chars().zip(column..).peekable();
    while let Some((c, column)) = characters.next() {
        if at == length {
            return wrong(column, format!("'{c}' goes beyond the last of {length} fields"));
        }
        if !c.is_ascii_digit() {
            let mut piece = c.to_string();
            if c == MARK {
                piece.extend(characters.next().map(|(letter, _)| letter));
            }
            place(at, &piece, column)?;
            at += 1;
            continue;
        }
        let mut run = c.to_string();
        while let Some((digit, _)) = characters.next_if(|(c, _)| c.is_ascii_digit()) {
            run.push(digit);
        }
        match run.parse::<usize>().ok().filter(|run| (1..=length - at).contains(run) && c != '0') {
            Some(run) => at += run,
            None => return wrong(column, format!("'{run}' is no number of empty fields: {} left", length - at)),
        }
    }
    if at < length {
        return wrong(column + text.chars().count(), format!("only {at} of {length} fields described"));
    }
    Ok(())
}

/// Parses the board. `piece` reads one; no player has more than `most` of them.
pub(super) fn read_board<const SEATS: usize>(
    word: Word,
    names: &[&str],
    most: usize,
    piece: impl Fn(&str) -> Option<(Seat, Kind)>,
) -> Result<Pieces<SEATS>, PositionError> {
    let mut pieces = Pieces::default();
    let parts: Vec<&str> = word.text.split('/').collect();
    let mut column = word.column;
    for (number, text) in parts.iter().enumerate() {
        if number > SECTORS {
            return Err(error(Place::Part("board"), column, format!("more than {SECTORS} sectors and the centre")));
        }
        let (part, length) = match number {
            SECTORS => ("the centre".to_string(), 1),
            sector => (format!("sector {}", sector + 1), SECTOR_FIELDS),
        };
        read_part(text, &part, column, length, |at, letter, column| {
            let wrong = |reason| Err(error(Place::Part("board"), column, format!("{part}: {reason}")));
            let Some((seat, kind)) = piece(letter) else { return wrong(format!("'{letter}' is no piece")) };
            if pieces.of(seat).len() == most {
                return wrong(format!("{} has more than {most} pieces", names[seat.index()]));
            }
            let field = if number == SECTORS { Field::CENTRE } else { Field::new(number, at) };
            pieces.toggle(field, seat, kind);
            Ok(())
        })?;
        column += text.chars().count() + 1;
    }
    if parts.len() <= SECTORS {
        let reason = format!("only {} of {SECTORS} sectors and the centre described", parts.len());
        return Err(error(Place::Part("board"), column - 1, reason));
    }
    Ok(pieces)
}

/// Piece of a letter: upper case is White's.
fn read_piece(text: &str) -> Option<(Seat, Kind)> {
    let mut letters = text.chars();
    let (letter, None) = (letters.next()?, letters.next()) else { return None };
    Some((if letter.is_uppercase() { Seat::WHITE } else { Seat::BLACK }, Kind::from_letter(letter)?))
}

/// Checks that a [`MoveList`](crate::moves::MoveList) has room for the composite moves of either side, wherever its
/// pieces stand: three throws allow each piece, and any throw may force a pass.
fn check_mobility(pieces: &Pieces<2>, board: Word) -> Result<(), PositionError> {
    let greatest = |kind| Field::all().map(|field| REACH.unhindered(kind, field).len()).max().unwrap_or_default();
    let greatest = Kind::ALL.map(greatest);
    for seat in Seat::BOTH {
        let of_kind = |kind: Kind| pieces.get(seat, kind).len() * greatest[kind.index()];
        let moves: usize = Kind::ALL.into_iter().map(of_kind).sum();
        if 3 * moves + THROWS.count() > MAX_MOVES {
            let reason = format!("{} may get more than {MAX_MOVES} moves with their throws", name(seat));
            return Err(error(Place::Part("board"), board.column, reason));
        }
    }
    Ok(())
}

/// Parses the side to move and the throw.
fn read_turn<R: Rules>(word: Word) -> Result<(Seat, Option<u8>), PositionError> {
    let split = word.text.char_indices().nth(1).map_or(word.text.len(), |(at, _)| at);
    let (side, throw) = word.text.split_at(split);
    let side = read_side(Word { text: side, ..word })?;
    if throw.is_empty() {
        return Ok((side, None));
    }
    let number = throw.parse().ok().filter(|number| R::DICE && THROWS.contains(number) && throw.len() == 1);
    let wrong = || error(Place::Part("side to move"), word.column + 1, format!("'{throw}' is no throw of this game"));
    number.map(|number| (side, Some(number))).ok_or_else(wrong)
}

/// Parses the last move of a side, or `-`.
pub(super) fn read_last(word: Word, field: &'static str) -> Result<Option<Step>, PositionError> {
    if word.text == "-" {
        return Ok(None);
    }
    let fields = word.text.split_once('-').map(|(from, to)| (Field::parse(from), Field::parse(to)));
    match fields {
        Some((Some(from), Some(to))) if from != to => Ok(Some(Step { from, to })),
        _ => {
            let reason = format!("'{}' is neither '-' nor a move like '1B-2F'", word.text);
            Err(error(Place::Part(field), word.column, reason))
        }
    }
}

impl<R: Rules> FromStr for Position<R> {
    type Err = PositionError;

    /// Parses six fields; the two clocks may be left out together.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let words = words(text);
        let end = text.chars().count() + 1;
        let field =
            |index: usize, name| words.get(index).copied().ok_or_else(|| error(Place::Part(name), end, "missing"));
        let pieces = read_board(field(0, "board")?, Self::SEAT_NAMES, MAX_PIECES, read_piece)?;
        if R::DICE {
            check_mobility(&pieces, field(0, "board")?)?;
        }
        let (side, throw) = read_turn::<R>(field(1, "side to move")?)?;
        let white = read_last(field(2, "White's last move")?, "White's last move")?;
        let black = read_last(field(3, "Black's last move")?, "Black's last move")?;
        let (clock, full_moves) = read_clocks(&words[4..], end)?;
        let last = [white, black];
        let mut position = Position { pieces, key: 0, last, full_moves, clock, side, throw, rules: PhantomData };
        position.key = position.compute_key();
        Ok(position)
    }
}

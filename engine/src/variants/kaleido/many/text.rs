//! Position text and move notation.

use std::fmt::{self, Display};

use super::{Position, Rules};
use crate::board::round::{Field, SECTOR_FIELDS, SECTORS};
use crate::game::Game;
use crate::moves::Move;
use crate::seat::Seat;
use crate::text::{MoveError, Notation, write_row};
use crate::variants::kaleido::fen::MARK;
use crate::variants::kaleido::moves::PASS;
use crate::variants::kaleido::text::{parse_player_move, write_last};
use crate::variants::kaleido::{Kind, Step};

/// Letters of the side to move, by seat.
pub(super) const SIDES: [char; Seat::MAX] = ['w', 'r', 'b', 'g'];

/// Mark before the letters of a seat, and whether they are capitals. White and Black write theirs as in the game for
/// two.
const SEAT_LETTERS: [(bool, bool); Seat::MAX] = [(false, true), (true, true), (false, false), (true, false)];

/// Text of a piece: `W` is White's, `'W` Red's, `w` Black's, `'w` Green's.
pub fn write_piece(seat: Seat, kind: Kind) -> String {
    let (marked, capital) = SEAT_LETTERS[seat.index()];
    let letter = if capital { kind.letter() } else { kind.letter().to_ascii_lowercase() };
    if marked { format!("{MARK}{letter}") } else { letter.to_string() }
}

/// Owner and kind of a piece's text, the inverse of [`write_piece`].
pub(super) fn read_piece(text: &str) -> Option<(Seat, Kind)> {
    let (marked, letter) = text.strip_prefix(MARK).map_or((false, text), |letter| (true, letter));
    let mut letters = letter.chars();
    let (letter, None) = (letters.next()?, letters.next()) else { return None };
    let seat = SEAT_LETTERS.iter().position(|&signs| signs == (marked, letter.is_uppercase()))?;
    Some((Seat::new(seat), Kind::from_letter(letter)?))
}

impl<R: Rules> Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let on = |field| self.pieces.on(field).map(|(seat, kind)| write_piece(seat, kind));
        for sector in 0..SECTORS {
            write!(f, "{}/", write_row((0..SECTOR_FIELDS).map(|letter| on(Field::new(sector, letter)))))?;
        }
        f.write_str(&write_row([on(Field::CENTRE)]))?;
        write!(f, " {}", SIDES[self.side.index()])?;
        for seat in Seat::all(Self::SEATS) {
            write!(f, " {}", write_last(self.last(seat)))?;
        }
        write!(f, " {} {}", self.clock, self.round)
    }
}

impl<R: Rules> Notation for Position<R> {
    fn write_move(&self, mv: Move) -> String {
        if mv == PASS {
            return "0000".to_string();
        }
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let mark = if self.pieces.occupied().has(to) { '+' } else { '-' };
        format!("{from}{mark}{to}")
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = parse_player_move(text).ok_or(MoveError::Syntax)?;
        if self.is_legal(mv) { Ok(mv) } else { Err(MoveError::Illegal(self.why_illegal(mv))) }
    }
}

impl<R: Rules> Position<R> {
    fn why_illegal(&self, mv: Move) -> String {
        if self.is_over() {
            return "the game is over".to_string();
        }
        if mv == PASS {
            return "only a player who cannot move a piece passes".to_string();
        }
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let Some((seat, kind)) = self.pieces.on(from) else { return format!("no piece on {from}") };
        if seat != self.side {
            return format!("the piece on {from} is {}'s", R::SEAT_NAMES[seat.index()]);
        }
        if self.last(seat) == Some(Step { from: to, to: from }) {
            return format!("it undoes {to}-{from}");
        }
        format!("the {} on {from} does not get to {to}", kind.name())
    }
}

//! Position text and move notation.

use std::fmt::{self, Display};

use super::moves::{PASS, THROWS, after_throw, normal, thrown, without_throw};
use super::{MoveKind, Position, Rules, Step};
use crate::board::round::{Field, SECTOR_FIELDS, SECTORS};
use crate::game::{CompositeMoves, Game, ToAct};
use crate::moves::Move;
use crate::text::{MoveError, Notation, write_row};
use crate::variants::fen::{name, side_letter};

impl<R: Rules> Position<R> {
    fn letter_on(&self, field: Field) -> Option<char> {
        self.pieces.on(field).map(|(seat, kind)| kind.letter_of(seat))
    }
}

/// Text of a side's last move, or `-`.
pub(super) fn write_last(last: Option<Step>) -> String {
    last.map_or("-".to_string(), |step| format!("{}-{}", step.from, step.to))
}

impl<R: Rules> Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for sector in 0..SECTORS {
            let letters = (0..SECTOR_FIELDS).map(|letter| self.letter_on(Field::new(sector, letter)));
            write!(f, "{}/", write_row(letters))?;
        }
        let (centre, side) = (write_row([self.letter_on(Field::CENTRE)]), side_letter(self.side));
        let throw = self.throw.map(|throw| throw.to_string()).unwrap_or_default();
        let [white, black] = self.last.map(write_last);
        write!(f, "{centre} {side}{throw} {white} {black} {} {}", self.clock, self.full_moves)
    }
}

/// Parses `1B-2F`, `1B+2F`, `0000`, a throw `4`, or a throw and a move `4:1B-2F`.
fn parse(text: &str) -> Option<Move> {
    if let Some((throw, mv)) = text.split_once(':') {
        return Some(after_throw(parse_throw(throw)?, parse_player_move(mv)?));
    }
    parse_throw(text).map(thrown).or_else(|| parse_player_move(text))
}

/// Parses a throw of one digit.
fn parse_throw(text: &str) -> Option<u8> {
    text.parse().ok().filter(|throw| THROWS.contains(throw) && text.len() == 1)
}

/// Parses a move without a throw: `1B-2F`, `1B+2F`, `0000`.
pub(super) fn parse_player_move(text: &str) -> Option<Move> {
    if text == "0000" {
        return Some(PASS);
    }
    let (from, to) = text.split_once(['-', '+'])?;
    let (from, to) = (Field::parse(from)?, Field::parse(to)?);
    (from != to).then(|| normal(from, to))
}

impl<R: Rules> Notation for Position<R> {
    fn write_move(&self, mv: Move) -> String {
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let mark = if self.pieces.occupied().has(to) { '+' } else { '-' };
        match MoveKind::of(mv) {
            None => "-".to_string(),
            Some((MoveKind::Throw, throw)) => throw.unwrap_or_default().to_string(),
            Some((_, Some(throw))) => format!("{throw}:{}", self.write_move(without_throw(mv))),
            Some((MoveKind::Normal, None)) => format!("{from}{mark}{to}"),
            Some((MoveKind::Pass, None)) => "0000".to_string(),
        }
    }

    /// Before the die is thrown a move is read without its throw too, as after the lowest throw that allows it. Only
    /// repetition tells throws apart: positions that repeat have the same one.
    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = parse(text).ok_or(MoveError::Syntax)?;
        if self.is_composite_move(mv) {
            return Ok(mv);
        }
        let bare = matches!(MoveKind::of(mv), Some((MoveKind::Normal | MoveKind::Pass, None)));
        let thrown = THROWS.filter(|_| bare && self.to_act() == ToAct::Chance).map(|throw| after_throw(throw, mv));
        let found = thrown.into_iter().find(|&mv| self.is_composite_move(mv));
        found.ok_or_else(|| MoveError::Illegal(self.why_illegal(mv)))
    }
}

impl<R: Rules> Position<R> {
    fn why_illegal(&self, mv: Move) -> String {
        if self.outcome().is_some() {
            return "the game is over".to_string();
        }
        let throw = match MoveKind::of(mv) {
            Some((MoveKind::Normal | MoveKind::Pass, Some(_))) if !R::DICE => {
                return "there is no die in this game".to_string();
            }
            Some((MoveKind::Normal | MoveKind::Pass, Some(written)))
                if self.throw.is_some_and(|now| now != written) =>
            {
                return format!("the throw is {}, not {written}", self.throw.unwrap_or_default());
            }
            Some((MoveKind::Normal | MoveKind::Pass, Some(_))) if self.throw.is_some() => {
                return "the die has been thrown".to_string();
            }
            Some((MoveKind::Normal, throw)) => throw.or(self.throw),
            Some((MoveKind::Pass, _)) if R::DICE => return "a piece that may move can".to_string(),
            Some((MoveKind::Pass, _)) => return "there is no passing in this game".to_string(),
            _ if R::DICE => return "the die has been thrown".to_string(),
            _ => return "there is no die in this game".to_string(),
        };
        let (from, to) = (Field::from_index(mv.from()), Field::from_index(mv.to()));
        let Some((seat, kind)) = self.pieces.on(from) else { return format!("no piece on {from}") };
        if seat != self.side {
            return format!("the piece on {from} is {}'s", name(seat));
        }
        if let Some(throw) = throw.filter(|&throw| R::DICE && !Self::allows(throw, kind)) {
            return format!("a throw of {throw} does not let the {} move", kind.name());
        }
        if self.last(seat) == Some(Step { from: to, to: from }) {
            return format!("it undoes {to}-{from}");
        }
        format!("the {} on {from} does not get to {to}", kind.name())
    }
}

//! Positions and moves of Quex and Keyles as text.

use std::fmt::{self, Display};

use super::moves::{exchange_kind, is_replacement};
use super::{Kind, Position, Rules};
use crate::board::ten::{self, SIZE, Square};
use crate::game::{Game, Seat, Wanted};
use crate::moves::{Move, MoveList};
use crate::text::{MoveError, Notation};
use crate::variants::fen::{draw_board, name, side_letter, write_board};

impl<R: Rules> Position<R> {
    /// The start position.
    pub const START: &'static str = "10/rpnlqklnpr/cftwggwtfc/10/10/10/10/CFTWGGWTFC/RPNLQKLNPR/10[] w - - 0 1";

    fn letter_on(&self, file: usize, rank: usize) -> Option<char> {
        self.pieces.on(Square::new(file, rank)).map(|(seat, kind)| kind.letter_of(seat))
    }

    fn pool_text(&self) -> String {
        let men = Seat::BOTH.into_iter().flat_map(|seat| Kind::ALL.into_iter().map(move |kind| (seat, kind)));
        men.flat_map(|(seat, kind)| std::iter::repeat_n(kind.letter_of(seat), self.pool.count(seat, kind))).collect()
    }
}

impl<R: Rules> Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = write_board::<SIZE>(|file, rank| self.letter_on(file, rank));
        let (pool, side) = (self.pool_text(), side_letter(self.side));
        write!(f, "{board}[{pool}] {side} - - {} {}", self.clock, self.full_moves)
    }
}

/// A square as the inventor writes it, rank and file from 0: `15` is f2.
fn parse_inventor(text: &str) -> Option<Square> {
    match text.as_bytes() {
        [rank @ b'0'..=b'9', file @ b'0'..=b'9'] => Some(Square::new((file - b'0') as usize, (rank - b'0') as usize)),
        _ => None,
    }
}

/// A move as it is written.
#[derive(Debug, PartialEq, Eq)]
enum Written {
    Replacement(Square),
    Move { from: Square, to: Square, becomes: Option<Kind> },
}

impl Written {
    /// Reads `e2e3`, `e9e10q`, `K@d2`, or the same with the inventor's squares: `1424`, `K@13`.
    fn parse(text: &str) -> Option<Written> {
        let square = |text: &str| Square::parse(text).or_else(|| parse_inventor(text));
        if let Some(at) = text.strip_prefix("K@").or_else(|| text.strip_prefix("k@")) {
            return square(at).map(Written::Replacement);
        }
        // A letter at the end is what the pion becomes: no square ends with one.
        let last = text.chars().last()?;
        let (squares, becomes) = match last.is_ascii_alphabetic() {
            true => (&text[..text.len() - 1], Some(Kind::from_letter(last)?)),
            false => (text, None),
        };
        // The first square takes two or three characters; whatever is left must be the other one.
        (2..=3).find_map(|split| {
            let (from, to) = (squares.get(..split)?, squares.get(split..)?);
            Some(Written::Move { from: square(from)?, to: square(to)?, becomes })
        })
    }
}

impl<R: Rules> Notation for Position<R> {
    fn write_move(&self, mv: Move) -> String {
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        if is_replacement(mv) {
            return format!("K@{to}");
        }
        let becomes = exchange_kind(mv).map(|kind| kind.letter().to_ascii_lowercase());
        format!("{from}{to}{}", becomes.map(String::from).unwrap_or_default())
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let written = Written::parse(text).ok_or(MoveError::Syntax)?;
        let mut legal = MoveList::new();
        self.moves(Wanted::All, &mut legal);
        let names = |mv: &Move| match written {
            Written::Replacement(at) => is_replacement(*mv) && mv.to() == at.index(),
            Written::Move { from, to, becomes } => {
                !is_replacement(*mv)
                    && mv.from() == from.index()
                    && mv.to() == to.index()
                    && exchange_kind(*mv) == becomes
            }
        };
        let found = legal.iter().copied().find(names);
        found.ok_or_else(|| MoveError::Illegal(self.why_illegal(&written, &legal)))
    }

    fn diagram(&self) -> String {
        draw_board::<SIZE>(|file, rank| self.letter_on(file, rank))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let squares: Vec<String> = self.checkers().into_iter().map(|square| square.to_string()).collect();
        let or_none = |text: String| if text.is_empty() { "-".to_string() } else { text };
        let attackers = if R::KING_IS_ROYAL { "checkers" } else { "attackers of the king" };
        vec![(attackers, or_none(squares.join(" "))), ("captured", or_none(self.pool_text()))]
    }
}

impl<R: Rules> Position<R> {
    /// Why no legal move is written so.
    fn why_illegal(&self, written: &Written, legal: &MoveList) -> String {
        if self.outcome().is_some() {
            return "the game is over".to_string();
        }
        let (from, to, becomes) = match *written {
            Written::Replacement(_) if !self.must_replace() => return "no king is to be put back".to_string(),
            Written::Replacement(at) => return format!("no champion of {}'s on {at}", name(self.side)),
            Written::Move { .. } if self.must_replace() => return "the king must be put back first".to_string(),
            Written::Move { from, to, becomes } => (from, to, becomes),
        };
        let Some((seat, kind)) = self.pieces.on(from) else { return format!("no man on {from}") };
        if seat != self.side {
            return format!("the man on {from} is the opponent's");
        }
        let moves_there = legal.iter().any(|mv| mv.from() == from.index() && mv.to() == to.index());
        match becomes {
            Some(_) if moves_there && !kind.is_pion() => return "only a pion is exchanged".to_string(),
            Some(_) if moves_there && (!Self::end_zone(seat).has(to) || Self::end_zone(seat).has(from)) => {
                return "a pion is exchanged only as it enters the end zone".to_string();
            }
            Some(chosen) if moves_there => return format!("no '{}' is in the pool", chosen.letter_of(seat)),
            _ => {}
        }
        if self.pieces.of(self.side).has(to) {
            return format!("{to} is occupied by an own man");
        }
        let occupied = self.pieces.occupied();
        let attacks = self.attacks_of(kind, seat, from, occupied);
        let reach = match kind {
            Kind::Fote => attacks & occupied | ten::ahead(seat, from).without(occupied),
            _ => attacks,
        };
        if reach.has(to) {
            let checked = self.checkers().any() && kind != Kind::King;
            return if checked { "the king is left in check" } else { "the king would be in check" }.to_string();
        }
        format!("the {} on {from} does not reach {to}", format!("{kind:?}").to_lowercase())
    }
}

//! Position text and move notation.

use std::fmt::{self, Display};

use super::attacks::Change;
use super::moves::{DRAW_TILE, dealt, normal, placed, stranded};
use super::reach::ahead;
use super::{Frame, Hand, Kind, MoveKind, Position, Rules};
use crate::game::{CompositeMoves, Game, Seat};
use crate::moves::Move;
use crate::text::{MoveError, Notation, file_label, write_row};
use crate::variants::fen::side_letter;

impl<R: Rules> Position<R> {
    /// Text of the start position.
    pub const START: &'static str = "1[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1";

    /// Letter of the tile on a field of the frame, by column and row from 0 for the border; White's in capitals.
    pub fn letter_on(&self, x: usize, y: usize) -> Option<char> {
        let tile = self.plane.tile_on(self.plane.frame().cell(Frame::field_at(x, y).into()))?;
        Some(self.plane.kind_of(tile).letter_of(tile.seat()))
    }

    fn board_text(&self) -> String {
        let frame = self.plane.frame();
        let row = |y| write_row((1..=frame.width).map(|x| self.letter_on(x, y)));
        let rows: Vec<String> = (1..=frame.height).rev().map(row).collect();
        if rows.is_empty() { "1".to_string() } else { rows.join("/") }
    }

    /// Letters of the tiles in a pile, White's in capitals.
    pub fn pile_text(&self, seat: Seat) -> String {
        let pile = &self.piles[seat.index()];
        let kinds = Kind::ALL.into_iter();
        kinds.flat_map(|kind| std::iter::repeat_n(kind.letter_of(seat), pile.count(kind).into())).collect()
    }
}

impl<R: Rules> Display for Position<R> {
    /// Six fields. During a draw the side is followed by `?` (unknown tile) or by the tile in hand: `w?`, `wN`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hand = match self.hand {
            Hand::Empty => String::new(),
            Hand::Drawing => "?".to_string(),
            Hand::Holds(kind) => kind.letter().to_string(),
        };
        let piles = self.pile_text(Seat::WHITE) + &self.pile_text(Seat::BLACK);
        let (board, side) = (self.board_text(), side_letter(self.side));
        write!(f, "{board}[{piles}] {side}{hand} - - {} {}", self.clock, self.full_moves)
    }
}

impl Frame {
    /// Name of a field in moves: `a1` is the lower left corner of the border.
    pub fn field_name(field: usize) -> String {
        let (x, y) = Frame::coordinates(field);
        format!("{}{}", file_label(x), y + 1)
    }
}

/// Parses a field at the beginning of a text. Returns it with the rest of the text.
fn read_field(text: &str) -> Option<(u16, &str)> {
    let letters = text.len() - text.trim_start_matches(|c: char| c.is_ascii_lowercase()).len();
    let rest = &text[letters..];
    let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let x = (0..Frame::SIDE).find(|&x| file_label(x) == text[..letters])?;
    let y = rest[..digits].parse::<usize>().ok().filter(|y| (1..=Frame::SIDE).contains(y) && !rest.starts_with('0'))?;
    Some((Frame::field_at(x, y - 1), &rest[digits..]))
}

/// Parses `b2c4`, `N@c4`, `K@--`, `draw`, or the letter of a drawn tile.
fn parse(text: &str) -> Option<Move> {
    if text == "draw" {
        return Some(DRAW_TILE);
    }
    let mut letters = text.chars();
    let kind = letters.next().filter(char::is_ascii_uppercase).and_then(Kind::from_letter);
    if let Some(kind) = kind {
        return match letters.as_str() {
            "" => Some(dealt(kind)),
            "@--" => Some(stranded(kind)),
            rest => match read_field(rest.strip_prefix('@')?)? {
                (to, "") => Some(placed(kind, to)),
                _ => None,
            },
        };
    }
    let (from, rest) = read_field(text)?;
    let (to, rest) = read_field(rest)?;
    (rest.is_empty() && from != to).then(|| normal(from, to))
}

impl<R: Rules> Notation for Position<R> {
    /// Moves of tiles `b2c4`, placements `N@c4`, a stranded tile `K@--`; and the plies of a draw: `draw`, and the
    /// letter of the drawn tile.
    fn write_move(&self, mv: Move) -> String {
        let Some((kind, tile)) = MoveKind::of(mv) else { return "-".to_string() };
        match kind {
            MoveKind::Normal => Frame::field_name(mv.from()) + &Frame::field_name(mv.to()),
            MoveKind::Draw => "draw".to_string(),
            MoveKind::Dealt => tile.letter().to_string(),
            MoveKind::Placed => format!("{}@{}", tile.letter(), Frame::field_name(mv.to())),
            MoveKind::Stranded => format!("{}@--", tile.letter()),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv = parse(text).ok_or(MoveError::Syntax)?;
        if self.is_composite_move(mv) { Ok(mv) } else { Err(MoveError::Illegal(self.why_illegal(mv))) }
    }
}

impl<R: Rules> Position<R> {
    fn why_illegal(&self, mv: Move) -> String {
        if self.outcome().is_some() {
            return "the game is over".to_string();
        }
        let Some((kind, tile)) = MoveKind::of(mv) else { return "it means nothing".to_string() };
        match (kind, self.hand) {
            (MoveKind::Normal | MoveKind::Draw, Hand::Holds(kind)) => {
                format!("the {} in the hand must be placed", kind.name())
            }
            (MoveKind::Normal | MoveKind::Draw, Hand::Drawing) => "a tile is being drawn".to_string(),
            (MoveKind::Normal, Hand::Empty) => self.why_no_move(mv),
            (MoveKind::Dealt, Hand::Drawing) => format!("no {} is left in the pile", tile.name()),
            (MoveKind::Dealt, _) => "no tile is being drawn".to_string(),
            (MoveKind::Placed, Hand::Holds(kind)) if kind != tile => format!("you drew a {}", kind.name()),
            (MoveKind::Placed, Hand::Holds(_)) => self.why_no_placement(tile, mv),
            _ if self.piles[self.side.index()].is_empty() => "the pile is empty".to_string(),
            _ if !self.may_draw() => "no tile can be placed that ends the check".to_string(),
            (MoveKind::Placed | MoveKind::Stranded, _) if self.piles[self.side.index()].count(tile) == 0 => {
                format!("no {} is left in the pile", tile.name())
            }
            (MoveKind::Stranded, _) => format!("the {} can be placed", tile.name()),
            _ => self.why_no_placement(tile, mv),
        }
    }

    fn why_no_placement(&self, kind: Kind, mv: Move) -> String {
        let (cell, field) = (self.plane.frame().cell(mv.to()), Frame::field_name(mv.to()));
        if self.plane.is_occupied(cell) {
            format!("there is a tile on {field}")
        } else if self.plane.in_play().is_empty() {
            "the first tile is placed on a1".to_string()
        } else if self.plane.touching(cell).is_empty() {
            format!("{field} touches no tile")
        } else if kind == Kind::King {
            "the king would be in check".to_string()
        } else {
            "it leaves the king in check".to_string()
        }
    }

    fn why_no_move(&self, mv: Move) -> String {
        let frame = self.plane.frame();
        let (from, to) = (frame.cell(mv.from()), frame.cell(mv.to()));
        let Some(tile) = self.plane.tile_on(from) else {
            return format!("no tile on {}", Frame::field_name(mv.from()));
        };
        if tile.seat() != self.side {
            return format!("the tile on {} is the opponent's", Frame::field_name(mv.from()));
        }
        if !self.plane.in_play().several() {
            return "a tile that is alone does not move".to_string();
        }
        let kind = self.plane.kind_of(tile);
        let victim = self.plane.tile_on(to);
        if victim.is_some_and(|victim| victim.seat() == self.side) {
            return format!("there is an own tile on {}", Frame::field_name(mv.to()));
        }
        let reaches = match (kind, victim) {
            (Kind::Pawn, None) => to == from.step((0, ahead(self.side))),
            _ => self.aimers(to, self.side, Change::NONE).has(tile),
        };
        let tied = match victim {
            Some(_) => self.ties.tied().has(tile),
            None => !self.ties.hold_without(tile, self.plane.touching(to)),
        };
        if !reaches {
            format!("the {} does not move so", kind.name())
        } else if tied {
            "the tiles would not be connected".to_string()
        } else {
            "it leaves the king in check".to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_go_on_beyond_z() {
        let names: Vec<String> = [0, 25, 26, 27, 33].into_iter().map(file_label).collect();
        assert_eq!(names, ["a", "z", "aa", "ab", "ah"]);
        for x in 0..Frame::SIDE {
            for y in 0..Frame::SIDE {
                let field = Frame::field_at(x, y);
                assert_eq!(read_field(&Frame::field_name(field.into())), Some((field, "")));
            }
        }
        for bad in ["", "a", "1", "a0", "a01", "a35", "ai1", "A1", "é1", "a+1"] {
            assert_eq!(read_field(bad), None, "{bad}");
        }
    }
}

//! A board drawn with characters, in parts: those that show a field can be told from the rest, and so painted.

use std::fmt;

use crate::game::Seat;
use crate::text::file_name;

/// How a field is painted, where it can be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// Like the paper.
    Plain,
    /// A light square.
    Light,
    /// A dark square.
    Dark,
    /// A field that the rules give a meaning of its own.
    Special,
}

/// A field in a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spot {
    /// Its name in moves.
    pub name: String,
    /// Where it lies. It lies there throughout a game, even if its name changes.
    pub at: (usize, usize),
    /// The letter of the piece on it, White's in capitals.
    pub letter: Option<char>,
    /// How to paint it.
    pub shade: Shade,
    /// What is written in front of the letter.
    pub lead: String,
    /// What is written behind it.
    pub tail: &'static str,
}

impl Spot {
    /// The letter as it is drawn: a point if nothing stands there.
    pub fn drawn(&self) -> char {
        self.letter.unwrap_or('.')
    }

    /// Whose piece stands on the field.
    pub fn owner(&self) -> Option<Seat> {
        self.letter.map(|letter| if letter.is_uppercase() { Seat::WHITE } else { Seat::BLACK })
    }
}

/// A part of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Anything but a field: distances, the names of ranks and files.
    Text(String),
    /// A field.
    Spot(Spot),
}

impl Part {
    /// How many columns it takes.
    pub fn width(&self) -> usize {
        match self {
            Part::Text(text) => text.chars().count(),
            Part::Spot(spot) => spot.lead.chars().count() + 1 + spot.tail.chars().count(),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Text(text) => f.write_str(text),
            Part::Spot(spot) => write!(f, "{}{}{}", spot.lead, spot.drawn(), spot.tail),
        }
    }
}

/// A board drawn with characters, row by row from the top.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    /// The parts of each row from the left.
    pub rows: Vec<Vec<Part>>,
}

impl Diagram {
    /// A board of squares, seen from the side of `below`. Of each, by file and rank from 0, `square` says where it lies for good and what stands on it.
    pub fn of_squares(
        (files, ranks): (usize, usize),
        below: Seat,
        square: impl Fn(usize, usize) -> ((usize, usize), Option<char>),
    ) -> Diagram {
        let turned = |from_left: usize, count: usize| match below {
            Seat::WHITE => from_left,
            _ => count - 1 - from_left,
        };
        let spot = |file: usize, rank: usize| {
            let (at, letter) = square(file, rank);
            let name = format!("{}{}", file_name(file), rank + 1);
            let shade = if (at.0 + at.1).is_multiple_of(2) { Shade::Dark } else { Shade::Light };
            Part::Spot(Spot { name, at, letter, shade, lead: " ".to_string(), tail: "" })
        };
        let row = |from_below: usize| {
            let rank = turned(from_below, ranks);
            let label = Part::Text(format!("{:>2} ", rank + 1));
            std::iter::once(label).chain((0..files).map(|left| spot(turned(left, files), rank))).collect()
        };
        let labels: String = (0..files).map(|left| format!("{:>2}", file_name(turned(left, files)))).collect();
        let mut rows: Vec<Vec<Part>> = (0..ranks).rev().map(row).collect();
        rows.extend([Vec::new(), vec![Part::Text(format!("   {labels}"))]]);
        Diagram { rows }
    }

    /// Its fields.
    pub fn spots(&self) -> impl Iterator<Item = &Spot> {
        self.rows.iter().flatten().filter_map(|part| if let Part::Spot(spot) = part { Some(spot) } else { None })
    }

    /// Where what stands on a field has changed since another drawing of the same game. What one of them does not show is empty.
    pub fn changes_since(&self, before: &Diagram) -> Vec<(usize, usize)> {
        let letter = |diagram: &Diagram, at| diagram.spots().find(|spot| spot.at == at).and_then(|spot| spot.letter);
        let mut places: Vec<(usize, usize)> = self.spots().chain(before.spots()).map(|spot| spot.at).collect();
        places.sort_unstable();
        places.dedup();
        places.retain(|&at| letter(self, at) != letter(before, at));
        places
    }

    /// How many columns the widest row takes.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.iter().map(Part::width).sum()).max().unwrap_or(0)
    }
}

impl fmt::Display for Diagram {
    /// The rows, without blanks at their ends.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.rows {
            let text: String = row.iter().map(Part::to_string).collect();
            writeln!(f, "{}", text.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::record::Record;
    use crate::text::Notation;
    use crate::variants::{Chess, Chex, Kaleido};

    #[test]
    fn the_board_can_be_seen_from_both_sides() {
        let start = Chess::start();
        let lines = |below| start.diagram(below).to_string().lines().map(str::to_string).collect::<Vec<_>>();
        let (white, black) = (lines(Seat::WHITE), lines(Seat::BLACK));
        assert_eq!([&white[0], &white[9]], [" 8  r n b q k b n r", "    a b c d e f g h"]);
        assert_eq!([&black[0], &black[9]], [" 1  R N B K Q B N R", "    h g f e d c b a"]);
        let (one, other) = (Kaleido::start().diagram(Seat::WHITE), Kaleido::start().diagram(Seat::BLACK));
        let row_of = |diagram: &Diagram, name: &str| {
            diagram.rows.iter().position(|row| row.iter().any(|part| matches!(part, Part::Spot(s) if s.name == name)))
        };
        assert_eq!((row_of(&one, "5B"), row_of(&other, "1B")), (Some(0), Some(0)));
        assert_eq!((one.spots().count(), other.spots().count()), (89, 89));
    }

    #[test]
    fn what_has_changed_is_found_even_if_names_change() {
        let mut record = Record::<Chex>::default();
        let mut changes: Vec<Vec<char>> = Vec::new();
        for text in ["R@a1", "N@a1"] {
            let before = record.position().diagram(Seat::WHITE);
            record.play(record.position().read_move(text).unwrap());
            let now = record.position().diagram(Seat::WHITE);
            let at = now.changes_since(&before);
            changes.push(now.spots().filter(|spot| at.contains(&spot.at)).filter_map(|spot| spot.letter).collect());
        }
        assert_eq!(changes, [vec!['R'], vec!['n']], "the rook keeps its place though a1 becomes b2");
    }
}

//! Text diagrams of positions, in parts: a painter can tell fields from labels.
//!
//! ```
//! use engine::game::Game;
//! use engine::seat::Seat;
//! use engine::variants::Chess;
//! use formats::diagram::Diagrammed;
//!
//! let diagram = Chess::start().diagram(Seat::WHITE);
//! assert_eq!(diagram.fields().count(), 64);
//! assert!(diagram.to_string().starts_with(" 8  r n b q k b n r\n"));
//! ```

use std::fmt;

use engine::seat::Seat;
use engine::text::{Notation, file_label};

mod chex;
mod kaleido;
mod orthodox;
mod quex;

/// A game whose positions have a text diagram.
pub trait Diagrammed: Notation {
    /// Text diagram with the seat `below` at the bottom.
    fn diagram(&self, below: Seat) -> Diagram;

    /// Facts for the `show` command beyond board, text, key and side: name and value.
    fn facts(&self) -> Vec<(&'static str, String)>;
}

/// Texts separated by blanks; `-` if there are none.
fn list_or_dash<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    dash_if_empty(texts.join(" "))
}

/// The text; `-` if it is empty.
fn dash_if_empty(text: String) -> String {
    if text.is_empty() { "-".to_string() } else { text }
}

/// Background of a field, where it can be painted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shade {
    /// No colour of its own.
    Plain,
    /// Light square.
    Light,
    /// Dark square.
    Dark,
    /// Field with a meaning of its own in the rules.
    Special,
}

/// Field of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagramField {
    /// Its name in moves.
    pub name: String,
    /// Permanent place: the same throughout a game, even if the name changes.
    pub at: (usize, usize),
    /// Letter of the piece on it, White's in capitals.
    pub letter: Option<char>,
    /// Background.
    pub shade: Shade,
    /// Text in front of the letter.
    pub prefix: String,
    /// Text behind the letter.
    pub suffix: &'static str,
}

impl DiagramField {
    /// The letter as it is drawn: a point on an empty field.
    pub fn symbol(&self) -> char {
        self.letter.unwrap_or('.')
    }

    /// Owner of the piece on the field.
    pub fn owner(&self) -> Option<Seat> {
        self.letter.map(|letter| if letter.is_uppercase() { Seat::WHITE } else { Seat::BLACK })
    }
}

/// Part of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Label or distance: anything but a field.
    Text(String),
    /// Field.
    Field(DiagramField),
}

impl Part {
    /// Width in columns.
    pub fn width(&self) -> usize {
        match self {
            Part::Text(text) => text.chars().count(),
            Part::Field(field) => field.prefix.chars().count() + 1 + field.suffix.chars().count(),
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Text(text) => f.write_str(text),
            Part::Field(field) => write!(f, "{}{}{}", field.prefix, field.symbol(), field.suffix),
        }
    }
}

/// Text diagram: rows of parts from the top.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    /// Parts of each row from the left.
    pub rows: Vec<Vec<Part>>,
}

impl Diagram {
    /// Diagram of a board of squares with the seat `below` at the bottom. `square` returns the permanent place and the
    /// piece's letter by file and rank from 0.
    pub fn of_squares(
        (files, ranks): (usize, usize),
        below: Seat,
        square: impl Fn(usize, usize) -> ((usize, usize), Option<char>),
    ) -> Diagram {
        let turned = |from_left: usize, count: usize| match below {
            Seat::WHITE => from_left,
            _ => count - 1 - from_left,
        };
        let field = |file: usize, rank: usize| {
            let (at, letter) = square(file, rank);
            let name = format!("{}{}", file_label(file), rank + 1);
            let shade = if (at.0 + at.1).is_multiple_of(2) { Shade::Dark } else { Shade::Light };
            Part::Field(DiagramField { name, at, letter, shade, prefix: " ".to_string(), suffix: "" })
        };
        let row = |from_below: usize| {
            let rank = turned(from_below, ranks);
            let label = Part::Text(format!("{:>2} ", rank + 1));
            std::iter::once(label).chain((0..files).map(|left| field(turned(left, files), rank))).collect()
        };
        let labels: String = (0..files).map(|left| format!("{:>2}", file_label(turned(left, files)))).collect();
        let mut rows: Vec<Vec<Part>> = (0..ranks).rev().map(row).collect();
        rows.extend([Vec::new(), vec![Part::Text(format!("   {labels}"))]]);
        Diagram { rows }
    }

    /// All fields.
    pub fn fields(&self) -> impl Iterator<Item = &DiagramField> {
        self.rows.iter().flatten().filter_map(|part| match part {
            Part::Field(field) => Some(field),
            Part::Text(_) => None,
        })
    }

    /// Permanent places on which the letter differs from another diagram of the same game. A field missing in one of
    /// the two counts as empty there.
    pub fn changes_since(&self, before: &Diagram) -> Vec<(usize, usize)> {
        let letter =
            |diagram: &Diagram, at| diagram.fields().find(|field| field.at == at).and_then(|field| field.letter);
        let mut places: Vec<(usize, usize)> = self.fields().chain(before.fields()).map(|field| field.at).collect();
        places.sort_unstable();
        places.dedup();
        places.retain(|&at| letter(self, at) != letter(before, at));
        places
    }

    /// Width of the widest row in columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.iter().map(Part::width).sum()).max().unwrap_or(0)
    }
}

impl fmt::Display for Diagram {
    /// The rows, without trailing blanks.
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
    use engine::game::Game;
    use engine::record::Record;
    use engine::variants::{Chess, Chex, Kaleido};

    use super::*;

    #[test]
    fn diagrams_can_be_turned() {
        let start = Chess::start();
        let lines = |below| start.diagram(below).to_string().lines().map(str::to_string).collect::<Vec<_>>();
        let (white, black) = (lines(Seat::WHITE), lines(Seat::BLACK));
        assert_eq!([&white[0], &white[9]], [" 8  r n b q k b n r", "    a b c d e f g h"]);
        assert_eq!([&black[0], &black[9]], [" 1  R N B K Q B N R", "    h g f e d c b a"]);
        let (one, other) = (Kaleido::start().diagram(Seat::WHITE), Kaleido::start().diagram(Seat::BLACK));
        let row_of = |diagram: &Diagram, name: &str| {
            diagram
                .rows
                .iter()
                .position(|row| row.iter().any(|part| matches!(part, Part::Field(field) if field.name == name)))
        };
        assert_eq!((row_of(&one, "5B"), row_of(&other, "1B")), (Some(0), Some(0)));
        assert_eq!((one.fields().count(), other.fields().count()), (89, 89));
    }

    #[test]
    fn changes_are_found_even_if_field_names_change() {
        let mut record = Record::<Chex>::default();
        let mut changes: Vec<Vec<char>> = Vec::new();
        for text in ["R@a1", "N@a1"] {
            let before = record.position().diagram(Seat::WHITE);
            record.play(record.position().read_move(text).unwrap());
            let now = record.position().diagram(Seat::WHITE);
            let at = now.changes_since(&before);
            changes
                .push(now.fields().filter(|field| at.contains(&field.at)).filter_map(|field| field.letter).collect());
        }
        assert_eq!(changes, [vec!['R'], vec!['n']], "the rook keeps its place though a1 becomes b2");
    }
}

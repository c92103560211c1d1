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
mod custom;
mod kaleido;
mod orthodox;
mod quex;

/// A game whose positions have a text diagram.
pub trait Diagrammed: Notation {
    /// Text diagram with the seat `below` at the bottom.
    fn diagram(&self, below: Seat) -> Diagram;

    /// The largest diagram for a screen that fits into `room`, columns and rows; the smallest one if none fits.
    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram;

    /// Facts for the `show` command beyond board, text, key and side: name and value.
    fn facts(&self) -> Vec<(&'static str, String)>;
}

/// Square of a board: its permanent place, and the letter of the piece on it.
type Square = ((usize, usize), Option<char>);

/// Columns of the labels of a board's ranks.
const SQUARES_LABEL: usize = 3;

/// Scales of a board of squares from which on a piece has a plate, of one row and of three: on a large square a
/// character alone would be lost.
const PLATED: usize = 3;
const HIGH_PLATED: usize = 5;

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
    /// Light field of a second pair of colours, on boards that need four.
    SecondLight,
    /// Dark field of the second pair.
    SecondDark,
    /// Field with a meaning of its own in the rules.
    Special,
}

/// Colour of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// The first player.
    White,
    /// The second of two players, the third of three or four.
    Black,
    /// The second of three or four players.
    Red,
    /// The fourth of four players.
    Green,
}

impl Colour {
    /// All colours.
    pub const ALL: [Colour; 4] = [Colour::White, Colour::Black, Colour::Red, Colour::Green];

    /// Name, in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::White => "white",
            Colour::Black => "black",
            Colour::Red => "red",
            Colour::Green => "green",
        }
    }

    /// Colour of a seat in a game of two.
    pub const fn of_two(seat: Seat) -> Colour {
        [Colour::White, Colour::Black][seat.index()]
    }

    /// Colour of a seat in a game of three or four.
    pub const fn of_many(seat: Seat) -> Colour {
        [Colour::White, Colour::Red, Colour::Black, Colour::Green][seat.index()]
    }
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
    /// Mark in front of the letter, in games for more than two: it and the case of the letter say whose piece it is.
    pub mark: Option<char>,
    /// Colour of the player whose piece is on it.
    pub colour: Option<Colour>,
    /// Background.
    pub shade: Shade,
    /// Text in front of the piece.
    pub prefix: String,
    /// Text behind the piece.
    pub suffix: String,
    /// Columns of the prefix and of the suffix that are a plate below the piece, where there are colours. None stands
    /// for no plate.
    pub plate: Option<usize>,
}

impl DiagramField {
    /// The letter as it is drawn: a point on an empty field.
    pub fn symbol(&self) -> char {
        self.letter.unwrap_or('.')
    }
}

/// Part of a diagram.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// Label or distance: anything but a field.
    Text(String),
    /// Field: the part with its piece.
    Field(DiagramField),
    /// Ground: a further part of a field, without text.
    Ground {
        /// Name of the field in moves.
        name: String,
        /// Permanent place of the field.
        at: (usize, usize),
        /// Background.
        shade: Shade,
        /// Width in columns.
        width: usize,
        /// Colour of the plate of the piece on the field, if this is a part of it.
        plate: Option<Colour>,
    },
}

impl Part {
    /// Width in columns.
    pub fn width(&self) -> usize {
        match self {
            Part::Text(text) => text.chars().count(),
            Part::Field(field) => {
                let piece = 1 + usize::from(field.mark.is_some());
                field.prefix.chars().count() + piece + field.suffix.chars().count()
            }
            Part::Ground { width, .. } => *width,
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Text(text) => f.write_str(text),
            Part::Field(field) => {
                f.write_str(&field.prefix)?;
                field.mark.iter().try_for_each(|mark| write!(f, "{mark}"))?;
                write!(f, "{}{}", field.symbol(), field.suffix)
            }
            Part::Ground { width, .. } => write!(f, "{:width$}", ""),
        }
    }
}

/// Text diagram: rows of parts from the top.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Diagram {
    /// Parts of each row from the left.
    pub rows: Vec<Vec<Part>>,
    /// Columns at the left that hold labels of the rows.
    pub label_columns: usize,
    /// Rows at the bottom that hold labels of the columns.
    pub label_rows: usize,
}

impl Diagram {
    /// Diagram of a board of squares with the seat `below` at the bottom. `square` returns the permanent place and the
    /// piece's letter by file and rank from 0. A square is `scale` rows high and twice as many columns wide.
    pub fn of_squares(
        (files, ranks): (usize, usize),
        below: Seat,
        scale: usize,
        square: impl Fn(usize, usize) -> Square,
    ) -> Diagram {
        let turned = |from_left: usize, count: usize| match below {
            Seat::WHITE => from_left,
            _ => count - 1 - from_left,
        };
        let cut = SquareCut::of(scale);
        let row = |from_top: usize| {
            let (rank, line) = (turned(ranks - 1 - from_top / scale, ranks), from_top % scale);
            let label = if line == cut.above { format!("{:>2} ", rank + 1) } else { " ".repeat(SQUARES_LABEL) };
            let parts = (0..files).flat_map(|left| {
                let file = turned(left, files);
                cut.parts(format!("{}{}", file_label(file), rank + 1), square(file, rank), line)
            });
            std::iter::once(Part::Text(label)).chain(parts).collect()
        };
        let (before, behind) = (cut.before, cut.behind());
        let label = |left| format!("{:>1$}{2:behind$}", file_label(turned(left, files)), before + 1, "");
        let labels: String = (0..files).map(label).collect();
        let mut rows: Vec<Vec<Part>> = (0..ranks * scale).map(row).collect();
        rows.push(vec![Part::Text(format!("{:SQUARES_LABEL$}{labels}", ""))]);
        Diagram { rows, label_columns: SQUARES_LABEL, label_rows: 1 }
    }

    /// Diagram of a board of squares for text: the smallest one, with an empty line above the labels of the files.
    pub fn of_squares_as_text(size: (usize, usize), below: Seat, square: impl Fn(usize, usize) -> Square) -> Diagram {
        let mut diagram = Diagram::of_squares(size, below, 1, square);
        diagram.rows.insert(size.1, Vec::new());
        diagram.label_rows += 1;
        diagram
    }

    /// Greatest scale at which a board of so many files and ranks fits into `room`, columns and rows; at least 1.
    pub fn scale_within((files, ranks): (usize, usize), (columns, rows): (usize, usize)) -> usize {
        let across = columns.saturating_sub(SQUARES_LABEL) / (2 * files);
        across.min(rows.saturating_sub(1) / ranks).max(1)
    }

    /// All fields.
    pub fn fields(&self) -> impl Iterator<Item = &DiagramField> {
        self.rows.iter().flatten().filter_map(|part| match part {
            Part::Field(field) => Some(field),
            Part::Text(_) | Part::Ground { .. } => None,
        })
    }

    /// Permanent places on which the piece differs from another diagram of the same game. A field missing in one of the
    /// two counts as empty there.
    pub fn changes_since(&self, before: &Diagram) -> Vec<(usize, usize)> {
        let piece = |diagram: &Diagram, at| {
            let field = diagram.fields().find(|field| field.at == at)?;
            field.letter.zip(field.colour)
        };
        let mut places: Vec<(usize, usize)> = self.fields().chain(before.fields()).map(|field| field.at).collect();
        places.sort_unstable();
        places.dedup();
        places.retain(|&at| piece(self, at) != piece(before, at));
        places
    }

    /// True if there is a field of this name, in either case.
    pub fn has_field(&self, name: &str) -> bool {
        self.fields().any(|field| field.name.eq_ignore_ascii_case(name))
    }

    /// Width of the widest row in columns.
    pub fn width(&self) -> usize {
        self.rows.iter().map(|row| row.iter().map(Part::width).sum()).max().unwrap_or(0)
    }
}

/// Cut of a square into parts, at a scale.
struct SquareCut {
    scale: usize,
    /// Columns before a piece or a label of the files.
    before: usize,
    /// Rows above a piece.
    above: usize,
    /// Columns of a plate before and behind the piece, and its rows above and below; none without a plate.
    plate: Option<(usize, usize)>,
}

impl SquareCut {
    fn of(scale: usize) -> SquareCut {
        let (before, above) = if scale == 1 { (1, 0) } else { (scale - 1, (scale - 1) / 2) };
        let plate = match scale {
            HIGH_PLATED.. => Some((3, 1)),
            PLATED.. => Some((1, 0)),
            _ => None,
        };
        SquareCut { scale, before, above, plate }
    }

    /// Columns behind a piece.
    fn behind(&self) -> usize {
        2 * self.scale - 1 - self.before
    }

    /// Parts of a line of a square.
    fn parts(&self, name: String, (at, letter): Square, line: usize) -> Vec<Part> {
        let shade = if (at.0 + at.1).is_multiple_of(2) { Shade::Dark } else { Shade::Light };
        let colour = letter.map(|letter| if letter.is_uppercase() { Colour::White } else { Colour::Black });
        if line == self.above {
            let (prefix, suffix) = (" ".repeat(self.before), " ".repeat(self.behind()));
            let plate = self.plate.map(|plate| plate.0);
            return vec![Part::Field(DiagramField {
                name,
                at,
                letter,
                mark: None,
                colour,
                shade,
                prefix,
                suffix,
                plate,
            })];
        }
        let ground = |width, plate| Part::Ground { name: name.clone(), at, shade, width, plate };
        match (self.plate, colour) {
            (Some((columns, rows)), Some(_)) if line.abs_diff(self.above) <= rows => vec![
                ground(self.before - columns, None),
                ground(2 * columns + 1, colour),
                ground(self.behind() - columns, None),
            ],
            _ => vec![ground(2 * self.scale, None)],
        }
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
    fn boards_of_squares_grow_with_the_room() {
        let start = Chess::start();
        for (room, size) in [
            ((0, 0), (19, 9)),
            ((34, 99), (19, 9)),
            ((35, 17), (35, 17)),
            ((80, 24), (35, 17)),
            ((80, 25), (51, 25)),
            ((174, 52), (99, 49)),
            ((500, 500), (499, 249)),
        ] {
            let diagram = start.diagram_within(Seat::WHITE, room);
            assert_eq!((diagram.width(), diagram.rows.len()), size, "{room:?}");
            assert_eq!(diagram.fields().count(), 64);
            let areas = diagram.rows.iter().flatten().filter(|part| !matches!(part, Part::Text(_)));
            assert_eq!(
                areas.map(Part::width).sum::<usize>(),
                (size.0 - 3) * (size.1 - 1),
                "the squares fill the board"
            );
        }
        let twice = start.diagram_within(Seat::BLACK, (35, 17)).to_string();
        let lines: Vec<&str> = twice.lines().collect();
        assert_eq!(
            [lines[0], lines[1], lines[16]],
            [" 1  R   N   B   K   Q   B   N   R", "", "    h   g   f   e   d   c   b   a"]
        );
    }

    #[test]
    fn an_empty_plane_is_the_field_of_the_first_tile() {
        let mut record = Record::<Chex>::default();
        let names = |record: &Record<Chex>, room| {
            let diagram = record.position().diagram_within(Seat::WHITE, room);
            (diagram.fields().map(|field| field.name.clone()).collect::<Vec<_>>(), diagram.rows.len())
        };
        assert_eq!(names(&record, (80, 19)), (vec!["a1".to_string()], 7));
        record.play(record.position().read_move("R@a1").unwrap());
        let (fields, rows) = names(&record, (80, 19));
        assert_eq!((fields.len(), rows), (9, 19), "the field keeps its size");
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

//! Diagram of the round board: each field with its name near its place.

use engine::board::round::Field;
use engine::game::Game;
use engine::seat::Seat;
use engine::variants::kaleido::{CASTLES, Kind, Position, Rules, many};

use super::{Colour, Diagram, DiagramField, Diagrammed, Part, Shade, list_or_dash};

/// Height of the text diagram in lines, and its width in columns.
const LINES: usize = 23;
const COLUMNS: usize = 80;
/// Columns per line of height in the text diagram, about: enough that no two fields meet.
const STRETCH: f64 = 3.3;
/// Distance of each ring from the middle, the centre first, in lines.
const RADII: [f64; 6] = [0.0, 2.1, 4.3, 6.3, 8.6, 10.9];

/// Least and greatest height of the filled board, in lines: on fewer lines the labels have no room.
const MIN_HEIGHT: usize = 15;
const MAX_HEIGHT: usize = 51;
/// Least width of the filled board, in columns.
const MIN_WIDTH: usize = 72;
/// Outer edge of each ring of the filled board, the centre first, in units of the board's radius.
const EDGES: [f64; 6] = [0.17, 0.33, 0.49, 0.66, 0.83, 1.0];

/// Piece as a diagram shows it.
struct Piece {
    letter: char,
    /// Mark in front of the letter, in games for more than two.
    mark: Option<char>,
    colour: Colour,
}

/// Look of the diagrams of a game.
struct Look {
    piece: fn(Seat, Kind) -> Piece,
    /// Quarters of the board from one player's seat to the next one's.
    quarters: usize,
}

/// Look of the games for two.
const TWO: Look = Look {
    piece: |seat, kind| Piece { letter: kind.letter_of(seat), mark: None, colour: Colour::of_two(seat) },
    quarters: 2,
};

/// Look of the games for three and four. Marks stand in the place of the blank before the letter.
const MANY: Look = Look {
    piece: |seat, kind| {
        let mut text = many::write_piece(seat, kind);
        let letter = text.pop().expect("a piece has a letter");
        Piece { letter, mark: Some(text.pop().unwrap_or(' ')), colour: Colour::of_many(seat) }
    },
    quarters: 1,
};

impl<R: Rules> Diagrammed for Position<R> {
    /// Every field with its name and its piece, `1B W` or `3F .`, near its place; castles in brackets.
    fn diagram(&self, below: Seat) -> Diagram {
        TWO.diagram(|field| self.pieces().on(field), below)
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        TWO.diagram_within(|field| self.pieces().on(field), below, room)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("White's castles", list_or_dash(self.castles(Seat::WHITE))),
            ("Black's castles", list_or_dash(self.castles(Seat::BLACK))),
        ]
    }
}

/// Names of the facts about castles, by seat.
const CASTLES_OF: [&str; Seat::MAX] = ["White's castles", "Red's castles", "Black's castles", "Green's castles"];

impl<R: many::Rules> Diagrammed for many::Position<R> {
    /// As in the game for two; pieces of Red and Green have the mark of the position's text before their letter,
    /// `3B'W`.
    fn diagram(&self, below: Seat) -> Diagram {
        MANY.diagram(|field| self.pieces().on(field), below)
    }

    fn diagram_within(&self, below: Seat, room: (usize, usize)) -> Diagram {
        MANY.diagram_within(|field| self.pieces().on(field), below, room)
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let castles = |seat: Seat| {
            let held = if self.is_in(seat) { list_or_dash(self.castles(seat)) } else { "out".to_string() };
            (CASTLES_OF[seat.index()], held)
        };
        Seat::all(Self::SEATS).map(castles).collect()
    }
}

impl Look {
    fn diagram(&self, on: impl Fn(Field) -> Option<(Seat, Kind)>, below: Seat) -> Diagram {
        let mut lines = vec![Vec::new(); LINES];
        for field in Field::all() {
            let part = self.labelled(field, on(field), Shade::Plain);
            let (line, column) = self.place(field, below);
            lines[line].push((column - part.width() / 2, part));
        }
        Diagram { rows: lines.into_iter().map(spread).collect(), ..Diagram::default() }
    }

    /// The board filled with the fields' grounds: a cell of the screen belongs to the field at its middle.
    fn diagram_within(
        &self,
        on: impl Fn(Field) -> Option<(Seat, Kind)>,
        below: Seat,
        (columns, rows): (usize, usize),
    ) -> Diagram {
        let height = rows.clamp(MIN_HEIGHT, MAX_HEIGHT);
        let width = (height * 11 / 5).min(columns).max(MIN_WIDTH);
        let raster = Raster { height, width, quarters: self.quarters_of(below) };
        let runs: Vec<Vec<Run>> = (0..height).map(|line| raster.runs(line)).collect();
        let labels: Vec<((usize, usize), Part)> = Field::all()
            .map(|field| {
                let part = self.labelled(field, on(field), shade(field));
                (raster.place_label(&runs, field, part.width()), part)
            })
            .collect();
        let parts = |line: usize, run: &Run| match run.field {
            None => vec![Part::Text(" ".repeat(run.width))],
            Some(field) => match &labels[field.index()] {
                (place, part) if place.0 == line && (run.begin..run.begin + run.width).contains(&place.1) => {
                    let before = place.1 - run.begin;
                    let behind = run.width - before - part.width();
                    vec![ground(field, before), part.clone(), ground(field, behind)]
                }
                _ => vec![ground(field, run.width)],
            },
        };
        let row = |(line, runs): (usize, &Vec<Run>)| runs.iter().flat_map(|run| parts(line, run)).collect();
        Diagram { rows: runs.iter().enumerate().map(row).collect(), ..Diagram::default() }
    }

    /// Part of a field with its name and its piece, in brackets if it is a castle.
    fn labelled(&self, field: Field, piece: Option<(Seat, Kind)>, shade: Shade) -> Part {
        let (open, close, shade) = if CASTLES.has(field) { ("[", "]", Shade::Special) } else { ("", "", shade) };
        let piece = piece.map(|(seat, kind)| (self.piece)(seat, kind));
        let mark = piece.as_ref().and_then(|piece| piece.mark);
        let blank = if mark.is_some() { "" } else { " " };
        Part::Field(DiagramField {
            name: field.to_string(),
            at: (field.index(), 0),
            letter: piece.as_ref().map(|piece| piece.letter),
            mark,
            colour: piece.map(|piece| piece.colour),
            shade,
            prefix: format!("{open}{field}{blank}"),
            suffix: close.to_string(),
            plate: if mark.is_some() { Some(0) } else { None },
        })
    }

    /// Quarters by which the board is turned so that a player sits at the bottom.
    fn quarters_of(&self, below: Seat) -> usize {
        below.index() * self.quarters % 4
    }

    /// Line and column of a field's middle, with the seat `below` at the bottom.
    fn place(&self, field: Field, below: Seat) -> (usize, usize) {
        let direction = Field::direction(field.arc().middle());
        let (x, y) = turned((direction.cos(), direction.sin()), self.quarters_of(below));
        let radius = RADII[field.ring()];
        let from_middle = |whole: usize, distance: f64| ((whole / 2) as f64 + distance).round() as usize;
        (from_middle(LINES, radius * y), from_middle(COLUMNS, STRETCH * radius * x))
    }
}

/// A point of the board after so many quarter turns against the clock.
fn turned((x, y): (f64, f64), quarters: usize) -> (f64, f64) {
    match quarters {
        0 => (x, y),
        1 => (y, -x),
        2 => (-x, -y),
        _ => (-y, x),
    }
}

/// Background of a field: fields that share a side differ. Two colours do where each field of a ring touches one of the
/// next; where a ring with more fields begins, the other two follow.
fn shade(field: Field) -> Shade {
    let arc = field.arc();
    match ((arc.begins / arc.width + field.ring()) % 2, field.ring()) {
        _ if CASTLES.has(field) => Shade::Special,
        (0, 2 | 3) => Shade::SecondLight,
        (_, 2 | 3) => Shade::SecondDark,
        (0, _) => Shade::Light,
        _ => Shade::Dark,
    }
}

fn ground(field: Field, width: usize) -> Part {
    Part::Ground { name: field.to_string(), at: (field.index(), 0), shade: shade(field), width, plate: None }
}

/// Cells of a line that belong to the same field, or to none.
struct Run {
    field: Option<Field>,
    begin: usize,
    width: usize,
}

/// Raster of the round board: an ellipse that fills so many lines and columns.
struct Raster {
    height: usize,
    width: usize,
    /// Quarters by which the board is turned.
    quarters: usize,
}

impl Raster {
    /// Fields of a line from the left.
    fn runs(&self, line: usize) -> Vec<Run> {
        let mut runs: Vec<Run> = Vec::new();
        for begin in 0..self.width {
            let field = self.field_at(line, begin);
            match runs.last_mut() {
                Some(run) if run.field == field => run.width += 1,
                _ => runs.push(Run { field, begin, width: 1 }),
            }
        }
        runs
    }

    /// Field at the middle of a cell; none outside of the board.
    fn field_at(&self, line: usize, column: usize) -> Option<Field> {
        // From the middle, in units of the board's radius.
        let from_middle = |at: usize, whole: usize| (2 * at + 1) as f64 / whole as f64 - 1.0;
        let seen = (from_middle(column, self.width), from_middle(line, self.height));
        let (x, y) = turned(seen, (4 - self.quarters) % 4);
        match EDGES.iter().position(|&edge| x.hypot(y) < edge)? {
            0 => Some(Field::CENTRE),
            ring => {
                let place = Field::place_towards(y.atan2(x)) as usize;
                Field::on_ring(ring).find(|field| place < field.arc().begins + field.arc().width)
            }
        }
    }

    /// Line and first column of a field's label: as near to the middle of the field as there is room.
    fn place_label(&self, runs: &[Vec<Run>], field: Field, width: usize) -> (usize, usize) {
        let radius = match field.ring() {
            0 => 0.0,
            ring => (EDGES[ring - 1] + EDGES[ring]) / 2.0,
        };
        let direction = Field::direction(field.arc().middle());
        let (x, y) = turned((direction.cos(), direction.sin()), self.quarters);
        let at = |whole: usize, distance: f64| whole as f64 / 2.0 * (1.0 + radius * distance);
        let (down, right) = (at(self.height, y), at(self.width, x));
        let wanted = (right - width as f64 / 2.0).round() as usize;
        let lines = runs.iter().enumerate().flat_map(|(line, runs)| runs.iter().map(move |run| (line, run)));
        let places = lines.filter(|(_, run)| run.field == Some(field) && run.width >= width);
        let places = places.map(|(line, run)| (line, wanted.clamp(run.begin, run.begin + run.width - width)));
        let stretch = self.width as f64 / self.height as f64;
        let distance = |&(line, column): &(usize, usize)| {
            (line as f64 + 0.5 - down).abs() * stretch + column.abs_diff(wanted) as f64
        };
        places.min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("every field has room for its label")
    }
}

/// Row of parts that begin at given columns.
fn spread(mut parts: Vec<(usize, Part)>) -> Vec<Part> {
    parts.sort_by_key(|part| part.0);
    let (mut row, mut column) = (Vec::new(), 0);
    for (begin, part) in parts {
        row.push(Part::Text(" ".repeat(begin - column)));
        column = begin + part.width();
        row.push(part);
    }
    row
}

#[cfg(test)]
mod tests {
    use engine::variants::{Kaleido, Kaleido3, Kaleido4};

    use super::*;

    #[test]
    fn every_field_appears_once_with_its_piece() {
        let position = Kaleido::start();
        let text = position.diagram(Seat::WHITE).to_string();
        for field in Field::all() {
            let letter = position.pieces().on(field).map_or('.', |(seat, kind)| kind.letter_of(seat));
            assert_eq!(text.matches(&format!("{field} {letter}")).count(), 1, "{field} in\n{text}");
        }
        assert_eq!(text.matches('[').count(), 5);
        assert!(text.lines().all(|line| line.len() < COLUMNS));
    }

    #[test]
    fn four_players_are_told_apart_by_marks_and_case() {
        let position = Kaleido4::start();
        for below in Seat::all(4) {
            let text = position.diagram(below).to_string();
            for label in ["[1B W]", "[3B'W]", "[5B w]", "[7B'w]", "[00 .]", "3K'D", "7K'd"] {
                assert_eq!(text.matches(label).count(), 1, "{label} in\n{text}");
            }
            assert!(text.lines().all(|line| line.len() < COLUMNS));
            let last = text.lines().rfind(|line| line.contains('[')).expect("a castle");
            assert!(last.contains(&format!("[{}B", 2 * below.index() + 1)), "{below:?} sits at the bottom:\n{text}");
        }
    }

    #[test]
    fn the_filled_board_has_room_for_marks_on_every_field() {
        let on = |_: Field| Some((Seat::new(1), Kind::Dragon));
        for (height, below) in (0..70).flat_map(|height| Seat::all(4).map(move |below| (height, below))) {
            let diagram = MANY.diagram_within(on, below, (3 * height, height));
            assert_eq!(diagram.fields().count(), 89, "{height}");
        }
        assert_eq!(MANY.diagram(on, Seat::WHITE).fields().count(), 89);
    }

    #[test]
    fn who_is_out_has_no_castles_to_list() {
        let position: Kaleido3 = "1W9/11/11/11/1w9/11/11/11/1 w - - - 0 1".parse().expect("a position");
        let facts = position.facts();
        assert_eq!(facts[1], ("Red's castles", "out".to_string()));
        assert_eq!((facts.len(), facts[2].1.as_str()), (3, "5B"));
    }

    #[test]
    fn the_filled_board_has_every_field_at_every_size() {
        let position = Kaleido::start();
        for (room, below) in (0..70).flat_map(|height| Seat::BOTH.map(|below| ((3 * height, height), below))) {
            let diagram = position.diagram_within(below, room);
            assert_eq!(diagram.fields().count(), 89, "{room:?}");
            let (width, height) = (diagram.width(), diagram.rows.len());
            assert!(height <= room.1.max(MIN_HEIGHT) && width <= room.0.max(MIN_WIDTH), "{room:?}: {width}x{height}");
        }
        let text = position.diagram_within(Seat::WHITE, (80, 17)).to_string();
        for label in ["[1B W]", "[5B w]", "[00 .]", "1A"] {
            assert_eq!(text.matches(label).count(), 1, "{label} in\n{text}");
        }
    }

    #[test]
    fn fields_that_share_a_side_differ_in_colour() {
        for field in Field::all() {
            for neighbour in field.sides() {
                assert!(shade(field) != shade(neighbour), "{field} {neighbour}");
            }
        }
    }

    #[test]
    fn outer_rings_are_drawn_around_inner_rings() {
        let find = |name| TWO.place(Field::parse(name).expect("a field"), Seat::WHITE);
        let lines: Vec<usize> = ["5B", "5K", "5G", "00", "1G", "1K", "1B"].map(|name| find(name).0).to_vec();
        assert!(lines.is_sorted_by(|a, b| a < b), "{lines:?}");
        let columns: Vec<usize> = ["3B", "3K", "3G", "00", "7G", "7K", "7B"].map(|name| find(name).1).to_vec();
        assert!(columns.is_sorted_by(|a, b| a < b), "{columns:?}");
        assert_eq!((find("3B").0, find("1B").1), (find("00").0, find("00").1));
    }
}

//! Diagram of the round board: each field with its name near its place.

use engine::board::round::Field;
use engine::seat::Seat;
use engine::variants::kaleido::{Position, Rules};

use super::{Diagram, DiagramField, Diagrammed, Part, Shade, list_or_dash};

/// Height of the diagram in lines.
const LINES: usize = 23;
/// Width of the diagram in columns.
const COLUMNS: usize = 80;
/// Distance of each ring from the middle, the centre first, in lines.
const RADII: [f64; 6] = [0.0, 2.1, 4.3, 6.3, 8.6, 10.9];
/// Columns per line of height, about: enough that no two fields meet.
const STRETCH: f64 = 3.3;

impl<R: Rules> Diagrammed for Position<R> {
    /// Every field with its name and its piece, `1B W` or `3F .`, near its place; castles in brackets.
    fn diagram(&self, below: Seat) -> Diagram {
        let mut lines = vec![Vec::new(); LINES];
        for field in Field::all() {
            let letter = self.pieces().on(field).map(|(seat, kind)| kind.letter_of(seat));
            let (open, suffix, shade) =
                if Position::<R>::CASTLES.has(field) { ("[", "]", Shade::Special) } else { ("", "", Shade::Plain) };
            let (name, prefix) = (field.to_string(), format!("{open}{field} "));
            let part = Part::Field(DiagramField { name, at: (field.index(), 0), letter, shade, prefix, suffix });
            let (line, column) = place(field, below);
            lines[line].push((column - part.width() / 2, part));
        }
        Diagram { rows: lines.into_iter().map(spread).collect() }
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        vec![
            ("White's castles", list_or_dash(self.castles(Seat::WHITE))),
            ("Black's castles", list_or_dash(self.castles(Seat::BLACK))),
        ]
    }
}

/// Line and column of a field's middle, with the seat `below` at the bottom.
fn place(field: Field, below: Seat) -> (usize, usize) {
    let radius = if below == Seat::WHITE { RADII[field.ring()] } else { -RADII[field.ring()] };
    let direction = Field::direction(field.arc().middle());
    let from_middle = |whole: usize, distance: f64| ((whole / 2) as f64 + distance).round() as usize;
    (from_middle(LINES, radius * direction.sin()), from_middle(COLUMNS, STRETCH * radius * direction.cos()))
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
    use engine::game::Game;
    use engine::variants::Kaleido;

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
    fn outer_rings_are_drawn_around_inner_rings() {
        let find = |name| place(Field::parse(name).expect("a field"), Seat::WHITE);
        let lines: Vec<usize> = ["5B", "5K", "5G", "00", "1G", "1K", "1B"].map(|name| find(name).0).to_vec();
        assert!(lines.is_sorted_by(|a, b| a < b), "{lines:?}");
        let columns: Vec<usize> = ["3B", "3K", "3G", "00", "7G", "7K", "7B"].map(|name| find(name).1).to_vec();
        assert!(columns.is_sorted_by(|a, b| a < b), "{columns:?}");
        assert_eq!((find("3B").0, find("1B").1), (find("00").0, find("00").1));
    }
}

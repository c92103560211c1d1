//! The board drawn with characters.

use super::{Position, Rules};
use crate::board::round::Field;
use crate::diagram::{Diagram, Part, Shade, Spot};
use crate::game::Seat;

/// Lines and columns of the drawing.
const LINES: usize = 23;
const COLUMNS: usize = 80;
/// How far each ring, the centre first, is from the middle, in lines.
const RADII: [f64; 6] = [0.0, 2.1, 4.3, 6.3, 8.6, 10.9];
/// How many columns are as long as a line is high, nearly: enough that no two fields meet.
const STRETCH: f64 = 3.3;

/// Line and column of a field's middle, seen from a side of the board.
fn place(field: Field, below: Seat) -> (usize, usize) {
    let radius = if below == Seat::WHITE { RADII[field.ring()] } else { -RADII[field.ring()] };
    let direction = Field::direction(field.arc().middle());
    let from_middle = |whole: usize, distance: f64| ((whole / 2) as f64 + distance).round() as usize;
    (from_middle(LINES, radius * direction.sin()), from_middle(COLUMNS, STRETCH * radius * direction.cos()))
}

/// Every field with its name and its piece, `1B W` or `3F .`, about where it lies; castles in brackets.
pub(super) fn draw<R: Rules>(position: &Position<R>, below: Seat) -> Diagram {
    let mut lines = vec![Vec::new(); LINES];
    for field in Field::all() {
        let letter = position.pieces().on(field).map(|(seat, kind)| kind.letter_of(seat));
        let (open, tail, shade) =
            if Position::<R>::CASTLES.has(field) { ("[", "]", Shade::Special) } else { ("", "", Shade::Plain) };
        let (name, lead) = (field.to_string(), format!("{open}{field} "));
        let part = Part::Spot(Spot { name, at: (field.index(), 0), letter, shade, lead, tail });
        let (line, column) = place(field, below);
        lines[line].push((column - part.width() / 2, part));
    }
    Diagram { rows: lines.into_iter().map(spread).collect() }
}

/// A line of parts that begin in given columns.
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
    use super::*;
    use crate::game::Game;
    use crate::variants::Kaleido;

    #[test]
    fn every_field_can_be_found_with_its_piece() {
        let position = Kaleido::start();
        let text = draw(&position, Seat::WHITE).to_string();
        for field in Field::all() {
            let letter = position.pieces().on(field).map_or('.', |(seat, kind)| kind.letter_of(seat));
            assert_eq!(text.matches(&format!("{field} {letter}")).count(), 1, "{field} in\n{text}");
        }
        assert_eq!(text.matches('[').count(), 5);
        assert!(text.lines().all(|line| line.len() < COLUMNS));
    }

    #[test]
    fn what_lies_on_a_ring_is_drawn_around_what_lies_on_the_next() {
        let find = |name| place(Field::parse(name).expect("a field"), Seat::WHITE);
        let lines: Vec<usize> = ["5B", "5K", "5G", "00", "1G", "1K", "1B"].map(|name| find(name).0).to_vec();
        assert!(lines.is_sorted_by(|a, b| a < b), "{lines:?}");
        let columns: Vec<usize> = ["3B", "3K", "3G", "00", "7G", "7K", "7B"].map(|name| find(name).1).to_vec();
        assert!(columns.is_sorted_by(|a, b| a < b), "{columns:?}");
        assert_eq!((find("3B").0, find("1B").1), (find("00").0, find("00").1));
    }
}

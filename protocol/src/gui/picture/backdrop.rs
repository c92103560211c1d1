//! Backdrop: a picture of KaleidoChess's round board on squares, for a GUI that knows no other boards.

use engine::board::round::Field;
use engine::variants::kaleido::{Position, Rules};
use svg::Document;
use svg::node::element::{Group, Rectangle};

use super::round::{BORDER, colour, tower};
use super::{INK, SIZE, label, round_off};
use crate::gui::layout::kaleido;

/// The side of a square.
const SQUARE: f64 = SIZE as f64 / kaleido::SIDE as f64;

/// Colour of the holes.
const NOTHING: &str = "#000000";

/// Draws the board without pieces, from edge to edge.
pub fn draw<R: Rules>() -> Document {
    let ground = Rectangle::new().set("width", "100%").set("height", "100%").set("fill", NOTHING);
    let fields = Field::all().fold(Group::new(), |group, field| add_field::<R>(group, field));
    Document::new().set("viewBox", (0, 0, SIZE, SIZE)).set("width", SIZE).set("height", SIZE).add(ground).add(fields)
}

fn add_field<R: Rules>(group: Group, field: Field) -> Group {
    let (file, rank) = kaleido::square_of(field);
    let (left, top) = (SQUARE * file as f64, SQUARE * (kaleido::SIDE - 1 - rank) as f64);
    let square = Rectangle::new().set("x", round_off(left)).set("y", round_off(top));
    let square = square.set("width", round_off(SQUARE)).set("height", round_off(SQUARE));
    let group = group.add(square.set("fill", colour::<R>(field)).set("stroke", BORDER));
    let middle = (left + 0.5 * SQUARE, top + 0.55 * SQUARE);
    let group = if Position::<R>::CASTLES.has(field) { group.add(tower(middle, 0.25 * SQUARE)) } else { group };
    // In the corner, where pictures of pieces are seldom.
    group.add(label(&field.to_string(), (left + 0.17 * SQUARE, top + 0.13 * SQUARE), 0.2 * SQUARE, INK))
}

#[cfg(test)]
mod tests {
    use engine::variants::kaleido::Usual;

    use super::*;

    #[test]
    fn every_field_is_named_on_its_square() {
        let picture = draw::<Usual>().to_string();
        for field in Field::all() {
            assert_eq!(picture.matches(&format!("\n{field}\n")).count(), 1, "{field} in {picture}");
        }
    }
}

//! Backdrop: a picture of KaleidoChess's round board on squares, for a GUI that knows no other boards.
//!
//! The green and the blue sectors alternate, with a thick line between them; on each, light and dark rings. Castles are
//! golden, and the fields of a town have a golden frame. The name of a field is in the upper right corner of its
//! square, which the pieces leave free: XBoard writes coordinates in the upper left and the lower right one.

use engine::board::round::{Field, SECTORS};
use engine::variants::kaleido::CASTLES;
use svg::Document;
use svg::node::element::{Group, Line, Rectangle};

use super::marks::CASTLE;
use super::round::{is_town, tower};
use super::{INK, SIZE, label, paper, round_off};
use crate::gui::layout::kaleido;

/// The side of a square.
const SQUARE: f64 = SIZE as f64 / kaleido::SIDE as f64;

/// Colour of the holes.
const NOTHING: &str = "#000000";

/// Colours of the fields, by the parity of the sector and of the ring.
const LAND: [[&str; 2]; 2] = [["#e3f0d8", "#b5d3a0"], ["#e0ebf7", "#a8c5e2"]];

/// Frame of a town's fields: colour, distance from the square's edge and width.
const FRAME: (&str, f64, f64) = ("#e0a92f", 6.0, 5.0);

/// Border between two sectors, and between two rings of a sector: colour and width.
const SECTOR_BORDER: (&str, f64) = (INK, 6.0);
const RING_BORDER: (&str, f64) = ("#5f6f80", 3.0);

/// Draws the board without pieces, from edge to edge.
pub fn draw() -> Document {
    let ground = Rectangle::new().set("width", "100%").set("height", "100%").set("fill", NOTHING);
    let fields = Field::all().fold(Group::new(), add_field);
    let borders = Field::all().fold(Group::new(), add_borders);
    let picture = paper((0.0, 0.0), (SIZE as f64, SIZE as f64), 1.0);
    picture.add(ground).add(fields).add(borders)
}

/// Sector of a field, from 0; none of the centre.
fn sector(field: Field) -> Option<usize> {
    (field != Field::CENTRE).then(|| field.arc().begins * SECTORS / Field::CIRCLE)
}

/// Left and upper edge of a field's square.
fn corner(field: Field) -> (f64, f64) {
    let (file, rank) = kaleido::square_of(field);
    (SQUARE * file as f64, SQUARE * (kaleido::SIDE - 1 - rank) as f64)
}

fn add_field(group: Group, field: Field) -> Group {
    let (left, top) = corner(field);
    let is_castle = CASTLES.has(field);
    let land = LAND[sector(field).unwrap_or(0) % 2][field.ring() % 2];
    let group = group.add(square((left, top), 0.0).set("fill", if is_castle { CASTLE } else { land }));
    let group = if is_castle {
        group.add(tower((left + 0.5 * SQUARE, top + 0.6 * SQUARE), 0.25 * SQUARE))
    } else if is_town(field) {
        let (colour, distance, width) = FRAME;
        group.add(square((left, top), distance).set("fill", "none").set("stroke", colour).set("stroke-width", width))
    } else {
        group
    };
    let name = label(&field.to_string(), (left + 0.93 * SQUARE, top + 0.15 * SQUARE), 0.235 * SQUARE, INK);
    group.add(name.set("text-anchor", "end").set("font-weight", "bold"))
}

/// Square with its edges at a distance inside of those of a field's square.
fn square((left, top): (f64, f64), distance: f64) -> Rectangle {
    let side = round_off(SQUARE - 2.0 * distance);
    let square = Rectangle::new().set("x", round_off(left + distance)).set("y", round_off(top + distance));
    square.set("width", side).set("height", side)
}

/// Borders to the fields that are drawn on the right and below.
fn add_borders(group: Group, field: Field) -> Group {
    let (left, top) = corner(field);
    let (right, bottom) = (left + SQUARE, top + SQUARE);
    let (file, rank) = kaleido::square_of(field);
    let below = rank.checked_sub(1).and_then(|rank| kaleido::field_at(file, rank));
    let edges =
        [(kaleido::field_at(file + 1, rank), (right, top), (right, bottom)), (below, (left, bottom), (right, bottom))];
    edges.into_iter().fold(group, |group, (other, from, to)| match other.and_then(|other| border(field, other)) {
        Some((colour, width)) => {
            let line = Line::new().set("x1", round_off(from.0)).set("y1", round_off(from.1));
            let line = line.set("x2", round_off(to.0)).set("y2", round_off(to.1));
            group.add(line.set("stroke", colour).set("stroke-width", width).set("stroke-linecap", "square"))
        }
        None => group,
    })
}

/// Border between two fields; none within a ring of a sector.
fn border(one: Field, other: Field) -> Option<(&'static str, f64)> {
    if sector(one) != sector(other) {
        Some(SECTOR_BORDER)
    } else if one.ring() != other.ring() {
        Some(RING_BORDER)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::contrast::contrast;
    use super::*;

    #[test]
    fn every_field_is_named_on_its_square() {
        let picture = draw().to_string();
        for field in Field::all() {
            assert_eq!(picture.matches(&format!("\n{field}\n")).count(), 1, "{field} in {picture}");
        }
    }

    /// Red, green and blue of a colour as SVG writes it.
    fn parts(colour: &str) -> [u8; 3] {
        [1, 3, 5].map(|at| u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour"))
    }

    #[test]
    fn names_stand_out_from_every_field() {
        for ground in LAND.concat().into_iter().chain([CASTLE]) {
            let contrast = contrast(parts(INK), parts(ground));
            assert!(contrast >= 6.0, "{ground}: {contrast}");
        }
    }

    #[test]
    fn sectors_and_rings_have_borders() {
        let field = |name: &str| Field::parse(name).expect(name);
        for (one, other, expected) in [
            ("1A", "1B", None),
            ("1K", "1B", Some(RING_BORDER)),
            ("1D", "2J", Some(SECTOR_BORDER)),
            ("00", "3G", Some(SECTOR_BORDER)),
        ] {
            assert_eq!(border(field(one), field(other)), expected, "{one} {other}");
            assert_eq!(border(field(other), field(one)), expected, "{other} {one}");
        }
        let colour = |name: &str| LAND[sector(field(name)).unwrap() % 2][field(name).ring() % 2];
        assert_ne!(colour("1D"), colour("2J"), "sectors side by side differ");
        assert_ne!(colour("8G"), colour("1G"), "the last and the first too");
        assert_ne!(colour("1K"), colour("1B"), "and so do rings");
    }
}

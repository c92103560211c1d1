//! Pictures of positions, in SVG.
//!
//! [`squares`] draws boards of squares, [`round`] the one of KaleidoChess, [`backdrop`] the same on a GUI's squares.
//! The figures of the pieces are `men/*.svg`, drawn by hand in one style and painted in the colours of a side by
//! [`figures`].

use engine::game::{Game, Seat};
use engine::text::Notation;
use engine::variants::{chex, kaleido, orthodox, quex};
use svg::Document;
use svg::node::element::Text;

pub mod backdrop;
pub mod figures;
pub mod round;
pub mod squares;

use figures::{Alphabet, Colour};
use squares::Ground;

/// Width and height of a picture. A board that is not square leaves some of it free.
pub const SIZE: usize = 800;

/// Colour of lines and letters.
const INK: &str = "#33312c";
/// Colour of secondary letters.
const FAINT: &str = "#6b675e";
/// Colour around the board.
const PAPER: &str = "#ffffff";
const FONT: &str = "DejaVu Sans, Verdana, sans-serif";

/// Game with pictures.
pub trait Pictured: Notation {
    /// Figures of its pieces.
    const FIGURES: &'static Alphabet;

    /// Board with its pieces and the side to move.
    fn picture(&self) -> Document;

    /// Board without pieces on a GUI's squares, for games whose own board has none: the GUI draws it behind the pieces.
    fn backdrop() -> Option<Document> {
        None
    }
}

impl<R: orthodox::Rules> Pictured for orthodox::Position<R> {
    const FIGURES: &'static Alphabet = figures::CHESS;

    fn picture(&self) -> Document {
        squares::draw(&self.to_string(), Self::FIGURES, Ground::Chequered, &turn(self.side()))
    }
}

impl<R: quex::Rules> Pictured for quex::Position<R> {
    const FIGURES: &'static Alphabet = figures::LARSON;

    fn picture(&self) -> Document {
        squares::draw(&self.to_string(), Self::FIGURES, Ground::Chequered, &turn(self.side()))
    }
}

impl<R: chex::Rules> Pictured for chex::Position<R> {
    const FIGURES: &'static Alphabet = figures::CHESS;

    /// The plane with a border of free cells, in the coordinates that moves are written in.
    fn picture(&self) -> Document {
        let hand = match self.hand() {
            chex::Hand::Empty => String::new(),
            chex::Hand::Drawing => ", a tile is being drawn".to_string(),
            chex::Hand::Holds(kind) => format!(", the {} is drawn", kind.name()),
        };
        squares::draw(&self.to_string(), Self::FIGURES, Ground::Open, &(turn(self.side()) + &hand))
    }
}

impl<R: kaleido::Rules> Pictured for kaleido::Position<R> {
    const FIGURES: &'static Alphabet = figures::KALEIDO;

    fn picture(&self) -> Document {
        let throw = self.throw().map(|throw| format!("die: {throw}"));
        round::draw(round::Scene {
            pieces: self.pieces().placed(|field, seat, kind| (field, Colour::of_two(seat), kind)),
            last: Seat::BOTH.into_iter().filter_map(|seat| self.last(seat)).collect(),
            caption: [turn(self.side())].into_iter().chain(throw).collect(),
        })
    }

    fn backdrop() -> Option<Document> {
        Some(backdrop::draw())
    }
}

impl<R: kaleido::many::Rules> Pictured for kaleido::many::Position<R> {
    const FIGURES: &'static Alphabet = figures::KALEIDO;

    fn picture(&self) -> Document {
        round::draw(round::Scene {
            pieces: self.pieces().placed(|field, seat, kind| (field, Colour::of_many(seat), kind)),
            last: Seat::all(Self::SEATS).filter_map(|seat| self.last(seat)).collect(),
            caption: vec![format!("{} to move", Self::SEAT_NAMES[self.side_to_move().index()])],
        })
    }
}

/// Side to move, in words.
fn turn(side: Seat) -> String {
    if side == Seat::WHITE { "White to move".to_string() } else { "Black to move".to_string() }
}

/// Number in a picture, rounded to hundredths.
fn round_off(number: f64) -> f64 {
    // Adding 0 turns a -0 into 0.
    (number * 100.0).round() / 100.0 + 0.0
}

/// Line of text centred on a point.
fn label(text: &str, (x, y): (f64, f64), height: f64, colour: &str) -> Text {
    // The middle of capitals and digits is about a third of the font's height above the line they stand on.
    let base = y + 0.36 * height;
    Text::new(text)
        .set("x", round_off(x))
        .set("y", round_off(base))
        .set("font-size", round_off(height))
        .set("font-family", FONT)
        .set("text-anchor", "middle")
        .set("fill", colour)
}

#[cfg(test)]
mod tests {
    use engine::board::round::Field;
    use engine::game::Game;
    use engine::variants::{Chess, Chex, Kaleido, KaleidoDice, Keyles};
    use svg::parser::Event;

    use super::*;

    /// Texts of a picture, titles included, and its number of pieces.
    fn texts_and_pieces<G: Pictured>(position: &str) -> (Vec<String>, usize) {
        let picture = position.parse::<G>().expect(position).picture().to_string();
        let mut texts = Vec::new();
        let mut pieces = 0;
        for event in svg::read(&picture).expect("a picture") {
            match event {
                Event::Error(error) => panic!("{error} in {picture}"),
                Event::Text(text) if !text.trim().is_empty() => texts.push(text.trim().to_string()),
                Event::Tag(_, _, attributes) => {
                    pieces += usize::from(attributes.contains_key("transform"));
                    for (name, value) in
                        ["cx", "cy", "x", "y"].iter().filter_map(|name| attributes.get_key_value(*name))
                    {
                        let number: f64 = value.parse().expect(name);
                        assert!(number.abs() <= SIZE as f64, "{name} is {value}");
                    }
                }
                _ => {}
            }
        }
        (texts, pieces)
    }

    fn count(texts: &[String], wanted: &str) -> usize {
        texts.iter().filter(|text| *text == wanted).count()
    }

    #[test]
    fn a_round_board_has_every_field_and_every_piece() {
        let (texts, pieces) = texts_and_pieces::<Kaleido>(&Kaleido::start().to_string());
        for field in Field::all() {
            assert_eq!(count(&texts, &field.to_string()), 1, "{field}");
        }
        assert_eq!(pieces, 36);
        for (name, men) in
            [("wizard", 1), ("dragon", 1), ("roc", 2), ("eagle", 2), ("raven", 2), ("elephant", 2), ("pawn", 4)]
        {
            for side in ["White", "Black"] {
                assert_eq!(count(&texts, &format!("{side} {name}")), men, "{side} {name}");
            }
        }
        assert_eq!(count(&texts, "White to move"), 1);
    }

    #[test]
    fn the_die_is_shown() {
        let (texts, _) = texts_and_pieces::<KaleidoDice>("W10/11/11/11/w10/11/11/11/1 b4 1B-1A - 0 1");
        assert_eq!((count(&texts, "die: 4"), count(&texts, "Black to move")), (1, 1));
    }

    #[test]
    fn a_board_of_squares_has_coordinates_and_what_lies_beside_it() {
        let (texts, pieces) = texts_and_pieces::<Chess>(&Chess::start().to_string());
        assert_eq!(
            (pieces, count(&texts, "a"), count(&texts, "h"), count(&texts, "8"), count(&texts, "9")),
            (32, 1, 1, 1, 0)
        );
        let (texts, pieces) = texts_and_pieces::<Keyles>("10/k9/10/10/4r5/10/QR8/10/10/10[Knnn] w - - 0 4");
        assert_eq!((pieces, count(&texts, "j"), count(&texts, "10"), count(&texts, "\u{d7}3")), (4 + 2, 1, 1, 1));
    }

    #[test]
    fn a_plane_has_a_border_in_the_coordinates_of_moves() {
        let (texts, pieces) = texts_and_pieces::<Chex>("NB1/p1p[KQRRBNPPPPPPPPkqrrbbnnpppppp] w - - 0 1");
        // White has five kinds left, Black all six; the rectangle of 3x2 has a border of one.
        assert_eq!(pieces, 4 + 6 + 6);
        let named = ["a", "e", "f", "4", "5"].map(|name| count(&texts, name));
        assert_eq!(named, [1, 1, 0, 1, 0]);
    }
}

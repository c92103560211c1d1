//! Pictures of positions, in SVG.
//!
//! [`squares`] draws boards of squares, [`round`] the one of KaleidoChess, [`backdrop`] the same on a GUI's squares.
//! [`marks`] shows moves and signs on a board, [`diagrams`] finds out what each kind of piece can do and draws it.
//! The figures of the pieces are `men/*.svg`, drawn by hand in one style and painted in the colours of a side by
//! [`figures`].

use engine::game::{Game, Seat};
use engine::text::Notation;
use engine::variants::custom::{CustomGame, CustomId};
use engine::variants::orthodox::Board as _;
use engine::variants::{chex, kaleido, orthodox, quex};
use formats::diagram::Colour;
use svg::Document;
use svg::node::element::{Rectangle, Text};

pub mod backdrop;
#[cfg(test)]
pub mod contrast;
pub mod custom;
pub mod diagrams;
pub mod figures;
pub mod marks;
pub mod round;
pub mod squares;

use figures::Alphabet;
use marks::{Marks, Sign};
use squares::{Ground, Scene};

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
    fn figures() -> &'static Alphabet;

    /// Board with its pieces, the side to move, and marks.
    fn picture(&self, marks: &Marks) -> Document;

    /// Board without pieces on a GUI's squares, for games whose own board has none: the GUI draws it behind the pieces.
    fn backdrop() -> Option<Document> {
        None
    }

    /// Move diagrams with their names, and other pictures that explain the board; none if the pieces move as in chess.
    fn diagrams() -> Vec<(&'static str, Document)> {
        Vec::new()
    }
}

impl<R: orthodox::Rules> Pictured for orthodox::Position<R> {
    fn figures() -> &'static Alphabet {
        if R::Board::KINDS > orthodox::Kind::ORTHODOX.len() {
            figures::CAPABLANCA
        } else if R::QUEEN_LEAPS {
            figures::AMAZON
        } else {
            figures::CHESS
        }
    }

    fn picture(&self, marks: &Marks) -> Document {
        let relayed = self.relayed(Seat::WHITE) | self.relayed(Seat::BLACK);
        let marked = [(relayed, Sign::Relayed), (self.paralysed(), Sign::Paralysed)].into_iter();
        let signs: Vec<_> =
            marked.flat_map(|(set, sign)| set.into_iter().map(move |square| (square.to_string(), sign))).collect();
        squares::draw(&Scene {
            text: &self.to_string(),
            alphabet: Self::figures(),
            ground: Ground::Chequered,
            caption: &turn(self.side()),
            marks,
            signs: &signs,
            window: None,
        })
    }
}

impl Pictured for CustomGame {
    fn figures() -> &'static Alphabet {
        custom::alphabet(CustomId::in_play())
    }

    fn picture(&self, marks: &Marks) -> Document {
        chequered(self, marks)
    }

    fn diagrams() -> Vec<(&'static str, Document)> {
        custom::diagrams(CustomId::in_play())
    }
}

impl<R: quex::Rules> Pictured for quex::Position<R> {
    fn figures() -> &'static Alphabet {
        figures::LARSON
    }

    fn picture(&self, marks: &Marks) -> Document {
        chequered(self, marks)
    }

    fn diagrams() -> Vec<(&'static str, Document)> {
        diagrams::quex::<R>()
    }
}

impl<R: chex::Rules> Pictured for chex::Position<R> {
    fn figures() -> &'static Alphabet {
        figures::CHESS
    }

    /// The plane with a border of free cells, in the coordinates that moves are written in.
    fn picture(&self, marks: &Marks) -> Document {
        let hand = match self.hand() {
            chex::Hand::Empty => String::new(),
            chex::Hand::Drawing => ", a tile is being drawn".to_string(),
            chex::Hand::Holds(kind) => format!(", the {} is drawn", kind.name()),
        };
        let frame = self.plane().frame();
        let field = |tile| chex::Frame::field_name(frame.field(self.plane().cell_of(tile)).into());
        let signs: Vec<_> = self.ties().tied().into_iter().map(|tile| (field(tile), Sign::Tied)).collect();
        squares::draw(&Scene {
            text: &self.to_string(),
            alphabet: Self::figures(),
            ground: Ground::Open,
            caption: &(turn(self.side()) + &hand),
            marks,
            signs: &signs,
            window: None,
        })
    }
}

impl<R: kaleido::Rules> Pictured for kaleido::Position<R> {
    fn figures() -> &'static Alphabet {
        figures::KALEIDO
    }

    fn picture(&self, marks: &Marks) -> Document {
        let throw = self.throw().map(|throw| format!("die: {throw}"));
        round::draw(round::Scene {
            pieces: self.pieces().placed(|field, seat, kind| (field, Colour::of_two(seat), kind)),
            last: Seat::BOTH.into_iter().filter_map(|seat| self.last(seat)).collect(),
            caption: [turn(self.side())].into_iter().chain(throw).collect(),
            marks,
        })
    }

    fn backdrop() -> Option<Document> {
        Some(backdrop::draw())
    }

    fn diagrams() -> Vec<(&'static str, Document)> {
        diagrams::kaleido::<R>()
    }
}

impl<R: kaleido::many::Rules> Pictured for kaleido::many::Position<R> {
    fn figures() -> &'static Alphabet {
        figures::KALEIDO
    }

    fn picture(&self, marks: &Marks) -> Document {
        round::draw(round::Scene {
            pieces: self.pieces().placed(|field, seat, kind| (field, Colour::of_many(seat), kind)),
            last: Seat::all(Self::SEATS).filter_map(|seat| self.last(seat)).collect(),
            caption: vec![format!("{} to move", Self::SEAT_NAMES[self.side_to_move().index()])],
            marks,
        })
    }
}

/// Picture of a position on a board of squares, without signs.
fn chequered<G: Pictured>(position: &G, marks: &Marks) -> Document {
    squares::draw(&Scene {
        text: &position.to_string(),
        alphabet: G::figures(),
        ground: Ground::Chequered,
        caption: &turn(position.side_to_move()),
        marks,
        signs: &[],
        window: None,
    })
}

/// Empty picture: a part of the plane, from its upper left corner, and the pixels of a unit. The attributes of its
/// letters hold for all that say nothing else.
fn paper((left, top): (f64, f64), (width, height): (f64, f64), scale: f64) -> Document {
    let ground = Rectangle::new().set("x", left).set("y", top).set("width", "100%").set("height", "100%");
    Document::new()
        .set("viewBox", format!("{left} {top} {} {}", round_off(width), round_off(height)))
        .set("width", (scale * width).round())
        .set("height", (scale * height).round())
        .set("font-family", FONT)
        .set("text-anchor", "middle")
        .add(ground.set("rx", 6).set("fill", PAPER))
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

/// Line of text centred on a point, in the letters of [`paper`].
fn label(text: &str, (x, y): (f64, f64), height: f64, colour: &str) -> Text {
    // The middle of capitals and digits is about a third of the font's height above the line they stand on.
    let base = y + 0.36 * height;
    Text::new(text)
        .set("x", round_off(x))
        .set("y", round_off(base))
        .set("font-size", round_off(height))
        .set("fill", colour)
}

#[cfg(test)]
mod tests {
    use engine::board::round::Field;
    use engine::game::Game;
    use engine::variants::{Chess, Chex, Kaleido, KaleidoDice, Keyles, KnightRelay, Madrasi, Quex};
    use svg::parser::Event;

    use super::*;

    /// Texts of a picture, titles included, and its number of pieces.
    fn texts_and_pieces<G: Pictured>(position: &str) -> (Vec<String>, usize) {
        let picture = position.parse::<G>().expect(position).picture(&Marks::default()).to_string();
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

    #[test]
    fn what_does_not_occur_is_not_explained() {
        let told = |sign: Sign, texts: &[String]| count(texts, sign.words());
        let (start, _) = texts_and_pieces::<Kaleido>(&Kaleido::start().to_string());
        assert_eq!((told(Sign::LastMove, &start), told(Sign::Castle, &start)), (0, 1));
        let (moved, _) = texts_and_pieces::<Kaleido>("W10/11/11/11/w10/11/11/11/1 b 1B-1A - 0 1");
        assert_eq!(told(Sign::LastMove, &moved), 1);
        let (chess, _) = texts_and_pieces::<Chess>(&Chess::start().to_string());
        assert_eq!(told(Sign::Relayed, &chess), 0);
        let (free, _) = texts_and_pieces::<KnightRelay>("4k3/8/8/8/8/8/8/N3K3 w - - 0 1");
        assert_eq!(told(Sign::Relayed, &free), 0);
    }

    #[test]
    fn relayed_and_paralysed_pieces_and_tied_tiles_are_marked() {
        // The knight d4 relays to the pawn e6, b7 to nothing; a knight is drawn on each mark, and one in the legend.
        let relay = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";
        let (texts, pieces) = texts_and_pieces::<KnightRelay>(relay);
        assert_eq!((pieces, count(&texts, Sign::Relayed.words())), (9 + 1 + 1, 1));
        let (texts, pieces) = texts_and_pieces::<Chess>("4k3/8/8/8/3P4/1N6/8/4K3 w - - 0 1");
        assert_eq!((pieces, count(&texts, Sign::Relayed.words())), (4, 0));

        let paralysed = "4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1".parse::<Madrasi>().expect("a position");
        let picture = paralysed.picture(&Marks::default()).to_string();
        assert_eq!(picture.matches(&format!("fill=\"{}\"", marks::PARALYSED)).count(), 2 + 1, "rooks, legend");

        let frames = |position: &str| {
            let picture = position.parse::<Chex>().expect(position).picture(&Marks::default()).to_string();
            picture.matches(&format!("stroke=\"{}\"", marks::TIED)).count()
        };
        assert_eq!(frames("2P1/k1Nn/1r2[KQRRBBNPPPPPPPqrbbnpppppppp] b - - 0 5"), 2 + 1, "rook, knight, legend");
        assert_eq!(frames("PP/PP[KQRRBBNNPPPPkqrrbbnnpppppppp] w - - 0 5"), 0);
    }

    #[test]
    fn an_empty_plane_is_no_larger_than_any_other() {
        let size = |position: &str| {
            let picture = position.parse::<Chex>().expect(position).picture(&Marks::default()).to_string();
            let box_of =
                |name: &str| picture.split(&format!("{name}=\"")).nth(1).and_then(|rest| rest.split('"').next());
            box_of("viewBox").expect("a size").to_string()
        };
        let empty = size(&Chex::start().to_string());
        assert_eq!(empty, size("1P/N1[KQRRBBNPPPPPPPkqrrbbnnpppppppp] w - - 0 2"));
        let (texts, _) = texts_and_pieces::<Chex>(&Chex::start().to_string());
        assert_eq!(["a", "1", "b", "2"].map(|name| count(&texts, name)), [1, 1, 0, 0], "one cell to play to");
    }

    #[test]
    fn the_legend_tells_where_a_captured_king_comes_back() {
        let position =
            "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 30".parse::<Keyles>().expect("a position");
        let legend = |from: Option<&str>, field: &str| {
            let targets = [(field.to_string(), marks::Target::Move)].into();
            let marks = Marks { from: from.map(str::to_string), targets, ways: Vec::new() };
            let picture = position.picture(&marks).to_string();
            [Sign::ComesBack, Sign::Target(marks::Target::Move)].map(|sign| picture.contains(sign.words()))
        };
        assert_eq!(legend(None, "a4"), [true, false]);
        assert_eq!(legend(Some("a4"), "a5"), [false, true]);
    }

    #[test]
    fn marked_moves_are_dots_and_captures_are_rings() {
        let marked = |targets: &[(&str, marks::Target)]| {
            let targets = targets.iter().map(|(field, target)| (field.to_string(), *target)).collect();
            let marks = Marks { from: Some("e3".to_string()), targets, ways: Vec::new() };
            let picture = Quex::start().picture(&marks).to_string();
            let figures = Quex::start().picture(&Marks::default()).to_string().matches("<circle").count();
            [picture.matches("<circle").count() - figures, picture.matches(marks::ORIGIN).count()]
        };
        use marks::Target::{Capture, Either, Move};
        assert_eq!(marked(&[]), [0, 1]);
        assert_eq!(marked(&[("e4", Move)]), [2, 1], "and one in the legend");
        assert_eq!(marked(&[("e4", Move), ("d4", Move), ("f4", Capture)]), [3 + 2, 1]);
        assert_eq!(marked(&[("e4", Either)]), [2 * 2, 1]);
        assert_eq!(marked(&[("e9", Capture), ("a2", Move)]), [2 + 2, 1], "a ring around each piece");
    }
}

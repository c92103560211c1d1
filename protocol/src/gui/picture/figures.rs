//! Figures of the pieces, drawn for this project in one style: `men/*.svg`, 100 units wide and high.
//!
//! A drawing says what each of its parts is (`class`): a body with its outline, a line of the outline's colour, a line
//! or a spot upon a body. The colours of a side are put in here.

use engine::game::Seat;
use formats::diagram::Colour;
use svg::node::Blob;
use svg::node::element::{Group, Title};

use super::round_off;

/// Width and height of the drawings.
const EXTENT: f64 = 100.0;

/// Frame, its upper left corner and its side, that leaves a strip for the name of a field above a figure.
const BELOW_NAME: ((f64, f64), f64) = ((-5.0, -17.0), 119.0);

macro_rules! figures {
    ($($figure:ident = $name:literal,)*) => {
        /// Figure of a kind of piece.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[expect(missing_docs, reason = "the names say it")]
        pub enum Figure { $($figure,)* }

        impl Figure {
            /// All figures.
            pub const ALL: &[Figure] = &[$(Figure::$figure,)*];

            /// Name of the piece, in lower case.
            pub const fn name(self) -> &'static str {
                match self { $(Figure::$figure => $name,)* }
            }

            /// Drawing, as in its file.
            const fn drawing(self) -> &'static str {
                match self { $(Figure::$figure => include_str!(concat!("men/", $name, ".svg")),)* }
            }
        }
    };
}

figures! {
    King = "king",
    Queen = "queen",
    Rook = "rook",
    Bishop = "bishop",
    Knight = "knight",
    Pawn = "pawn",
    Amazon = "amazon",
    Archbishop = "archbishop",
    Chancellor = "chancellor",
    Lord = "lord",
    Prince = "prince",
    Grand = "grand",
    Crux = "crux",
    Wyse = "wyse",
    Trez = "trez",
    Fote = "fote",
    Wizard = "wizard",
    Dragon = "dragon",
    Roc = "roc",
    Eagle = "eagle",
    Raven = "raven",
    Elephant = "elephant",
    Tiger = "tiger",
    Horse = "horse",
}

/// Kind of piece of a game, as people see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Man {
    /// Letter, in capitals.
    pub letter: char,
    /// Figure.
    pub figure: Figure,
    /// Name of the piece, in lower case; mostly the figure's.
    pub name: &'static str,
    /// Moves in a few words; in custom variants those of the file, in Betza notation.
    pub moves: &'static str,
}

/// Kinds of pieces of a game.
pub type Alphabet = [Man];

/// Kinds that have the names of their figures.
const fn men<const N: usize>(figures: [(char, Figure, &'static str); N]) -> [Man; N] {
    let mut men = [Man { letter: ' ', figure: Figure::Pawn, name: "", moves: "" }; N];
    let mut index = 0;
    while index < N {
        let (letter, figure, moves) = figures[index];
        men[index] = Man { letter, figure, name: figure.name(), moves };
        index += 1;
    }
    men
}

const ONE_STEP: &str = "one square in any direction";
const LINES: &str = "along ranks, files and diagonals";
const STRAIGHT: &str = "along ranks and files";
const DIAGONAL: &str = "along diagonals";
const LEAP: &str = "leaps two squares straight and one aside";
const PAWN: &str = "straight forward; captures one square diagonally forward";

/// Chess, most of its relatives on its board, and Chex.
pub const CHESS: &Alphabet = &men([
    ('K', Figure::King, ONE_STEP),
    ('Q', Figure::Queen, LINES),
    ('R', Figure::Rook, STRAIGHT),
    ('B', Figure::Bishop, DIAGONAL),
    ('N', Figure::Knight, LEAP),
    ('P', Figure::Pawn, PAWN),
]);

/// Amazon chess.
pub const AMAZON: &Alphabet = &men([
    ('K', Figure::King, ONE_STEP),
    ('A', Figure::Amazon, "queen and knight in one"),
    ('R', Figure::Rook, STRAIGHT),
    ('B', Figure::Bishop, DIAGONAL),
    ('N', Figure::Knight, LEAP),
    ('P', Figure::Pawn, PAWN),
]);

/// Capablanca chess.
pub const CAPABLANCA: &Alphabet = &men([
    ('K', Figure::King, ONE_STEP),
    ('Q', Figure::Queen, LINES),
    ('C', Figure::Chancellor, "rook and knight in one"),
    ('A', Figure::Archbishop, "bishop and knight in one"),
    ('R', Figure::Rook, STRAIGHT),
    ('B', Figure::Bishop, DIAGONAL),
    ('N', Figure::Knight, LEAP),
    ('P', Figure::Pawn, PAWN),
]);

/// Quex and Keyles.
pub const LARSON: &Alphabet = &men([
    ('K', Figure::King, ONE_STEP),
    ('Q', Figure::Queen, LINES),
    ('R', Figure::Rook, STRAIGHT),
    ('L', Figure::Lord, DIAGONAL),
    ('N', Figure::Knight, LEAP),
    ('P', Figure::Prince, "two steps, the second at a right angle to the first"),
    ('G', Figure::Grand, ONE_STEP),
    ('C', Figure::Crux, "one square along a rank or file"),
    ('W', Figure::Wyse, "one square diagonally"),
    ('T', Figure::Trez, "one square straight or diagonally forward"),
    ('F', Figure::Fote, "one square straight forward; captures one square diagonally forward"),
]);

/// KaleidoChess.
pub const KALEIDO: &Alphabet = &men([
    ('W', Figure::Wizard, "flies 3 steps, and changes rings as it likes"),
    ('D', Figure::Dragon, "flies 4 steps"),
    ('R', Figure::Roc, "flies 3 steps"),
    ('E', Figure::Eagle, "flies 2 steps"),
    ('V', Figure::Raven, "flies 1 step"),
    ('L', Figure::Elephant, "walks 4 steps"),
    ('T', Figure::Tiger, "walks 3 steps"),
    ('H', Figure::Horse, "walks 2 steps"),
    ('P', Figure::Pawn, "walks 1 step"),
]);

/// Colours of a side's figures.
struct Livery {
    body: &'static str,
    outline: &'static str,
    /// Of lines and spots upon a body.
    detail: &'static str,
}

/// Colours of a player's figures. Red and green are vermillion and bluish green of Okabe and Ito, which colour-blind
/// people can tell apart ("Color Universal Design", 2008).
const fn livery(colour: Colour) -> Livery {
    match colour {
        Colour::White => Livery { body: "#fffdf5", outline: "#1d1b18", detail: "#1d1b18" },
        Colour::Black => Livery { body: "#35323b", outline: "#000000", detail: "#f3ecd8" },
        Colour::Red => Livery { body: "#d55e00", outline: "#3a1400", detail: "#fff1e0" },
        Colour::Green => Livery { body: "#009e73", outline: "#00291e", detail: "#e6fff6" },
    }
}

impl Man {
    /// Kind of a letter, in either case.
    pub fn of_letter(alphabet: &Alphabet, letter: char) -> Option<Man> {
        alphabet.iter().copied().find(|man| man.letter == letter.to_ascii_uppercase())
    }

    /// The figure of a player, with its middle at a point, and so far from there to its edges. Its title is its name.
    pub fn draw(self, colour: Colour, at: (f64, f64), half: f64) -> Group {
        self.figure.draw_named(self.name, colour, at, half)
    }
}

impl Figure {
    /// Chess symbol of Unicode, the filled one, if there is one.
    pub const fn symbol(self) -> Option<char> {
        match self {
            Figure::King => Some('♚'),
            Figure::Queen => Some('♛'),
            Figure::Rook => Some('♜'),
            Figure::Bishop => Some('♝'),
            Figure::Knight => Some('♞'),
            Figure::Pawn => Some('♟'),
            _ => None,
        }
    }

    /// The figure of a player, with its middle at a point, and so far from there to its edges. Its title is its name.
    pub fn draw(self, colour: Colour, at: (f64, f64), half: f64) -> Group {
        self.draw_named(self.name(), colour, at, half)
    }

    fn draw_named(self, name: &str, colour: Colour, at: (f64, f64), half: f64) -> Group {
        placed(at, half).add(Title::new(format!("{colour:?} {name}"))).add(Blob::new(self.painted(colour)))
    }

    /// The same without a title: a part of a mark.
    pub fn draw_small(self, colour: Colour, at: (f64, f64), half: f64) -> Group {
        placed(at, half).add(Blob::new(self.painted(colour)))
    }

    /// Figure as a picture of its own.
    pub fn picture(self, seat: Seat) -> String {
        self.framed(Colour::of_two(seat), (0.0, 0.0), EXTENT)
    }

    /// Figure of a player as a picture of its own.
    pub fn picture_of(self, colour: Colour) -> String {
        self.framed(colour, (0.0, 0.0), EXTENT)
    }

    /// Figure as a picture of its own that leaves the upper right corner free, for the name of the field behind it.
    pub fn picture_below_name(self, seat: Seat) -> String {
        self.framed(Colour::of_two(seat), BELOW_NAME.0, BELOW_NAME.1)
    }

    /// Figure in a square frame that begins at a point, in the units of the drawing.
    fn framed(self, colour: Colour, (left, top): (f64, f64), extent: f64) -> String {
        let frame = format!(r#"width="{EXTENT}" height="{EXTENT}" viewBox="{left} {top} {extent} {extent}""#);
        format!("<svg xmlns=\"http://www.w3.org/2000/svg\" {frame}>\n{}\n</svg>\n", self.painted(colour))
    }

    /// Elements of the drawing, with their classes.
    fn elements(self) -> &'static str {
        let drawing = self.drawing();
        let begins = drawing.find('>').map_or(0, |end| end + 1);
        let ends = drawing.rfind("</svg>").unwrap_or(drawing.len());
        drawing[begins..ends].trim()
    }

    /// Elements of the drawing, in the colours of a player.
    fn painted(self, colour: Colour) -> String {
        let Livery { body, outline, detail } = livery(colour);
        let pen = r#"stroke-width="4.5" stroke-linejoin="round" stroke-linecap="round""#;
        self.elements()
            .replace(r#"class="body""#, &format!(r#"fill="{body}" stroke="{outline}" {pen}"#))
            .replace(r#"class="line""#, &format!(r#"fill="none" stroke="{outline}" {pen}"#))
            .replace(r#"class="detail""#, &format!(r#"fill="none" stroke="{detail}" {pen}"#))
            .replace(r#"class="dot""#, &format!(r#"fill="{detail}""#))
    }
}

/// Sprite of all figures, each a symbol of its name, in the classes of the drawings: a style sheet paints them.
pub fn sprite() -> String {
    symbols(Figure::ALL.iter().map(|figure| (figure.name().to_string(), figure.elements().to_string())))
}

/// Sprite of all figures in all colours, each a symbol of colour and name: `white-knight`.
pub fn painted_sprite() -> String {
    let colours = Colour::ALL.into_iter();
    symbols(colours.flat_map(|colour| {
        let name = move |figure: Figure| format!("{}-{}", colour.name(), figure.name());
        Figure::ALL.iter().map(move |&figure| (name(figure), figure.painted(colour)))
    }))
}

/// Picture of symbols, given by their names and elements.
fn symbols(figures: impl Iterator<Item = (String, String)>) -> String {
    let symbol =
        |(name, elements)| format!("<symbol id=\"{name}\" viewBox=\"0 0 {EXTENT} {EXTENT}\">\n{elements}\n</symbol>\n");
    let symbols: String = figures.map(symbol).collect();
    format!("<svg xmlns=\"http://www.w3.org/2000/svg\">\n{symbols}</svg>\n")
}

/// Group for a drawing with its middle at a point, and so far from there to its edges.
fn placed((x, y): (f64, f64), half: f64) -> Group {
    let scale = 2.0 * half / EXTENT;
    let place = format!("translate({} {}) scale({scale:.4})", round_off(x - half), round_off(y - half));
    Group::new().set("transform", place)
}

#[cfg(test)]
mod tests {
    use svg::parser::Event;

    use super::*;

    #[test]
    fn every_drawing_is_sound_and_wholly_painted() {
        for (figure, seat) in Figure::ALL.iter().flat_map(|&figure| Seat::BOTH.map(|seat| (figure, seat))) {
            let picture = figure.picture(seat);
            let mut elements = 0;
            for event in svg::read(&picture).expect("a picture") {
                match event {
                    Event::Error(error) => panic!("{}: {error}", figure.name()),
                    Event::Tag(name, _, attributes) if name != "svg" => {
                        elements += 1;
                        assert!(attributes.contains_key("fill"), "{}: {picture}", figure.name());
                    }
                    _ => {}
                }
            }
            assert!(elements >= 2 && !picture.contains("class"), "{}", figure.name());
        }
    }

    #[test]
    fn no_two_figures_are_alike() {
        for (one, other) in Figure::ALL.iter().flat_map(|one| Figure::ALL.iter().map(move |other| (one, other))) {
            assert!(one == other || one.painted(Colour::White) != other.painted(Colour::White), "{one:?} {other:?}");
        }
        for figure in Figure::ALL {
            let all = [Colour::White, Colour::Red, Colour::Black, Colour::Green].map(|colour| figure.painted(colour));
            assert!((1..4).all(|index| !all[..index].contains(&all[index])), "{figure:?}");
        }
    }

    #[test]
    fn letters_name_figures() {
        let figure = |alphabet, letter| Man::of_letter(alphabet, letter).map(|man| man.figure);
        assert_eq!(figure(LARSON, 'l'), Some(Figure::Lord));
        assert_eq!(figure(KALEIDO, 'L'), Some(Figure::Elephant));
        assert_eq!(figure(AMAZON, 'A'), Some(Figure::Amazon));
        assert_eq!([figure(CHESS, 'A'), figure(CHESS, 'X')], [None, None]);
    }
}

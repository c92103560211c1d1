//! Board model: all that a program needs to draw a position and to let a person move, as plain data.
//!
//! [`Geometry`] is what stays the same throughout a game, [`Board`] what lies on it, [`MoveView`] a move with the places
//! it leads from and to. The places are those of the [`picture`](crate::gui::picture)s. Units are those of SVG: y grows
//! downwards. The order of a pile is no part of it.

mod moves;
mod plane;
mod round;
mod squares;

use engine::game::{Game, Seat};
use serde::Serialize;

pub use moves::{MoveKind, MoveView, legal_moves, move_view};

use crate::gui::picture::Pictured;
use crate::gui::picture::figures::{Alphabet, Colour, Figure};

/// Side of a square and of a cell of the plane.
pub const SQUARE: f64 = 100.0;

/// Rectangle: left and upper edge, width and height.
pub type Area = [f64; 4];

/// Kind of a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BoardKind {
    /// Ranks and files.
    Squares,
    /// Rings and sectors.
    Round,
    /// Plane without edges.
    Plane,
}

/// Background of a field.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// Light square.
    Light,
    /// Dark square.
    Dark,
    /// Light field that belongs to no castle.
    LandLight,
    /// Dark field that belongs to no castle.
    LandDark,
    /// Castle.
    Castle,
    /// Field that touches a castle.
    Town,
}

/// Field of a board that stays the same throughout a game.
#[derive(Clone, Debug, Serialize)]
pub struct FieldOutline {
    /// Name in moves.
    pub name: String,
    /// Middle of a piece on it.
    pub x: f64,
    /// Middle of a piece on it.
    pub y: f64,
    /// Outline, as the data of an SVG path.
    pub path: String,
    /// Background.
    pub shade: Ground,
    /// Middle of the field's name, where it is written on the field.
    pub label: Option<[f64; 2]>,
}

/// Label beside a board.
#[derive(Clone, Debug, Serialize)]
pub struct Coordinate {
    /// Text.
    pub text: String,
    /// Middle.
    pub x: f64,
    /// Middle.
    pub y: f64,
}

/// Seat at a board.
#[derive(Clone, Debug, Serialize)]
pub struct SeatLook {
    /// Name.
    pub name: &'static str,
    /// Colour of its figures, in lower case.
    pub colour: &'static str,
    /// Degrees by which the board is turned, clockwise, so that the seat is below.
    pub turn: i32,
}

/// Kind of piece.
#[derive(Clone, Debug, Serialize)]
pub struct PieceKind {
    /// Letter, in capitals.
    pub letter: char,
    /// Name, in lower case.
    pub name: &'static str,
    /// Name of the figure.
    pub figure: &'static str,
}

/// Geometry of a board: what stays the same throughout a game.
#[derive(Clone, Debug, Serialize)]
pub struct Geometry {
    /// Kind.
    pub kind: BoardKind,
    /// Area of the fields; none on the plane.
    pub view: Option<Area>,
    /// Width of a figure.
    pub piece: f64,
    /// Fields; none on the plane.
    pub fields: Vec<FieldOutline>,
    /// Labels beside the fields.
    pub coordinates: Vec<Coordinate>,
}

/// Place: a field of a position.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Place {
    /// Name in moves of this position.
    pub name: String,
    /// Middle of a piece on it. It stays the same throughout a game, even if the name changes.
    pub x: f64,
    /// Middle of a piece on it.
    pub y: f64,
}

/// Mark of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    /// Guarded by a knight, and so moving like one (knight relay chess).
    Relayed,
    /// Holding other tiles together (Chex).
    Tied,
    /// Attacking the king of the side to move.
    Attacker,
    /// King that is attacked.
    Checked,
}

/// Piece on the board.
#[derive(Clone, Debug, Serialize)]
pub struct PlacedPiece {
    /// Name of its field.
    pub field: String,
    /// Middle.
    pub x: f64,
    /// Middle.
    pub y: f64,
    /// Letter, in capitals.
    pub letter: char,
    /// Seat of its owner.
    pub owner: usize,
    /// Name of its figure, with the colour: `white-knight`.
    pub figure: String,
    /// Owner and kind: `White knight`.
    pub name: String,
    /// Marks.
    pub marks: Vec<Mark>,
}

/// Kind of piece of a seat, beside the board or in a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Piece {
    /// Seat of its owner.
    pub owner: usize,
    /// Letter, in capitals.
    pub letter: char,
    /// Name of its figure, with the colour.
    pub figure: String,
    /// Name of the kind, in lower case.
    pub name: &'static str,
}

/// Pieces of a kind beside the board.
#[derive(Clone, Debug, Serialize)]
pub struct Counted {
    /// Piece.
    #[serde(flatten)]
    pub piece: Piece,
    /// Number.
    pub count: usize,
}

/// Pieces of a seat beside the board.
#[derive(Clone, Debug, Serialize)]
pub struct Beside {
    /// Seat.
    pub owner: usize,
    /// `pool`: captured pieces; `pile`: tiles that are not drawn yet. Sorted by kind.
    pub what: &'static str,
    /// Pieces.
    pub pieces: Vec<Counted>,
}

/// Castle that is held.
#[derive(Clone, Debug, Serialize)]
pub struct HeldCastle {
    /// Name of its field.
    pub field: String,
    /// Seat that holds it.
    pub owner: usize,
    /// True if a piece of somebody else can go there in its next turn.
    pub attacked: bool,
}

/// Last move of a player, which it may not undo.
#[derive(Clone, Debug, Serialize)]
pub struct Ban {
    /// Seat.
    pub owner: usize,
    /// Field that the piece came from.
    pub from: String,
    /// Field that it went to.
    pub to: String,
}

/// Board: what lies where in a position.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Board {
    /// All cells of the plane that have a name; empty on other boards.
    pub fields: Vec<Place>,
    /// Area of these cells.
    pub view: Option<Area>,
    /// Pieces.
    pub pieces: Vec<PlacedPiece>,
    /// Pieces beside the board.
    pub beside: Vec<Beside>,
    /// Throw of the die.
    pub die: Option<u8>,
    /// Piece that the side to move has to place.
    pub hand: Option<Piece>,
    /// Castles that are held.
    pub castles: Vec<HeldCastle>,
    /// Last moves, which may not be undone.
    pub bans: Vec<Ban>,
    /// Seats that have left the game.
    pub out: Vec<usize>,
    /// Facts in words.
    pub texts: Vec<String>,
}

/// Game with a board model.
pub trait Modelled: Pictured {
    /// Geometry of the board.
    fn geometry() -> Geometry;

    /// What lies where.
    fn board(&self) -> Board;

    /// Place of a field, given by its index in moves.
    fn place(&self, field: usize) -> Place;

    /// Degrees by which the board is turned for each seat.
    fn turn(seat: Seat) -> i32 {
        180 * seat.index() as i32
    }

    /// Colour of a seat.
    fn colour(seat: Seat) -> Colour {
        Colour::of_two(seat)
    }
}

/// Seats at the board of a game.
pub fn seats<G: Modelled>() -> Vec<SeatLook> {
    let look = |seat: Seat| SeatLook {
        name: <G as Game>::SEAT_NAMES[seat.index()],
        colour: G::colour(seat).name(),
        turn: G::turn(seat),
    };
    Seat::all(G::SEATS).map(look).collect()
}

/// Kinds of pieces of a game.
pub fn piece_kinds(alphabet: &Alphabet) -> Vec<PieceKind> {
    let kind = |&(letter, figure): &(char, Figure)| PieceKind { letter, name: figure.name(), figure: figure.name() };
    alphabet.iter().map(kind).collect()
}

/// Piece of a seat by its letter, in either case.
///
/// # Panics
/// If the game has no such piece.
pub fn piece<G: Modelled>(seat: Seat, letter: char) -> Piece {
    let figure = Figure::of_letter(G::FIGURES, letter).expect("every kind has a figure");
    Piece {
        owner: seat.index(),
        letter: letter.to_ascii_uppercase(),
        figure: format!("{}-{}", G::colour(seat).name(), figure.name()),
        name: figure.name(),
    }
}

/// Piece of a seat on a place.
fn placed<G: Modelled>(seat: Seat, letter: char, at: Place, marks: Vec<Mark>) -> PlacedPiece {
    let Piece { owner, letter, figure, name } = piece::<G>(seat, letter);
    let name = format!("{} {name}", <G as Game>::SEAT_NAMES[owner]);
    PlacedPiece { field: at.name, x: at.x, y: at.y, letter, owner, figure, name, marks }
}

/// Pieces of both sides beside the board, from their letters: White's in capitals.
fn beside<G: Modelled>(what: &'static str, letters: &str) -> Vec<Beside> {
    let kinds = crate::gui::picture::squares::kinds(letters);
    let of = |seat: Seat| {
        let own = kinds.iter().filter(|kind| kind.0.is_uppercase() == (seat == Seat::WHITE));
        let pieces = own.map(|&(letter, count)| Counted { piece: piece::<G>(seat, letter), count }).collect();
        Beside { owner: seat.index(), what, pieces }
    };
    Seat::BOTH.map(of).into()
}

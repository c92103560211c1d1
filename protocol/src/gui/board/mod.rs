//! Board model: all that a program needs to draw a position and to let a person move, as plain data.
//!
//! [`Geometry`] is what stays the same throughout a game, [`Board`] what lies on it, [`MoveView`] a move with the
//! places it leads from and to. The places are those of the [`picture`](crate::gui::picture)s. Units are those of SVG:
//! y grows downwards. The order of a pile is no part of it.

mod moves;
mod plane;
mod round;
mod squares;

use engine::game::{Game, Seat};
use formats::diagram::Colour;
use serde::Serialize;

pub use moves::{MoveKind, MoveView, is_capture, legal_moves, move_view};

use crate::gui::picture::Pictured;
use crate::gui::picture::figures::{Alphabet, Man};

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
    /// Moves in a few words.
    pub moves: &'static str,
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
    /// Attacked by an enemy piece of its kind, and so unable to move (Madrasi).
    Paralysed,
    /// Holding other tiles together (Chex).
    Tied,
    /// Attacking the king of the side to move.
    Attacker,
    /// King that is in check.
    Checked,
    /// King that is attacked where it is not royal (Keyles, Chex by mail): it may stay so, and be captured.
    Capturable,
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

/// Turn of several plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Turn {
    /// Plies that the side to move has left in it.
    pub left: u16,
    /// Length in plies.
    pub length: u16,
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
    /// Checks that each seat has still to give (three-check chess); empty in other games.
    pub checks_left: Vec<u8>,
    /// Turn of the side to move, where turns may be several plies.
    pub turn: Option<Turn>,
}

/// Game with a board model.
pub trait Modelled: Pictured {
    /// Geometry of the board.
    fn geometry() -> Geometry;

    /// Board of the position: what lies where.
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
    let kind = |&Man { letter, figure, name, moves }: &Man| PieceKind { letter, name, figure: figure.name(), moves };
    alphabet.iter().map(kind).collect()
}

/// Piece of a seat by its letter, in either case.
///
/// # Panics
/// If the game has no such piece.
pub fn piece<G: Modelled>(seat: Seat, letter: char) -> Piece {
    let man = Man::of_letter(G::figures(), letter).expect("every kind has a figure");
    Piece {
        owner: seat.index(),
        letter: letter.to_ascii_uppercase(),
        figure: format!("{}-{}", G::colour(seat).name(), man.figure.name()),
        name: man.name,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::{NAMES, open};
    use crate::session::{MoveFormat, Session};

    /// Session of a position.
    fn at(variant: &str, position: &str) -> Box<dyn Session> {
        let mut session = open(variant).expect(variant);
        session.set_up(Some(position), &[], MoveFormat::OWN).expect(position);
        session
    }

    fn marked(board: &Board, mark: Mark) -> Vec<&str> {
        let pieces = board.pieces.iter().filter(|piece| piece.marks.contains(&mark));
        pieces.map(|piece| piece.field.as_str()).collect()
    }

    #[test]
    fn pieces_and_moves_lie_on_fields() {
        for name in NAMES {
            let session = open(name).expect(name);
            let (geometry, board) = (session.geometry(), session.board());
            let known: Vec<(&str, f64, f64)> = match geometry.kind {
                BoardKind::Plane => board.fields.iter().map(|field| (field.name.as_str(), field.x, field.y)).collect(),
                _ => geometry.fields.iter().map(|field| (field.name.as_str(), field.x, field.y)).collect(),
            };
            for piece in &board.pieces {
                assert!(known.contains(&(&piece.field, piece.x, piece.y)), "{name}: {piece:?}");
            }
            for mv in session.move_views() {
                for place in mv.from.iter().chain(&mv.to) {
                    assert!(known.contains(&(&place.name, place.x, place.y)), "{name}: {mv:?}");
                }
            }
            assert_eq!(session.seat_looks().len(), session.seat_names().len());
        }
    }

    #[test]
    fn what_the_pictures_mark_is_marked() {
        let relay = at("knightrelay", "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1").board();
        assert_eq!(marked(&relay, Mark::Relayed), ["e6"]);
        let madrasi = at("madrasi", "4k3/8/8/3r4/8/8/3R4/4K3 w - - 0 1").board();
        assert_eq!(marked(&madrasi, Mark::Paralysed), ["d2", "d5"]);
        let check = at("chess", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").board();
        assert_eq!((marked(&check, Mark::Attacker), marked(&check, Mark::Checked)), (vec!["e2"], vec!["e1"]));
        let keyles = at("keyles", "10/k8Q/10/10/10/10/10/10/K9/10[] b - - 0 30").board();
        assert_eq!((marked(&keyles, Mark::Capturable), marked(&keyles, Mark::Checked)), (vec!["a9"], vec![]));
        let chex = at("chex", "2P1/k1Nn/1r2[KQRRBBNPPPPPPPqrbbnpppppppp] b - - 0 5").board();
        assert_eq!(marked(&chex, Mark::Tied), ["d3", "c2"]);
        assert_eq!(chex.beside[0].pieces.iter().map(|kind| kind.count).sum::<usize>(), 14);
    }

    #[test]
    fn what_the_pieces_do_not_tell_is_told() {
        let checks = at("3check", "4k3/8/8/8/8/8/8/4K2R w - - 2+1 0 1").board();
        assert_eq!((checks.checks_left, checks.turn), (vec![2, 1], None));
        let series = at("progressive", "4k3/8/8/8/8/8/8/4K2R w - - 2/3 0 2").board();
        assert_eq!((series.checks_left.len(), series.turn), (0, Some(Turn { left: 2, length: 3 })));
        let monster = open("monster").expect("monster").board();
        assert_eq!(monster.turn, Some(Turn { left: 2, length: 2 }));
        assert_eq!(open("chess").expect("chess").board().turn, None);
    }

    #[test]
    fn what_is_to_be_placed_is_in_the_hand() {
        let keyles = at("keyles", "10/k9/10/10/4r5/10/QR8/10/10/10[Knnn] w - - 0 4");
        assert_eq!(keyles.board().hand.map(|piece| piece.figure), Some("white-king".to_string()));
        let placements = keyles.move_views();
        assert!(placements.iter().all(|mv| mv.kind == MoveKind::Place && mv.from.is_none()));
        let dice = at("kaleidodice", "W10/11/11/11/w10/11/11/11/1 b4 1B-1A - 0 1").board();
        assert_eq!((dice.die, dice.bans.len(), dice.bans[0].to.as_str()), (Some(4), 1, "1A"));
        let drawing = at("chex", "N[KQRRBBNPPPPPPPPkqrrbbnnpppppppp] b? - - 0 1").move_views();
        let weights: Vec<_> = drawing.iter().map(|mv| (mv.text.as_str(), mv.weight)).collect();
        assert_eq!(weights.len(), 6);
        assert!(weights.contains(&("P", Some(8))), "{weights:?}");
    }

    #[test]
    fn moves_are_told_in_words() {
        let session = at("chess", "r3k3/1P6/8/8/8/8/8/4K2R w K - 0 1");
        let words = |text: &str| {
            let mv = session.read_move(text, MoveFormat::OWN).expect(text);
            session.move_view(mv).spoken
        };
        assert_eq!(words("e1g1"), "castles on the king's side");
        assert_eq!(words("b7a8q"), "pawn b7 to a8, captures Black rook, becomes queen, check");
        let circe = at("circe", "r3k3/8/8/8/4N3/8/5r2/4K3 w - - 0 1");
        let capture = circe.move_view(circe.read_move("e4f2", MoveFormat::OWN).expect("a capture"));
        assert_eq!(capture.spoken, "knight e4 to f2, captures Black rook");
        assert!(capture.captures, "although the rook is reborn on h8");
        let chex = open("chex").expect("chex");
        assert_eq!(chex.move_views().len(), 1);
        assert_eq!(chex.move_views()[0].spoken, "draws a tile");
    }

    #[test]
    fn nothing_is_captured_where_a_player_who_is_out_leaves_the_board() {
        // Red holds its last castle, or one of two.
        for centre in ["1", "'V"] {
            let position = format!("1V9/11/1'V9/11/11/11/1'v9/11/{centre} r - - - - 5 2");
            let steps = at("kaleido4", &position).move_views();
            assert!(steps.iter().any(|step| step.kind == MoveKind::Step), "{steps:?}");
            for step in steps {
                assert_eq!(step.captures, step.text.contains('+'), "{step:?}");
                assert_eq!(step.captures, step.spoken.contains("captures"), "{step:?}");
            }
        }
    }

    #[test]
    fn a_tile_keeps_its_place_when_the_names_change() {
        let mut session = open("chex").expect("chex");
        session.set_up(None, &["N@a1"], MoveFormat::OWN).expect("a tile");
        let before = session.board().pieces.remove(0);
        session.set_up(None, &["N@a1", "P@a1"], MoveFormat::OWN).expect("two tiles");
        let after = session.board().pieces.into_iter().find(|piece| piece.letter == 'N').expect("the knight");
        assert_eq!((before.x, before.y), (after.x, after.y));
        assert_ne!(before.field, after.field);
    }
}

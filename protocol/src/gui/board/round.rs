//! Board model of KaleidoChess's round board.

use engine::board::round::{Field, Set};
use engine::game::{Game, Seat};
use engine::variants::kaleido::{self, CASTLES, Step, many};
use formats::diagram::Colour;

use super::{Ban, Board, BoardKind, FieldOutline, Geometry, Ground, HeldCastle, Modelled, Place, placed};
use crate::gui::picture::{SIZE, round};

fn geometry() -> Geometry {
    let outline = |field: Field| {
        let (x, y) = round::stand(field);
        let label = round::name_place(field);
        let shade = if CASTLES.has(field) {
            Ground::Castle
        } else if round::is_town(field) {
            Ground::Town
        } else {
            [Ground::LandLight, Ground::LandDark][round::shade(field)]
        };
        let label = Some([label.0, label.1]);
        FieldOutline { name: field.to_string(), x, y, path: round::outline(field), shade, label }
    };
    Geometry {
        kind: BoardKind::Round,
        view: Some([0.0, 0.0, SIZE as f64, SIZE as f64]),
        piece: 2.0 * round::PIECE,
        fields: Field::all().map(outline).collect(),
        coordinates: Vec::new(),
    }
}

fn place(field: Field) -> Place {
    let (x, y) = round::stand(field);
    Place { name: field.to_string(), x, y }
}

/// Castles that a seat holds. `attackers` answers which pieces of another seat can go to a field.
fn held(owner: Seat, castles: Set, is_attacked: impl Fn(Field) -> bool) -> Vec<HeldCastle> {
    let castle =
        |field: Field| HeldCastle { field: field.to_string(), owner: owner.index(), attacked: is_attacked(field) };
    castles.into_iter().map(castle).collect()
}

/// Last move of a seat.
fn ban(owner: Seat, step: Step) -> Ban {
    Ban { owner: owner.index(), from: step.from.to_string(), to: step.to.to_string() }
}

impl<R: kaleido::Rules> Modelled for kaleido::Position<R> {
    fn geometry() -> Geometry {
        geometry()
    }

    fn board(&self) -> Board {
        let occupied = self.pieces().occupied();
        let castles = |seat: Seat| {
            held(seat, self.castles(seat), |field| self.castle_attackers(field, seat.opponent(), occupied).any())
        };
        Board {
            pieces: self
                .pieces()
                .placed(|field, seat, kind| placed::<Self>(seat, kind.letter(), place(field), Vec::new())),
            die: self.throw(),
            castles: Seat::BOTH.into_iter().flat_map(castles).collect(),
            bans: Seat::BOTH.into_iter().filter_map(|seat| Some(ban(seat, self.last(seat)?))).collect(),
            ..Board::default()
        }
    }

    fn place(&self, field: usize) -> Place {
        place(Field::from_index(field))
    }
}

impl<R: many::Rules> Modelled for many::Position<R> {
    fn geometry() -> Geometry {
        geometry()
    }

    fn board(&self) -> Board {
        let occupied = self.pieces().occupied();
        let castles = |seat: Seat| {
            held(seat, self.castles(seat), |field| {
                self.opponents(seat).any(|other| self.castle_attackers(field, other, occupied).any())
            })
        };
        let seats = || Seat::all(Self::SEATS);
        Board {
            pieces: self
                .pieces()
                .placed(|field, seat, kind| placed::<Self>(seat, kind.letter(), place(field), Vec::new())),
            castles: self.players().flat_map(castles).collect(),
            bans: seats().filter_map(|seat| Some(ban(seat, self.last(seat)?))).collect(),
            out: seats().filter(|&seat| !self.is_in(seat)).map(Seat::index).collect(),
            ..Board::default()
        }
    }

    fn place(&self, field: usize) -> Place {
        place(Field::from_index(field))
    }

    fn turn(seat: Seat) -> i32 {
        -90 * seat.index() as i32
    }

    fn colour(seat: Seat) -> Colour {
        Colour::of_many(seat)
    }
}

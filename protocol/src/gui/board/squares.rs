//! Board model of boards with ranks and files.

use engine::board::ten;
use engine::game::{Game, Seat};
use engine::move_role::MoveRoles;
use engine::text::file_label;
use engine::variants::custom::{CustomGame, in_play};
use engine::variants::orthodox::{Board as _, BoardSet, BoardSquare, Memory, RANKS, SquareOf};
use engine::variants::{orthodox, quex};

use super::{
    Board, BoardKind, Coordinate, FieldOutline, Geometry, Ground, Mark, Modelled, Place, SQUARE, Turn, beside, piece,
    placed,
};
use crate::gui::picture::squares::place;

/// Width of a figure.
const PIECE: f64 = 92.0;
/// Distance of the coordinates from the board.
const COORDINATE: f64 = 16.0;

fn geometry((files, ranks): (usize, usize)) -> Geometry {
    let (width, height) = (SQUARE * files as f64, SQUARE * ranks as f64);
    let squares = (0..ranks).flat_map(|rank| (0..files).map(move |file| (file, rank)));
    let outline = |(file, rank): (usize, usize)| {
        let Place { name, x, y } = square(ranks, file, rank);
        let (left, top) = (x - SQUARE / 2.0, y - SQUARE / 2.0);
        let shade = if (file + rank) % 2 == 0 { Ground::Dark } else { Ground::Light };
        FieldOutline { name, x, y, path: format!("M{left} {top}h{SQUARE}v{SQUARE}h-{SQUARE}z"), shade, label: None }
    };
    let file = |file| Coordinate { text: file_label(file), x: square(ranks, file, 0).x, y: height + COORDINATE };
    let rank = |rank: usize| Coordinate { text: (rank + 1).to_string(), x: -COORDINATE, y: square(ranks, 0, rank).y };
    Geometry {
        kind: BoardKind::Squares,
        view: Some([0.0, 0.0, width, height]),
        piece: PIECE,
        fields: squares.map(outline).collect(),
        coordinates: (0..files).map(file).chain((0..ranks).map(rank)).collect(),
    }
}

/// Place of a file and a rank, from 0, on a board of so many ranks.
fn square(ranks: usize, file: usize, rank: usize) -> Place {
    let name = format!("{}{}", file_label(file), rank + 1);
    Place { name, x: SQUARE * (file as f64 + 0.5), y: SQUARE * ((ranks - rank) as f64 - 0.5) }
}

/// Place of a field by its name.
fn named<G: MoveRoles>(position: &G, ranks: usize, field: usize) -> Place {
    let (file, rank) = place(&position.field_name(field)).expect("a square's name");
    square(ranks, file as usize, rank as usize)
}

/// Owner of a piece, by its letter.
fn owner(letter: char) -> Seat {
    if letter.is_uppercase() { Seat::WHITE } else { Seat::BLACK }
}

/// Marks of a piece, of those that hold.
fn marks<const N: usize>(all: [(bool, Mark); N]) -> Vec<Mark> {
    all.into_iter().filter(|mark| mark.0).map(|mark| mark.1).collect()
}

impl<R: orthodox::Rules> Modelled for orthodox::Position<R> {
    fn geometry() -> Geometry {
        geometry((R::Board::FILES, RANKS))
    }

    fn board(&self) -> Board {
        let relayed = self.relayed(Seat::WHITE) | self.relayed(Seat::BLACK);
        let paralysed = self.paralysed();
        let checkers = self.checkers();
        let squares = (0..R::Board::FILES).flat_map(|file| (0..RANKS).map(move |rank| (file, rank)));
        let on = |(file, rank)| {
            let square_at = SquareOf::<R>::new(file, rank);
            let letter = self.letter_on(square_at)?;
            let is_own_king = letter.eq_ignore_ascii_case(&'K') && owner(letter) == self.side();
            let marks = marks([
                (relayed.has(square_at), Mark::Relayed),
                (paralysed.has(square_at), Mark::Paralysed),
                (checkers.has(square_at), Mark::Attacker),
                (is_own_king && checkers.any(), Mark::Checked),
            ]);
            Some(placed::<Self>(owner(letter), letter, square(RANKS, file, rank), marks))
        };
        Board {
            pieces: squares.filter_map(on).collect(),
            checks_left: Seat::BOTH.into_iter().filter_map(|seat| self.memory().checks_left(seat)).collect(),
            turn: self.memory().turn().map(|[left, length]| Turn { left, length }),
            ..Board::default()
        }
    }

    fn place(&self, field: usize) -> Place {
        named(self, RANKS, field)
    }
}

impl Modelled for CustomGame {
    fn geometry() -> Geometry {
        geometry((in_play().files, in_play().ranks))
    }

    fn board(&self) -> Board {
        let rules = in_play();
        let checkers = self.checkers(rules);
        let royal = self.royal_square(rules, self.side());
        let on = |square_at: ten::Square| {
            let letter = self.letter_on(square_at)?;
            let marks = marks([
                (checkers.has(square_at), Mark::Attacker),
                (royal == Some(square_at) && checkers.any(), Mark::Checked),
            ]);
            let at = square(rules.ranks, square_at.file(), square_at.rank());
            Some(placed::<Self>(owner(letter), letter, at, marks))
        };
        Board {
            pieces: rules.board.into_iter().filter_map(on).collect(),
            checks_left: Seat::BOTH.into_iter().filter_map(|seat| self.checks_left(seat)).collect(),
            ..Board::default()
        }
    }

    fn place(&self, field: usize) -> Place {
        named(self, in_play().ranks, field)
    }
}

impl<R: quex::Rules> Modelled for quex::Position<R> {
    fn geometry() -> Geometry {
        geometry((ten::SIZE, ten::SIZE))
    }

    fn board(&self) -> Board {
        let checkers = self.checkers();
        let attacking: Vec<String> = checkers.into_iter().map(|square| square.to_string()).collect();
        let squares = (0..ten::SIZE).flat_map(|file| (0..ten::SIZE).map(move |rank| (file, rank)));
        let on = |(file, rank)| {
            let letter = self.letter_on(file, rank)?;
            let at = square(ten::SIZE, file, rank);
            let is_own_king = letter.eq_ignore_ascii_case(&'K') && owner(letter) == self.side_to_move();
            let attacked = if R::KING_IS_ROYAL { Mark::Checked } else { Mark::Capturable };
            let marks = marks([
                (attacking.contains(&at.name), Mark::Attacker),
                (is_own_king && !attacking.is_empty(), attacked),
            ]);
            Some(placed::<Self>(owner(letter), letter, at, marks))
        };
        let side = self.side_to_move();
        Board {
            pieces: squares.filter_map(on).collect(),
            beside: beside::<Self>("pool", &self.pool_text()),
            hand: if self.must_replace() { Some(piece::<Self>(side, 'K')) } else { None },
            ..Board::default()
        }
    }

    fn place(&self, field: usize) -> Place {
        named(self, ten::SIZE, field)
    }
}

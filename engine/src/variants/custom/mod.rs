//! Custom variants: games that a file describes.
//!
//! A file in TOML names the pieces with their moves in Betza notation, the start position, and what differs from chess
//! ([`mod@file`]). It is read into a [`Description`], whose tables the rules here read: nothing about a game is known
//! at compile time, and nothing of the games that are compiled in becomes slower. Boards have up to ten files and ten
//! ranks.
//!
//! * `betza`: the notation of moves. `file`: the parser. `description`: rules and tables. `catalogue`: what was read,
//!   and which game is in play.
//! * `attacks`, `generate`, `make`: moves, tested on a copy where they might expose a royal piece.
//! * `see`: static exchange evaluation. `wins`: wins at once. `game`: the traits. `text`: FEN, coordinate notation and
//!   SAN.

mod attacks;
pub mod betza;
mod catalogue;
mod description;
pub mod file;
mod game;
mod generate;
mod make;
mod moves;
mod pieces;
mod see;
mod text;
mod wins;

pub use catalogue::{CustomId, MAX_VARIANTS, in_play};
pub use description::{CastlingRules, Description, Goal, MAX_KINDS, Moves, PieceKind, SideResult};
pub use pieces::Pieces;

use crate::board::ten::{Set, Square};
use crate::game::{GenType, PieceRemoval, Seat};
use crate::moves::{Move, MoveList};

/// No en passant square.
const NO_SQUARE: u8 = u8::MAX;

/// Position of the custom variant in play.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Position {
    pieces: Pieces,
    key: u64,
    full_moves: u16,
    clock: u16,
    /// A bit for each right; see [`Position::right`].
    castling: u8,
    side: Seat,
    /// Set only if a legal move captures there.
    en_passant: u8,
    /// Checks that each side has still to give; zeros where they do not count.
    checks_left: [u8; 2],
}

/// The custom variant in play.
pub type CustomGame = Position;

/// Rules as an argument, for descriptions that are not in play. The traits of a game ask the one that is. Exported for
/// the tests.
impl Position {
    /// Start position by given rules.
    ///
    /// # Panics
    /// Never: a description is read only with a sound start position.
    pub fn start_by(rules: &Description) -> Position {
        Position::parse(rules, &rules.start).expect("the start position was read before")
    }

    /// Appends the legal moves by given rules.
    pub fn moves_by(&self, rules: &Description, out: &mut MoveList) {
        self.generate(rules, GenType::All, Set::ALL, &mut |mv| out.push(mv));
    }

    /// Plays a legal move by given rules.
    pub fn play_by(&mut self, rules: &Description, mv: Move) {
        self.play_board(rules, mv, &mut ());
        self.finish(rules, mv);
    }
}

impl Position {
    /// Piece placement.
    pub const fn pieces(&self) -> &Pieces {
        &self.pieces
    }

    /// The side to move.
    pub const fn side(&self) -> Seat {
        self.side
    }

    /// Full-move number, 1 at the start.
    pub const fn full_moves(&self) -> u16 {
        self.full_moves
    }

    /// Checks that a side has still to give; none if they do not count.
    pub fn checks_left(&self, seat: Seat) -> Option<u8> {
        in_play().checks.map(|_| self.checks_left[seat.index() & 1])
    }

    /// En passant square, if a legal move captures there.
    fn en_passant_square(&self) -> Option<Square> {
        (self.en_passant != NO_SQUARE).then(|| Square::from_index(self.en_passant.into()))
    }

    /// Bit of a castling right: a side's wing, 0 for the short one.
    const fn right(seat: Seat, wing: usize) -> u8 {
        1 << (2 * (seat.index() & 1) + wing)
    }

    /// True if a side may castle on a wing.
    fn has_right(&self, seat: Seat, wing: usize) -> bool {
        self.castling & Self::right(seat, wing) != 0
    }
}

impl PieceRemoval for Position {
    fn without_each_piece(&self) -> Vec<(usize, Self)> {
        let rules = in_play();
        let royal = Seat::BOTH.into_iter().filter_map(|seat| self.royal_square(rules, seat));
        let removable = royal.fold(self.pieces.occupied(), |removable, square| removable.without(square.into()));
        removable.into_iter().map(|square| (square.index(), self.without(rules, square))).collect()
    }
}

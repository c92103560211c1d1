//! Symmetries: left-right mirror and exchange of colours.

use super::board::{Board, BoardSquare};
use super::position::EnPassant;
use super::{Castling, Memory, PiecesOf, Position, Rules, SquareOf};
use crate::game::Seat;
use crate::variants::images::Images;

impl<R: Rules> Position<R> {
    /// Image of the position under a map of squares, with colours exchanged on request.
    fn image(&self, square: impl Fn(SquareOf<R>) -> SquareOf<R>, colours_exchanged: bool) -> Self {
        let owner = |seat: Seat| if colours_exchanged { seat.opponent() } else { seat };
        let mut image = Position { pieces: PiecesOf::<R>::default(), side: owner(self.side), ..*self };
        for at in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(at) {
                image.pieces.put(square(at), owner(seat), kind);
            }
        }
        image.derived = R::derive(&image.pieces);
        image.en_passant = self.en_passant().map(|at| EnPassant::new(square(at))).unwrap_or_default();
        if colours_exchanged {
            image.memory = self.memory.colours_exchanged();
            image.castling = self.castling.colours_exchanged();
        }
        if R::Memory::SERIES && square(SquareOf::<R>::new(0, 0)).file() != 0 {
            let files = image.memory.passed_files().reverse_bits();
            image.memory = image.memory.with_passed_files(files);
        }
        image.key = image.compute_key();
        image
    }
}

impl<R: Rules> Position<R> {
    /// The equivalent position with colours exchanged, if there is one.
    pub fn colours_exchanged(&self) -> Option<Self> {
        R::COLOURS_ALIKE.then(|| self.image(R::Board::flipped, true))
    }

    /// The equivalent position mirrored from left to right, if there is one.
    pub fn mirrored(&self) -> Option<Self> {
        (R::MIRRORED && self.castling == Castling::NONE).then(|| self.image(R::Board::mirrored, false))
    }
}

impl<R: Rules> Images for Position<R> {
    /// All equivalent positions, the position itself included. Castling rights tell left from right.
    fn images(&self) -> impl Iterator<Item = Self> {
        let mirror = R::MIRRORED && self.castling == Castling::NONE;
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        let holds =
            move |&(mirrored, exchanged): &(bool, bool)| (mirror || !mirrored) && (R::COLOURS_ALIKE || !exchanged);
        ways.into_iter().filter(holds).map(|(mirrored, exchanged)| {
            let seen = |square: SquareOf<R>| if mirrored { R::Board::mirrored(square) } else { square };
            self.image(|square| seen(if exchanged { R::Board::flipped(square) } else { square }), exchanged)
        })
    }
}

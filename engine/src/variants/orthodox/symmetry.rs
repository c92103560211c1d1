//! Symmetries: left-right mirror and exchange of colours.

use super::position::EnPassant;
use super::{Castling, Pieces, Position, Rules};
use crate::board::Square;
use crate::game::Seat;
use crate::variants::images::Images;

impl<R: Rules> Position<R> {
    /// Image of the position under a map of squares, with colours exchanged on request.
    fn image(&self, square: impl Fn(Square) -> Square, colours_exchanged: bool) -> Self {
        let owner = |seat: Seat| if colours_exchanged { seat.opponent() } else { seat };
        let mut image = Position { pieces: Pieces::default(), side: owner(self.side), ..*self };
        for at in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(at) {
                image.pieces.put(square(at), owner(seat), kind);
            }
        }
        image.derived = R::derive(&image.pieces);
        image.en_passant = self.en_passant().map(|at| EnPassant::new(square(at))).unwrap_or_default();
        if colours_exchanged {
            image.castling = self.castling.colours_exchanged();
        }
        image.key = image.compute_key();
        image
    }
}

impl<R: Rules> Images for Position<R> {
    /// All equivalent positions, the position itself included. Castling rights tell left from right.
    fn images(&self) -> impl Iterator<Item = Self> {
        let mirror = self.castling == Castling::NONE;
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        ways.into_iter().filter(move |&(mirrored, _)| mirror || !mirrored).map(|(mirrored, exchanged)| {
            let seen = |square: Square| if mirrored { square.mirrored() } else { square };
            self.image(|square| seen(if exchanged { square.flipped() } else { square }), exchanged)
        })
    }
}

//! Symmetries: left-right mirror and exchange of colours.

use super::{Pieces, Position, Rules};
use crate::board::ten::Square;
use crate::game::Seat;
use crate::variants::images::Images;

impl<R: Rules> Position<R> {
    /// Image of the position: mirrored, with colours exchanged, or both.
    fn image(&self, mirrored: bool, colours_exchanged: bool) -> Self {
        let owner = |seat: Seat| if colours_exchanged { seat.opponent() } else { seat };
        let seen = |square: Square| if mirrored { square.mirrored() } else { square };
        let place = |square: Square| seen(if colours_exchanged { square.flipped() } else { square });
        let mut image = Position { pieces: Pieces::default(), side: owner(self.side), ..*self };
        for at in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(at) {
                image.pieces.set(place(at), owner(seat), kind as usize);
            }
        }
        if colours_exchanged {
            image.pool = self.pool.colours_exchanged();
        }
        image.key = image.compute_key();
        image
    }
}

impl<R: Rules> Images for Position<R> {
    /// All equivalent positions, the position itself included. No rule tells left from right.
    fn images(&self) -> impl Iterator<Item = Self> {
        let ways = [(false, false), (false, true), (true, false), (true, true)];
        ways.into_iter().map(|(mirrored, exchanged)| self.image(mirrored, exchanged))
    }
}

//! Symmetries: the board's, and the players'.
//!
//! A seat is but a number in the order of turns: who sits where matters at the start only. So the eight symmetries of
//! the board that keep the castles combine with every rotation of the seats, which keeps the order of turns.

use super::{Position, Rules};
use crate::board::round::RoundSymmetry;
use crate::game::Game;
use crate::seat::Seat;
use crate::variants::images::Images;
use crate::variants::kaleido::symmetry::{image_of_step, symmetries};

impl<R: Rules> Position<R> {
    /// Image of the position under a symmetry that maps castles to castles, with every piece, last move and turn given
    /// to the player a number of seats further. The counters stay as they are.
    pub fn image(&self, symmetry: RoundSymmetry, seats_further: usize) -> Self {
        let owner = |seat: Seat| Seat::new((seat.index() + seats_further) % Self::SEATS);
        let mut image =
            Position { pieces: Default::default(), last: Default::default(), side: owner(self.side), ..*self };
        for field in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(field) {
                image.pieces.toggle(symmetry.field(field), owner(seat), kind);
            }
        }
        for seat in Seat::all(Self::SEATS) {
            image.last[owner(seat).index()] = self.last(seat).map(|step| image_of_step(symmetry, step));
        }
        image.key = image.compute_key();
        image
    }
}

impl<R: Rules> Images for Position<R> {
    /// All equivalent positions, the position itself included.
    fn images(&self) -> impl Iterator<Item = Self> {
        let ways = symmetries().flat_map(|symmetry| (0..Self::SEATS).map(move |further| (symmetry, further)));
        ways.map(|(symmetry, further)| self.image(symmetry, further))
    }
}

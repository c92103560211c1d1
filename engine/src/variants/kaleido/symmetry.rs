//! Symmetries: rotations and reflections of the board, exchange of colours.

use super::{CASTLES, Position, Rules, Step};
use crate::board::round::RoundSymmetry;
use crate::game::Seat;
use crate::variants::images::Images;

/// Symmetries of the board that map castles to castles: these eight keep the rules.
pub(super) fn symmetries() -> impl Iterator<Item = RoundSymmetry> {
    RoundSymmetry::all().filter(|symmetry| symmetry.set(CASTLES) == CASTLES)
}

/// Image of a last move under a symmetry.
pub(super) fn image_of_step(symmetry: RoundSymmetry, step: Step) -> Step {
    Step { from: symmetry.field(step.from), to: symmetry.field(step.to) }
}

impl<R: Rules> Position<R> {
    /// Symmetries of the board that map castles to castles: these eight keep the rules.
    pub fn symmetries() -> impl Iterator<Item = RoundSymmetry> {
        symmetries()
    }

    /// Image of the position under a symmetry. With `colours_exchanged` every piece, last move and turn goes to the
    /// other side. The clocks stay as they are.
    pub fn image(&self, symmetry: RoundSymmetry, colours_exchanged: bool) -> Self {
        let owner = |seat: Seat| if colours_exchanged { seat.opponent() } else { seat };
        let mut image = Position { pieces: Default::default(), side: owner(self.side), ..*self };
        for field in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(field) {
                image.pieces.toggle(symmetry.field(field), owner(seat), kind);
            }
        }
        image.last = self.last.map(|last| last.map(|step| image_of_step(symmetry, step)));
        if colours_exchanged {
            image.last.reverse();
        }
        image.key = image.compute_key();
        image
    }
}

impl<R: Rules> Images for Position<R> {
    /// All equivalent positions, the position itself included.
    fn images(&self) -> impl Iterator<Item = Self> {
        let ways = Self::symmetries().flat_map(|symmetry| [(symmetry, false), (symmetry, true)]);
        ways.map(|(symmetry, colours_exchanged)| self.image(symmetry, colours_exchanged))
    }
}

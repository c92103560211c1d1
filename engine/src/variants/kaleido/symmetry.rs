//! Positions that are the same game seen otherwise: the board turned or mirrored, the colours exchanged.

use super::{Position, Rules, Step};
use crate::board::round::Symmetry;
use crate::game::Seat;

impl<R: Rules> Position<R> {
    /// The symmetries of the board by which castles come to lie on castles: these eight change nothing that the rules
    /// know of.
    pub fn symmetries() -> impl Iterator<Item = Symmetry> {
        Symmetry::all().filter(|symmetry| symmetry.set(Self::CASTLES) == Self::CASTLES)
    }

    /// The position with everything moved by a symmetry, and if so wished every piece, last move and turn given to the
    /// other player. The clocks stay as they are.
    pub fn image(&self, symmetry: Symmetry, colours_exchanged: bool) -> Self {
        let owner = |seat: Seat| if colours_exchanged { seat.opponent() } else { seat };
        let mut image = Position { pieces: Default::default(), side: owner(self.side), ..*self };
        for field in self.pieces.occupied() {
            if let Some((seat, kind)) = self.pieces.on(field) {
                image.pieces.toggle(symmetry.field(field), owner(seat), kind);
            }
        }
        let step = |step: Step| Step { from: symmetry.field(step.from), to: symmetry.field(step.to) };
        image.last = self.last.map(|last| last.map(step));
        if colours_exchanged {
            image.last.reverse();
        }
        image.key = image.compute_key();
        image
    }

    /// The position itself and all others that are the same game.
    pub(super) fn images(&self) -> impl Iterator<Item = Self> {
        let ways = Self::symmetries().flat_map(|symmetry| [(symmetry, false), (symmetry, true)]);
        ways.map(|(symmetry, colours_exchanged)| self.image(symmetry, colours_exchanged))
    }
}

//! Hooks of the searches of games of more than two.

use super::{Position, Rules};
use crate::board::round::Field;
use crate::game::{Multiplayer, Seat};
use crate::moves::Move;
use crate::variants::kaleido::moves::PASS;

impl<R: Rules> Multiplayer for Position<R> {
    #[inline]
    fn captured_seat(&self, mv: Move) -> Option<Seat> {
        let owner = self.pieces.on(Field::from_index(mv.to())).map(|(owner, _)| owner);
        owner.filter(|&owner| mv != PASS && owner != self.side)
    }

    /// True if the side to move attacks the player's only castle.
    #[inline]
    fn can_eliminate(&self, seat: Seat) -> bool {
        seat != self.side
            && self
                .only_castle(seat)
                .is_some_and(|castle| self.castle_attackers(castle, self.side, self.pieces.occupied()).any())
    }

    #[inline]
    fn is_threatened(&self, seat: Seat) -> bool {
        self.is_threatened(seat)
    }

    fn coalition_see_ge(&self, mv: Move, threshold: i32, root: Seat) -> bool {
        let root_moves = self.side == root;
        self.exchange_ge(mv, threshold, |seat| (seat == root) == root_moves)
    }
}

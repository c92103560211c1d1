//! Static exchange evaluation (SEE).

use super::board::{BoardSet, BoardSquare};
use super::moves::promotion_kind;
use super::{Kind, MoveKind, Position, Rules, SetOf, SquareOf};
use crate::game::{MoveFacts, Seat};
use crate::moves::Move;
use crate::variants::see::swap_ge;

impl<R: Rules> Position<R> {
    /// SEE with a threshold: true if `mv` and the best captures on its target by both sides leave the mover at least
    /// `threshold` centipawns ahead.
    ///
    /// Each side captures with its least valuable attacker and may stop when going on would lose. Pins are left aside.
    pub(super) fn exchange_ge(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (SquareOf::<R>::from_index(mv.from()), SquareOf::<R>::from_index(mv.to()));
        let Some(moving) = self.pieces.kind_on(from) else { return threshold <= 0 };
        let arriving = promotion_kind(mv).unwrap_or(moving);
        let value = |kind: Kind| Self::piece_value(kind.index());

        let gain = self.captured_kind(mv).map_or(0, Self::piece_value) + value(arriving) - value(moving);
        if mv.kind() == MoveKind::Castle.code() {
            return threshold <= gain;
        }
        let risk = if arriving == Kind::Knight && !R::KNIGHTS_FIGHT { 0 } else { value(arriving) };
        let mut occupied = self.pieces.occupied().without(from.into()) | to.into();
        if mv.kind() == MoveKind::EnPassant.code() {
            occupied = occupied.without(SquareOf::<R>::new(to.file(), from.rank()).into());
        }
        swap_ge(gain, risk, threshold, self.side, |side| {
            let attackers = self.all_attackers(to, occupied) & occupied;
            let own = attackers & self.pieces.of(side);
            let kind = R::LEAST_VALUABLE_FIRST.iter().copied().find(|&kind| (own & self.pieces.kind(kind)).any())?;
            // A king captures only what is no longer defended.
            if kind == Kind::King && attackers.without(own).any() {
                return None;
            }
            occupied = occupied.without((own & self.pieces.kind(kind)).first().into());
            Some(value(kind))
        })
    }

    fn all_attackers(&self, square: SquareOf<R>, occupied: SetOf<R>) -> SetOf<R> {
        self.attackers(square, Seat::WHITE, occupied) | self.attackers(square, Seat::BLACK, occupied)
    }
}

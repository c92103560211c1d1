//! Static exchange evaluation: what the captures on one square come to.

use super::moves::promotion_kind;
use super::{Kind, MoveKind, Position, Rules};
use crate::board::{Bitboard, Square};
use crate::game::{Seat, Tactics};
use crate::moves::Move;

impl<R: Rules> Position<R> {
    /// Whether `mv` and the best captures on its target by both sides leave the mover at least `threshold` ahead.
    ///
    /// Each side captures with its cheapest piece and may stop when going on would lose. Pins are not looked at.
    pub(super) fn exchange_gains(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        let Some(moving) = self.pieces.kind_on(from) else { return threshold <= 0 };
        let arriving = promotion_kind(mv).unwrap_or(moving);
        let worth = |kind: Kind| Self::worth(kind.index());

        // What the move has gained beyond the threshold if nothing is captured back.
        let promoted = worth(arriving) - worth(moving);
        let mut balance = self.victim(mv).map_or(0, Self::worth) + promoted - threshold;
        if balance < 0 || mv.kind() == MoveKind::Castle.code() {
            return balance >= 0;
        }
        if arriving == Kind::Knight && !R::KNIGHTS_FIGHT {
            return true;
        }
        balance -= worth(arriving);
        if balance >= 0 {
            return true;
        }

        let mut occupied = self.pieces.occupied().without(from.into()) | to.into();
        if mv.kind() == MoveKind::EnPassant.code() {
            occupied = occupied.without(Square::new(to.file(), from.rank()).into());
        }
        let mut attackers = self.all_attackers(to, occupied) & occupied;
        let mut side = self.side.opponent();
        // `balance` is negative: `side` gains by capturing. Each capture turns the question round.
        loop {
            let own = attackers & self.pieces.of(side);
            let Some(kind) = Kind::ALL.into_iter().find(|&kind| (own & self.pieces.kind(kind)).any()) else { break };
            // A king may capture only what is no longer defended.
            if kind == Kind::King && (attackers & self.pieces.of(side.opponent())).any() {
                break;
            }
            occupied = occupied.without((own & self.pieces.kind(kind)).first().into());
            attackers = self.all_attackers(to, occupied) & occupied;
            side = side.opponent();
            balance = -balance - 1 - worth(kind);
            if balance >= 0 {
                break;
            }
        }
        // Whoever cannot or will not go on has lost the exchange.
        side != self.side
    }

    fn all_attackers(&self, square: Square, occupied: Bitboard) -> Bitboard {
        self.attackers(square, Seat::WHITE, occupied) | self.attackers(square, Seat::BLACK, occupied)
    }
}

//! Static exchange evaluation: what the captures on one square come to.

use super::moves::{exchange_kind, is_replacement};
use super::{Kind, Position, Rules};
use crate::board::ten::{Set, Square};
use crate::game::{Seat, Tactics};
use crate::moves::Move;
use crate::variants::exchange::recaptures_suffice;

impl<R: Rules> Position<R> {
    /// The kinds from the cheapest to the dearest, as exchanges are reckoned.
    const BY_WORTH: [Kind; Kind::COUNT] = {
        let mut kinds = Kind::ALL;
        let mut i = 1;
        while i < kinds.len() {
            let mut j = i;
            while j > 0 && Self::EXCHANGE_WORTH[kinds[j - 1].index()] > Self::EXCHANGE_WORTH[kinds[j].index()] {
                (kinds[j - 1], kinds[j]) = (kinds[j], kinds[j - 1]);
                j -= 1;
            }
            i += 1;
        }
        kinds
    };

    /// Centipawns by kind, as exchanges are reckoned. A royal king is beyond price, and captures last; in Keyles he costs his
    /// owner a champion, though he chooses which, and may gain by it.
    pub(super) const EXCHANGE_WORTH: [i32; Kind::COUNT] =
        [if R::KING_IS_ROYAL { 10_000 } else { 250 }, 900, 500, 400, 300, 300, 300, 150, 130, 150, 100];

    /// Whether `mv` and the best captures on its target by both sides leave the mover at least `threshold` ahead.
    ///
    /// Each side captures with its cheapest man and may stop when going on would lose. Pins and exchanges of pions on the
    /// way are not looked at.
    pub(super) fn exchange_gains(&self, mv: Move, threshold: i32) -> bool {
        if is_replacement(mv) {
            return threshold <= 0;
        }
        let (from, to) = (Square::from_index(mv.from()), Square::from_index(mv.to()));
        let Some(moving) = self.pieces.kind_on(from) else { return threshold <= 0 };
        let arriving = exchange_kind(mv).unwrap_or(moving);
        let worth = |kind: Kind| Self::worth(kind.index());

        // What the move has gained beyond the threshold if nothing is captured back.
        let balance = self.victim(mv).map_or(0, Self::worth) + worth(arriving) - worth(moving) - threshold;
        let balance_if_lost = balance - worth(arriving);
        if balance < 0 || balance_if_lost >= 0 || R::KING_IS_ROYAL && moving == Kind::King {
            return balance >= 0;
        }
        let mut occupied = self.pieces.occupied().without(from.into()) | to.into();
        recaptures_suffice(balance_if_lost, self.side, |side| {
            let attackers = self.all_attackers(to, occupied) & occupied;
            let own = attackers & self.pieces.of(side);
            let kind = Self::BY_WORTH.into_iter().find(|&kind| (own & self.pieces.kind(kind)).any())?;
            // A royal king may capture only what is no longer defended.
            if R::KING_IS_ROYAL && kind == Kind::King && attackers.without(own).any() {
                return None;
            }
            occupied = occupied.without((own & self.pieces.kind(kind)).first().into());
            Some(worth(kind))
        })
    }

    fn all_attackers(&self, square: Square, occupied: Set) -> Set {
        self.attackers(square, Seat::WHITE, occupied) | self.attackers(square, Seat::BLACK, occupied)
    }
}

//! Static exchange evaluation (SEE).

use super::Position;
use super::catalogue::in_play;
use super::moves::{CASTLE, EN_PASSANT, promotion, squares};
use crate::board::ten::Square;
use crate::game::{MoveFacts, StaticExchange};
use crate::moves::Move;
use crate::variants::see::swap_ge;

impl StaticExchange for Position {
    /// Each side captures with its least valuable attacker and may stop when going on would lose. Pins are left aside.
    fn see_ge(&self, mv: Move, threshold: i32) -> bool {
        let [from, to] = squares(mv);
        let Some(moving) = self.pieces.kind_on(from) else { return threshold <= 0 };
        let value = |kind: usize| Self::piece_value(kind);
        let arriving = promotion(mv).unwrap_or(moving);
        let gain = self.captured_kind(mv).map_or(0, value) + value(arriving) - value(moving);
        if mv.kind() == CASTLE {
            return threshold <= gain;
        }
        let mut occupied = self.pieces.occupied().without(from.into()) | to.into();
        if mv.kind() == EN_PASSANT {
            occupied = occupied.without(Square::new(to.file(), from.rank()).into());
        }
        let rules = in_play();
        swap_ge(gain, value(arriving), threshold, self.side, |side| {
            let own = self.attackers(rules, to, side, occupied) & occupied;
            let men = own.into_iter().filter_map(|square| Some((square, self.pieces.kind_on(square)?)));
            let rank = |kind: usize| if Some(kind) == rules.royal { i32::MAX } else { value(kind) };
            let (square, kind) = men.min_by_key(|&(_, kind)| rank(kind))?;
            // A royal piece captures only what is no longer defended.
            if Some(kind) == rules.royal && (self.attackers(rules, to, side.opponent(), occupied) & occupied).any() {
                return None;
            }
            occupied = occupied.without(square.into());
            Some(value(kind))
        })
    }
}

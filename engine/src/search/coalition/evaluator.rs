//! The root player's share as the value of a position of two sides.

use super::super::score::share_to_centipawns;
use super::Coalition;
use crate::eval::{Evaluator, SharesEvaluator, Term};
use crate::game::{BoardObserver, Game, Multiplayer, Seat};

/// Values of draws among two, three and four, in centipawns and without their signs.
pub(super) const DRAW_VALUES: [i32; 3] = [0, 152, 242];

/// Value of a draw among a number of players for one of them, in centipawns: that of an equal share. Exported for the
/// tests.
pub const fn draw_value(players: usize) -> i32 {
    match players {
        3 => -DRAW_VALUES[1],
        4 => -DRAW_VALUES[2],
        _ => DRAW_VALUES[0],
    }
}

/// Evaluator of a [`Coalition`]: the root player's share as centipawns by the logistic function.
#[derive(Clone, Debug, Default)]
pub struct CoalitionEval<E>(pub E);

impl<G, E: BoardObserver<G>> BoardObserver<Coalition<G>> for CoalitionEval<E> {
    #[inline(always)]
    fn begin(&mut self) {
        self.0.begin();
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.0.put(seat, kind, field);
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.0.take(seat, kind, field);
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.0.revert();
    }
}

impl<G: Multiplayer, E: SharesEvaluator<G>> Evaluator<Coalition<G>> for CoalitionEval<E> {
    fn reset(&mut self, position: &Coalition<G>) {
        self.0.reset(position.game());
    }

    fn evaluate(&mut self, position: &Coalition<G>) -> i32 {
        let value = share_to_centipawns(self.0.shares(position.game())[position.root().index()]);
        if position.side_to_move() == Seat::WHITE { value } else { -value }
    }

    fn terms(&self, position: &Coalition<G>) -> Vec<Term> {
        self.0.terms(position.game())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draw_is_worth_an_equal_share() {
        for players in 2..=Seat::MAX {
            assert_eq!(draw_value(players), share_to_centipawns(1.0 / players as f32));
        }
    }
}

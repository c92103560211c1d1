//! What the captures on one square come to: the part of static exchange evaluation that is the same in every game.

use crate::game::Seat;

/// Whether a mover who is `balance` (below zero) short of what he wants if his man is captured for nothing gets it all the same by
/// the captures that follow.
///
/// `take` lets a side capture with the cheapest man it has left: it removes the man and says what it is worth, or says that the
/// side cannot. Each side may stop where going on would lose.
pub(super) fn recaptures_suffice(mut balance: i32, mover: Seat, mut take: impl FnMut(Seat) -> Option<i32>) -> bool {
    let mut side = mover.opponent();
    // As long as `balance` is below zero, `side` gains by capturing. Each capture turns the question round.
    while let Some(worth) = take(side) {
        side = side.opponent();
        balance = -balance - 1 - worth;
        if balance >= 0 {
            break;
        }
    }
    // Whoever cannot or will not go on has lost the exchange.
    side != mover
}

//! What the captures on one square come to: the part of static exchange evaluation that is the same in every game.

use crate::game::Seat;

/// Kinds, each with its worth, from the cheapest to the dearest; equals stay in order.
pub(super) const fn cheapest_first<K: Copy, const COUNT: usize>(
    mut kinds: [K; COUNT],
    mut worth: [i32; COUNT],
) -> [K; COUNT] {
    let mut i = 1;
    while i < COUNT {
        let mut j = i;
        while j > 0 && worth[j - 1] > worth[j] {
            (kinds[j - 1], kinds[j]) = (kinds[j], kinds[j - 1]);
            (worth[j - 1], worth[j]) = (worth[j], worth[j - 1]);
            j -= 1;
        }
        i += 1;
    }
    kinds
}

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

//! Static exchange evaluation (SEE): the part that all games share.

use crate::game::Seat;

/// Kinds sorted by value, least valuable first; equals keep their order. Insertion sort, because it runs at compile
/// time.
pub(super) const fn least_valuable_first<K: Copy, const COUNT: usize>(
    mut kinds: [K; COUNT],
    mut values: [i32; COUNT],
) -> [K; COUNT] {
    let mut i = 1;
    while i < COUNT {
        let mut j = i;
        while j > 0 && values[j - 1] > values[j] {
            (kinds[j - 1], kinds[j]) = (kinds[j], kinds[j - 1]);
            (values[j - 1], values[j]) = (values[j], values[j - 1]);
            j -= 1;
        }
        i += 1;
    }
    kinds
}

/// Swap algorithm of SEE with a threshold (chessprogramming wiki: "SEE - The Swap Algorithm"): true if `gain`, and the
/// best captures on the target by both sides, leave the mover at least `threshold` centipawns ahead.
///
/// `gain` is what the move wins if nothing is recaptured, `risk` what the first recapture takes: the value of the piece
/// that arrives, or 0 if it cannot be captured. `take` captures with the least valuable attacker of a side: it removes
/// the piece and returns its value, or `None` if the side has no capture. Each side may stop where going on would lose.
#[inline(always)]
pub(super) fn swap_ge(
    gain: i32,
    risk: i32,
    threshold: i32,
    mover: Seat,
    take: impl FnMut(Seat) -> Option<i32>,
) -> bool {
    let balance = gain - threshold;
    balance >= 0 && (balance >= risk || recaptures_suffice(balance - risk, mover, take))
}

/// The recaptures of the swap algorithm.
///
/// `balance` is negative: the mover's gain less the threshold, if the moved piece is captured for nothing. Returns true
/// if the captures that follow lift it to zero or more.
fn recaptures_suffice(mut balance: i32, mover: Seat, mut take: impl FnMut(Seat) -> Option<i32>) -> bool {
    let mut side = mover.opponent();
    // While `balance` is negative, `side` gains by capturing. Each capture negates the question.
    while let Some(value) = take(side) {
        side = side.opponent();
        balance = -balance - 1 - value;
        if balance >= 0 {
            break;
        }
    }
    // The side that cannot or will not go on has lost the exchange.
    side != mover
}

//! Three-check chess: the checks that the enemy has still to give, and those that it can give.
//!
//! The weight of an attack on the king depends on the number of checks left: at one, any check wins.

use engine::board::sliders;
use engine::variants::orthodox::Kind;

use super::features::{
    CHECK_DANGER, CHECK_DANGER_SQUARE, CHECK_NEXT, CHECKERS, CHECKS_LEFT, OPEN_LINES, SAFE_CHECK, UNSAFE_CHECK,
};
use super::king_safety::KingAttack;
use super::side::Side;
use crate::tally::Tally;

/// Countdown of the enemy to its last check.
#[derive(Clone, Copy, Debug)]
pub struct Countdown {
    /// Checks that it has still to give, up to three.
    pub left: u8,
    /// True if it is to move.
    pub moves_next: bool,
}

/// Safe squares of a kind that count.
const MOST_SQUARES: usize = 3;

/// Tallies what the enemy of `own` has of checks, against `own`.
#[inline(always)]
pub fn evaluate<T: Tally>(own: &Side, enemy: &Side, attack: &KingAttack, countdown: Countdown, tally: &mut T) {
    let Some(row) = countdown.left.checked_sub(1).map(usize::from) else { return };
    tally.add(CHECKS_LEFT.at(row), 1);
    tally.add(CHECK_DANGER.at(row), attack.danger / 16);
    tally.add(CHECK_DANGER_SQUARE.at(row), attack.danger * attack.danger / 1024);
    let mut any_safe = false;
    for checks in &attack.checks {
        let place = 4 * row + checks.kind.index() - Kind::Knight.index();
        tally.add(SAFE_CHECK.at(place), checks.safe.len().min(MOST_SQUARES) as i32);
        tally.add(UNSAFE_CHECK.at(row), i32::from(checks.all.any() && checks.safe.is_empty()));
        tally.add(CHECKERS.at(place), enemy.pieces(checks.kind).len() as i32);
        any_safe |= checks.safe.any();
    }
    tally.add(CHECK_NEXT.at(row), i32::from(any_safe && countdown.moves_next));
    let occupied = own.all | enemy.all;
    let lines = sliders::queen(own.king, occupied).without(occupied);
    tally.add(OPEN_LINES.at(row), lines.len() as i32);
}

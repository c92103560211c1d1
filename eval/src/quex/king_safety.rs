//! King safety (Quex): king danger, safe checks, shelter, room.

use engine::board::ten::{self, Set, Square};
use engine::variants::quex::Kind;

use super::features::{DANGER, DANGER_STEPS, ROOM, SAFE_CHECK, SHELTER};
use super::side::Side;
use crate::tally::Tally;

/// Tallies the king safety of `own`.
#[inline(always)]
pub fn evaluate<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let Some(king) = own.king() else { return };
    let near = ten::king(king);
    tally.add(SHELTER.at((near & own.pions).len()), 1);
    tally.add(ROOM.at(near.without(own.all | enemy.attacked).len()), 1);
    tally.add(DANGER.at(danger(own, enemy, near)), 1);
    checks(own, enemy, king, tally);
}

/// King danger in units: the pressure of the champions, and the squares beside the king that fall.
#[inline(always)]
fn danger(own: &Side, enemy: &Side, near: Set) -> usize {
    let hit = near & enemy.attacked;
    // Only the king guards them.
    let weak = hit.without(own.twice);
    let by_pions = near & enemy.pion_attacks;
    (enemy.pressure + hit.len() / 2 + weak.len() + by_pions.len()).min(DANGER_STEPS - 1)
}

/// Safe checks: the kinds of enemy champions that can give check where nothing captures them.
#[inline(always)]
fn checks<T: Tally>(own: &Side, enemy: &Side, king: Square, tally: &mut T) {
    let occupied = own.all | enemy.all;
    // On a square that the king alone guards it cannot capture a checker that a second piece guards.
    let out_of_reach = own.attacks(Kind::King).without(own.twice) & enemy.twice;
    let safe = (!own.attacked | out_of_reach).without(enemy.all);
    let (lines, diagonals) = (ten::rook(king, occupied), ten::bishop(king, occupied));
    let from = [
        (Kind::Queen, lines | diagonals),
        (Kind::Rook, lines),
        (Kind::Lord, diagonals),
        (Kind::Knight, ten::knight(king)),
        (Kind::Prince, ten::prince(king, occupied)),
    ];
    for (kind, squares) in from {
        let checks = squares & enemy.attacks(kind) & safe;
        tally.add(SAFE_CHECK.at(kind.index()), i32::from(checks.any()));
    }
}

//! Pions: guards, and promotion prospects.

use engine::board::ten::{self, SIZE};
use engine::variants::quex::{Kind, Pool};

use super::features::{HELD_UP, OPEN_WAY, PION_ALONE, PION_GUARDED, PROSPECT};
use super::side::Side;
use crate::tally::Tally;

/// Tallies the pions of `own`; all attacks are known.
#[inline(always)]
pub fn evaluate<T: Tally>(own: &Side, enemy: &Side, pool: &Pool, tally: &mut T) {
    tally.add(PION_GUARDED.at(0), (own.pions & own.pion_attacks).len() as i32);
    tally.add(PION_ALONE.at(0), own.pions.without(own.attacked).len() as i32);
    let occupied = own.all | enemy.all;
    let held_up = own.pieces(Kind::Fote) & ten::steps_ahead(own.seat.opponent(), occupied);
    tally.add(HELD_UP.at(0), held_up.len() as i32);
    if let Some(class) = best_in_pool(own, pool) {
        promotion_prospects(own, enemy, class, tally);
    }
}

/// Class of the best champion in the pool, for which a pion can be exchanged: 0 a queen, 1 a rook, 2 another.
#[inline(always)]
fn best_in_pool(own: &Side, pool: &Pool) -> Option<usize> {
    let has = |kind| pool.count(own.seat, kind) > 0;
    if has(Kind::Queen) {
        Some(0)
    } else if has(Kind::Rook) {
        Some(1)
    } else if [Kind::Lord, Kind::Knight, Kind::Prince].into_iter().any(has) {
        Some(2)
    } else {
        None
    }
}

/// Promotion prospects: the pions by rank, and those with an open way.
#[inline(always)]
fn promotion_prospects<T: Tally>(own: &Side, enemy: &Side, class: usize, tally: &mut T) {
    let taken = ten::steps_ahead(own.seat.opponent(), own.all | enemy.all | enemy.attacked);
    let open = own.pions.without(taken | own.pieces(Kind::Wyse));
    for square in own.pions {
        let rank = own.rank(square);
        tally.add(PROSPECT.at(class * SIZE + rank), 1);
        tally.add(OPEN_WAY.at(rank), i32::from(open.has(square)));
    }
}

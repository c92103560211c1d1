//! King race to the far side, and the king's return from capture (Keyles).
//!
//! A flood fill from the end zone backwards over the squares that the enemy does not attack gives for every square the
//! turns in which a king there arrives. It serves the king itself and the champions in whose place it may come back.

use engine::board::ten;
use engine::variants::quex::{Kind, Position, Rules};

use super::features::{
    CHAMPIONS, CHEAPEST, IMMUNE_KING, KING_ATTACKED, MATERIAL, RUN, RUN_STEPS, SPRINGBOARD, SPRINGBOARD_STEPS,
};
use super::side::Side;
use crate::tally::Tally;

/// No arrival: more turns than count.
const NEVER: usize = RUN_STEPS + 1;

/// The champions from the cheapest kind to the dearest.
const BY_VALUE: [Kind; 5] = [Kind::Prince, Kind::Knight, Kind::Lord, Kind::Rook, Kind::Queen];

/// Tallies the race of `own`; all attacks are known. `moves_next`: true if `own` is the side to move.
#[inline(always)]
pub fn evaluate<R: Rules, T: Tally>(own: &Side, enemy: &Side, moves_next: bool, tally: &mut T) {
    let end_zone = Position::<R>::end_zone(own.seat);
    let king = own.pieces(Kind::King);
    let cheapest = BY_VALUE.into_iter().find(|&kind| own.pieces(kind).any());
    // A captured king is about to return in the place of any champion, and then to move.
    let kings = if king.any() { king } else { own.champions };
    // The enemy king's square is no place to rest: captured, it comes back elsewhere, and moves.
    let safe = !(own.all | enemy.attacked | enemy.pieces(Kind::King));

    tally.add(SPRINGBOARD.at(0), (own.champions & end_zone).len() as i32);
    let mut arriving = end_zone | ten::king_steps(end_zone.without(own.all));
    let ready = own.champions & arriving;
    let mut seen = end_zone;
    let mut turns = NEVER;
    for turn in 1..NEVER {
        if turns == NEVER && (arriving & kings).any() {
            turns = turn;
        }
        if turn < SPRINGBOARD_STEPS {
            tally.add(SPRINGBOARD.at(turn), (own.champions & arriving).without(seen).len() as i32);
        } else if turns != NEVER {
            break;
        }
        seen |= arriving;
        arriving |= ten::king_steps(arriving & safe);
    }
    if turns != NEVER {
        tally.add(RUN.at(usize::from(moves_next) * RUN_STEPS + turns - 1), 1);
    }
    tally.add(CHAMPIONS.at(own.champions.len().min(9)), 1);
    if let Some(kind) = cheapest {
        tally.add(CHEAPEST.at(kind.index()), 1);
        if king.is_empty() {
            tally.add(MATERIAL.at(kind.index()), -1);
        }
    }
    if ready.several() || ready.without(enemy.attacked).any() {
        for square in king {
            tally.add(IMMUNE_KING.at(own.rank(square)), 1);
        }
    } else if (king & enemy.attacked).any() {
        tally.add(KING_ATTACKED.at(usize::from(moves_next)), 1);
    }
}

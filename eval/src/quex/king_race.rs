//! The race of the kings to the far side, and their return from capture (Keyles).
//!
//! A flood from the end zone backwards over the squares that the enemy does not attack says for every square in how many turns a
//! king who stands there arrives. It serves the king himself and the champions in whose place he may come back.

use engine::board::ten;
use engine::variants::quex::{Kind, Position, Rules};

use super::features::{
    CHAMPIONS, CHEAPEST, IMMUNE_KING, KING_ATTACKED, MATERIAL, RUN, RUN_STEPS, SPRINGBOARD, SPRINGBOARD_STEPS,
};
use super::side::Side;
use crate::tally::Tally;

/// More turns than are looked at.
const NEVER: usize = RUN_STEPS + 1;

/// The champions from the cheapest kind to the dearest.
const BY_VALUE: [Kind; 5] = [Kind::Prince, Kind::Knight, Kind::Lord, Kind::Rook, Kind::Queen];

/// Judges the race of `own`, all attacks known. `moves_next` says whether `own` is on move.
#[inline(always)]
pub fn evaluate<R: Rules, T: Tally>(own: &Side, enemy: &Side, moves_next: bool, tally: &mut T) {
    let end_zone = Position::<R>::end_zone(own.seat);
    let king = own.pieces(Kind::King);
    let cheapest = BY_VALUE.into_iter().find(|&kind| own.pieces(kind).any());
    // A captured king is about to return in the place of any champion, and then to move.
    let kings = if king.any() { king } else { own.champions };
    // The king of the enemy is no place to rest: he comes back elsewhere, and moves.
    let rest = !(own.all | enemy.attacked | enemy.pieces(Kind::King));

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
        arriving |= ten::king_steps(arriving & rest);
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

//! Pieces: how far they get, and which are loose or attacked by cheaper ones.

use engine::board::round::Set;
use engine::variants::kaleido::{Position, Rules};

use super::features::{HANGING, MOBILITY, SAFE_MOBILITY, THREAT};
use super::side::Side;
use crate::tally::Tally;

/// Judges the pieces of `own`, and what it threatens.
#[inline(always)]
pub fn evaluate<R: Rules, T: Tally>(position: &Position<R>, own: &Side, enemy: &Side, tally: &mut T) {
    for piece in own.pieces() {
        let fields = piece.targets.without(own.all);
        tally.add(MOBILITY.at(piece.kind.index()), fields.len() as i32);
        tally.add(SAFE_MOBILITY.at(piece.kind.index()), fields.without(enemy.attacked).len() as i32);
    }
    // What cheaper kinds attack, kind by kind.
    let mut cheaper = Set::EMPTY;
    for kind in Position::<R>::BY_VALUE {
        let men = position.pieces().get(enemy.seat, kind);
        tally.add(THREAT.at(kind.index()), (men & cheaper).len() as i32);
        tally.add(HANGING.at(kind.index()), (men & own.attacked).without(enemy.attacked).len() as i32);
        cheaper |= own.attacks[kind.index()];
    }
}

//! Pieces: mobility, hanging pieces, threats by cheaper pieces.

use engine::board::round::Set;
use engine::variants::kaleido::{BY_VALUE, Position, Rules};

use super::features::{HANGING, MOBILITY, SAFE_MOBILITY, THREAT};
use super::side::Side;
use crate::tally::Tally;

/// Tallies the mobility and the threats of `own`.
#[inline(always)]
pub fn evaluate<R: Rules, T: Tally>(position: &Position<R>, own: &Side, enemy: &Side, tally: &mut T) {
    for piece in own.pieces() {
        let fields = piece.targets.without(own.all);
        tally.add(MOBILITY.at(piece.kind.index()), fields.len() as i32);
        tally.add(SAFE_MOBILITY.at(piece.kind.index()), fields.without(enemy.attacked).len() as i32);
    }
    // Attacks of cheaper kinds, kind by kind.
    let mut cheaper = Set::EMPTY;
    for kind in BY_VALUE {
        let targets = position.pieces().get(enemy.seat, kind);
        tally.add(THREAT.at(kind.index()), (targets & cheaper).len() as i32);
        tally.add(HANGING.at(kind.index()), (targets & own.attacked).without(enemy.attacked).len() as i32);
        cheaper |= own.attacks[kind.index()];
    }
}

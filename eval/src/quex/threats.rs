//! Threats: pieces attacked by cheaper ones, and hanging pieces.

use engine::board::ten::Set;
use engine::variants::quex::Kind;

use super::features::{HANGING, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PION, THREAT_BY_ROOK};
use super::side::Side;
use crate::features::Feature;
use crate::tally::Tally;

/// Tallies the threats of `own`; all attacks are known.
#[inline(always)]
pub fn evaluate<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let targets = (enemy.champions | enemy.pions) & own.attacked;
    let guarded = enemy.pion_attacks | enemy.twice.without(own.twice);
    let weak = targets.without(guarded);
    let heavy = enemy.pieces(Kind::Queen) | enemy.pieces(Kind::Rook);

    by_kind(THREAT_BY_PION, own.pion_attacks & enemy.champions, enemy, tally);
    let minors = own.attacks(Kind::Knight) | own.attacks(Kind::Prince) | own.attacks(Kind::Lord);
    by_kind(THREAT_BY_MINOR, minors & (heavy | weak), enemy, tally);
    by_kind(THREAT_BY_ROOK, own.attacks(Kind::Rook) & (weak | enemy.pieces(Kind::Queen)), enemy, tally);
    tally.add(THREAT_BY_KING.at(0), (weak & own.attacks(Kind::King)).len() as i32);
    let loose = targets.without(enemy.attacked);
    tally.add(HANGING.at(0), (loose & enemy.pions).len() as i32);
    tally.add(HANGING.at(1), (loose & enemy.champions).len() as i32);
}

/// Tallies attacked pieces by their kind.
#[inline(always)]
fn by_kind<T: Tally>(feature: Feature, victims: Set, enemy: &Side, tally: &mut T) {
    if victims.any() {
        for kind in &Kind::ALL[1..] {
            tally.add(feature.at(kind.index()), (victims & enemy.pieces(*kind)).len() as i32);
        }
    }
}

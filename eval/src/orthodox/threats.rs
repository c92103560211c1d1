//! Threats: pieces attacked by cheaper ones, loose pieces, pawns about to attack; and space.

use engine::board::{Bitboard, leapers};
use engine::game::Seat;
use engine::variants::orthodox::Kind;

use super::features::{HANGING, PUSH_THREAT, SPACE, THREAT_BY_KING, THREAT_BY_MINOR, THREAT_BY_PAWN, THREAT_BY_ROOK};
use super::side::{Side, fill_down};
use crate::features::Feature;
use crate::tally::Tally;

/// Space area: files c to f of the own second to fourth rank.
const SPACE_AREA: Bitboard = Bitboard(0x0000_0000_3c3c_3c00);

/// Tallies the threats and the space of `own`.
#[inline(always)]
pub fn evaluate<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let targets = enemy.capturable.without(enemy.pieces(Kind::King));
    let non_pawns = targets.without(enemy.pieces(Kind::Pawn));
    let guarded = enemy.attacks(Kind::Pawn) | enemy.twice.without(own.twice);
    let weak = (targets & own.attacked).without(guarded);

    by_kind(THREAT_BY_PAWN, own.attacks(Kind::Pawn) & non_pawns, enemy, tally);
    let minors = own.attacks(Kind::Knight) | own.attacks(Kind::Bishop);
    by_kind(THREAT_BY_MINOR, minors & (non_pawns | weak), enemy, tally);
    by_kind(THREAT_BY_ROOK, own.attacks(Kind::Rook) & (weak | enemy.pieces(Kind::Queen)), enemy, tally);
    tally.add(THREAT_BY_KING.at(0), (weak & own.attacks(Kind::King)).len() as i32);
    let loose = weak.without(enemy.attacked);
    tally.add(HANGING.at(0), loose.len() as i32);

    let occupied = own.all | enemy.all;
    let safe = !(enemy.attacks(Kind::Pawn) | enemy.attacked.without(own.attacked) | occupied);
    let steps = own.pieces(Kind::Pawn).shift(8).without(occupied);
    let double_steps = (steps & Bitboard::rank(2)).shift(8);
    let pushed = leapers::pawn_attacks(Seat::WHITE, (steps | double_steps) & safe);
    tally.add(PUSH_THREAT.at(0), (pushed & non_pawns).without(own.attacks(Kind::Pawn)).len() as i32);

    // Space: safe squares behind the own centre; those that a pawn stands before count double.
    let room = SPACE_AREA.without(own.pieces(Kind::Pawn) | enemy.attacks(Kind::Pawn));
    let behind_pawns = room & fill_down(own.pieces(Kind::Pawn).shift(-8));
    tally.add(SPACE.at(0), (room.len() + behind_pawns.len()) as i32);
}

/// Tallies attacked pieces by their kind.
#[inline(always)]
fn by_kind<T: Tally>(feature: Feature, victims: Bitboard, enemy: &Side, tally: &mut T) {
    if victims.any() {
        for kind in [Kind::Pawn, Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen] {
            tally.add(feature.at(kind.index()), (victims & enemy.pieces(kind)).len() as i32);
        }
    }
}

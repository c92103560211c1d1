//! Relays of knight relay chess: knights capture nothing, but lend their leap to the pieces they guard.

use engine::board::{Bitboard, leapers};
use engine::variants::orthodox::Kind;

use super::features::{BLOCKADE, RELAY_LEAPS, RELAY_NEXT, RELAYED};
use super::side::Side;
use crate::tally::Tally;

/// Kinds that can be relayed.
const RECEIVERS: [Kind; 4] = [Kind::Pawn, Kind::Bishop, Kind::Rook, Kind::Queen];

/// Tallies the relays by the knights of `own`, and their blockades of enemy pawns.
#[inline(always)]
pub fn evaluate<T: Tally>(own: &Side, enemy: &Side, tally: &mut T) {
    let knights = own.pieces(Kind::Knight);
    // Squares that a knight could come to relay with its next move; it relays nothing to where it leaps itself.
    let stations = own.relay.without(own.all | enemy.all);
    let next = leapers::knight_leaps(stations).without(own.relayed);
    for kind in RECEIVERS {
        tally.add(RELAYED.at(kind.index()), (own.relayed & own.pieces(kind)).len() as i32);
        tally.add(RELAY_NEXT.at(kind.index()), (next & own.pieces(kind)).len() as i32);
    }
    let pawns = own.relayed & own.pieces(Kind::Pawn);
    let safe = !(own.all | enemy.attacked | Bitboard::END_RANKS | enemy.pieces(Kind::Knight));
    for square in pawns {
        tally.add(RELAY_LEAPS.at(Kind::Pawn.index()), (leapers::knight(square) & safe).len() as i32);
    }
    for square in knights & enemy.pieces(Kind::Pawn).shift(-8) {
        tally.add(BLOCKADE.at(square.rank()), 1);
    }
}

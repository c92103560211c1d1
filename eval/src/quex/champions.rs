//! Champions: mobility, guards, pair of lords, pressure on the enemy king.

use engine::board::ten::{self, Set};
use engine::variants::quex::{Kind, Position, Rules};

use super::features::{
    CHAMPION_GUARDED, KNIGHT_MOBILITY, LORD_MOBILITY, LORD_PAIR, PRINCE_MOBILITY, QUEEN_MOBILITY, ROOK_MOBILITY,
};
use super::side::Side;
use crate::features::Feature;
use crate::tally::Tally;

/// Mobility feature of each kind, and the squares that make one step of it.
const MOBILITY: [(Kind, Feature, usize); 5] = [
    (Kind::Queen, QUEEN_MOBILITY, 2),
    (Kind::Rook, ROOK_MOBILITY, 2),
    (Kind::Lord, LORD_MOBILITY, 2),
    (Kind::Knight, KNIGHT_MOBILITY, 1),
    (Kind::Prince, PRINCE_MOBILITY, 1),
];

/// Pressure of a champion that attacks a square next to the enemy king, in units, by kind.
const PRESSURE: [usize; Kind::COUNT] = [0, 4, 3, 2, 2, 2, 0, 0, 0, 0, 0];

/// Tallies the champions of `own` and adds their attacks to it.
#[inline(always)]
pub fn evaluate<R: Rules, T: Tally>(position: &Position<R>, own: &mut Side, enemy: &Side, tally: &mut T) {
    // X-ray through the enemy king: it cannot flee along the line.
    let occupied = (own.all | enemy.all).without(enemy.pieces(Kind::King));
    let good = !(own.pions | own.pieces(Kind::King) | enemy.pion_attacks);
    let ring = ten::king_steps(enemy.pieces(Kind::King));
    for (kind, mobility, step) in MOBILITY {
        for square in own.pieces(kind) {
            let reach = position.attacks_of(kind, own.seat, square, occupied);
            tally.add(mobility.at((reach & good).len() / step), 1);
            own.add_attacks(kind, reach);
            if R::KING_IS_ROYAL && (reach & ring).any() {
                own.pressure += PRESSURE[kind.index()];
            }
        }
    }
    let lords = own.pieces(Kind::Lord);
    let both = (lords & Set::LIGHT_SQUARES).any() && lords.without(Set::LIGHT_SQUARES).any();
    tally.add(LORD_PAIR.at(0), i32::from(both));
    tally.add(CHAMPION_GUARDED.at(0), (own.champions & own.pion_attacks).len() as i32);
}

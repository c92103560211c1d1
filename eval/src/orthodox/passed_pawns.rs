//! Passed pawns: rank, free path, blockade, distance of the kings (chessprogramming wiki: "Passed Pawn").

use engine::board::{Bitboard, Square};
use engine::game::Seat;
use engine::variants::orthodox::{Kind, Position};

use super::OrthodoxParams;
use super::features::{
    PASSED, PASSED_BLOCKED, PASSED_ENEMY_KING, PASSED_FREE_PATH, PASSED_FREE_STEP, PASSED_KNIGHT_BLOCKED,
    PASSED_OWN_KING, PASSED_RELAYED, ROOK_BEHIND_PASSED, UNSTOPPABLE,
};
use super::side::{Side, distance, fill_down, fill_up};
use crate::tally::Tally;

/// Tallies the passed pawns of a seat, whose side is `own`.
#[inline(always)]
pub fn evaluate<R: OrthodoxParams, T: Tally>(
    position: &Position<R>,
    seat: Seat,
    passed: Bitboard,
    [own, enemy]: [&Side; 2],
    tally: &mut T,
) {
    let occupied = own.all | enemy.all;
    let mut unstoppable = false;
    for square in passed {
        let rank = square.rank();
        let stop = Square::from_index(square.index() + 8);
        let path = fill_up(stop.into());
        tally.add(PASSED.at(rank), 1);
        if enemy.is_royal {
            tally.add(PASSED_ENEMY_KING.at(rank), distance(enemy.king, stop).min(5));
        }
        if own.is_royal {
            tally.add(PASSED_OWN_KING.at(rank), distance(own.king, stop).min(5));
        }
        tally.add(PASSED_RELAYED.at(rank), i32::from(own.relayed.has(square)));

        if enemy.all.has(stop) {
            let for_good = !enemy.capturable.has(stop);
            let blocked = if for_good { PASSED_KNIGHT_BLOCKED } else { PASSED_BLOCKED };
            tally.add(blocked.at(rank), 1);
        } else if (path & (occupied | enemy.attacked)).is_empty() {
            tally.add(PASSED_FREE_PATH.at(rank), 1);
            let first_step = if rank == 1 && R::DOUBLE_STEP[seat.index()] { 2 } else { 1 };
            let moves_next = position.side() == seat;
            unstoppable |= enemy.is_royal && outruns(square, first_step, enemy.king, moves_next);
        } else if !(occupied | enemy.attacked).has(stop) {
            tally.add(PASSED_FREE_STEP.at(rank), 1);
        }
        let behind = fill_down(Bitboard::from(square)).without(square.into());
        tally.add(ROOK_BEHIND_PASSED.at(0), i32::from((behind & own.pieces(Kind::Rook)).any()));
    }
    // Only a king is left to catch it.
    tally.add(UNSTOPPABLE.at(0), i32::from(unstoppable && enemy.non_pawns().is_empty()));
}

/// Rule of the square: true if a pawn with a free path is promoted before the enemy king comes near. `first_step`:
/// ranks of its next step.
fn outruns(pawn: Square, first_step: usize, king: Square, moves_next: bool) -> bool {
    let steps = (8 - pawn.rank() - first_step) as i32;
    let goal = Square::new(pawn.file(), 7);
    distance(king, goal) - i32::from(!moves_next) > steps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_king_outside_the_square_is_outrun() {
        let at = |text| Square::parse(text).unwrap();
        assert!(outruns(at("a5"), 1, at("e6"), true));
        assert!(!outruns(at("a5"), 1, at("e6"), false), "the king steps into the square");
        assert!(!outruns(at("a5"), 1, at("d6"), true));
        assert!(outruns(at("a2"), 2, at("g6"), true), "the double step saves one of six");
        assert!(!outruns(at("a2"), 1, at("g6"), true), "a pawn without a double step needs all six");
        assert!(!outruns(at("a3"), 1, at("f6"), true));
    }
}

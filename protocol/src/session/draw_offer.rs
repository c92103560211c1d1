//! Draw offers: the engine's answer. It never offers a draw itself.

use engine::game::Seat;
use engine::search::{Bound, Report};

use crate::session::GameRecord;

/// Score, in centipawns, up to which a draw is accepted at any time.
const WORSE: i32 = -50;

/// Moves that each side must have made before an equal position is accepted as a draw.
const AFTER_MOVES: u32 = 20;

/// Depth from which on the score of a running search counts.
const LEAST_DEPTH: u32 = 6;

/// Score that a running search gives the position; none if it is not known yet. A lower bound says only that the
/// position is better.
pub fn score_of(report: &Report) -> Option<i32> {
    if report.bound == Bound::Lower || report.depth < LEAST_DEPTH { None } else { Some(report.score) }
}

/// Returns whether the engine accepts a draw, given its own score in centipawns.
pub fn accepts(game: &dyn GameRecord, score: i32) -> bool {
    let moves = game.turns_made(Seat::WHITE).min(game.turns_made(Seat::BLACK));
    score <= WORSE || (score <= 0 && moves >= AFTER_MOVES)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::registry;
    use crate::session::MoveFormat;

    #[test]
    fn an_equal_position_is_a_draw_after_20_moves_of_both_sides() {
        let accepted = |plies: usize, score| {
            let dance = ["g1f3", "g8f6", "f3g1", "f6g8"];
            let moves: Vec<&str> = dance.into_iter().cycle().take(plies).collect();
            let mut session = registry::open("chess").expect("chess is a game");
            session.set_up(None, &moves, MoveFormat::OWN).expect("the moves are legal");
            accepts(session.as_ref(), score)
        };
        assert!(accepted(40, 0) && !accepted(39, 0), "Black's 20th move");
        assert!(!accepted(40, 1), "the engine is ahead");
        assert!(accepted(0, -50) && accepted(39, -50) && !accepted(39, -49), "half a pawn behind, at any time");
    }

    #[test]
    fn a_lower_bound_and_the_first_depths_tell_no_score() {
        let told = |depth: u32, bound| {
            score_of(&Report {
                depth,
                selective_depth: depth,
                multipv: 1,
                score: -60,
                bound,
                nodes: 1,
                time: Duration::ZERO,
                hashfull: 0,
                pv: Vec::new(),
            })
        };
        assert_eq!([told(LEAST_DEPTH, Bound::Exact), told(LEAST_DEPTH, Bound::Upper)], [Some(-60); 2]);
        assert_eq!([told(LEAST_DEPTH - 1, Bound::Exact), told(LEAST_DEPTH, Bound::Lower)], [None; 2]);
    }
}

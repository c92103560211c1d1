//! What the search remembers of each ply of the line it is in, and the principal variation.

use super::history::{ContHistIndices, NO_MOVE};
use super::score::MAX_PLY;
use super::tt::NO_VALUE;
use crate::game::Seat;
use crate::moves::Move;

/// One ply of the present line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// For whom the values of this node are meant: the side to move, or at a chance ply the side that moved before.
    pub(super) seat: Seat,
    /// How many turns have begun since the root's.
    pub(super) turn: usize,
    /// Whether this ply begins a turn: the ply before was the opponent's.
    pub(super) begins_turn: bool,
    /// Whether the side to move must answer a threat.
    pub(super) in_check: bool,
    /// Whether some ply since the root was decided by chance.
    pub(super) after_chance: bool,
    /// What the evaluation says of the node, or [`NO_VALUE`].
    pub(super) evaluation: i32,
    /// The same, corrected by experience.
    pub(super) static_value: i32,
    /// Quiet moves that refuted siblings of this node.
    pub(super) killers: [Move; 2],
    /// The row of the histories that belongs to the move made from here.
    pub(super) played: usize,
    /// Whether that move is a quiet one, to be rewarded if nothing refutes it.
    pub(super) played_quiet: bool,
    /// By how many plies that move is searched less deep.
    pub(super) reduction: i32,
}

impl Frame {
    const EMPTY: Frame = Frame {
        seat: Seat::WHITE,
        turn: 0,
        begins_turn: true,
        in_check: false,
        after_chance: false,
        evaluation: NO_VALUE,
        static_value: NO_VALUE,
        killers: [Move::NONE; 2],
        played: NO_MOVE,
        played_quiet: false,
        reduction: 0,
    };
}

/// The frames of a line, by ply.
pub(super) struct SearchStack(Vec<Frame>);

impl SearchStack {
    pub(super) fn new() -> SearchStack {
        SearchStack(vec![Frame::EMPTY; MAX_PLY + 2])
    }

    /// The rows of the histories that belong to the moves made one, two and four plies before.
    #[inline(always)]
    pub(super) fn last_played(&self, ply: usize) -> ContHistIndices {
        let before = |plies| if ply >= plies { self.0[ply - plies].played } else { NO_MOVE };
        [before(1), before(2), before(4)]
    }

    /// Whether the evaluation of the side to move has risen since its last turn began.
    #[inline(always)]
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        let now = &self.0[ply];
        let began = |frame: &&Frame| frame.begins_turn && frame.seat == now.seat && frame.turn < now.turn;
        let before = self.0[..ply].iter().rev().find(began);
        now.static_value != NO_VALUE
            && before.is_some_and(|frame| frame.static_value != NO_VALUE && frame.static_value < now.static_value)
    }

    /// Whether the last that a side did before this ply, whatever chance has done since, was to pass.
    #[inline(always)]
    pub(super) fn is_after_pass(&self, ply: usize) -> bool {
        // Who passes does so instead of a turn; chance begins none.
        let last = self.0[..ply].iter().rev().find(|frame| frame.played != NO_MOVE || frame.begins_turn);
        last.is_some_and(|frame| frame.played == NO_MOVE)
    }
}

impl std::ops::Index<usize> for SearchStack {
    type Output = Frame;
    #[inline(always)]
    fn index(&self, ply: usize) -> &Frame {
        &self.0[ply]
    }
}

impl std::ops::IndexMut<usize> for SearchStack {
    #[inline(always)]
    fn index_mut(&mut self, ply: usize) -> &mut Frame {
        &mut self.0[ply]
    }
}

/// The principal variations found so far below each ply of the present line: a triangular table.
pub(super) struct PvTable {
    moves: Vec<[Move; MAX_PLY]>,
    lengths: [usize; MAX_PLY + 2],
}

impl PvTable {
    pub(super) fn new() -> PvTable {
        PvTable { moves: vec![[Move::NONE; MAX_PLY]; MAX_PLY + 2], lengths: [0; MAX_PLY + 2] }
    }

    /// No variation is known below `ply`.
    #[inline(always)]
    pub(super) fn clear(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// The best line at `ply` is `mv` and then the best line of the ply below.
    pub(super) fn adopt(&mut self, ply: usize, mv: Move) {
        let length = self.lengths[ply + 1].min(MAX_PLY - 1);
        let (above, below) = self.moves.split_at_mut(ply + 1);
        above[ply][0] = mv;
        above[ply][1..=length].copy_from_slice(&below[0][..length]);
        self.lengths[ply] = length + 1;
    }

    /// The best line at `ply` is known from elsewhere.
    pub(super) fn set(&mut self, ply: usize, line: &[Move]) {
        self.moves[ply][..line.len()].copy_from_slice(line);
        self.lengths[ply] = line.len();
    }

    /// The best line below `ply`.
    pub(super) fn line(&self, ply: usize) -> &[Move] {
        &self.moves[ply][..self.lengths[ply]]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_grow_from_the_leaves() {
        let (first, second) = (Move::new(1, 2, 0), Move::new(3, 4, 0));
        let mut lines = PvTable::new();
        lines.clear(2);
        lines.adopt(1, second);
        lines.adopt(0, first);
        assert_eq!(lines.line(0), [first, second]);
        lines.clear(1);
        lines.adopt(0, second);
        assert_eq!(lines.line(0), [second]);
    }

    /// A line in which each side throws dice after its opponent's move: White has moved, then Black, and White is to move at ply 4. White's static values
    /// are given; at the throws there are none, only what was left behind.
    fn with_dice(first: i32, now: i32) -> SearchStack {
        let mut stack = SearchStack::new();
        let sides =
            [(Seat::WHITE, true), (Seat::WHITE, false), (Seat::BLACK, true), (Seat::BLACK, false), (Seat::WHITE, true)];
        for (ply, (seat, begins_turn)) in sides.into_iter().enumerate() {
            let played = if begins_turn { 7 } else { NO_MOVE };
            stack[ply] = Frame { seat, begins_turn, turn: ply.div_ceil(2), static_value: 500, played, ..Frame::EMPTY };
        }
        (stack[0].static_value, stack[4].static_value) = (first, now);
        stack
    }

    #[test]
    fn a_side_is_compared_with_its_last_turn_and_not_with_a_throw() {
        assert!(with_dice(10, 20).is_improving(4));
        assert!(!with_dice(10, 5).is_improving(4));
        assert!(!with_dice(NO_VALUE, 20).is_improving(4), "it was in check");
        assert!(!with_dice(10, 20).is_improving(0), "that is its first turn");
    }

    #[test]
    fn a_throw_after_a_pass_does_not_hide_it() {
        let mut stack = with_dice(0, 0);
        assert!(!stack.is_after_pass(4) && !stack.is_after_pass(2));
        stack[2].played = NO_MOVE;
        assert!(stack.is_after_pass(4) && stack.is_after_pass(3) && !stack.is_after_pass(2));
    }
}

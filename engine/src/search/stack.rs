//! Search stack: one [`StackFrame`] for each ply of the current line.
//!
//! Source: chessprogramming wiki, "Search Stack" (Stockfish's `Stack`). Invariants: frame 0 is the root's;
//! [`push`](SearchStack::push) and [`pop`](SearchStack::pop) are called once for each ply made and unmade; frames above
//! the top are stale.

use super::history::{ContHistIndices, NO_MOVE};
use super::score::MAX_PLY;
use super::tt::NO_EVAL;
use crate::game::Seat;
use crate::moves::Move;

/// One ply of the current line.
#[derive(Clone, Copy, Debug)]
pub struct StackFrame {
    /// The side for which the values of this node are meant: the side to move, at a chance node the side that made the
    /// last ply. All signs of the search follow from comparing the seats of two frames.
    pub seat: Seat,
    /// The player, who is one of several where a side is a coalition; at a chance node the one of the last ply.
    pub player: Seat,
    /// Turns of the sides begun since the root's: mates are counted in them.
    pub side_turn: usize,
    /// True if the ply before was the other side's: then values change their sign.
    pub changes_side: bool,
    /// True if this ply begins a player's turn: the ply before was another's. Repetition and null moves are looked at
    /// only here.
    pub begins_players_turn: bool,
    /// True if the side to move must answer a threat.
    pub in_check: bool,
    /// True if some ply since the root was a chance event.
    pub after_chance: bool,
    /// Uncorrected static evaluation, or [`NO_EVAL`].
    pub raw_eval: i32,
    /// Static evaluation with correction history, or [`NO_EVAL`].
    pub static_eval: i32,
    /// Killer moves: quiet moves that refuted siblings of this node.
    pub killers: [Move; 2],
    /// Continuation history index of the move made from here.
    pub played: usize,
    /// True if that move is a quiet one, to be rewarded if nothing refutes it.
    pub played_quiet: bool,
    /// Late move reduction of that move, in plies.
    pub reduction: i32,
}

impl StackFrame {
    const EMPTY: StackFrame = StackFrame {
        seat: Seat::WHITE,
        player: Seat::WHITE,
        side_turn: 0,
        changes_side: true,
        begins_players_turn: true,
        in_check: false,
        after_chance: false,
        raw_eval: NO_EVAL,
        static_eval: NO_EVAL,
        killers: [Move::NONE; 2],
        played: NO_MOVE,
        played_quiet: false,
        reduction: 0,
    };
}

/// Search stack of the line from the root to the current node.
pub struct SearchStack {
    frames: Vec<StackFrame>,
    ply: usize,
    /// Selective depth: the greatest ply reached.
    seldepth: usize,
    /// No null move before this ply, because one is being verified; 0 if none is.
    nmp_min_ply: usize,
}

impl SearchStack {
    /// The stack of a root whose values are meant for `seat`. The root may be in the middle of a turn.
    pub fn new(seat: Seat, player: Seat, in_check: bool, begins_players_turn: bool) -> SearchStack {
        let mut frames = vec![StackFrame::EMPTY; MAX_PLY + 2];
        frames[0] = StackFrame { seat, player, in_check, begins_players_turn, ..StackFrame::EMPTY };
        SearchStack { frames, ply: 0, seldepth: 0, nmp_min_ply: 0 }
    }

    /// Plies from the root to the current node.
    #[inline(always)]
    pub fn ply(&self) -> usize {
        self.ply
    }

    /// The frame of the current node.
    #[inline(always)]
    pub fn top(&self) -> &StackFrame {
        &self.frames[self.ply]
    }

    /// The frame of the current node, to be changed.
    #[inline(always)]
    pub fn top_mut(&mut self) -> &mut StackFrame {
        &mut self.frames[self.ply]
    }

    /// The frame of the node that the last ply was made from.
    #[inline(always)]
    pub fn parent(&self) -> Option<&StackFrame> {
        Some(&self.frames[self.ply.checked_sub(1)?])
    }

    /// The frame of the parent, to be changed. Not at the root.
    #[inline(always)]
    pub fn parent_mut(&mut self) -> &mut StackFrame {
        &mut self.frames[self.ply - 1]
    }

    /// The frame of the root.
    pub fn root(&self) -> &StackFrame {
        &self.frames[0]
    }

    /// Enters a node that has just been reached.
    #[inline(always)]
    pub fn push(&mut self, seat: Seat, player: Seat, in_check: bool) {
        let StackFrame { seat: side, player: mover, side_turn, after_chance, .. } = *self.top();
        self.ply += 1;
        self.seldepth = self.seldepth.max(self.ply);
        let frame = self.top_mut();
        (frame.seat, frame.player, frame.in_check) = (seat, player, in_check);
        (frame.changes_side, frame.begins_players_turn) = (seat != side, player != mover);
        (frame.side_turn, frame.after_chance) = (side_turn + usize::from(seat != side), after_chance);
        frame.static_eval = NO_EVAL;
    }

    /// Leaves the current node.
    #[inline(always)]
    pub fn pop(&mut self) {
        self.ply -= 1;
    }

    /// Back to the root, wherever the line was left.
    pub fn unwind(&mut self) {
        (self.ply, self.nmp_min_ply) = (0, 0);
    }

    /// Selective depth since the last [reset](SearchStack::reset_seldepth), in plies.
    pub fn seldepth(&self) -> usize {
        self.seldepth
    }

    /// Begins to count the selective depth anew.
    pub fn reset_seldepth(&mut self) {
        self.seldepth = 0;
    }

    /// Forgets the killers of the ply below: its nodes have another parent from now on.
    #[inline(always)]
    pub fn clear_child_killers(&mut self) {
        self.frames[self.ply + 1].killers = [Move::NONE; 2];
    }

    /// Continuation history indices of the moves made one, two and four plies before the current node.
    #[inline(always)]
    pub fn cont_hist_indices(&self) -> ContHistIndices {
        self.cont_hist_indices_at(self.ply)
    }

    /// Continuation history indices of the node at `ply`.
    #[inline(always)]
    pub fn cont_hist_indices_at(&self, ply: usize) -> ContHistIndices {
        let before = |plies| if ply >= plies { self.frames[ply - plies].played } else { NO_MOVE };
        [before(1), before(2), before(4)]
    }

    /// Improving flag: the static evaluation of the side to move has risen since its last turn began.
    #[inline(always)]
    pub fn is_improving(&self) -> bool {
        let now = self.top();
        let began = |frame: &&StackFrame| {
            frame.begins_players_turn && frame.player == now.player && frame.side_turn < now.side_turn
        };
        let before = self.frames[..self.ply].iter().rev().find(began);
        now.static_eval != NO_EVAL
            && before.is_some_and(|frame| frame.static_eval != NO_EVAL && frame.static_eval < now.static_eval)
    }

    /// Returns whether a null move may be tried as far as the line is concerned: not at the root, not in the middle of
    /// a turn, not after another null move, not while one is being verified at or above this ply.
    pub fn null_move_allowed(&self) -> bool {
        self.ply >= self.nmp_min_ply.max(1) && self.top().begins_players_turn && !self.is_after_null_move()
    }

    /// True while a null move is being verified.
    pub fn is_verifying_null_move(&self) -> bool {
        self.nmp_min_ply > 0
    }

    /// Begins the verification of a null move: no others in the next `plies` plies.
    pub fn begin_null_move_verification(&mut self, plies: usize) {
        self.nmp_min_ply = self.ply + plies;
    }

    /// Ends the verification of a null move.
    pub fn end_null_move_verification(&mut self) {
        self.nmp_min_ply = 0;
    }

    /// Returns whether the last ply of a side before the current node, chance events aside, was a null move.
    #[inline(always)]
    fn is_after_null_move(&self) -> bool {
        // A null move takes the place of a whole turn; a chance event begins none.
        let is_move = |frame: &&StackFrame| frame.played != NO_MOVE || frame.begins_players_turn;
        let last = self.frames[..self.ply].iter().rev().find(is_move);
        last.is_some_and(|frame| frame.played == NO_MOVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A line in which each side throws dice after its opponent's move: White has moved, then Black, and White is to
    /// move at ply 4. White's static evaluations are given; at the throws there are stale ones only.
    fn with_dice(first: i32, now: i32) -> SearchStack {
        let mut stack = SearchStack::new(Seat::WHITE, Seat::WHITE, false, true);
        for (seat, played) in [(Seat::WHITE, 7), (Seat::BLACK, NO_MOVE), (Seat::BLACK, 7), (Seat::WHITE, NO_MOVE)] {
            (stack.top_mut().played, stack.top_mut().static_eval) = (played, 500);
            // A throw keeps the seat of the move before it; the side changes with the move after the throw.
            stack.push(seat, seat, false);
        }
        (stack.frames[0].static_eval, stack.frames[4].static_eval) = (first, now);
        stack
    }

    fn at_ply(mut stack: SearchStack, ply: usize) -> SearchStack {
        stack.ply = ply;
        stack
    }

    #[test]
    fn improving_compares_with_the_last_turn_and_not_with_a_throw() {
        assert!(with_dice(10, 20).is_improving());
        assert!(!with_dice(10, 5).is_improving());
        assert!(!with_dice(NO_EVAL, 20).is_improving(), "it was in check");
        assert!(!at_ply(with_dice(10, 20), 0).is_improving(), "that is its first turn");
    }

    #[test]
    fn a_throw_after_a_null_move_does_not_hide_it() {
        let mut stack = with_dice(0, 0);
        assert!(!stack.is_after_null_move());
        stack.frames[2].played = NO_MOVE;
        assert!(stack.is_after_null_move());
        let stack = at_ply(stack, 3);
        assert!(stack.is_after_null_move() && !at_ply(stack, 2).is_after_null_move());
    }

    #[test]
    fn turns_count_changes_of_the_side_and_unwinding_leads_to_the_root() {
        let mut stack = with_dice(0, 0);
        assert_eq!((stack.ply(), stack.top().side_turn, stack.seldepth()), (4, 2, 4));
        stack.pop();
        assert_eq!((stack.ply(), stack.top().side_turn, stack.top().begins_players_turn), (3, 1, false));
        stack.begin_null_move_verification(9);
        assert!(!stack.null_move_allowed() && stack.is_verifying_null_move());
        stack.unwind();
        assert!(stack.ply() == 0 && !stack.is_verifying_null_move());
    }
}

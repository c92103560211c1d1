//! Step 14: pruning of single moves (LMP, futility, history and SEE pruning).

use super::movepick::MovePicker;
use super::node::Node;
use super::score::MATE_BOUND;
use super::thread::Thread;
use super::trace::Pruning;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Returns the technique that prunes a move of the current node, the `number`-th. Tells the picker when the order
    /// of the other moves does not matter any more.
    pub fn prune_move(
        &self,
        node: &Node,
        picker: &mut MovePicker,
        mv: Move,
        noisy: bool,
        number: usize,
        alpha: i32,
    ) -> Option<Pruning> {
        if !self.is_selective() {
            return None;
        }
        if self.stack.top().in_check {
            // Evasion pruning: after a move that is no evasion the opponent wins at once.
            return if self.position.game().is_evasion(mv) { None } else { Some(Pruning::Evasion) };
        }
        if noisy {
            self.prune_noisy_move(node, picker, mv, alpha)
        } else {
            self.prune_quiet_move(node, picker, mv, number, alpha)
        }
    }

    #[inline(always)]
    fn prune_noisy_move(&self, node: &Node, picker: &MovePicker, mv: Move, alpha: i32) -> Option<Pruning> {
        let (params, game, depth) = (self.shared.params, self.position.game(), node.depth);

        // Futility pruning of captures: what the move can gain leaves the evaluation below alpha. Not if it gives
        // check.
        let best_case = self.stack.top().static_eval + game.max_gain(mv) + params.capture_futility_margin * (depth + 1);
        let futile = depth <= params.capture_futility_depth && best_case <= alpha && alpha.abs() < MATE_BOUND;
        if futile && !game.gives_check(mv) {
            return Some(Pruning::NoisyFutility);
        }

        // SEE pruning: the capture loses material.
        let loses =
            picker.is_at_bad_noisy() && depth <= params.see_depth && !game.see_ge(mv, -params.see_noisy_margin * depth);
        if loses { Some(Pruning::NoisySee) } else { None }
    }

    #[inline(always)]
    fn prune_quiet_move(
        &self,
        node: &Node,
        picker: &mut MovePicker,
        mv: Move,
        number: usize,
        alpha: i32,
    ) -> Option<Pruning> {
        let (params, game, depth) = (self.shared.params, self.position.game(), node.depth);
        let frame = self.stack.top();

        // Late move pruning (LMP, move count pruning): near the leaves quiet moves after the first moves are not
        // searched. `number` counts all moves, noisy ones included. The limit is halved where the side to move is not
        // improving, and is at least two.
        let lmp_count = (params.lmp_base + depth * depth) / if node.improving { 1 } else { 2 };
        let late = depth <= params.lmp_depth && number as i32 > lmp_count.max(2);

        // Futility pruning: the evaluation is far below alpha, by the depth that LMR will leave.
        let lmr_depth = (depth - self.shared.lmr.reduction(depth, number) / 100).max(1);
        let futile = lmr_depth <= params.futility_depth
            && frame.static_eval + params.futility_base + params.futility_margin * lmr_depth <= alpha
            && alpha.abs() < MATE_BOUND;
        if late {
            // Those that are left are late too: of them only the ones that give check are searched.
            picker.stop_ordering();
        }
        if late || futile {
            let technique = if late { Pruning::LateMove } else { Pruning::Futility };
            return if game.gives_check(mv) { None } else { Some(technique) };
        }

        // History pruning: the move has done badly elsewhere.
        let history = self.shared.histories.quiet(game, frame.player, self.stack.cont_hist_indices(), mv);
        if lmr_depth <= params.history_pruning_depth && history < -params.history_pruning_margin * lmr_depth {
            return Some(Pruning::History);
        }

        // SEE pruning: the piece is lost where it goes.
        let loses = lmr_depth <= params.see_depth && !game.see_ge(mv, -params.see_quiet_margin * lmr_depth);
        if loses { Some(Pruning::See) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::thread::testing::{HOUR, with_thread};
    use super::*;
    use crate::text::Notation;
    use crate::variants::Chess;

    #[test]
    fn a_capture_that_gains_too_little_is_futile() {
        // The rook can take the queen, or the pawn: neither gives check, and both lose nothing.
        with_thread::<Chess>("6k1/8/8/3q4/8/p2R4/8/6K1 w - - 0 1", &Control::new(), HOUR, |thread| {
            let mut picker = MovePicker::noisy(thread.move_ordering(Move::NONE), 0);
            let mut pruned = |mv: &str, surplus: i32, depth: i32| {
                let mv = thread.position.game().read_move(mv).expect("a legal move");
                let node = Node { depth, ..thread.init_node(8, true, None) };
                thread.prune_move(&node, &mut picker, mv, true, 3, node.eval + surplus).is_some()
            };
            assert!(pruned("d3a3", 1200, 5) && !pruned("d3a3", 900, 5));
            assert!(!pruned("d3d5", 1200, 5), "a queen is worth it");
            assert!(!pruned("d3a3", 1200, 7), "too far from the leaves");
        });
    }
}

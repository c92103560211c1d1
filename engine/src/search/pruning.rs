//! What is left out, or searched less deep, because a look says that it will hardly matter.

use super::alphabeta::{Best, MoveCtx, Node};
use super::movepick::MovePicker;
use super::score::MATE_BOUND;
use super::thread::{Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Leaves a node that is decided by a look: far above beta, far below alpha, or good enough to pass.
    pub(super) fn prune_node(&mut self, node: &Node, window: Window) -> Result<Option<i32>, Stopped> {
        let (params, beta) = (self.shared.params, window.beta);
        if beta.abs() >= MATE_BOUND {
            return Ok(None);
        }
        let margin = params.reverse_margin * (node.depth - i32::from(node.improving)).max(0);
        if node.depth <= params.reverse_depth && node.estimate - margin >= beta {
            return Ok(Some((node.estimate + beta) / 2));
        }
        if node.depth <= params.razor_depth && node.estimate + params.razor_margin * node.depth <= window.alpha {
            let value = self.qsearch::<false>(window)?;
            if value <= window.alpha {
                return Ok(Some(value));
            }
        }
        if node.depth >= params.null_depth
            && node.cut_node
            && node.estimate >= beta
            && self.null_move_allowed()
            && let Some(value) = self.null_move_pruning(node, beta)?
        {
            return Ok(Some(value));
        }
        self.probcut(node, beta)
    }

    /// Probcut: a capture that keeps the value far above beta in a shallow search would most likely keep it above in a deep one
    /// (Buro, "ProbCut: An Effective Selective Extension of the Alpha-Beta Algorithm", 1995).
    fn probcut(&mut self, node: &Node, beta: i32) -> Result<Option<i32>, Stopped> {
        let params = self.shared.params;
        let bar = beta + params.probcut_margin;
        let left = node.depth - params.probcut_reduction;
        let doubted = node.memory.is_some_and(|memory| memory.depth > left && memory.value < bar);
        if node.depth < params.probcut_depth || bar >= MATE_BOUND || doubted {
            return Ok(None);
        }
        let wanted = Window::above(bar - 1);
        let needed = (bar - self.stack[self.ply].static_value).max(0);
        let mut picker = MovePicker::noisy(&self.arena, self.order(node.table_move()), needed);
        let mut found = None;
        while let Some(mv) = picker.next(&self.game, self.history, &mut self.arena) {
            let undo = self.make(mv, false)?;
            let mut value = self.child::<false>(wanted, 0, !node.cut_node)?;
            if value >= bar {
                value = self.child::<false>(wanted, left, !node.cut_node)?;
            }
            self.unmake(mv, undo);
            if value >= bar {
                found = Some(Best { value, mv });
                break;
            }
        }
        picker.close(&mut self.arena);
        let Some(best) = found else { return Ok(None) };
        self.remember(&Node { depth: left + 1, ..*node }, &best, wanted);
        Ok(Some(if best.value >= MATE_BOUND { best.value } else { best.value - params.probcut_margin }))
    }

    /// Whether a null move makes sense here: not after another one, not within a turn of several plies, and not where
    /// one is being verified.
    pub(super) fn null_move_allowed(&self) -> bool {
        let below = self.ply >= self.nmp_min_ply.max(1);
        below
            && self.stack[self.ply].begins_turn
            && !self.stack.is_after_pass(self.ply)
            && self.game.null_move_allowed()
    }

    /// The null move: if even passing keeps the value at beta, a move will.
    fn null_move_pruning(&mut self, node: &Node, beta: i32) -> Result<Option<i32>, Stopped> {
        let params = self.shared.params;
        let surplus = ((node.estimate - beta) / params.null_margin).min(params.null_surplus);
        let reduction = params.null_base + node.depth / params.null_divisor + surplus;
        let undo = self.make_null()?;
        let value = self.child::<false>(Window::above(beta - 1), node.depth - reduction, !node.cut_node)?;
        self.unmake_null(undo);
        if value < beta || node.depth >= params.null_verified && !self.verify_null_move(node, reduction, beta)? {
            return Ok(None);
        }
        // A mate found by passing is not proven.
        Ok(Some(if value >= MATE_BOUND { beta } else { value }))
    }

    /// Whether the value stays at beta when the side to move has to move: against zugzwang, where much depends on it.
    fn verify_null_move(&mut self, node: &Node, reduction: i32, beta: i32) -> Result<bool, Stopped> {
        if self.nmp_min_ply > 0 {
            return Ok(true);
        }
        let depth = node.depth - reduction;
        self.nmp_min_ply = self.ply + (self.shared.params.null_obliged * depth / 100).max(1) as usize;
        // The node's own depth has the ply that a reduced move gets back already.
        self.stack[self.ply - 1].reduction = 0;
        let value = self.search::<false>(Window::above(beta - 1), depth, false)?;
        self.nmp_min_ply = 0;
        Ok(value >= beta)
    }

    /// Whether a move is not worth making: late and quiet, gaining too little where alpha is far above, or losing material for nothing; in check, no answer to the
    /// threat. Tells the picker when the order of the others does not matter any more.
    pub(super) fn prune_move(
        &self,
        node: &Node,
        picker: &mut MovePicker,
        mv: Move,
        noisy: bool,
        seen: usize,
        alpha: i32,
    ) -> bool {
        let frame = &self.stack[self.ply];
        if !self.is_selective() || frame.in_check {
            return self.is_selective() && !self.game.is_evasion(mv);
        }
        let (params, depth) = (self.shared.params, node.depth);
        if noisy {
            let reachable = frame.static_value + self.game.max_gain(mv) + params.futility_noisy * (depth + 1);
            let futile = depth <= params.futility_noisy_depth && reachable <= alpha && alpha.abs() < MATE_BOUND;
            if futile && !self.game.gives_check(mv) {
                return true;
            }
            return picker.is_losing()
                && depth <= params.exchange_depth
                && !self.game.see_ge(mv, -params.exchange_noisy * depth);
        }
        let enough = (params.late_quiets + depth * depth) / if node.improving { 1 } else { 2 };
        let late = depth <= params.late_quiets_depth && seen as i32 > enough.max(2);
        let left = (depth - self.base_reduction(depth, seen) / 100).max(1);
        let futile = left <= params.futility_depth
            && frame.static_value + params.futility_base + params.futility_margin * left <= alpha
            && alpha.abs() < MATE_BOUND;
        if late {
            // Those that are left are late too: of them only the ones that give check are searched.
            picker.stop_ordering();
        }
        if late || futile {
            return !self.game.gives_check(mv);
        }
        let history = self.history.quiet(&self.game, frame.seat, self.stack.last_played(self.ply), mv);
        left <= params.history_depth && history < -params.history_margin * left
            || left <= params.exchange_depth && !self.game.see_ge(mv, -params.exchange_quiet * left)
    }

    /// By how many plies to search the move just made less deep.
    #[inline]
    pub(super) fn reduction<const PV: bool>(&self, node: &Node, attempt: &MoveCtx) -> i32 {
        let &MoveCtx { number, merit, .. } = attempt;
        if !self.is_selective() || node.depth < 3 || number <= 1 + usize::from(PV) {
            return 0;
        }
        let params = self.shared.params;
        let mut hundredths = self.base_reduction(node.depth, number) - 100 * merit.history / params.late_history;
        if merit.noisy {
            hundredths /= 2;
        }
        hundredths += params.late_cut * i32::from(node.cut_node);
        hundredths += params.late_worsening * i32::from(!node.improving);
        hundredths -= params.late_pv * i32::from(PV);
        hundredths -= params.late_killer * i32::from(merit.killer);
        hundredths -= params.late_check * i32::from(self.stack[self.ply].in_check);
        (hundredths / 100).clamp(0, node.depth - 2)
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::report::Bound;
    use super::super::thread::testing::{HOUR, play, with_thread};
    use super::super::tt::{NO_VALUE, TtEntry};
    use super::*;
    use crate::text::Notation;
    use crate::variants::Chess;

    /// A queen that hangs: White is a rook behind and will be ahead by more than a rook.
    const HANGING_QUEEN: &str = "3r2k1/5ppp/8/3q4/8/4N3/5PPP/3R2K1 w - - 0 1";

    /// What the captures say of a node, with beta so far above what the evaluation says, if the table says something or nothing.
    fn tried(surplus: i32, depth: i32, memory: Option<TtEntry>) -> Option<i32> {
        let mut value = None;
        with_thread::<Chess>(HANGING_QUEEN, &Control::new(), HOUR, |thread| {
            thread.iteration = depth as u32;
            let node = thread.init_node(depth, true, memory);
            let key = thread.game;
            let beta = node.estimate + surplus;
            value = thread.probcut(&node, beta).expect("there is time").map(|value| value - beta);
            assert!(thread.game == key && thread.ply == 0 && thread.arena.is_empty());
        });
        value
    }

    #[test]
    fn a_capture_that_holds_far_above_beta_cuts() {
        assert!(tried(300, 10, None).is_some_and(|above| above >= 0));
        assert_eq!(tried(2000, 10, None), None, "a queen is not worth so much");
        assert_eq!(tried(300, 4, None), None, "too near the leaves");
    }

    /// Whether a node of White, who is a rook ahead and has no capture, is left at once with beta somewhat below that.
    fn is_left(cut_node: bool) -> bool {
        let mut left = false;
        with_thread::<Chess>("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", &Control::new(), HOUR, |thread| {
            thread.iteration = 12;
            play(thread, "g8f8");
            let node = thread.init_node(9, cut_node, None);
            let window = Window::above(node.estimate - 100);
            left = thread.prune_node(&node, window).expect("there is time").is_some();
        });
        left
    }

    #[test]
    fn only_who_expects_a_cut_passes() {
        assert!(is_left(true));
        assert!(!is_left(false));
    }

    #[test]
    fn a_null_move_that_holds_only_because_nobody_has_to_move_is_not_believed_far_from_the_leaves() {
        // Black's king guards his pawn, and the bishop holds his knight: each move loses one of them.
        with_thread::<Chess>("7n/3B4/8/3Kp3/4Pk2/8/8/8 w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.iteration = 12;
            play(thread, "d7e8");
            let verified = thread.shared.params.null_verified;
            let mut passed = |depth| {
                let node = Node { depth, ..thread.init_node(depth, true, None) };
                thread.null_move_pruning(&node, node.estimate - 30).expect("there is time")
            };
            assert!(passed(verified - 1).is_some());
            assert_eq!(passed(verified), None);
        });
    }

    #[test]
    fn a_capture_that_gains_too_little_is_hopeless() {
        // The rook can take the queen, or the pawn: neither gives check, and both lose nothing.
        with_thread::<Chess>("6k1/8/8/3q4/8/p2R4/8/6K1 w - - 0 1", &Control::new(), HOUR, |thread| {
            let mut picker = MovePicker::noisy(&thread.arena, thread.order(Move::NONE), 0);
            let mut judged = |mv: &str, surplus: i32, depth: i32| {
                let mv = thread.game.read_move(mv).expect("a legal move");
                let node = Node { depth, ..thread.init_node(8, true, None) };
                thread.prune_move(&node, &mut picker, mv, true, 3, node.estimate + surplus)
            };
            assert!(judged("d3a3", 1200, 5) && !judged("d3a3", 900, 5));
            assert!(!judged("d3d5", 1200, 5), "a queen is worth it");
            assert!(!judged("d3a3", 1200, 7), "too far from the leaves");
        });
    }

    #[test]
    fn what_the_table_doubts_is_not_tried() {
        let low = TtEntry { mv: Move::NONE, value: -500, static_value: NO_VALUE, depth: 8, bound: Bound::Upper };
        assert_eq!(tried(300, 10, Some(low)), None);
        assert!(tried(300, 10, Some(TtEntry { depth: 1, ..low })).is_some(), "too shallow a doubt");
    }
}

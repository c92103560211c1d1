//! Steps 9 to 12: pruning of a whole node before its moves are searched.

use super::movepick::MovePicker;
use super::node::{Best, Node};
use super::report::Bound;
use super::score::MATE_BOUND;
use super::thread::{SearchResult, Stopped, Thread};
use super::trace::Pruning;
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

/// The value of a node that one technique prunes, or none if it must be searched.
type Pruned = Result<Option<i32>, Stopped>;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Prunes the current node by RFP, razoring, null move pruning or ProbCut: the technique and the value. Not where
    /// beta is a mate.
    pub fn prune_node(&mut self, node: &Node, window: Window) -> Result<Option<(Pruning, i32)>, Stopped> {
        if window.beta.abs() >= MATE_BOUND {
            return Ok(None);
        }
        if let Some(value) = self.reverse_futility_pruning(node, window.beta) {
            return Ok(Some((Pruning::Rfp, value)));
        }
        if let Some(value) = self.razoring(node, window)? {
            return Ok(Some((Pruning::Razoring, value)));
        }
        if let Some(value) = self.null_move_pruning(node, window.beta)? {
            return Ok(Some((Pruning::NullMove, value)));
        }
        Ok(self.probcut(node, window.beta)?.map(|value| (Pruning::ProbCut, value)))
    }

    /// Step 9. Reverse futility pruning (RFP), static null move pruning: near the leaves a node whose evaluation is far
    /// above beta will hardly fall below it. Not with a quiet TT move, which found something better to do than to rely
    /// on the evaluation (Stockfish). Source: chessprogramming wiki, "Reverse Futility Pruning".
    #[inline(always)]
    fn reverse_futility_pruning(&self, node: &Node, beta: i32) -> Option<i32> {
        let params = self.shared.params;
        let margin = params.rfp_margin * (node.depth - i32::from(node.improving)).max(0);
        let prunes = node.depth <= params.rfp_depth && node.eval - margin >= beta && !self.has_quiet_tt_move(node);
        // Halfway to beta: the evaluation far above beta is a guess.
        if prunes { Some((node.eval + beta) / 2) } else { None }
    }

    /// Returns whether the TT has a quiet move for the node.
    fn has_quiet_tt_move(&self, node: &Node) -> bool {
        let (game, mv) = (self.position.game(), node.tt_move());
        mv.is_some() && game.is_legal(mv) && !game.is_noisy(mv)
    }

    /// Step 10. Razoring: near the leaves, where the evaluation is far below alpha and captures do not help, quiet
    /// moves will not either. Source: chessprogramming wiki, "Razoring".
    #[inline(always)]
    fn razoring(&mut self, node: &Node, window: Window) -> Pruned {
        let params = self.shared.params;
        if node.depth > params.razor_depth || node.eval + params.razor_margin * node.depth > window.alpha {
            return Ok(None);
        }
        let value = self.qsearch::<false>(window)?;
        Ok(if value <= window.alpha { Some(value) } else { None })
    }

    /// Step 11. Null move pruning (NMP): if the value stays at beta even when the side to move passes, a move will keep
    /// it there too. Source: Donninger, "Null Move and Deep Search", 1993; chessprogramming wiki, "Null Move Pruning".
    #[inline(always)]
    fn null_move_pruning(&mut self, node: &Node, beta: i32) -> Pruned {
        let allowed = node.depth >= self.shared.params.nmp_depth
            && node.cut_node
            && node.eval >= beta
            && self.null_move_allowed();
        if allowed { self.search_null_move(node, beta) } else { Ok(None) }
    }

    /// Returns whether a null move makes sense here, as far as the line and the game are concerned.
    pub fn null_move_allowed(&self) -> bool {
        self.stack.null_move_allowed() && self.position.game().null_move_allowed()
    }

    fn search_null_move(&mut self, node: &Node, beta: i32) -> Pruned {
        let params = self.shared.params;
        let eval_reduction = ((node.eval - beta) / params.nmp_eval_margin).min(params.nmp_eval_max);
        let reduction = params.nmp_base + node.depth / params.nmp_divisor + eval_reduction;
        let undo = self.make_null()?;
        let value = self.search_child::<false>(Window::null(beta - 1), node.depth - reduction, !node.cut_node)?;
        self.unmake_null(undo);
        if value < beta {
            return Ok(None);
        }
        if node.depth >= params.nmp_verify_depth && !self.verify_null_move(node, reduction, beta)? {
            return Ok(None);
        }
        // A mate found by passing is not proven.
        Ok(Some(if value >= MATE_BOUND { beta } else { value }))
    }

    /// Verification search of a null move: far from the leaves, whether the value stays at beta when the side to move
    /// has to move (zugzwang). Source: Tabibi and Netanyahu, "Verified Null-Move Pruning", 2002, in Stockfish's form.
    fn verify_null_move(&mut self, node: &Node, reduction: i32, beta: i32) -> Result<bool, Stopped> {
        if self.stack.is_verifying_null_move() {
            return Ok(true);
        }
        let depth = node.depth - reduction;
        let plies = (self.shared.params.nmp_verify_percent * depth / 100).max(1) as usize;
        self.stack.begin_null_move_verification(plies);
        // The node's own depth has the ply of the hindsight extension already.
        self.stack.parent_mut().reduction = 0;
        let value = self.search::<false>(Window::null(beta - 1), depth, false)?;
        self.stack.end_null_move_verification();
        Ok(value >= beta)
    }

    /// Step 12. ProbCut: a capture that keeps the value far above beta in a shallow search will most likely keep it
    /// above in a deep one. Not by captures after which chance intervenes. Source: Buro, "ProbCut: An Effective
    /// Selective Extension of the Alpha-Beta Algorithm", 1995.
    fn probcut(&mut self, node: &Node, beta: i32) -> Pruned {
        let params = self.shared.params;
        let probcut_beta = beta + params.probcut_margin;
        let depth = node.depth - params.probcut_reduction;
        let tt_doubts = node.tt_hit.is_some_and(|entry| entry.depth > depth && entry.value < probcut_beta);
        if node.depth < params.probcut_depth || probcut_beta >= MATE_BOUND || tt_doubts {
            return Ok(None);
        }
        let see_threshold = (probcut_beta - self.stack.top().static_eval).max(0);
        let picker = MovePicker::noisy(self.move_ordering(node.tt_move()), see_threshold);
        let found = self.with_picker(picker, |thread, picker| {
            while let Some(mv) = thread.next_move(picker) {
                let value = thread.search_probcut_move(node, mv, probcut_beta, depth)?;
                if value >= probcut_beta {
                    return Ok(Some(Best { value, mv }));
                }
            }
            Ok(None)
        });
        let Some(best) = found? else { return Ok(None) };
        self.store_tt(depth + 1, &best, Bound::Lower);
        Ok(Some(if best.value >= MATE_BOUND { best.value } else { best.value - params.probcut_margin }))
    }

    /// The value of a ProbCut move: by qsearch first, and if that is good enough, by a search of that depth.
    fn search_probcut_move(&mut self, node: &Node, mv: Move, probcut_beta: i32, depth: i32) -> SearchResult {
        let window = Window::null(probcut_beta - 1);
        let undo = self.make(mv, false)?;
        if self.position.at_chance() {
            self.unmake(mv, undo);
            return Ok(window.alpha);
        }
        let mut value = self.search_child::<false>(window, 0, !node.cut_node)?;
        if value >= probcut_beta {
            value = self.search_child::<false>(window, depth, !node.cut_node)?;
        }
        self.unmake(mv, undo);
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::thread::testing::{HOUR, play, with_thread};
    use super::super::tt::{NO_EVAL, TtEntry};
    use super::*;
    use crate::game::{Game, GenType, MoveFacts};
    use crate::moves::MoveList;
    use crate::text::Notation;
    use crate::variants::{Chess, KaleidoDice};

    #[test]
    fn rfp_does_not_prune_where_the_tt_has_a_quiet_move() {
        // White is a rook ahead and can take a pawn.
        with_thread::<Chess>("6k1/5ppp/8/8/p7/8/5PPP/R5K1 w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.root.depth = 12;
            let [quiet, capture] =
                ["a1b1", "a1a4"].map(|text| thread.position.game().read_move(text).expect("a legal move"));
            let mut prunes = |mv: Move| {
                let entry = TtEntry { mv, value: 0, raw_eval: NO_EVAL, depth: 1, bound: Bound::Lower };
                let node = thread.init_node(3, true, Some(entry));
                thread.reverse_futility_pruning(&node, node.eval - 400).is_some()
            };
            assert!(prunes(Move::NONE) && prunes(capture) && !prunes(quiet));
            assert!(prunes(Move::from_bits(u32::MAX)), "no legal move");
        });
    }

    #[test]
    fn probcut_proves_nothing_by_a_capture_before_a_throw() {
        let text = "11/11/1V9/11/Vv9/11/11/11/1 w5 - - 0 1";
        with_thread::<KaleidoDice>(text, &Control::new(), HOUR, |thread| {
            let mut captures = MoveList::new();
            thread.position.game().moves(GenType::Noisy, &mut captures);
            assert!(thread.position.game().is_noisy(captures[0]));
            let node = thread.init_node(10, true, None);
            let value = thread.search_probcut_move(&node, captures[0], -500, 6).expect("there is time");
            assert_eq!((value, thread.stack.ply()), (-501, 0));
        });
    }

    /// A queen that hangs: White is a rook behind and will be ahead by more than a rook.
    const HANGING_QUEEN: &str = "3r2k1/5ppp/8/3q4/8/4N3/5PPP/3R2K1 w - - 0 1";

    /// The ProbCut value of a node, with beta so far above the evaluation, and with that TT entry.
    fn probcut(surplus: i32, depth: i32, tt_hit: Option<TtEntry>) -> Option<i32> {
        let mut value = None;
        with_thread::<Chess>(HANGING_QUEEN, &Control::new(), HOUR, |thread| {
            thread.root.depth = depth as u32;
            let node = thread.init_node(depth, true, tt_hit);
            let before = *thread.position.game();
            let beta = node.eval + surplus;
            value = thread.probcut(&node, beta).expect("there is time").map(|value| value - beta);
            assert!(*thread.position.game() == before && thread.stack.ply() == 0 && thread.move_buffer.is_empty());
        });
        value
    }

    #[test]
    fn probcut_needs_a_capture_that_holds_far_above_beta() {
        assert!(probcut(300, 10, None).is_some_and(|above| above >= 0));
        assert_eq!(probcut(2000, 10, None), None, "a queen is not worth so much");
        assert_eq!(probcut(300, 4, None), None, "too near the leaves");
    }

    #[test]
    fn probcut_is_not_tried_where_the_tt_doubts_it() {
        let low = TtEntry { mv: Move::NONE, value: -500, raw_eval: NO_EVAL, depth: 8, bound: Bound::Upper };
        assert_eq!(probcut(300, 10, Some(low)), None);
        assert!(probcut(300, 10, Some(TtEntry { depth: 1, ..low })).is_some(), "the entry is too shallow to count");
    }

    /// Returns whether a node of White, which is a rook ahead and has no capture, is pruned with beta somewhat below
    /// that.
    fn is_pruned(cut_node: bool) -> bool {
        let mut pruned = false;
        with_thread::<Chess>("6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1", &Control::new(), HOUR, |thread| {
            thread.root.depth = 12;
            play(thread, "g8f8");
            let node = thread.init_node(9, cut_node, None);
            let window = Window::null(node.eval - 100);
            pruned = thread.prune_node(&node, window).expect("there is time").is_some();
        });
        pruned
    }

    #[test]
    fn null_moves_are_tried_in_cut_nodes_only() {
        assert!(is_pruned(true));
        assert!(!is_pruned(false));
    }

    #[test]
    fn verification_rejects_a_null_move_in_zugzwang() {
        // Black's king guards a pawn, and the bishop holds the knight: each move loses one of them.
        with_thread::<Chess>("7n/3B4/8/3Kp3/4Pk2/8/8/8 w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.root.depth = 12;
            play(thread, "d7e8");
            let verified = thread.shared.params.nmp_verify_depth;
            let mut pruned = |depth| {
                let node = Node { depth, ..thread.init_node(depth, true, None) };
                thread.search_null_move(&node, node.eval - 30).expect("there is time")
            };
            assert!(pruned(verified - 1).is_some());
            assert_eq!(pruned(verified), None);
        });
    }
}

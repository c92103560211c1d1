//! Step 14: pruning of single moves (LMP, futility, history and SEE pruning).

use super::movepick::MovePicker;
use super::node::{Candidate, Node};
use super::score::MATE_BOUND;
use super::thread::Thread;
use super::trace::Pruning;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Returns the technique that prunes a move of the current node. Tells the picker when the order of the other moves
    /// does not matter any more.
    pub fn prune_move(
        &self,
        node: &Node,
        picker: &mut MovePicker,
        candidate: Candidate,
        alpha: i32,
    ) -> Option<Pruning> {
        if !self.is_selective() {
            return None;
        }
        if self.stack.top().in_check {
            // Evasion pruning: after a move that is no evasion the opponent wins at once.
            return if self.position.game().is_evasion(candidate.mv) { None } else { Some(Pruning::Evasion) };
        }
        if candidate.noisy {
            self.prune_noisy_move(node, picker, candidate.mv, alpha)
        } else {
            self.prune_quiet_move(node, picker, candidate, alpha)
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
        candidate: Candidate,
        alpha: i32,
    ) -> Option<Pruning> {
        let Candidate { mv, number, .. } = candidate;
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
    use super::super::lmr::LmrTable;
    use super::super::params::Params;
    use super::super::score::MATE;
    use super::super::thread::testing::{play, with_params};
    use super::*;
    use crate::text::Notation;
    use crate::variants::{Chess, Kaleido};

    /// The rook can give check on d8, and is lost on d4.
    const ROOK: &str = "6k1/8/1p6/2p5/8/3R4/8/6K1 w - - 0 1";

    /// The same with a queen.
    const QUEEN: &str = "6k1/8/1p6/2p5/8/3Q4/8/6K1 w - - 0 1";

    /// Situation of a move in its node.
    #[derive(Clone, Copy)]
    struct Situation {
        depth: i32,
        improving: bool,
        number: usize,
        is_tt_move: bool,
        /// Alpha less the static evaluation.
        surplus: i32,
    }

    /// The first move of a node that is far above alpha: only its history and SEE count.
    const FIRST: Situation = Situation { depth: 1, improving: true, number: 1, is_tt_move: false, surplus: -1000 };

    /// The technique that prunes a move at the root, with the picker at the stage that hands the move out.
    fn pruning_of(text: &str, params: &Params, mv: &str, situation: Situation) -> Option<Pruning> {
        let mut pruning = None;
        with_params::<Chess>(text, params, |thread| {
            let mv = thread.position.game().read_move(mv).expect("a legal move");
            let Situation { depth, improving, number, is_tt_move, surplus } = situation;
            let node = Node { depth, improving, ..thread.init_node(8, true, None) };
            let alpha = thread.stack.top().static_eval + surplus;
            let picker = MovePicker::all(thread.move_ordering(if is_tt_move { mv } else { Move::NONE }));
            pruning = thread.with_picker(picker, |thread, picker| {
                while thread.next_move(picker).expect("every legal move is picked") != mv {}
                thread.prune_move(&node, picker, Candidate::new(thread.position.game(), mv, number), alpha)
            });
        });
        pruning
    }

    #[test]
    fn quiet_moves_beyond_the_limit_are_late_and_beyond_half_of_it_where_not_improving() {
        let params = Params::default();
        let pruning = |mv, depth, improving, number| {
            pruning_of(ROOK, &params, mv, Situation { depth, improving, number, ..FIRST })
        };
        let limit = |depth: i32| (params.lmp_base + depth * depth) as usize;
        let late = Some(Pruning::LateMove);
        assert_eq!([0, 1].map(|beyond| pruning("d3d1", 2, true, limit(2) + beyond)), [None, late]);
        assert_eq!([0, 1].map(|beyond| pruning("d3d1", 2, false, limit(2) / 2 + beyond)), [None, late]);
        assert_eq!(pruning("d3d8", 2, true, limit(2) + 1), None, "check");
        let last = params.lmp_depth;
        assert_eq!([last, last + 1].map(|depth| pruning("d3d1", depth, true, limit(depth) + 1)), [late, None]);
    }

    #[test]
    fn two_moves_of_a_node_are_never_late() {
        let params = Params { lmp_base: 1, ..Params::default() };
        let of = |number| pruning_of(ROOK, &params, "d3d1", Situation { improving: false, number, ..FIRST });
        assert_eq!([2, 3].map(of), [None, Some(Pruning::LateMove)], "half of one and one is one");
    }

    #[test]
    fn quiet_moves_are_futile_by_the_depth_that_lmr_leaves() {
        let params = Params::default();
        let pruning =
            |mv, depth, number, surplus| pruning_of(ROOK, &params, mv, Situation { depth, number, surplus, ..FIRST });
        let margin = |depth: i32| params.futility_base + params.futility_margin * depth;
        let futile = Some(Pruning::Futility);
        assert_eq!([-1, 0].map(|more| pruning("d3d1", 3, 1, margin(3) + more)), [None, futile]);
        assert_eq!(pruning("d3d8", 3, 1, margin(3)), None, "check");
        assert_eq!(pruning("d3d1", 3, 1, MATE), None, "against a mate no margin suffices");
        let last = params.futility_depth;
        assert_eq!([last, last + 1].map(|depth| pruning("d3d1", depth, 1, margin(depth))), [futile, None]);
        let left = last + 1 - LmrTable::new(&params).reduction(last + 1, 10) / 100;
        assert!(left < last);
        assert_eq!([-1, 0].map(|more| pruning("d3d1", last + 1, 10, margin(left) + more)), [None, futile]);
    }

    #[test]
    fn quiet_moves_with_a_bad_history_are_pruned() {
        let params = Params::default();
        // Quiet history and one continuation history hold the malus each.
        let pruning = |depth, malus: i32| {
            let mut pruning = None;
            with_params::<Chess>("6k1/8/1p6/2p5/8/3R4/8/6K1 b - - 0 1", &params, |thread| {
                play(thread, "g8g7");
                let (game, histories) = (*thread.position.game(), thread.shared.histories);
                let mv = game.read_move("d3d1").expect("a legal move");
                let node = Node { depth, ..thread.init_node(8, true, None) };
                let (frame, cont_hist) = (*thread.stack.top(), thread.stack.cont_hist_indices());
                histories.update_quiet(&game, frame.player, cont_hist, mv, -malus);
                let mut picker = MovePicker::all(thread.move_ordering(Move::NONE));
                let candidate = Candidate::new(&game, mv, 1);
                pruning = thread.prune_move(&node, &mut picker, candidate, frame.static_eval - 1000);
            });
            pruning
        };
        let limit = |depth: i32| params.history_pruning_margin * depth / 2;
        for depth in [1, params.history_pruning_depth] {
            let pruned = [0, 1].map(|more| pruning(depth, limit(depth) + more));
            assert_eq!(pruned, [None, Some(Pruning::History)], "{depth}");
        }
        let beyond = params.history_pruning_depth + 1;
        assert_eq!(pruning(beyond, limit(beyond) + 1), None, "too far from the leaves");
    }

    #[test]
    fn quiet_moves_that_lose_more_than_the_depth_allows_are_pruned_by_see() {
        let params = Params { see_quiet_margin: 60, ..Params::default() };
        let pruning = |text, mv, depth, number| pruning_of(text, &params, mv, Situation { depth, number, ..FIRST });
        let loses = Some(Pruning::See);
        // A pawn, 100 centipawns.
        let pawn = "6k1/8/8/3p4/8/4P3/8/6K1 w - - 0 1";
        assert_eq!([1, 2].map(|depth| pruning(pawn, "e3e4", depth, 1)), [loses, None]);
        assert_eq!(pruning(QUEEN, "d3d1", 1, 1), None, "it is safe there");
        let last = params.see_depth;
        assert_eq!([last, last + 1].map(|depth| pruning(QUEEN, "d3d4", depth, 1)), [loses, None]);
        assert_eq!(pruning(QUEEN, "d3d4", last + 1, 10), loses, "the depth that LMR leaves counts");
    }

    #[test]
    fn captures_that_lose_more_than_the_depth_allows_are_pruned_by_see() {
        let params = Params { see_noisy_margin: 90, ..Params::default() };
        let pruning = |text, mv, depth| pruning_of(text, &params, mv, Situation { depth, ..FIRST });
        let loses = Some(Pruning::NoisySee);
        // A rook for a pawn: 400 centipawns.
        let rook = "6k1/8/2p5/3p4/8/3R4/8/6K1 w - - 0 1";
        assert_eq!([4, 5].map(|depth| pruning(rook, "d3d5", depth)), [loses, None]);
        assert_eq!(pruning("6k1/8/8/3p4/8/3R4/8/6K1 w - - 0 1", "d3d5", 1), None, "nothing guards the pawn");
        let tt_move = Situation { is_tt_move: true, ..FIRST };
        assert_eq!(pruning_of(rook, &params, "d3d5", tt_move), None, "the TT has more to say");
        // A queen for a pawn: 850 centipawns.
        let queen = "6k1/8/2p5/3p4/8/3Q4/8/6K1 w - - 0 1";
        let last = params.see_depth;
        assert_eq!([last, last + 1].map(|depth| pruning(queen, "d3d5", depth)), [loses, None]);
    }

    #[test]
    fn captures_that_gain_too_little_are_futile_unless_they_give_check() {
        // The rook can take the queen, a pawn, and a pawn with check. It loses nothing.
        let text = "6k1/8/8/3q4/8/p2R2p1/8/6K1 w - - 0 1";
        let params = Params::default();
        let pruning = |mv, depth, surplus| pruning_of(text, &params, mv, Situation { depth, surplus, ..FIRST });
        // The pawn and the margin.
        let gain = |depth: i32| 100 + params.capture_futility_margin * (depth + 1);
        let futile = Some(Pruning::NoisyFutility);
        let last = params.capture_futility_depth;
        assert_eq!([-1, 0].map(|more| pruning("d3a3", last, gain(last) + more)), [None, futile]);
        assert_eq!(pruning("d3a3", last + 1, gain(last + 1)), None, "too far from the leaves");
        assert_eq!(pruning("d3g3", last, gain(last)), None, "check");
        assert_eq!(pruning("d3d5", last, gain(last)), None, "a queen is worth it");
        assert_eq!(pruning("d3a3", last, MATE), None, "against a mate no margin suffices");
    }

    #[test]
    fn moves_that_do_not_answer_a_threat_are_pruned() {
        // White threatens the last castle of Black.
        let text = "1E9/2HT7/11/9pp/1r9/1R1v7/11/1V6d2/1 b 7J-6B 6K-8I 1 18";
        with_params::<Kaleido>(text, &Params::default(), |thread| {
            let node = thread.init_node(8, true, None);
            let mut picker = MovePicker::all(thread.move_ordering(Move::NONE));
            let [other, evasion] = ["8I-1D", "6D+6B"].map(|mv| {
                let mv = thread.position.game().read_move(mv).expect("a legal move");
                thread.prune_move(&node, &mut picker, Candidate::new(thread.position.game(), mv, 1), 0)
            });
            assert_eq!((other, evasion), (Some(Pruning::Evasion), None));
        });
    }
}

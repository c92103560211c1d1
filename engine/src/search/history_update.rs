//! Step 19: what a node teaches the killers, the histories and the correction history.

use super::history::NO_MOVE;
use super::node::{Best, Node, SearchedMoves};
use super::report::Bound;
use super::score::MATE_BOUND;
use super::stack::StackFrame;
use super::thread::Thread;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// History bonus of a cutoff at that depth.
    fn history_bonus(&self, depth: i32) -> i32 {
        let params = self.shared.params;
        (params.history_bonus * depth).min(params.history_bonus_max)
    }

    /// Beta cutoff: the move becomes a killer if it is quiet and is rewarded; those searched before it are penalised
    /// (history malus).
    pub fn reward_cutoff_move(&mut self, node: &Node, mv: Move, searched: &SearchedMoves) {
        let bonus = self.history_bonus(node.depth);
        let (player, cont_hist) = (self.stack.top().player, self.stack.cont_hist_indices());
        let (game, histories) = (self.position.game(), self.shared.histories);
        if game.is_noisy(mv) {
            histories.update_noisy(game, player, mv, bonus);
        } else {
            let killers = &mut self.stack.top_mut().killers;
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
            histories.update_quiet(game, player, cont_hist, mv, bonus);
            for &other in &searched.quiet {
                histories.update_quiet(game, player, cont_hist, other, -bonus);
            }
        }
        for &other in &searched.noisy {
            histories.update_noisy(game, player, other, -bonus);
        }
    }

    /// Fail-low: rewards the quiet move that led to the node, which nothing refutes (Stockfish's prior countermove
    /// bonus).
    pub fn reward_prior_move(&mut self, node: &Node) {
        let Some(parent) = self.stack.parent() else { return };
        if parent.played_quiet && parent.played != NO_MOVE && self.stack.top().changes_side {
            let bonus = self.history_bonus(node.depth) * self.shared.params.prior_move_bonus / 100;
            let cont_hist = self.stack.cont_hist_indices_at(self.stack.ply() - 1);
            self.shared.histories.update_played::<G>(parent.played, cont_hist, bonus);
        }
    }

    /// Correction history: learns the error of the static evaluation, if the value of the node shows it and no noisy
    /// move explains it.
    pub fn update_correction(&mut self, node: &Node, best: &Best, bound: Bound) {
        let &StackFrame { player, static_eval, in_check, .. } = self.stack.top();
        let shows_error = match bound {
            Bound::Exact => true,
            Bound::Lower => best.value > static_eval,
            Bound::Upper => best.value < static_eval,
        };
        let game = self.position.game();
        let quiet = !best.mv.is_some() || !game.is_noisy(best.mv);
        if shows_error && quiet && !in_check && best.value.abs() < MATE_BOUND {
            self.shared.histories.correction().update(game, player, best.value - static_eval, node.depth);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::history::ContHistIndices;
    use super::super::thread::testing::{HOUR, play, with_thread};
    use super::super::window::Window;
    use crate::game::Seat;
    use crate::text::Notation;
    use crate::variants::Chess;

    /// The history of a move after it has been played and the replies were searched one ply deep, with alpha
    /// `surplus` above the static evaluation.
    fn history_after(played: &str, surplus: i32) -> i32 {
        let mut history = 0;
        with_thread::<Chess>("4k3/8/8/3p4/8/2N5/4P3/4K3 w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.root.depth = 4;
            let before = *thread.position.game();
            let mv = before.read_move(played).expect("a legal move");
            play(thread, played);
            let alpha = thread.position.evaluate() + surplus;
            assert!(thread.search::<false>(Window::null(alpha), 1, true).is_ok());
            history = thread.shared.histories.quiet(&before, Seat::WHITE, ContHistIndices::default(), mv);
        });
        history
    }

    #[test]
    fn a_quiet_move_that_nothing_refutes_is_rewarded() {
        assert!(history_after("e2e4", 100) > 0);
        assert_eq!(history_after("e2e4", -300), 0, "refuted");
        assert_eq!(history_after("c3d5", 100), 0, "a capture");
    }
}

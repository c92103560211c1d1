//! Quiescence search (qsearch): noisy moves are searched until nothing is hanging, so that the static evaluation can be
//! trusted.
//!
//! Source: chessprogramming wiki, "Quiescence Search" and "Delta Pruning"; move count and SEE as in Stockfish, but that
//! recaptures and promotions are pruned like other captures.

use super::movepick::MovePicker;
use super::node::Best;
use super::report::Bound;
use super::score::MATE_BOUND;
use super::thread::{SearchResult, Stopped, Thread};
use super::trace::SearchEvent;
use super::tt::{NO_EVAL, TtEntry};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Qsearch: the value of the current node when only captures and promotions are searched; in check, every evasion.
    pub fn qsearch<const PV: bool>(&mut self, mut window: Window) -> SearchResult {
        self.pv.clear(self.stack.ply());
        self.trace(SearchEvent::Quiescence);

        // Step 1. Game over, repetition, fifty-move rule, maximum ply.
        if let Some(value) = self.terminal_score() {
            return Ok(value);
        }

        // Step 2. Chance node at the horizon.
        if self.position.at_chance() {
            return self.expectation_at_horizon();
        }

        // Step 3. Known mate.
        if let Some(value) = self.known_mate_at::<PV>() {
            return Ok(value);
        }

        // Step 4. TT cutoff. Not in PV nodes.
        let wants_pv = self.wants_pv::<PV>();
        let tt_hit = self.probe_tt();
        if !wants_pv
            && let Some(entry) = &tt_hit
            && let Some(value) = self.tt_cutoff(entry, window, 0)
        {
            return Ok(value);
        }

        // Step 5. Stand pat: the side to move need not capture.
        let static_eval = self.static_eval(tt_hit.as_ref());
        let in_check = static_eval == NO_EVAL;
        let mut best = Best::NOTHING;
        if !in_check {
            best.value = TtEntry::adjust_eval(tt_hit.as_ref(), static_eval);
            if best.value >= window.beta {
                // The next visit need not evaluate the position again.
                if tt_hit.is_none() {
                    self.store_tt(0, &best, Bound::Lower);
                }
                return Ok(best.value);
            }
            window.alpha = window.alpha.max(best.value);
        }

        // Step 6. A coalition's quiescence: the player to move passes to the next one of its side.
        if !in_check && self.position.game().passes_in_quiescence() {
            let value = self.qsearch_pass(window)?;
            best.value = best.value.max(value);
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                return Ok(value);
            }
        }

        // Step 7. Moves: captures that do not lose by SEE; in check, all.
        let ordering = self.move_ordering(tt_hit.map_or(Move::NONE, |entry| entry.mv));
        let picker = if in_check { MovePicker::all(ordering) } else { MovePicker::noisy(ordering, 0) };
        let any = self.with_picker(picker, |thread, picker| thread.qsearch_moves::<PV>(picker, &mut best, window))?;

        // Step 8. Checkmate.
        if in_check && !any {
            return Ok(self.no_moves_value());
        }

        // Step 9. TT store.
        let bound = if best.value >= window.beta { Bound::Lower } else { Bound::Upper };
        self.store_tt(0, &best, bound);
        Ok(best.value)
    }

    /// The value of the current node if the player to move passes to another one of its side.
    fn qsearch_pass(&mut self, window: Window) -> SearchResult {
        let undo = self.make_null()?;
        let value = self.qsearch::<false>(window)?;
        self.unmake_null(undo);
        Ok(value)
    }

    /// Searches the moves of the picker. Returns whether there was any.
    #[inline(always)]
    fn qsearch_moves<const PV: bool>(
        &mut self,
        picker: &mut MovePicker,
        best: &mut Best,
        mut window: Window,
    ) -> Result<bool, Stopped> {
        let (mut any, mut searched) = (false, 0);
        while let Some(mv) = self.next_move(picker) {
            any = true;
            if best.value > -MATE_BOUND && self.prune_qsearch_move(mv, picker, searched, window.alpha, &mut best.value)
            {
                continue;
            }
            searched += 1;
            // Nothing below asks whether the move was quiet.
            let undo = self.make(mv, false)?;
            let value = self.qsearch::<PV>(self.child_window(window))?;
            let value = self.for_parent(value);
            self.unmake(mv, undo);
            if self.update_best::<PV>(mv, value, best, &mut window) {
                break;
            }
        }
        Ok(any)
    }

    /// Returns whether to skip a move after `searched` others: by LMP, SEE or delta pruning, or in check by evasion
    /// pruning.
    fn prune_qsearch_move(&self, mv: Move, picker: &mut MovePicker, searched: i32, alpha: i32, best: &mut i32) -> bool {
        let (params, frame, game) = (self.shared.params, self.stack.top(), self.position.game());
        if frame.in_check {
            // Evasion pruning: once one evasion survives, only captures that are evasions are searched.
            picker.skip_quiets();
            return !game.is_noisy(mv) || !game.is_evasion(mv);
        }
        // Late move pruning (LMP): after the first captures only those that give check.
        if searched >= params.qsearch_moves && !game.gives_check(mv) {
            return true;
        }
        // Delta pruning: what the capture can gain does not lift the evaluation to alpha. The best case still counts.
        let futility_value = frame.static_eval + params.delta_margin;
        let best_case = futility_value + game.max_gain(mv);
        if best_case <= alpha {
            *best = (*best).max(best_case);
            return true;
        }
        // Futility pruning by SEE: the evaluation is below alpha, and the capture wins nothing.
        if futility_value <= alpha && !game.see_ge(mv, 1) {
            *best = (*best).max(futility_value);
            return true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::params::Params;
    use super::super::thread::testing::{HOUR, with_thread};
    use super::*;
    use crate::text::Notation;
    use crate::variants::Chess;

    /// Returns whether a capture after `searched` others is pruned, with alpha so far above the static evaluation.
    fn is_pruned(mv: &str, searched: i32, surplus: i32) -> bool {
        // The rook can take a pawn with check, a free pawn, and a pawn that a pawn guards.
        let text = "4k3/4p3/2p5/3p4/8/4R3/3R2p1/6K1 w - - 0 1";
        let mut pruned = false;
        with_thread::<Chess>(text, &Control::new(), HOUR, |thread| {
            let static_eval = thread.static_eval(None);
            let mv = thread.position.game().read_move(mv).expect("a legal move");
            let mut picker = MovePicker::noisy(thread.move_ordering(Move::NONE), 0);
            pruned = thread.prune_qsearch_move(mv, &mut picker, searched, static_eval + surplus, &mut 0);
        });
        pruned
    }

    #[test]
    fn late_captures_are_pruned_unless_they_give_check() {
        assert!(!is_pruned("d2g2", 1, 0) && is_pruned("d2g2", 2, 0));
        assert!(!is_pruned("e3e7", 2, 0), "check");
    }

    #[test]
    fn captures_that_win_nothing_by_see_are_pruned_below_alpha() {
        let margin = Params::default().delta_margin;
        assert!(is_pruned("d2d5", 0, margin) && !is_pruned("d2g2", 0, margin));
        assert!(!is_pruned("d2d5", 0, margin - 1), "the evaluation is near alpha");
        assert!(is_pruned("d2g2", 0, margin + 1000), "a pawn is not enough (delta pruning)");
    }
}

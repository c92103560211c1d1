//! Quiescence: captures are followed until nothing is hanging, so that the static evaluation can be trusted.

use super::alphabeta::{Best, estimate};
use super::movepick::MovePicker;
use super::report::Bound;
use super::score::{MATE, MATE_BOUND};
use super::thread::{SearchResult, Thread};
use super::tt::{NO_VALUE, TtEntry};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// The value of the present node when only captures and promotions are followed; in check, every evasion.
    pub(super) fn qsearch<const PV: bool>(&mut self, window: Window) -> SearchResult {
        self.lines.clear(self.ply);
        if let Some(value) = self.terminal_score() {
            return Ok(value);
        }
        if self.at_chance() {
            return self.expectation_at_rest();
        }
        let wants_line = self.wants_line::<PV>();
        if !wants_line && let Some(value) = self.known_mate() {
            return Ok(value);
        }
        let memory = self.probe();
        if let Some(value) = memory.filter(|_| !wants_line).and_then(|memory| self.known(&memory, window, 0)) {
            return Ok(value);
        }
        let static_value = self.static_value(memory.as_ref());
        let in_check = static_value == NO_VALUE;
        let mut open = window;
        let mut best = Best { value: -MATE, mv: Move::NONE };
        if !in_check {
            best.value = estimate(static_value, memory.as_ref());
            if best.value >= window.beta {
                // Whoever comes back need not evaluate it again.
                if memory.is_none() {
                    self.remember_rest(&best, Bound::Lower);
                }
                return Ok(best.value);
            }
            open.alpha = open.alpha.max(best.value);
        }

        let order = self.order(memory.map_or(Move::NONE, |memory| memory.mv));
        let mut picker =
            if in_check { MovePicker::all(&self.arena, order) } else { MovePicker::noisy(&self.arena, order, 0) };
        let mut seen = 0;
        while let Some(mv) = picker.next(&self.game, self.history, &mut self.arena) {
            seen += 1;
            if best.value > -MATE_BOUND && self.prune_qsearch_move(mv, &mut picker, open.alpha, &mut best.value) {
                continue;
            }
            // Nobody asks below whether it was quiet.
            let undo = self.make(mv, false)?;
            let same_side = self.same_side();
            let value = self.qsearch::<PV>(open.after_ply(same_side))?;
            let value = if same_side { value } else { -value };
            self.unmake(mv, undo);
            if self.refutes::<PV>(mv, value, &mut best, &mut open) {
                break;
            }
        }
        picker.close(&mut self.arena);
        if in_check && seen == 0 {
            return Ok(self.value_of(self.game.no_moves_outcome()));
        }
        let bound = if best.value >= window.beta { Bound::Lower } else { Bound::Upper };
        self.remember_rest(&best, bound);
        Ok(best.value)
    }

    /// Stores what the present node has come to.
    fn remember_rest(&self, best: &Best, bound: Bound) {
        let static_value = self.stack[self.ply].evaluation;
        let found = TtEntry { mv: best.mv, value: best.value, static_value, depth: 0, bound };
        self.shared.table.store(self.game.key(), self.turn(), found);
    }

    /// Whether a move need not be looked at: the piece it takes does not lift the evaluation near alpha (then `best` becomes at least
    /// what it might reach), or it is a quiet evasion after one that survives, or no evasion.
    fn prune_qsearch_move(&self, mv: Move, picker: &mut MovePicker, alpha: i32, best: &mut i32) -> bool {
        let frame = &self.stack[self.ply];
        if frame.in_check {
            picker.skip_quiets();
            return !self.game.is_noisy(mv) || !self.game.is_evasion(mv);
        }
        let reachable = frame.static_value + self.game.max_gain(mv) + self.shared.params.delta_margin;
        if reachable <= alpha {
            *best = (*best).max(reachable);
            return true;
        }
        false
    }
}

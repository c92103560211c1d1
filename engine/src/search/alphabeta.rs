//! Principal variation search, for sides that need not alternate.
//!
//! Every value is meant for the side of its node ([`Frame::seat`](super::stack::Frame::seat)). What comes up from a child is negated if another side moves
//! there and taken as it is if the same side moves on; the window goes down by the same rule.

use arrayvec::ArrayVec;

use super::picker::Picker;
use super::report::Bound;
use super::score::{MATE, MATE_BOUND};
use super::table::{Memory, NO_VALUE};
use super::thread::{Found, Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;
use crate::record::NO_PROGRESS_PLIES;

/// Plies before the 100-ply rule strikes in which values from the table, which knows no clock, are not trusted.
const CLOCK_CAUTION: u32 = 12;

/// Moves of a node that are remembered to be penalised when another one cuts.
const MOST_TRIED: usize = 48;

/// What the steps of a node's search know about it.
pub(super) struct Node {
    pub(super) depth: i32,
    /// Whether some move is expected to refute the node.
    pub(super) expect_cut: bool,
    /// Whether the side to move is better off than at its last turn.
    improving: bool,
    /// The static value, corrected by what the table knows; meaningless in check.
    estimate: i32,
    pub(super) memory: Option<Memory>,
}

impl Node {
    pub(super) fn table_move(&self) -> Move {
        self.memory.map_or(Move::NONE, |memory| memory.mv)
    }
}

/// The best that a node has found so far.
pub(super) struct Best {
    pub(super) value: i32,
    /// The move that raised alpha last, if one has.
    pub(super) mv: Move,
}

/// The moves that a node has searched in vain.
#[derive(Default)]
struct Tried {
    quiet: ArrayVec<Move, MOST_TRIED>,
    noisy: ArrayVec<Move, MOST_TRIED>,
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// The value of the present node, searched `depth` plies deep.
    pub(super) fn search<const PV: bool>(&mut self, window: Window, depth: i32, expect_cut: bool) -> Found {
        self.lines.clear(self.ply);
        if depth <= 0 && self.is_selective() && !self.at_chance() {
            return self.quiesce::<PV>(window);
        }
        if let Some(value) = self.settled() {
            return Ok(value);
        }
        if self.at_chance() {
            return self.expectation(window, depth, expect_cut);
        }
        if depth <= 0 {
            return Ok(self.evaluate());
        }
        // Not where a variation is wanted: it would end before the win.
        let wants_line = self.wants_line::<PV>();
        if !wants_line
            && self.is_selective()
            && let Some(value) = self.foreseen()
        {
            return Ok(value);
        }
        let window = window.within_mates(self.turn());
        if window.is_empty() {
            return Ok(window.alpha);
        }
        let memory = self.probe();
        if let Some(value) = memory.filter(|_| !wants_line).and_then(|memory| self.known(&memory, window, depth)) {
            return Ok(value);
        }
        let node = self.assess(depth, expect_cut, memory);
        if !wants_line
            && self.is_selective()
            && !self.stack[self.ply].in_check
            && let Some(value) = self.prune_node(&node, window)?
        {
            return Ok(value);
        }
        self.search_moves::<PV>(node, window)
    }

    /// Whether the variation below the present node matters: it is of the principal variation and no chance lies before it.
    #[inline(always)]
    pub(super) fn wants_line<const PV: bool>(&self) -> bool {
        PV && !(G::CHANCE && self.stack[self.ply].after_chance)
    }

    /// The value of the node just reached for the side of the node it was reached from.
    #[inline]
    pub(super) fn child<const PV: bool>(&mut self, window: Window, depth: i32, expect_cut: bool) -> Found {
        let same_side = self.same_side();
        let value = self.search::<PV>(window.after_ply(same_side), depth, expect_cut)?;
        Ok(if same_side { value } else { -value })
    }

    /// The value that the table has for the node, if that is enough for this window and depth.
    pub(super) fn known(&self, memory: &Memory, window: Window, depth: i32) -> Option<i32> {
        let decides = match memory.bound {
            Bound::Exact => true,
            Bound::Lower => memory.value >= window.beta,
            Bound::Upper => memory.value <= window.alpha,
        };
        (decides && self.is_trusted(memory, depth)).then_some(memory.value)
    }

    /// Whether what the table says of the node can stand for a search of this depth.
    pub(super) fn is_trusted(&self, memory: &Memory, depth: i32) -> bool {
        let deep = if self.is_selective() { memory.depth >= depth } else { memory.depth == depth };
        deep && self.game.clock() < NO_PROGRESS_PLIES - CLOCK_CAUTION
    }

    /// Gathers what is known about the node before any move is made.
    pub(super) fn assess(&mut self, depth: i32, expect_cut: bool, memory: Option<Memory>) -> Node {
        let static_value = self.static_value(memory.as_ref());
        let improving = self.stack.is_improving(self.ply);
        let estimate = estimate(static_value, memory.as_ref());
        self.stack[self.ply + 1].killers = [Move::NONE; 2];
        let mut node = Node { depth, expect_cut, improving, estimate, memory };
        if self.is_selective() {
            if self.stack[self.ply].in_check && self.ply < 2 * self.iteration as usize {
                node.depth += 1;
            } else if !node.table_move().is_some() && depth >= self.shared.params.internal_reduction_depth {
                node.depth -= 1;
            }
        }
        node
    }

    /// What the evaluation says of the node, from the table if it is there; noted in the frame. None in check.
    #[inline]
    pub(super) fn static_value(&mut self, memory: Option<&Memory>) -> i32 {
        let value = if self.stack[self.ply].in_check || !self.is_selective() {
            NO_VALUE
        } else {
            match memory {
                Some(memory) if memory.static_value != NO_VALUE => memory.static_value,
                _ => self.evaluate(),
            }
        };
        self.stack[self.ply].static_value = value;
        value
    }

    /// Leaves a node that is decided by a look: far above beta, far below alpha, or good enough to pass.
    fn prune_node(&mut self, node: &Node, window: Window) -> Result<Option<i32>, Stopped> {
        let (params, beta) = (self.shared.params, window.beta);
        if beta.abs() >= MATE_BOUND {
            return Ok(None);
        }
        let margin = params.reverse_margin * (node.depth - i32::from(node.improving)).max(0);
        if node.depth <= params.reverse_depth && node.estimate - margin >= beta {
            return Ok(Some((node.estimate + beta) / 2));
        }
        if node.depth <= params.razor_depth && node.estimate + params.razor_margin * node.depth <= window.alpha {
            let value = self.quiesce::<false>(window)?;
            if value <= window.alpha {
                return Ok(Some(value));
            }
        }
        if node.depth >= params.null_depth && node.estimate >= beta && self.may_pass() {
            return self.try_passing(node, beta);
        }
        Ok(None)
    }

    /// Whether a null move makes sense here: not after another one, not within a turn of several plies, and not where
    /// one is being verified.
    pub(super) fn may_pass(&self) -> bool {
        let after_move =
            self.ply >= self.no_pass_above.max(1) && self.stack.last_played(self.ply)[0] != super::history::NOTHING;
        after_move && self.stack[self.ply].begins_turn && self.game.may_pass()
    }

    /// The null move: if even passing keeps the value at beta, a move will.
    fn try_passing(&mut self, node: &Node, beta: i32) -> Result<Option<i32>, Stopped> {
        let params = self.shared.params;
        let surplus = ((node.estimate - beta) / params.null_margin).min(3);
        let reduction = params.null_base + node.depth / params.null_divisor + surplus;
        let undo = self.pass()?;
        let value = self.child::<false>(Window::above(beta - 1), node.depth - reduction, !node.expect_cut)?;
        self.unpass(undo);
        if value < beta || node.depth >= params.null_verified && !self.holds_without_passing(node, reduction, beta)? {
            return Ok(None);
        }
        // A mate found by passing is not proven.
        Ok(Some(if value >= MATE_BOUND { beta } else { value }))
    }

    /// Whether the value stays at beta when the side to move has to move: against zugzwang, where much depends on it.
    fn holds_without_passing(&mut self, node: &Node, reduction: i32, beta: i32) -> Result<bool, Stopped> {
        if self.no_pass_above > 0 {
            return Ok(true);
        }
        let depth = node.depth - reduction;
        self.no_pass_above = self.ply + (3 * depth / 4).max(1) as usize;
        let value = self.search::<false>(Window::above(beta - 1), depth, false)?;
        self.no_pass_above = 0;
        Ok(value >= beta)
    }

    /// Tries the moves of the node one after the other.
    fn search_moves<const PV: bool>(&mut self, node: Node, window: Window) -> Found {
        let mut open = window;
        let mut best = Best { value: -MATE, mv: Move::NONE };
        let mut tried = Tried::default();
        let mut seen = 0;
        let mut picker = Picker::all(&self.arena, self.order(node.table_move()));
        while let Some(mv) = picker.next(&self.game, self.history, &mut self.arena) {
            seen += 1;
            let noisy = self.game.is_noisy(mv);
            if best.value > -MATE_BOUND && self.is_hopeless(&node, &picker, mv, noisy, seen, open.alpha) {
                continue;
            }
            let merit = self.merit(mv, noisy);
            let undo = self.make(mv)?;
            let value = self.try_move::<PV>(&node, seen, merit, open)?;
            self.unmake(mv, undo);
            if self.refutes::<PV>(mv, value, &mut best, &mut open) {
                break;
            }
            // Beyond the capacity nothing more is learned from.
            let _ = if noisy { tried.noisy.try_push(mv) } else { tried.quiet.try_push(mv) };
        }
        picker.close(&mut self.arena);
        if seen == 0 {
            return Ok(self.value_of(self.game.stuck()));
        }
        if best.value >= window.beta && self.is_selective() {
            self.learn(&node, best.mv, &tried);
        }
        self.remember(&node, &best, window);
        Ok(best.value)
    }

    /// Takes in the value of a move that has been searched: the best so far may rise, and with it alpha. Whether it has reached beta.
    #[inline(always)]
    pub(super) fn refutes<const PV: bool>(&mut self, mv: Move, value: i32, best: &mut Best, open: &mut Window) -> bool {
        best.value = best.value.max(value);
        if value > open.alpha {
            (best.mv, open.alpha) = (mv, value);
            if PV {
                self.lines.adopt(self.ply, mv);
            }
        }
        value >= open.beta
    }

    /// How well a move has done elsewhere, for the reductions.
    #[inline]
    pub(super) fn merit(&self, mv: Move, noisy: bool) -> Merit {
        let history = if noisy {
            self.history.noisy(&self.game, mv)
        } else {
            let frame = &self.stack[self.ply];
            self.history.quiet(&self.game, frame.seat, self.stack.last_played(self.ply), mv)
        };
        Merit { noisy, history, killer: self.stack[self.ply].killers.contains(&mv) }
    }

    /// Whether a move is not worth making: late, quiet and far below alpha, or losing material for nothing; in check, no answer to the
    /// threat.
    fn is_hopeless(&self, node: &Node, picker: &Picker, mv: Move, noisy: bool, seen: usize, alpha: i32) -> bool {
        let frame = &self.stack[self.ply];
        if !self.is_selective() || frame.in_check {
            return self.is_selective() && !self.game.answers(mv);
        }
        let (params, depth) = (self.shared.params, node.depth);
        if noisy {
            return picker.is_losing()
                && depth <= params.exchange_depth
                && !self.game.exchange_wins(mv, -params.exchange_noisy * depth);
        }
        let enough = (params.late_quiets + depth * depth) / if node.improving { 1 } else { 2 };
        let late = depth <= params.late_quiets_depth && seen as i32 > enough.max(2);
        let left = (depth - self.base_reduction(depth, seen)).max(1);
        let futile = left <= params.futility_depth
            && frame.static_value + params.futility_base + params.futility_margin * left <= alpha
            && alpha.abs() < MATE_BOUND;
        if late || futile {
            return !self.game.gives_check(mv);
        }
        let history = self.history.quiet(&self.game, frame.seat, self.stack.last_played(self.ply), mv);
        left <= 4 && history < -params.history_margin * left
            || left <= params.exchange_depth && !self.game.exchange_wins(mv, -params.exchange_quiet * left)
    }

    /// Searches the move just made: the first with the whole window, the others with the null window, and less deep the later they
    /// come, until they prove better than expected.
    pub(super) fn try_move<const PV: bool>(
        &mut self,
        node: &Node,
        number: usize,
        merit: Merit,
        window: Window,
    ) -> Found {
        let depth = node.depth - 1;
        if number == 1 {
            return self.child::<PV>(window, depth, !PV && !node.expect_cut);
        }
        let narrow = Window::above(window.alpha);
        let reduction = self.reduction::<PV>(node, number, merit);
        let mut value = self.child::<false>(narrow, depth - reduction, true)?;
        if reduction > 0 && value > window.alpha {
            value = self.child::<false>(narrow, depth, !node.expect_cut)?;
        }
        if PV && value > window.alpha && value < window.beta {
            value = self.child::<true>(window, depth, false)?;
        }
        Ok(value)
    }

    /// By how many plies to search the move just made less deep.
    #[inline]
    pub(super) fn reduction<const PV: bool>(&self, node: &Node, number: usize, merit: Merit) -> i32 {
        if !self.is_selective() || node.depth < 3 || number <= 1 + usize::from(PV) {
            return 0;
        }
        let mut reduction = self.base_reduction(node.depth, number);
        reduction -= merit.history / self.shared.params.late_history;
        if merit.noisy {
            reduction /= 2;
        }
        reduction += i32::from(node.expect_cut) + i32::from(!node.improving) - i32::from(PV);
        reduction -= i32::from(merit.killer) + i32::from(self.stack[self.ply].in_check);
        reduction.clamp(0, node.depth - 2)
    }

    /// Rewards the move that has refuted the node and penalises those tried before it.
    fn learn(&mut self, node: &Node, mv: Move, tried: &Tried) {
        let params = self.shared.params;
        let bonus = (params.history_bonus * node.depth).min(params.history_limit);
        let (seat, rows) = (self.stack[self.ply].seat, self.stack.last_played(self.ply));
        if self.game.is_noisy(mv) {
            self.history.learn_noisy(&self.game, mv, bonus);
        } else {
            let killers = &mut self.stack[self.ply].killers;
            if killers[0] != mv {
                *killers = [mv, killers[0]];
            }
            self.history.learn_quiet(&self.game, seat, rows, mv, bonus);
            for &other in &tried.quiet {
                self.history.learn_quiet(&self.game, seat, rows, other, -bonus);
            }
        }
        for &other in &tried.noisy {
            self.history.learn_noisy(&self.game, other, -bonus);
        }
    }

    /// Stores what the node has come to.
    pub(super) fn remember(&self, node: &Node, best: &Best, window: Window) {
        let bound = window.bound_of(best.value);
        let static_value = self.stack[self.ply].static_value;
        let memory = Memory { mv: best.mv, value: best.value, static_value, depth: node.depth, bound };
        self.shared.table.store(self.game.key(), self.turn(), memory);
    }
}

/// How well a move has done elsewhere.
#[derive(Clone, Copy)]
pub(super) struct Merit {
    noisy: bool,
    history: i32,
    killer: bool,
}

/// The static value, or what the table knows better.
#[inline]
pub(super) fn estimate(static_value: i32, memory: Option<&Memory>) -> i32 {
    let better = memory.filter(|memory| match memory.bound {
        Bound::Exact => true,
        Bound::Lower => memory.value > static_value,
        Bound::Upper => memory.value < static_value,
    });
    better.filter(|memory| memory.value.abs() < MATE_BOUND).map_or(static_value, |memory| memory.value)
}

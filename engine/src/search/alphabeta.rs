//! Principal variation search, for sides that need not alternate.
//!
//! Every value is meant for the side of its node ([`Frame::seat`](super::stack::Frame::seat)). What comes up from a child is negated if another side moves
//! there and taken as it is if the same side moves on; the window goes down by the same rule.

use arrayvec::ArrayVec;

use super::history::NO_MOVE;
use super::movepick::MovePicker;
use super::report::Bound;
use super::score::{DRAW, MATE, MATE_BOUND};
use super::singular::Singularity;
use super::stack::Frame;
use super::thread::{SearchResult, Thread};
use super::tt::{NO_VALUE, TtEntry};
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
#[derive(Clone, Copy)]
pub(super) struct Node {
    pub(super) depth: i32,
    /// Whether some move is expected to refute the node.
    pub(super) cut_node: bool,
    /// Whether the side to move is better off than at its last turn.
    pub(super) improving: bool,
    /// The static value, corrected by what the table knows; meaningless in check.
    pub(super) estimate: i32,
    pub(super) memory: Option<TtEntry>,
    /// The move left out to see what the others are worth, if one is.
    pub(super) without: Move,
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

/// Moves that other threads were searching when their turn came, with their numbers.
type PutOff = ArrayVec<(Move, usize), 16>;

/// The moves that a node has searched in vain.
#[derive(Default)]
struct SearchedMoves {
    quiet: ArrayVec<Move, MOST_TRIED>,
    noisy: ArrayVec<Move, MOST_TRIED>,
}

impl SearchedMoves {
    /// Adds a move. Beyond the capacity nothing more is learned from.
    #[inline(always)]
    fn push(&mut self, mv: Move, noisy: bool) {
        let _ = if noisy { self.noisy.try_push(mv) } else { self.quiet.try_push(mv) };
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// The value of the present node, searched `depth` plies deep.
    pub(super) fn search<const PV: bool>(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        self.lines.clear(self.ply);
        if depth <= 0 && self.is_selective() && !self.at_chance() {
            return self.qsearch::<PV>(window);
        }
        if let Some(value) = self.terminal_score() {
            return Ok(value);
        }
        if self.at_chance() {
            return self.expectation(window, depth, cut_node);
        }
        if depth <= 0 {
            return Ok(self.evaluate());
        }
        // Not where a variation is wanted: it would end before the win.
        let wants_line = self.wants_line::<PV>();
        if !wants_line
            && self.is_selective()
            && let Some(value) = self.known_mate()
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
        let node = self.init_node(depth, cut_node, memory);
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

    /// The value of the node just reached for the side of the node it was reached from. `cut_node` says whether a cut is expected there if the turn
    /// has passed on.
    #[inline]
    pub(super) fn child<const PV: bool>(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        let same_side = self.same_side();
        let cut_node = if !PV && same_side && !self.at_chance() { !cut_node } else { cut_node };
        let value = self.search::<PV>(window.after_ply(same_side), depth, cut_node)?;
        Ok(if same_side { value } else { -value })
    }

    /// The value that the table has for the node, if that is enough for this window and depth.
    pub(super) fn known(&self, memory: &TtEntry, window: Window, depth: i32) -> Option<i32> {
        let decides = match memory.bound {
            Bound::Exact => true,
            Bound::Lower => memory.value >= window.beta,
            Bound::Upper => memory.value <= window.alpha,
        };
        (decides && self.is_trusted(memory, depth)).then_some(memory.value)
    }

    /// Whether what the table says of the node can stand for a search of this depth.
    pub(super) fn is_trusted(&self, memory: &TtEntry, depth: i32) -> bool {
        self.stands_for(memory.depth, depth)
    }

    /// Whether what a search of one depth has found out about the position, with whatever clock, can stand for a search of another depth here.
    #[inline(always)]
    fn stands_for(&self, known: i32, wanted: i32) -> bool {
        let deep = if self.is_selective() { known >= wanted } else { known == wanted };
        deep && self.game.clock() < NO_PROGRESS_PLIES - CLOCK_CAUTION
    }

    /// Gathers what is known about the node before any move is made.
    pub(super) fn init_node(&mut self, depth: i32, cut_node: bool, memory: Option<TtEntry>) -> Node {
        let static_value = self.static_value(memory.as_ref());
        let improving = self.stack.is_improving(self.ply);
        let estimate = estimate(static_value, memory.as_ref());
        self.stack[self.ply + 1].killers = [Move::NONE; 2];
        let mut node = Node { depth, cut_node, improving, estimate, memory, without: Move::NONE };
        if self.is_selective() {
            node.depth += self.adjustment(&node);
        }
        node
    }

    /// By how many plies a node is to be searched deeper or less deep than it was going to be.
    fn adjustment(&self, node: &Node) -> i32 {
        let (params, frame, depth) = (self.shared.params, &self.stack[self.ply], node.depth);
        if frame.in_check {
            return i32::from(self.ply < 2 * self.iteration as usize);
        }
        let relieved = self.ply > 0 && {
            let before = &self.stack[self.ply - 1];
            before.reduction >= params.late_relief
                && frame.begins_turn
                && before.static_value != NO_VALUE
                && before.static_value + frame.static_value <= 0
        };
        let unprepared = match node.memory.filter(|memory| memory.mv.is_some()) {
            None => depth >= params.internal_reduction_depth,
            Some(memory) => {
                depth >= params.internal_reduction_depth + 2
                    && memory.bound != Bound::Exact
                    && memory.depth + params.internal_reduction_gap <= depth
            }
        };
        i32::from(relieved) - i32::from(unprepared)
    }

    /// What the evaluation says of the node, from the table if it is there, corrected by experience; noted in the frame. None in check.
    #[inline]
    pub(super) fn static_value(&mut self, memory: Option<&TtEntry>) -> i32 {
        let (mut evaluation, mut value) = (NO_VALUE, NO_VALUE);
        if !self.stack[self.ply].in_check && self.is_selective() {
            evaluation = match memory {
                Some(memory) if memory.static_value != NO_VALUE => memory.static_value,
                _ => self.evaluate(),
            };
            let seat = self.stack[self.ply].seat;
            let correction = self.history.corrections.of(&self.game, seat, self.shared.params.correction_share);
            value = (evaluation + correction).clamp(1 - MATE_BOUND, MATE_BOUND - 1);
        }
        let frame = &mut self.stack[self.ply];
        (frame.evaluation, frame.static_value) = (evaluation, value);
        value
    }

    /// Learns how far the evaluation of the node was off, if what the node has come to tells.
    fn learn_error(&mut self, node: &Node, best: &Best, bound: Bound) {
        let Frame { seat, static_value, evaluation, in_check, .. } = self.stack[self.ply];
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => best.value > static_value,
            Bound::Upper => best.value < static_value,
        };
        let quiet = !best.mv.is_some() || !self.game.is_noisy(best.mv);
        if tells && quiet && !in_check && best.value.abs() < MATE_BOUND {
            self.history.corrections.learn(&self.game, seat, best.value - evaluation, node.depth);
        }
    }

    /// Tries the moves of the node one after the other.
    pub(super) fn search_moves<const PV: bool>(&mut self, node: Node, window: Window) -> SearchResult {
        let mut open = window;
        let mut best = Best { value: -MATE, mv: Move::NONE };
        let mut tried = SearchedMoves::default();
        let mut seen = 0;
        let mut put_off = PutOff::new();
        let mut picker = MovePicker::all(&self.arena, self.order(node.table_move()));
        loop {
            let (mv, number, waited) = match picker.next(&self.game, self.history, &mut self.arena) {
                Some(mv) if mv == node.without => continue,
                Some(mv) => {
                    seen += 1;
                    (mv, seen, false)
                }
                None => match put_off.pop_at(0) {
                    Some((mv, number)) => (mv, number, true),
                    None => break,
                },
            };
            let noisy = self.game.is_noisy(mv);
            if best.value > -MATE_BOUND && self.prune_move(&node, &mut picker, mv, noisy, number, open.alpha) {
                continue;
            }
            let told = self.shares(&node);
            if told
                && !(PV && number == 1)
                && let Some(most) = self.shared_fail_low(&node, mv, open.alpha)
            {
                best.value = best.value.max(most);
                tried.push(mv, noisy);
                continue;
            }
            let shared = told && number > 1;
            if shared {
                if let Some(value) = self.tt_cutoff_by_other_thread::<PV>(&node, open) {
                    picker.close(&mut self.arena);
                    return Ok(value.max(best.value));
                }
                if !waited && self.is_claimed(mv) && put_off.try_push((mv, number)).is_ok() {
                    continue;
                }
            }
            let extension = match self.singularity::<PV>(&node, mv, window)? {
                Singularity::Extension(plies) => plies,
                Singularity::Cut(value) => {
                    picker.close(&mut self.arena);
                    return Ok(value);
                }
            };
            let attempt = MoveCtx { number, merit: self.merit(mv, noisy), extension };
            let claim = shared.then(|| self.claim(mv));
            let undo = self.make(mv, !noisy)?;
            let value = self.try_move::<PV>(&node, attempt, open)?;
            self.unmake(mv, undo);
            drop(claim);
            let alpha = open.alpha;
            if self.refutes::<PV>(mv, value, &mut best, &mut open) {
                break;
            }
            if told {
                self.share_fail_low(&node, mv, value, alpha);
            }
            tried.push(mv, noisy);
        }
        picker.close(&mut self.arena);
        if seen == 0 {
            return Ok(if node.without.is_some() { window.alpha } else { self.value_of(self.game.no_moves_outcome()) });
        }
        if self.is_selective() && best.value >= window.beta {
            self.learn(&node, best.mv, &tried);
        } else if self.is_selective() && best.value <= window.alpha {
            self.reward_prior_move(&node);
        }
        if node.without.is_some() {
            return Ok(best.value);
        }
        if self.is_selective() {
            self.learn_error(&node, &best, window.bound_of(best.value));
        }
        self.remember(&node, &best, window);
        Ok(best.value)
    }

    /// Whether it is worth while to tell the other threads, if there are any, which moves of the node are being searched and which have failed.
    #[inline(always)]
    pub(super) fn shares(&self, node: &Node) -> bool {
        self.shared.claims.are_kept() && node.depth >= self.shared.params.share_depth
    }

    /// Whether another thread is searching the move.
    #[inline(always)]
    pub(super) fn is_claimed(&self, mv: Move) -> bool {
        self.shared.claims.holds(self.game.key(), mv)
    }

    /// Notes that a move has not reached alpha, if it has not: for the others, who might search it once more.
    pub(super) fn share_fail_low(&self, node: &Node, mv: Move, value: i32, alpha: i32) {
        // Mates are counted from the root, and another way from there to here may be longer; on another way what is a repetition here may be none.
        if value <= alpha && value.abs() < MATE_BOUND && value != DRAW {
            self.shared.failures.note(self.game.key(), mv, node.depth, value);
        }
    }

    /// The most that a move is worth if it is known not to reach alpha, most likely because another thread has tried it.
    pub(super) fn shared_fail_low(&self, node: &Node, mv: Move, alpha: i32) -> Option<i32> {
        let (depth, most) = self.shared.failures.of(self.game.key(), mv)?;
        (most <= alpha && self.stands_for(depth, node.depth)).then_some(most)
    }

    /// The value of the node if another thread has found it while this one was trying moves.
    fn tt_cutoff_by_other_thread<const PV: bool>(&self, node: &Node, open: Window) -> Option<i32> {
        if self.wants_line::<PV>() || node.without.is_some() {
            return None;
        }
        self.probe().and_then(|memory| self.known(&memory, open, node.depth))
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
    pub(super) fn merit(&self, mv: Move, noisy: bool) -> MoveStats {
        let history = if noisy {
            self.history.noisy(&self.game, mv)
        } else {
            let frame = &self.stack[self.ply];
            self.history.quiet(&self.game, frame.seat, self.stack.last_played(self.ply), mv)
        };
        MoveStats { noisy, history, killer: self.stack[self.ply].killers.contains(&mv) }
    }

    /// Searches the move just made: the first with the whole window, the others with the null window, and less deep the later they
    /// come, until they prove better than expected.
    pub(super) fn try_move<const PV: bool>(&mut self, node: &Node, attempt: MoveCtx, window: Window) -> SearchResult {
        let depth = node.depth - 1 + attempt.extension;
        if attempt.number == 1 {
            return self.child::<PV>(window, depth, !PV && !node.cut_node);
        }
        let narrow = Window::above(window.alpha);
        let (reduction, parent) = (self.reduction::<PV>(node, &attempt), self.ply - 1);
        self.stack[parent].reduction = reduction;
        let mut value = self.child::<false>(narrow, depth - reduction, true)?;
        self.stack[parent].reduction = 0;
        if reduction > 0 && value > window.alpha {
            let deeper = reduction > 1 && value > window.alpha + self.shared.params.late_deeper;
            value = self.child::<false>(narrow, depth + i32::from(deeper), !node.cut_node)?;
        }
        if PV && value > window.alpha && value < window.beta {
            value = self.child::<true>(window, depth, false)?;
        }
        Ok(value)
    }

    /// Rewards the move that has refuted the node and penalises those tried before it.
    fn learn(&mut self, node: &Node, mv: Move, tried: &SearchedMoves) {
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

    /// Rewards the quiet move that led to the node: nothing refutes it.
    fn reward_prior_move(&mut self, node: &Node) {
        let Some(before) = self.ply.checked_sub(1).map(|ply| self.stack[ply]) else { return };
        if before.played_quiet && before.played != NO_MOVE && self.stack[self.ply].seat != before.seat {
            let params = self.shared.params;
            let bonus = (params.history_bonus * node.depth).min(params.history_limit) * params.reply_share / 100;
            self.history.learn_played(before.played, self.stack.last_played(self.ply - 1), bonus);
        }
    }

    /// Stores what the node has come to.
    pub(super) fn remember(&self, node: &Node, best: &Best, window: Window) {
        let bound = window.bound_of(best.value);
        let static_value = self.stack[self.ply].evaluation;
        let memory = TtEntry { mv: best.mv, value: best.value, static_value, depth: node.depth, bound };
        self.shared.table.store(self.game.key(), self.turn(), memory);
    }
}

/// How well a move has done elsewhere.
#[derive(Clone, Copy)]
pub(super) struct MoveStats {
    pub(super) noisy: bool,
    pub(super) history: i32,
    pub(super) killer: bool,
}

/// A move about to be searched.
pub(super) struct MoveCtx {
    /// Which of the node's moves it is, from 1.
    pub(super) number: usize,
    pub(super) merit: MoveStats,
    /// By how many plies it is searched deeper than others.
    pub(super) extension: i32,
}

/// The static value, or what the table knows better.
#[inline]
pub(super) fn estimate(static_value: i32, memory: Option<&TtEntry>) -> i32 {
    let better = memory.filter(|memory| match memory.bound {
        Bound::Exact => true,
        Bound::Lower => memory.value > static_value,
        Bound::Upper => memory.value < static_value,
    });
    better.filter(|memory| memory.value.abs() < MATE_BOUND).map_or(static_value, |memory| memory.value)
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::history::ContHistIndices;
    use super::super::thread::testing::{HOUR, play, with_team, with_thread};
    use super::*;
    use crate::game::{Game, Seat};
    use crate::record::Record;
    use crate::text::Notation;
    use crate::variants::Chess;

    /// The history of a move after another one has been played and the answers to it were searched one ply deep, with alpha `surplus` above
    /// what the evaluation says.
    fn history_after(played: &str, surplus: i32) -> i32 {
        let mut history = 0;
        with_thread::<Chess>("4k3/8/8/3p4/8/2N5/4P3/4K3 w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.iteration = 4;
            let (before, mv) = (thread.game, thread.game.read_move(played).expect("a legal move"));
            play(thread, played);
            let alpha = thread.evaluate() + surplus;
            assert!(thread.search::<false>(Window::above(alpha), 1, true).is_ok());
            history = thread.history.quiet(&before, Seat::WHITE, ContHistIndices::default(), mv);
        });
        history
    }

    /// How deep a node is searched that was to be searched eight plies deep, after a move that was reduced by `reduction` plies, if the
    /// evaluation said `before` to him who made it and says `now` to his opponent, and the table has a memory of it.
    fn depth_of(reduction: i32, [before, now]: [i32; 2], memory: TtEntry) -> i32 {
        let mut depth = 0;
        with_thread::<Chess>("4k3/8/8/3p4/8/2N5/4P3/4K3 w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.iteration = 8;
            play(thread, "e2e4");
            (thread.stack[0].reduction, thread.stack[0].static_value) = (reduction, before);
            depth = thread.init_node(8, true, Some(TtEntry { static_value: now, ..memory })).depth;
        });
        depth
    }

    /// A memory that asks for nothing.
    const DEEP: TtEntry =
        TtEntry { mv: Move::new(8, 16, 0), value: 0, static_value: NO_VALUE, depth: 7, bound: Bound::Lower };

    #[test]
    fn a_reduced_move_after_which_the_evaluation_has_not_fallen_gets_a_ply_back() {
        assert_eq!(depth_of(3, [20, -30], DEEP), 9);
        assert_eq!(depth_of(3, [20, -10], DEEP), 8, "it has fallen");
        assert_eq!(depth_of(2, [20, -30], DEEP), 8, "hardly reduced");
        assert_eq!(depth_of(3, [NO_VALUE, -30], DEEP), 8, "nobody knows: there was check");
    }

    #[test]
    fn a_node_is_searched_less_deep_if_the_table_knows_too_little_of_it() {
        let of = |memory| depth_of(0, [0, 0], memory);
        assert_eq!(of(DEEP), 8);
        assert_eq!(of(TtEntry { mv: Move::NONE, ..DEEP }), 7);
        assert_eq!(of(TtEntry { depth: 5, ..DEEP }), 8);
        assert_eq!(of(TtEntry { depth: 4, ..DEEP }), 7);
        assert_eq!(of(TtEntry { depth: 4, bound: Bound::Exact, ..DEEP }), 8);
    }

    /// The rook takes a queen, or it does not.
    const HANGING_QUEEN: &str = "6k1/8/8/3q4/8/p2R4/8/6K1 w - - 0 1";

    /// Whether a side that may take a queen gets a rook more than it has, if the capture is said to have failed in a search of that depth and for an alpha
    /// `below` the one asked for.
    fn wins(text: &str, depth_of_failure: i32, below: i32) -> bool {
        let (mut wins, depth) = (false, 5);
        with_team::<Chess>(2, &Record::new(text.parse().expect("a position")), &Control::new(), HOUR, |thread| {
            thread.iteration = 5;
            let capture = thread.game.read_move("d3d5").expect("a legal move");
            let alpha = thread.evaluate() + 500;
            thread.shared.failures.note(thread.game.key(), capture, depth_of_failure, alpha - below);
            wins = thread.search::<false>(Window::above(alpha), depth, true).is_ok_and(|value| value > alpha);
        });
        wins
    }

    #[test]
    fn a_move_that_another_thread_has_tried_in_vain_is_left_out() {
        assert!(!wins(HANGING_QUEEN, 5, 0));
        assert!(wins(HANGING_QUEEN, 3, 0), "less deep");
        assert!(wins(HANGING_QUEEN, 5, -1), "for a higher alpha");
        let late = HANGING_QUEEN.replace(" 0 1", " 90 60");
        assert!(wins(&late, 5, 0), "the hundred plies are nearly over: it may have been tried with another clock");
    }

    #[test]
    fn what_fails_is_told_to_the_other_threads() {
        with_team::<Chess>(
            2,
            &Record::new(HANGING_QUEEN.parse().expect("a position")),
            &Control::new(),
            HOUR,
            |thread| {
                thread.iteration = 5;
                let alpha = thread.evaluate() + 1200;
                let node = thread.init_node(5, false, None);
                let value = thread.search_moves::<false>(node, Window::above(alpha));
                let capture = thread.game.read_move("d3d5").expect("a legal move");
                let most = thread.shared_fail_low(&node, capture, alpha);
                assert!(most.is_some_and(|most| value.is_ok_and(|value| value >= most)));
                assert_eq!(thread.shared_fail_low(&node, capture, alpha - 1000), None);
                for (value, why) in [(2 - MATE, "a mate"), (DRAW, "a repetition, perhaps")] {
                    let other = thread.game.read_move("d3d4").expect("a legal move");
                    let deeper = Node { depth: 9, ..node };
                    thread.share_fail_low(&deeper, other, value, alpha);
                    assert_eq!(thread.shared_fail_low(&deeper, other, alpha), None, "{why}");
                }
            },
        );
    }

    #[test]
    fn a_quiet_move_that_nothing_refutes_is_rewarded() {
        assert!(history_after("e2e4", 100) > 0);
        assert_eq!(history_after("e2e4", -300), 0, "refuted");
        assert_eq!(history_after("c3d5", 100), 0, "a capture");
    }
}

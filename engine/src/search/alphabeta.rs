//! The node function: principal variation search (PVS) in numbered steps, for sides that need not alternate.
//!
//! Every value is from the point of view of the side of its node
//! ([`StackFrame::seat`](super::stack::StackFrame::seat)). A child's value is negated if another side moves there and
//! taken as it is if the same side moves on; the window goes down by the same rule. Source: chessprogramming wiki,
//! "Alpha-Beta" and "Principal Variation Search".
//!
//! | step | technique | where |
//! |---|---|---|
//! | 1 | quiescence search at the horizon | [`qsearch`](super::qsearch) |
//! | 2 | game over, repetition, fifty-move rule | [`terminal_score`](Thread::terminal_score) |
//! | 3 | chance nodes: Star1, Star2 | [`chance`](super::chance) |
//! | 4 | known mate: proven by the game without search | [`known_mate_at`](Thread::known_mate_at) |
//! | 5 | mate distance pruning | here |
//! | 6 | TT cutoff | here |
//! | 7, 8 | static evaluation; check and hindsight extension, IIR | [`node`](super::node) |
//! | 9-12 | RFP, razoring, null move pruning (NMP), ProbCut | [`pruning`](super::pruning) |
//! | 13 | move loop | here, [`movepick`](super::movepick) |
//! | 14 | LMP, futility, history and SEE pruning of moves | [`move_pruning`](super::move_pruning) |
//! | 15 | work sharing among threads: shared fail-lows, ABDADA | [`smp`](super::smp) |
//! | 16 | singular extensions, multi-cut | [`singular`](super::singular) |
//! | 17 | LMR and PVS re-search | [`lmr`](super::lmr) |
//! | 18 | checkmate and stalemate | here |
//! | 19 | killers, histories, correction history | [`history_update`](super::history_update) |
//! | 20 | TT store | here |

use super::movepick::MovePicker;
use super::node::{Best, Candidate, DepthAdjustment, MoveCtx, MoveSequence, Node, SearchedMoves};
use super::score::MATE_BOUND;
use super::singular::Singularity;
use super::smp::WorkShare;
use super::thread::{SearchResult, Thread};
use super::trace::SearchEvent;
use super::tt::TtEntry;
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;

/// Plies before the fifty-move rule strikes in which TT values are not trusted: TT keys exclude the halfmove clock.
const HALFMOVE_CLOCK_MARGIN: u32 = 12;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Node function: the value of the current node, searched `depth` plies deep.
    pub fn search<const PV: bool>(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        self.pv.clear(self.stack.ply());

        // Step 1. Quiescence search at the horizon.
        if depth <= 0 && self.is_selective() && !self.position.at_chance() {
            return self.qsearch::<PV>(window);
        }

        // Step 2. Game over, repetition, fifty-move rule, maximum ply.
        if let Some(value) = self.terminal_score() {
            return Ok(value);
        }

        // Step 3. Chance node: Star1 and Star2.
        if self.position.at_chance() {
            return self.expectation(window, depth, cut_node);
        }
        if depth <= 0 {
            // Exact search: the horizon has the raw evaluation.
            return Ok(self.position.evaluate());
        }

        // Step 4. Known mate: the game can tell without a search that the node is won.
        if self.is_selective()
            && let Some(value) = self.known_mate_at::<PV>()
        {
            return Ok(value);
        }

        // Step 5. Mate distance pruning: no value of this node can be better than a mate in the present turn or worse
        // than being mated now (chessprogramming wiki, "Mate Distance Pruning").
        let window = window.within_mates(self.stack.top().side_turn);
        if window.is_empty() {
            return Ok(window.alpha);
        }

        // Step 6. Transposition table (TT) cutoff. Not in PV nodes.
        let wants_pv = self.wants_pv::<PV>();
        let tt_hit = self.probe_tt();
        let tt_value = match &tt_hit {
            Some(entry) if !wants_pv => self.tt_cutoff(entry, window, depth),
            _ => None,
        };
        self.trace(SearchEvent::TtProbe { depth, hit: tt_hit.is_some(), cutoff: tt_value.is_some() });
        if let Some(value) = tt_value {
            return Ok(value);
        }

        // Steps 7 and 8. Static evaluation, improving flag; check and hindsight extension, IIR.
        let node = self.init_node(depth, cut_node, tt_hit);
        let DepthAdjustment { check, hindsight, iir } = node.adjustment;
        self.trace(SearchEvent::Node { depth: node.depth, check, hindsight, iir });

        // Steps 9 to 12. RFP, razoring, null move pruning (NMP), ProbCut. Not in check.
        if !wants_pv
            && self.is_selective()
            && !self.stack.top().in_check
            && let Some(pruned) = self.prune_node(&node, window)?
        {
            return self.take_pruned(&node, window, pruned);
        }

        // Steps 13 to 20. Move loop.
        self.search_moves::<PV>(node, window)
    }

    /// Steps 13 to 20: searches the moves of the current node, but for the excluded one.
    pub fn search_moves<const PV: bool>(&mut self, node: Node, window: Window) -> SearchResult {
        let picker = MovePicker::all(self.move_ordering(node.tt_move()));
        self.with_picker(picker, |thread, picker| {
            thread.move_loop::<PV>(&node, window, MoveSequence::new(picker, node.excluded))
        })
    }

    fn move_loop<const PV: bool>(&mut self, node: &Node, full_window: Window, mut moves: MoveSequence) -> SearchResult {
        let mut window = full_window;
        let mut best = Best::NOTHING;
        let mut searched = SearchedMoves::default();

        // Step 13. Move loop, in the order of the staged move picker.
        while let Some(candidate) = self.next_candidate(&mut moves) {
            let Candidate { mv, noisy, number, .. } = candidate;

            // Step 14. Pruning of moves: LMP, futility, history, SEE. Only once some move is known not to be mated.
            if best.value > -MATE_BOUND
                && let Some(technique) = self.prune_move(node, moves.picker(), candidate, window.alpha)
            {
                self.skip_pruned(node, technique, candidate, window)?;
                continue;
            }

            // Step 15. Work sharing among threads: shared fail-lows and ABDADA.
            match self.share_work::<PV>(node, candidate, window) {
                WorkShare::Search => {}
                WorkShare::Defer => {
                    if moves.defer(candidate) {
                        continue;
                    }
                }
                WorkShare::Skip(value) => {
                    best.value = best.value.max(value);
                    searched.push(mv, noisy);
                    continue;
                }
                WorkShare::Cutoff(value) => return Ok(value.max(best.value)),
            }

            // Step 16. Singular extensions and multi-cut.
            let extension = match self.singularity::<PV>(node, mv, full_window)? {
                Singularity::Extension(plies) => plies,
                Singularity::MultiCut(value) => return Ok(value),
            };

            // Step 17. Late move reductions (LMR) and PVS.
            let ctx = MoveCtx { number, stats: self.move_stats(mv, noisy), extension };
            let value = self.search_move::<PV>(node, mv, ctx, window)?;
            if self.update_best::<PV>(mv, value, &mut best, &mut window) {
                self.trace(SearchEvent::Cutoff { depth: node.depth, number });
                break;
            }
            if best.mv != mv {
                searched.push(mv, noisy);
            }
        }

        // Step 18. Checkmate and stalemate; where a move is excluded, there may be no other.
        if moves.was_empty() {
            return Ok(if node.excluded.is_some() { full_window.alpha } else { self.no_moves_value() });
        }
        self.finish_node(node, full_window, &best, &searched);
        Ok(best.value)
    }

    /// Learns from the result of the current node and stores it.
    #[inline(always)]
    fn finish_node(&mut self, node: &Node, window: Window, best: &Best, searched: &SearchedMoves) {
        let bound = window.bound_of(best.value);

        // Step 19. Killers, histories, correction history.
        if self.is_selective() && best.value >= window.beta {
            self.reward_cutoff_move(node, best.mv, searched);
        } else if self.is_selective() && best.value <= window.alpha {
            self.reward_prior_move(node);
        }
        if node.excluded.is_some() {
            return;
        }
        if self.is_selective() {
            self.update_correction(node, best, bound);
        }

        // Step 20. TT store.
        self.store_tt(node.depth, best, bound);
    }

    /// The value of the node just reached, from the point of view of its parent's side. `cut_node` assumes that the
    /// side changes; it is inverted where the same side moves on.
    #[inline]
    pub fn search_child<const PV: bool>(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        let cut_node = if !PV && self.same_side() && !self.position.at_chance() { !cut_node } else { cut_node };
        let value = self.search::<PV>(self.child_window(window), depth, cut_node)?;
        Ok(self.for_parent(value))
    }

    /// TT cutoff: the value of the entry, if it suffices for this window and depth.
    pub fn tt_cutoff(&self, entry: &TtEntry, window: Window, depth: i32) -> Option<i32> {
        if entry.decides(window) && self.is_deep_enough(entry.depth, depth) { Some(entry.value) } else { None }
    }

    /// Returns whether a stored depth suffices for a cutoff: at least that asked for (in an exact search, the same),
    /// and the fifty-move rule is not near.
    #[inline(always)]
    pub fn is_deep_enough(&self, stored: i32, wanted: i32) -> bool {
        let deep = if self.is_selective() { stored >= wanted } else { stored == wanted };
        deep && self.position.game().halfmove_clock() < G::NO_PROGRESS_PLIES - HALFMOVE_CLOCK_MARGIN
    }
}

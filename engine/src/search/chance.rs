//! Chance nodes: Star1 and Star2, the mean over the chance outcomes with as little searched as the window allows.
//!
//! Source: Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983; Hauk, Buro and Schaeffer,
//! "*-Minimax Performance in Backgammon", 2004; chessprogramming wiki, "Expectiminimax".
//!
//! Each outcome has an interval of possible values, at first everything. The bounds of the mean follow, and from the
//! window of the mean a window for each outcome (Star1). Before any outcome is searched in full, one reply to each is
//! tried, and the TT is asked; both narrow the intervals on the side on which a cut is expected (Star2). The arithmetic
//! of means is in [`star1`](super::star1).
//!
//! Invariants: a chance event takes no depth. No PV leads past a chance node; a root at chance has the mean as its
//! score and no move.

use super::movepick::MovePicker;
use super::report::Bound;
use super::star1::{ChanceOutcome, Mean, ShareScale, mean_bounds, outcome_window};
use super::thread::{SearchResult, Stopped, Thread};
use super::tt::{NO_EVAL, TtEntry};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

/// The outcomes of all chance nodes of the current line, one node's after the other's. A node's part is given back when
/// [`with_outcomes`](Thread::with_outcomes) ends.
#[derive(Default)]
pub struct OutcomeStack {
    outcomes: Vec<ChanceOutcome>,
    /// Scratch list for [`chance_outcomes`](crate::game::Chance::chance_outcomes).
    listed: Vec<(Move, u32)>,
}

impl OutcomeStack {
    /// Empties the stack, as at the root.
    pub fn clear(&mut self) {
        self.outcomes.clear();
    }

    /// Appends the outcomes of a chance node, likely ones first, and returns where they begin.
    fn push<G: Tactics>(&mut self, game: &G) -> usize {
        let first = self.outcomes.len();
        self.listed.clear();
        game.chance_outcomes(&mut self.listed);
        self.outcomes.extend(self.listed.iter().map(|&(mv, weight)| ChanceOutcome::new(mv, weight)));
        self.outcomes[first..].sort_by_key(|outcome| std::cmp::Reverse(outcome.weight));
        first
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    fn share_scale(&self) -> ShareScale {
        ShareScale(self.shared.params.chance_scale)
    }

    /// Runs `body` with the outcomes of the current node, which begin at the index that it is given. The node's part of
    /// the stack is given back however `body` ends.
    fn with_outcomes<R>(&mut self, body: impl FnOnce(&mut Self, usize) -> R) -> R {
        let first = self.outcome_stack.push(self.position.game());
        let result = body(self, first);
        self.outcome_stack.outcomes.truncate(first);
        result
    }

    /// The value of a chance node. `cut_node`: the side that made the last ply is expected to fail low, that is, the
    /// value not to be above alpha.
    pub fn expectation(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        let depth = depth.max(0);
        // TT cutoff, in PV nodes too: no PV leads past a chance node.
        if let Some(entry) = self.probe_tt()
            && let Some(value) = self.tt_cutoff(&entry, window, depth)
        {
            return Ok(value);
        }
        let value = self.with_outcomes(|thread, first| thread.star(first, window, depth, cut_node))?;
        let ply = self.stack.ply();
        self.pv.clear(ply);
        let bound = window.bound_of(value);
        let entry = TtEntry { mv: Move::NONE, value, raw_eval: NO_EVAL, depth, bound };
        self.shared.tt.store(self.position.key(), self.stack.top().turn, entry);
        Ok(value)
    }

    /// Star1 over the outcomes from `first` on, after a Star2 pass of probes where the depth suffices: their mean, as
    /// exactly as the window asks for.
    fn star(&mut self, first: usize, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        let total = self.outcome_stack.outcomes[first..].iter().map(|outcome| outcome.weight).sum();
        let passes: &[bool] = if depth >= self.shared.params.star2_depth { &[true, false] } else { &[false] };
        for &probing in passes {
            for at in first..self.outcome_stack.outcomes.len() {
                let outcomes = &self.outcome_stack.outcomes[first..];
                let (low, high) = mean_bounds(self.share_scale(), outcomes);
                if low >= window.beta || low == high {
                    return Ok(low);
                }
                if high <= window.alpha {
                    return Ok(high);
                }
                let outcome = self.outcome_stack.outcomes[at];
                if !outcome.is_known() {
                    let wanted = outcome_window(self.share_scale(), outcomes, at - first, window);
                    let depth = self.outcome_depth(depth, outcome.weight, total);
                    self.search_outcome(at, wanted, depth, cut_node, probing)?;
                }
            }
        }
        let (low, high) = mean_bounds(self.share_scale(), &self.outcome_stack.outcomes[first..]);
        Ok(if high <= window.alpha { high } else { low })
    }

    /// The depth for an outcome of a weight: the less likely it is, the less deep (chance reduction).
    fn outcome_depth(&self, depth: i32, weight: u32, total: u32) -> i32 {
        let halvings = (total / weight).ilog2() as i32;
        if self.is_selective() { depth - halvings * self.shared.params.chance_reduction / 100 } else { depth }
    }

    /// Makes an outcome and narrows its interval: by a Star2 probe, or by a search with a window.
    fn search_outcome(
        &mut self,
        at: usize,
        wanted: Window,
        depth: i32,
        cut_node: bool,
        probing: bool,
    ) -> Result<(), Stopped> {
        let mv = self.outcome_stack.outcomes[at].mv;
        let undo = self.make_outcome(mv)?;
        let (wanted, cut_node) = (self.child_window(wanted), cut_node != self.same_side());
        let found = if probing {
            self.star2_probe(wanted, depth, cut_node)?
        } else {
            let value = self.search_any_window(wanted, depth, cut_node)?;
            Some((value, wanted.bound_of(value)))
        };
        if let Some((value, bound)) = found {
            let bound = if self.same_side() { bound } else { bound.negated() };
            let value = self.for_parent(value);
            self.outcome_stack.outcomes[at].narrow(value, bound);
        }
        self.unmake(mv, undo);
        Ok(())
    }

    /// Star2 probe of the current node, which a chance outcome has just led to: the TT entry, or a lower bound from one
    /// reply.
    fn star2_probe(&mut self, window: Window, depth: i32, cut_node: bool) -> Result<Option<(i32, Bound)>, Stopped> {
        if let Some(value) = self.terminal_score() {
            return Ok(Some((value, Bound::Exact)));
        }
        let tt_hit = self.probe_tt();
        if let Some(entry) = &tt_hit
            && self.is_deep_enough(entry.depth, depth)
        {
            return Ok(Some((entry.value, entry.bound)));
        }
        if !cut_node || depth < self.shared.params.star2_depth || self.position.at_chance() {
            return Ok(None);
        }
        let node = self.init_node(depth, cut_node, tt_hit);
        let picker = MovePicker::all(self.move_ordering(node.tt_move()));
        let reply = self.with_picker(picker, |thread, picker| thread.next_move(picker));
        let Some(reply) = reply else {
            return Ok(Some((self.no_moves_value(), Bound::Exact)));
        };
        let quiet = !self.position.game().is_noisy(reply);
        let undo = self.make(reply, quiet)?;
        let value = self.search_any_window(self.child_window(window), node.depth - 1, !cut_node)?;
        let value = self.for_parent(value);
        self.unmake(reply, undo);
        // Other replies may be better.
        Ok(if value > window.alpha { Some((value, Bound::Lower)) } else { None })
    }

    /// The value of the current node by a search with a window of any width.
    fn search_any_window(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        if window.beta - window.alpha == 1 {
            self.search::<false>(window, depth, cut_node)
        } else {
            self.search::<true>(window, depth, cut_node)
        }
    }

    /// The value of a chance node at the horizon: the mean of the static evaluations, without qsearch.
    pub fn expectation_at_horizon(&mut self) -> SearchResult {
        self.with_outcomes(|thread, first| {
            let mut mean = Mean::new(thread.share_scale());
            for at in first..thread.outcome_stack.outcomes.len() {
                let ChanceOutcome { mv, weight, .. } = thread.outcome_stack.outcomes[at];
                let undo = thread.make_outcome(mv)?;
                let value = match thread.terminal_score() {
                    Some(value) => value,
                    None if thread.position.at_chance() => thread.expectation_at_horizon()?,
                    None => thread.stand_pat(),
                };
                mean.add(thread.for_parent(value), weight);
                thread.unmake(mv, undo);
            }
            Ok(mean.value())
        })
    }

    /// Stand pat value of a node that chance has led to: the static evaluation, corrected where qsearch would correct
    /// it.
    fn stand_pat(&mut self) -> i32 {
        match self.static_eval(None) {
            NO_EVAL => self.position.evaluate(),
            value => value,
        }
    }
}

//! Chance nodes: Star1 and Star2, the mean over the chance outcomes with as little searched as the window allows.
//!
//! Source: Ballard, "The *-minimax search procedure for trees containing chance nodes", 1983; Hauk, Buro and Schaeffer,
//! "*-Minimax Performance in Backgammon", 2004; chessprogramming wiki, "Expectiminimax".
//!
//! Each outcome has an interval of possible values, at first everything. The bounds of the mean follow, and from the
//! window of the mean a window for each outcome (Star1). Before any outcome is searched in full, one reply to each is
//! tried, and the TT is asked; both narrow the intervals on the side on which a cut is expected (Star2). Where the
//! likeliest outcome is the best for the player to move, as the throw that allows all pieces is unless the player is in
//! zugzwang, it is searched first and bounds the others. The arithmetic of means is in [`star1`](super::star1).
//!
//! Invariants: a chance event takes no depth. No PV leads past a chance node; a root at chance has the mean as its
//! score and no move.

use super::movepick::MovePicker;
use super::report::Bound;
use super::score::mate_in;
use super::stack::StackFrame;
use super::star1::{ChanceOutcome, Mean, UtilityScale, mean_bounds, outcome_window};
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

    /// Appends the outcomes of a chance node, all or the distinct ones, likely ones first, and returns where they
    /// begin.
    fn push<G: Tactics>(&mut self, game: &G, distinct: bool) -> usize {
        let first = self.outcomes.len();
        self.listed.clear();
        if distinct {
            game.distinct_outcomes(&mut self.listed);
        } else {
            game.chance_outcomes(&mut self.listed);
        }
        self.outcomes.extend(self.listed.iter().map(|&(mv, weight)| ChanceOutcome::new(mv, weight)));
        self.outcomes[first..].sort_by_key(|outcome| std::cmp::Reverse(outcome.weight));
        first
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Utility scale of the means.
    fn utility_scale(&self) -> UtilityScale {
        UtilityScale(self.shared.params.chance_scale)
    }

    /// Runs `body` with the outcomes of the current node, which begin at the index that it is given. The node's part of
    /// the stack is given back however `body` ends.
    fn with_outcomes<R>(&mut self, body: impl FnOnce(&mut Self, usize) -> R) -> R {
        let first = self.outcome_stack.push(self.position.game(), self.is_selective());
        let result = body(self, first);
        self.outcome_stack.outcomes.truncate(first);
        result
    }

    /// The value of a chance node. `cut_node`: the side that made the last ply is expected to fail low, that is, the
    /// value not to be above alpha.
    ///
    /// The root has no part in the TT: its value is that of the side to move, and in the tree that of the side that
    /// made the last ply.
    pub fn expectation(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        let depth = depth.max(0);
        let is_root = self.stack.ply() == 0;
        // TT cutoff, in PV nodes too: no PV leads past a chance node.
        if !is_root
            && let Some(entry) = self.probe_tt()
            && let Some(value) = self.tt_cutoff(&entry, window, depth)
        {
            return Ok(value);
        }
        let value = self.with_outcomes(|thread, first| thread.star(first, window, depth, cut_node))?;
        let ply = self.stack.ply();
        self.pv.clear(ply);
        if !is_root {
            let bound = window.bound_of(value);
            let entry = TtEntry { mv: Move::NONE, value, raw_eval: NO_EVAL, depth, bound };
            self.shared.tt.store(self.position.key(), self.stack.top().side_turn, entry);
        }
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
                let (low, high) = mean_bounds(self.utility_scale(), outcomes);
                if low >= window.beta || low == high {
                    return Ok(low);
                }
                if high <= window.alpha {
                    return Ok(high);
                }
                let outcome = self.outcome_stack.outcomes[at];
                if !outcome.is_known() {
                    let wanted = outcome_window(self.utility_scale(), outcomes, at - first, window);
                    let wanted = if at == first { self.likeliest_window(wanted, window) } else { wanted };
                    let depth = self.outcome_depth(depth, outcome.weight, total);
                    self.search_outcome(at, wanted, depth, cut_node, probing)?;
                    if at == first {
                        self.bound_by_likeliest(first);
                    }
                }
            }
        }
        let (low, high) = mean_bounds(self.utility_scale(), &self.outcome_stack.outcomes[first..]);
        Ok(if high <= window.alpha { high } else { low })
    }

    /// Returns whether the likeliest outcome bounds the others.
    fn likeliest_is_bound(&self) -> bool {
        self.is_selective() && self.position.game().likeliest_outcome_is_best()
    }

    /// Returns whether the likeliest outcome is the worst of all for the side of the current node, or the best.
    fn likeliest_is_worst(&self) -> bool {
        self.position.game().side_to_move() != self.stack.top().seat
    }

    /// Window of the likeliest outcome: where it is the worst of all and reaches beta, or the best and stays at alpha,
    /// the mean does. It is never empty.
    fn likeliest_window(&self, wanted: Window, window: Window) -> Window {
        if !self.likeliest_is_bound() {
            wanted
        } else if self.likeliest_is_worst() {
            Window { beta: wanted.beta.min(window.beta.max(wanted.alpha + 1)), ..wanted }
        } else {
            Window { alpha: wanted.alpha.max(window.alpha.min(wanted.beta - 1)), ..wanted }
        }
    }

    /// Narrows the intervals of all outcomes from `first` on by that of the likeliest, which is the first.
    fn bound_by_likeliest(&mut self, first: usize) {
        if self.likeliest_is_bound() {
            let bound = if self.likeliest_is_worst() { Bound::Lower } else { Bound::Upper };
            let outcomes = &mut self.outcome_stack.outcomes[first..];
            let likeliest = outcomes[0];
            outcomes[1..].iter_mut().for_each(|outcome| outcome.narrow_by(&likeliest, bound));
        }
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
        if let Some([wins, others]) = self.position.game().winning_outcomes() {
            return Ok(self.mean_of_wins(wins, others));
        }
        self.with_outcomes(|thread, first| {
            let mut mean = Mean::new(thread.utility_scale());
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

    /// The mean at a chance node over outcomes with which the side to move wins at once, and others, which leave the
    /// static evaluation as it is. Weights of both.
    fn mean_of_wins(&mut self, wins: u32, others: u32) -> i32 {
        let seat = self.position.game().side_to_move();
        let &StackFrame { seat: side, side_turn, .. } = self.stack.top();
        let sign = if seat == side { 1 } else { -1 };
        let mut mean = Mean::new(self.utility_scale());
        if wins > 0 {
            mean.add(sign * mate_in(side_turn + usize::from(seat != side) + 1), wins);
        }
        if others > 0 {
            let raw_eval = self.position.evaluate();
            mean.add(sign * self.correct_eval(raw_eval, seat), others);
        }
        mean.value()
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

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::score::MATE_BOUND;
    use super::super::thread::testing::{HOUR, with_thread};
    use super::*;
    use crate::game::{Chance, Game};
    use crate::variants::KaleidoDice;

    /// The mean at the horizon, and the same from a look at each outcome.
    fn means_at_horizon(text: &str) -> [i32; 2] {
        let mut means = [0; 2];
        with_thread::<KaleidoDice>(text, &Control::new(), HOUR, |thread| {
            let mut mean = Mean::new(thread.utility_scale());
            let mut outcomes = Vec::new();
            thread.position.game().chance_outcomes(&mut outcomes);
            for (outcome, weight) in outcomes {
                let undo = thread.make_outcome(outcome).expect("there is time");
                let value = thread.known_mate().unwrap_or_else(|| thread.stand_pat());
                mean.add(thread.for_parent(value), weight);
                thread.unmake(outcome, undo);
            }
            means = [thread.expectation_at_horizon().expect("there is time"), mean.value()];
        });
        means
    }

    #[test]
    fn wins_with_the_next_move_count_at_the_horizon() {
        // With a throw of 1, 5 or 6 the raven wins.
        let [told, counted] = means_at_horizon("11/11/1V9/11/Vv9/11/11/11/1 w - - 0 1");
        assert!(told == counted && told.abs() > 300, "{told} {counted}");
        // Some piece wins whatever the die shows.
        let [told, counted] = means_at_horizon("11/11/1V9/11/Vv9/ERD8/11/11/1 w - - 0 1");
        assert!(told == counted && told.abs() >= MATE_BOUND, "{told} {counted}");
        let [told, counted] = means_at_horizon("11/11/1V9/V10/1v9/11/11/11/1 w - - 0 1");
        assert!(told == counted && told.abs() < 300, "nobody wins: {told} {counted}");
    }

    #[test]
    fn the_likeliest_throw_bounds_the_others_unless_a_search_knows_better() {
        with_thread::<KaleidoDice>(&KaleidoDice::start().to_string(), &Control::new(), HOUR, |thread| {
            let worst = thread.likeliest_is_worst();
            let bound = |value: i32| if worst { value } else { -value };
            let first = thread.outcome_stack.push(thread.position.game(), true);
            let outcomes = &mut thread.outcome_stack.outcomes;
            assert_eq!(outcomes.iter().map(|outcome| outcome.weight).collect::<Vec<_>>(), [2, 1, 1, 1, 1]);
            outcomes[0].narrow(bound(50), Bound::Exact);
            outcomes[1].narrow(bound(20), Bound::Exact);
            thread.bound_by_likeliest(first);
            let utility_scale = thread.utility_scale();
            let (low, high) = mean_bounds(utility_scale, &thread.outcome_stack.outcomes);
            assert!(if worst { low > 20 && high == MATE_BOUND - 1 } else { high < -20 }, "{low} {high}");
            assert!(thread.outcome_stack.outcomes[1].is_known());
        });
    }

    #[test]
    fn the_window_of_the_likeliest_throw_is_never_empty() {
        with_thread::<KaleidoDice>(&KaleidoDice::start().to_string(), &Control::new(), HOUR, |thread| {
            for (alpha, beta) in [(-200, 200), (50, 200), (-200, -50)] {
                let window = thread.likeliest_window(Window { alpha, beta }, Window::null(10));
                assert!(!window.is_empty() && window.alpha >= alpha && window.beta <= beta, "{window:?}");
            }
        });
    }

    #[test]
    fn the_likeliest_throw_bounds_no_pass_in_zugzwang() {
        // With 1, 5 and 6 White's raven must leave the only castle, and White has lost; with other throws White passes.
        with_thread::<KaleidoDice>("11/11/1V9/11/1v9/11/11/11/1 w - - 0 1", &Control::new(), HOUR, |thread| {
            assert!(!thread.likeliest_is_bound());
            let value = thread.expectation(Window::null(-100), 2, false).expect("there is time");
            assert!(value <= -100 && value > -MATE_BOUND, "{value}");
        });
        with_thread::<KaleidoDice>("11/ERD8/1V9/11/1v9/11/11/11/1 w - - 0 1", &Control::new(), HOUR, |thread| {
            assert!(thread.likeliest_is_bound(), "three pieces are free to move");
        });
    }
}

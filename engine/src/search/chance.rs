//! Chance nodes: the mean over what may happen, with as little searched as the window allows.
//!
//! Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer, "*-Minimax Performance in Backgammon", 2004): what is known of each event is an interval, at
//! first everything. Bounds of the mean follow, and a window for each event from the window of the mean. Before any event is searched in full, one
//! reply to each is tried, and the table is asked; both narrow the intervals on the side on which a cut is expected.

use super::movepick::MovePicker;
use super::report::Bound;
use super::star1::{ChanceOutcome, Mean, Scale, bounds, window_of};
use super::thread::{SearchResult, Stopped, Thread};
use super::tt::{NO_VALUE, TtEntry};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::Move;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    fn scale(&self) -> Scale {
        Scale(self.shared.params.chance_scale)
    }

    /// The value of a chance node. Chance takes no depth. `cut_node` says whether the side that did not make the last ply is expected to be
    /// content: that the value is not above alpha.
    pub(super) fn expectation(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        let depth = depth.max(0);
        // No variation leads past chance, so there is none to be cut short.
        if let Some(value) = self.probe().and_then(|memory| self.known(&memory, window, depth)) {
            return Ok(value);
        }
        let first = self.gather_events();
        let value = self.weigh_events(first, window, depth, cut_node)?;
        self.events.truncate(first);
        self.lines.clear(self.ply);
        let memory = TtEntry { mv: Move::NONE, value, static_value: NO_VALUE, depth, bound: window.bound_of(value) };
        self.shared.table.store(self.game.key(), self.turn(), memory);
        Ok(value)
    }

    /// Appends the events of the present node, likely ones first, and returns where they begin.
    fn gather_events(&mut self) -> usize {
        let first = self.events.len();
        self.draws.clear();
        self.game.chance_outcomes(&mut self.draws);
        self.events.extend(self.draws.iter().map(|&(mv, weight)| ChanceOutcome::new(mv, weight)));
        self.events[first..].sort_by_key(|event| std::cmp::Reverse(event.weight));
        first
    }

    /// The mean of the events from `first` on, as exactly as the window asks for.
    fn weigh_events(&mut self, first: usize, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        let total = self.events[first..].iter().map(|event| event.weight).sum();
        let passes: &[bool] = if depth >= self.shared.params.probe_depth { &[true, false] } else { &[false] };
        for &probing in passes {
            for at in first..self.events.len() {
                let (low, high) = bounds(self.scale(), &self.events[first..]);
                if low >= window.beta || low == high {
                    return Ok(low);
                }
                if high <= window.alpha {
                    return Ok(high);
                }
                if !self.events[at].is_known() {
                    let wanted = window_of(self.scale(), &self.events[first..], at - first, window);
                    let depth = self.event_depth(depth, self.events[at].weight, total);
                    self.look_at(at, wanted, depth, cut_node, probing)?;
                }
            }
        }
        let (low, high) = bounds(self.scale(), &self.events[first..]);
        Ok(if high <= window.alpha { high } else { low })
    }

    /// How deep to search an event of a weight: the less likely it is, the less closely it need be judged.
    fn event_depth(&self, depth: i32, weight: u32, total: u32) -> i32 {
        let halvings = (total / weight).ilog2() as i32;
        if self.is_selective() { depth - halvings * self.shared.params.chance_unlikely / 100 } else { depth }
    }

    /// Lets an event happen and narrows what is known of its value: by probing, or by a search with a window.
    fn look_at(&mut self, at: usize, wanted: Window, depth: i32, cut_node: bool, probing: bool) -> Result<(), Stopped> {
        let event = self.events[at].mv;
        let undo = self.make_event(event)?;
        let same_side = self.same_side();
        let cut_node = cut_node != same_side;
        let found = if probing {
            self.probe_event(wanted.after_ply(same_side), depth, cut_node)?
        } else {
            let wanted = wanted.after_ply(same_side);
            let value = self.search_within(wanted, depth, cut_node)?;
            Some((value, wanted.bound_of(value)))
        };
        self.unmake(event, undo);
        if let Some((value, bound)) = found {
            let (value, bound) = if same_side { (value, bound) } else { (-value, bound.negated()) };
            self.events[at].learn(value, bound);
        }
        Ok(())
    }

    /// What the table or one reply says of the present node, which an event has just led to.
    fn probe_event(&mut self, window: Window, depth: i32, cut_node: bool) -> Result<Option<(i32, Bound)>, Stopped> {
        if let Some(value) = self.terminal_score() {
            return Ok(Some((value, Bound::Exact)));
        }
        let memory = self.probe();
        if let Some(memory) = memory.filter(|memory| self.is_trusted(memory, depth)) {
            return Ok(Some((memory.value, memory.bound)));
        }
        if !cut_node || depth < self.shared.params.probe_depth || self.at_chance() {
            return Ok(None);
        }
        let node = self.init_node(depth, cut_node, memory);
        let mut picker = MovePicker::all(&self.arena, self.order(node.table_move()));
        let reply = picker.next(&self.game, self.history, &mut self.arena);
        picker.close(&mut self.arena);
        let Some(reply) = reply else { return Ok(Some((self.value_of(self.game.no_moves_outcome()), Bound::Exact))) };
        let undo = self.make(reply, !self.game.is_noisy(reply))?;
        let same_side = self.same_side();
        let value = self.search_within(window.after_ply(same_side), node.depth - 1, !cut_node)?;
        let value = if same_side { value } else { -value };
        self.unmake(reply, undo);
        // Other replies may be better.
        Ok((value > window.alpha).then_some((value, Bound::Lower)))
    }

    /// The value of the present node by a search with a window of any width.
    fn search_within(&mut self, window: Window, depth: i32, cut_node: bool) -> SearchResult {
        if window.beta - window.alpha == 1 {
            self.search::<false>(window, depth, cut_node)
        } else {
            self.search::<true>(window, depth, cut_node)
        }
    }

    /// What the evaluation says of a position that chance has led to, corrected as where captures are followed.
    fn stand_pat(&mut self) -> i32 {
        match self.static_value(None) {
            NO_VALUE => self.evaluate(),
            value => value,
        }
    }

    /// The value of a chance ply at the horizon: the mean of the evaluations, captures not followed any further.
    pub(super) fn expectation_at_rest(&mut self) -> SearchResult {
        let first = self.gather_events();
        let mut mean = Mean::new(self.scale());
        for at in first..self.events.len() {
            let ChanceOutcome { mv, weight, .. } = self.events[at];
            let undo = self.make_event(mv)?;
            let same_side = self.same_side();
            let value = match self.terminal_score() {
                Some(value) => value,
                None if self.at_chance() => self.expectation_at_rest()?,
                None => self.stand_pat(),
            };
            self.unmake(mv, undo);
            mean.add(if same_side { value } else { -value }, weight);
        }
        self.events.truncate(first);
        Ok(mean.value())
    }
}

//! Selection: the edge that a visit takes from a node.

use super::graph::{Edge, Graph, Node};
use super::params::TreeParams;
use super::value::{Bounds, Value, WIN};
use crate::game::ToAct;
use crate::moves::Move;
use crate::seat::Seat;

/// Move filter at the root: true for moves that may be searched.
pub(super) type MoveFilter<'a> = &'a dyn Fn(Move) -> bool;

impl<V: Value> Graph<V> {
    /// Index of the edge that the next visit takes. `None` if no edge can change the node's value any more.
    pub(super) fn select(&self, node: &Node<V>, params: &TreeParams, allowed: Option<MoveFilter>) -> Option<usize> {
        match node.to_act() {
            ToAct::Seat(seat) => self.select_move(node, seat, params, allowed),
            ToAct::Chance => self.select_chance_outcome(node),
        }
    }

    /// PUCT selection: the move with the largest Q + U, where U = c * P * sqrt(N of the node) / (1 + N of the move).
    ///
    /// Sources: Rosin, "Multi-armed bandits with episode context" (2011); Silver et al., "Mastering the game of Go
    /// without human knowledge" (2017). Edges are sorted by prior, and all unvisited moves have one Q. So the first
    /// unvisited edge is the best of them, and the loop ends there.
    fn select_move(
        &self,
        node: &Node<V>,
        seat: Seat,
        params: &TreeParams,
        allowed: Option<MoveFilter>,
    ) -> Option<usize> {
        let edges = self.edges(node);
        let bounds_of_node = node.bounds();
        // MCTS-Solver: the best proven lower bound.
        let proven = match allowed {
            None => bounds_of_node.range(seat).0,
            Some(allowed) => {
                let children = edges.iter().filter(|edge| allowed(edge.mv())).filter_map(Edge::child);
                children.map(|child| self.node(child).bounds().range(seat).0).max().unwrap_or(-WIN)
            }
        };
        let visits: u32 = edges[..node.tried()].iter().map(|edge| edge.visits() + edge.virtual_loss()).sum();
        let exploration = params.cpuct as f32 / 100.0 * (visits.max(1) as f32).sqrt();
        // First play urgency (FPU): Q of unvisited moves is the node's value, reduced by the prior mass visited so far.
        let visited_prior: f32 = edges[..node.tried()].iter().filter(|edge| edge.visits() > 0).map(Edge::prior).sum();
        let fpu = node.value().for_seat(seat) - params.fpu_reduction as f32 / 100.0 * visited_prior.sqrt();
        let mut best = None;
        for (index, edge) in edges.iter().enumerate() {
            if allowed.is_some_and(|allowed| !allowed(edge.mv())) {
                continue;
            }
            // MCTS-Solver: skip proven moves, and moves that cannot beat a proven bound.
            let child = edge.child().map(|child| self.node(child));
            if child.is_some_and(|child| {
                let bounds = child.bounds();
                bounds.is_proven() || bounds.range(seat).1 <= proven
            }) {
                continue;
            }
            let (visits, virtual_loss) = (edge.visits() as f32, edge.virtual_loss() as f32);
            let q = match child {
                Some(child) if visits > 0.0 => {
                    edge.value_with_repetitions(child.value(), bounds_of_node).for_seat(seat)
                }
                None if visits > 0.0 => bounds_of_node.draw().for_seat(seat),
                _ => fpu,
            };
            // Virtual loss: a visit in progress counts as a loss until its backup, so that threads spread.
            let q = (q * visits.max(1.0) - virtual_loss) / (visits.max(1.0) + virtual_loss);
            let score = q + exploration * edge.prior() / (1.0 + visits + virtual_loss);
            if best.is_none_or(|(_, highest)| score > highest) {
                best = Some((index, score));
            }
            if visits + virtual_loss == 0.0 {
                break;
            }
        }
        best.map(|(index, _)| index)
    }

    /// Selection at a chance node: the outcome with the largest weight / (1 + N), as in the D'Hondt method.
    ///
    /// Visits are proportional to the weights without the variance of sampling. Proven outcomes are skipped.
    fn select_chance_outcome(&self, node: &Node<V>) -> Option<usize> {
        let edges = self.edges(node);
        let unproven = |(_, edge): &(usize, &Edge)| !edge.child().is_some_and(|child| self.node(child).is_proven());
        let quotient = |edge: &Edge| edge.weight() as f32 / (1 + edge.visits() + edge.virtual_loss()) as f32;
        // Backwards, because of equals the first is wanted and `max_by` returns the last.
        let candidates = edges.iter().enumerate().filter(unproven).rev();
        let best = candidates.max_by(|(_, a), (_, b)| quotient(a).total_cmp(&quotient(b)));
        best.map(|(index, _)| index)
    }
}

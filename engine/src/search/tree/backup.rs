//! Backup: value and bounds of a node from those of its children.

use super::graph::{Edge, Graph, Node};
use super::value::{Bounds, WIN};
use crate::game::ToAct;
use crate::seat::Seat;

impl Graph {
    /// Backup of a node: recomputes its value and bounds from its children.
    ///
    /// The tree is a graph: a child may have been visited through another parent. So values are recomputed, not
    /// accumulated.
    pub(super) fn backup(&self, node: &Node) {
        if self.edges(node).is_empty() {
            // Another thread is expanding it, or the game is over.
            return;
        }
        match node.to_act() {
            ToAct::Seat(seat) => self.backup_decision(node, seat),
            ToAct::Chance => self.backup_chance(node),
        }
    }

    /// Decision node: mean of the leaf value and the children's values, weighted by visits. Bounds: maximum of the
    /// children's bounds for the side to move.
    fn backup_decision(&self, node: &Node, seat: Seat) {
        let edges = self.edges(node);
        // Read once: another thread may try one more edge at any moment. Unvisited moves prove nothing.
        let tried = node.tried();
        let (mut sum, mut weight) = (node.leaf_value(), 1.0);
        let mut best = Bounds { lower: -WIN, upper: -WIN };
        for edge in &edges[..tried] {
            let visits = edge.visits() as f32;
            weight += visits;
            let Some(child) = edge.child().map(|child| self.node(child)) else {
                best.upper = WIN;
                continue;
            };
            sum += visits * edge.value_with_repetitions(child.value());
            let bounds = child.bounds().for_seat(seat);
            best = Bounds { lower: best.lower.max(bounds.lower), upper: best.upper.max(bounds.upper) };
        }
        if tried < edges.len() {
            best.upper = WIN;
        }
        node.set_value(sum / weight);
        self.set_bounds(node, best.for_seat(seat), best.lower == WIN);
    }

    /// Chance node: mean of values and bounds over the outcomes, by weight. An unvisited outcome counts as the leaf
    /// value.
    fn backup_chance(&self, node: &Node) {
        let (mut sum, mut lower, mut upper, mut total) = (0.0, 0, 0, 0);
        for edge in self.edges(node) {
            let weight = i64::from(edge.weight());
            let child = edge.child().map(|child| self.node(child));
            let value = child.map_or(node.leaf_value(), |child| edge.value_with_repetitions(child.value()));
            let bounds = child.map_or(Bounds::UNKNOWN, Node::bounds);
            sum += weight as f32 * value;
            lower += weight * i64::from(bounds.lower);
            upper += weight * i64::from(bounds.upper);
            total += weight;
        }
        let bounds = Bounds { lower: (lower / total) as i32, upper: (upper / total) as i32 };
        node.set_value(sum / total as f32);
        self.set_bounds(node, bounds, false);
    }

    /// MCTS-Solver: tightens the bounds of a node. The distance of a proven win is stored first, because other threads
    /// read it as soon as the bounds meet.
    fn set_bounds(&self, node: &Node, bounds: Bounds, shortest: bool) {
        if bounds.is_proven() && bounds.lower.abs() == WIN {
            node.set_turns(self.distance_to_end(node, bounds, shortest));
        }
        node.tighten(bounds);
    }

    /// Distance to the end of a proven win in turns: the shortest where the side to move wins, the longest where it
    /// loses and at chance nodes.
    fn distance_to_end(&self, node: &Node, bounds: Bounds, shortest: bool) -> u32 {
        let proven = self.edges(node).iter().filter_map(Edge::child).map(|child| self.node(child));
        let proven = proven.filter(|child| child.bounds() == bounds);
        let turns = proven.map(|child| child.turns() + u32::from(child.perspective() != node.perspective()));
        let turns = if shortest { turns.min() } else { turns.max() };
        turns.unwrap_or(0)
    }
}

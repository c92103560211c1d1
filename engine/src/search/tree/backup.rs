//! Backup: value and bounds of a node from those of its children.

use super::graph::{Edge, Graph, Node};
use super::value::{Bounds, Decision, Value};
use crate::game::ToAct;
use crate::seat::Seat;

impl<V: Value> Graph<V> {
    /// Backup of a node: recomputes its value and bounds from its children.
    ///
    /// The tree is a graph: a child may have been visited through another parent. So values are recomputed, not
    /// accumulated.
    pub(super) fn backup(&self, node: &Node<V>) {
        if self.edges(node).is_empty() {
            // Another thread is expanding it, or the game is over.
            return;
        }
        match node.to_act() {
            ToAct::Seat(seat) => self.backup_decision(node, seat),
            ToAct::Chance => self.backup_chance(node),
        }
    }

    /// Decision node: mean of the leaf value and the children's values, weighted by visits. Bounds: those of the
    /// decision of the side to move among the children's bounds.
    fn backup_decision(&self, node: &Node<V>, seat: Seat) {
        let edges = self.edges(node);
        // Read once: another thread may try one more edge at any moment. Unvisited moves prove nothing.
        let tried = node.tried();
        let bounds = node.bounds();
        let (mut sum, mut weight) = (node.leaf_value(), 1.0);
        let mut decision = <V::Bounds as Bounds<V>>::Decision::new(seat, bounds);
        for edge in &edges[..tried] {
            let visits = edge.visits() as f32;
            weight += visits;
            let Some(child) = edge.child().map(|child| self.node(child)) else {
                // Visits without a child ended by repetition.
                sum = sum.plus(bounds.draw(), visits);
                decision.add(None);
                continue;
            };
            sum = sum.plus(edge.value_with_repetitions(child.value(), bounds), visits);
            decision.add(Some(child.bounds()));
        }
        if tried < edges.len() {
            decision.add(None);
        }
        node.set_value(sum.over(weight));
        let bounds = decision.finish();
        self.set_bounds(node, bounds, bounds.winner() == Some(seat));
    }

    /// Chance node: mean of values and bounds over the outcomes, by weight. An unvisited outcome counts as the leaf
    /// value.
    fn backup_chance(&self, node: &Node<V>) {
        let edges = self.edges(node);
        let bounds = node.bounds();
        let child_of = |edge: &Edge| edge.child().map(|child| self.node(child));
        let (mut sum, mut total) = (V::ZERO, 0);
        for edge in edges {
            let value =
                child_of(edge).map_or(node.leaf_value(), |child| edge.value_with_repetitions(child.value(), bounds));
            let weight = edge.weight();
            sum = sum.plus(value, weight as f32);
            total += i64::from(weight);
        }
        let means = edges.iter().map(|edge| (edge.weight(), child_of(edge).map(Node::bounds)));
        let bounds = V::Bounds::mean(means, bounds);
        node.set_value(sum.over(total as f32));
        self.set_bounds(node, bounds, false);
    }

    /// MCTS-Solver: tightens the bounds of a node. The distance of a proven win is stored first, because other threads
    /// read it as soon as the bounds meet.
    fn set_bounds(&self, node: &Node<V>, bounds: V::Bounds, shortest: bool) {
        if let Some(winner) = bounds.winner() {
            node.set_turns(self.distance_to_end(node, winner, shortest));
        }
        node.tighten(bounds);
    }

    /// Distance to the end of a proven win: the shortest where the side to move wins, the longest where it loses and at
    /// chance nodes.
    fn distance_to_end(&self, node: &Node<V>, winner: Seat, shortest: bool) -> u32 {
        let proven = self.edges(node).iter().filter_map(Edge::child).map(|child| self.node(child));
        let proven = proven.filter(|child| child.bounds().winner() == Some(winner));
        let step = |child: &Node<V>| V::Bounds::distance_step(node.perspective(), child.perspective(), winner);
        let turns = proven.map(|child| child.turns() + step(child));
        let turns = if shortest { turns.min() } else { turns.max() };
        turns.unwrap_or(0)
    }
}

//! Garbage collection: the nodes reachable from the root are copied into spare memory (a copying collector). If they
//! are too many, subtrees with few visits are pruned.

use super::graph::{Graph, NO_NODE, Node, NodeId};
use super::value::Value;

impl<V: Value> Graph<V> {
    /// Copies the nodes of another graph that are reachable from its root, and returns the new root.
    ///
    /// At most half of the memory is filled. If that is too little, nodes with few visits lose their edges; their
    /// backed-up value becomes their leaf value.
    pub(super) fn copy_reachable(&mut self, from: &Graph<V>, root: NodeId) -> NodeId {
        self.clear();
        let mut min_visits = 0;
        let survivors = loop {
            let survivors = Survivors::reachable(from, root, min_visits);
            if self.fits_half(&survivors) || min_visits > from.node(root).visits() {
                break survivors;
            }
            min_visits += (min_visits / 2).max(2);
        };
        for &old in &survivors.nodes {
            let new = self.copy_node(from.node(old));
            debug_assert_eq!(new, survivors.new_ids[old as usize]);
        }
        for &old in &survivors.nodes {
            if survivors.keeps_edges(from, old) {
                self.copy_edges(from, old, &survivors);
            }
        }
        survivors.new_ids[root as usize]
    }
}

/// Nodes that are kept.
struct Survivors {
    root: NodeId,
    min_visits: u32,
    /// In breadth-first order, in which they are copied.
    nodes: Vec<NodeId>,
    /// New index of each node of the old graph.
    new_ids: Vec<NodeId>,
    /// Number of edges that are kept.
    edges: usize,
}

impl Survivors {
    /// Nodes reachable from the root if only nodes with at least `min_visits` keep their edges.
    fn reachable<V: Value>(graph: &Graph<V>, root: NodeId, min_visits: u32) -> Survivors {
        let mut survivors =
            Survivors { root, min_visits, nodes: vec![root], new_ids: vec![NO_NODE; graph.capacity()], edges: 0 };
        survivors.new_ids[root as usize] = NO_NODE + 1;
        let mut next = 0;
        while next < survivors.nodes.len() {
            let id = survivors.nodes[next];
            next += 1;
            if !survivors.keeps_edges(graph, id) {
                continue;
            }
            let edges = graph.edges(graph.node(id));
            survivors.edges += edges.len();
            for child in edges.iter().filter_map(|edge| edge.child()) {
                if survivors.new_ids[child as usize] == NO_NODE {
                    survivors.nodes.push(child);
                    survivors.new_ids[child as usize] = survivors.nodes.len() as NodeId;
                }
            }
        }
        survivors
    }

    /// True if a node keeps its edges.
    fn keeps_edges<V: Value>(&self, graph: &Graph<V>, id: NodeId) -> bool {
        let node = graph.node(id);
        !graph.edges(node).is_empty() && (id == self.root || node.visits() >= self.min_visits)
    }
}

impl<V: Value> Graph<V> {
    /// True if the survivors fill less than half of the memory.
    fn fits_half(&self, survivors: &Survivors) -> bool {
        2 * survivors.nodes.len() < self.capacity() && 2 * survivors.edges < self.edge_capacity()
    }

    /// Copies a node without its edges.
    fn copy_node(&self, node: &Node<V>) -> NodeId {
        let id = self.insert(node.key(), &node.to_init()).expect("survivors fit");
        self.node(id).set_visits(node.visits());
        id
    }

    /// Copies the edges of a node with their counts and children.
    fn copy_edges(&self, from: &Graph<V>, old: NodeId, survivors: &Survivors) {
        let (old_node, node) = (from.node(old), self.node(survivors.new_ids[old as usize]));
        let edges = from.edges(old_node);
        let edge_inits: Vec<_> = edges.iter().map(|edge| (edge.mv(), edge.weight())).collect();
        assert!(node.try_claim() && self.expand(node, &edge_inits), "survivors fit");
        node.set_leaf_value(old_node.leaf_value());
        for (index, (edge, old_edge)) in self.edges(node).iter().zip(edges).enumerate() {
            edge.copy_counts(old_edge);
            edge.set_child(old_edge.child().map_or(NO_NODE, |child| survivors.new_ids[child as usize]));
            if index < old_node.tried() {
                node.mark_tried(index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{NodeInit, Stage};
    use super::super::value::{ExpectedScore, ScoreBounds};
    use super::*;
    use crate::game::{Seat, ToAct};
    use crate::moves::Move;

    const MEMORY: usize = 1 << 18;

    fn node_init(value: f32) -> NodeInit<ExpectedScore> {
        let (value, bounds) = (ExpectedScore(value), ScoreBounds::UNKNOWN);
        NodeInit { actor: ToAct::Seat(Seat::BLACK), perspective: Seat::BLACK, value, bounds, turns: 0 }
    }

    /// A chain of nodes, each with two edges of which the first leads on; node `k` has `length - k` visits.
    fn chain(length: u32) -> (Graph<ExpectedScore>, NodeId) {
        let graph = Graph::new(MEMORY).unwrap();
        let ids: Vec<NodeId> =
            (0..length).map(|k| graph.insert(u64::from(k) << 40, &node_init(0.5)).unwrap()).collect();
        for (k, &id) in ids.iter().enumerate() {
            let node = graph.node(id);
            node.set_visits(length - k as u32);
            assert!(node.try_claim() && graph.expand(node, &[(Move::new(1, 2, 3), 7), (Move::new(1, 3, 3), 8)]));
            if let Some(&child) = ids.get(k + 1) {
                graph.edges(node)[0].set_child(child);
                graph.edges(node)[0].add_visit();
                node.mark_tried(0);
            }
        }
        (graph, ids[0])
    }

    #[test]
    fn reachable_nodes_are_copied_unchanged() {
        let (graph, root) = chain(20);
        graph.insert(999, &node_init(0.1)).unwrap();
        let mut fresh = Graph::new(MEMORY).unwrap();
        let mut id = fresh.copy_reachable(&graph, root);
        assert_eq!(fresh.find(999), None, "unreachable");
        for k in 0..20 {
            let node = fresh.node(id);
            assert_eq!(
                (node.key(), node.visits(), node.leaf_value()),
                (u64::from(k) << 40, 20 - k, ExpectedScore(0.5))
            );
            let edges = fresh.edges(node);
            assert_eq!(edges.iter().map(|edge| (edge.mv().to(), edge.weight())).collect::<Vec<_>>(), [(2, 7), (3, 8)]);
            assert_eq!((edges[0].visits(), node.tried()), (u32::from(k < 19), usize::from(k < 19)));
            id = edges[0].child().unwrap_or(NO_NODE);
        }
        assert_eq!(id, NO_NODE);
    }

    #[test]
    fn rarely_visited_nodes_lose_their_edges_when_memory_is_short() {
        let length = (Graph::<ExpectedScore>::new(MEMORY).unwrap().capacity() - 1) as u32;
        let (graph, root) = chain(length);
        let mut fresh = Graph::new(MEMORY).unwrap();
        let root = fresh.copy_reachable(&graph, root);
        assert!(fresh.hashfull() <= 500);
        let (mut id, mut open) = (root, 0);
        while fresh.node(id).stage() == Stage::Expanded {
            open += 1;
            id = fresh.edges(fresh.node(id))[0].child().expect("an edge that was tried leads on");
        }
        assert!(open > length / 8, "{open} of {length}");
        assert!(fresh.node(id).visits() > 0 && fresh.node(id).value() == ExpectedScore(0.5));
    }
}

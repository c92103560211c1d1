//! Making room: what the root still leads to is carried over into fresh memory, and of that, if need be, only what was visited often.

use super::graph::{Graph, NO_NODE, Node, NodeId};

impl Graph {
    /// Takes over from another graph what a root leads to, and says where the root is now. At most half of the memory is taken up: if
    /// that is too little, nodes with few visits lose their edges, and what was found below them is kept as their own value.
    pub(super) fn gather(&mut self, from: &Graph, root: NodeId) -> NodeId {
        self.clear();
        let mut least_visits = 0;
        let kept = loop {
            let kept = Kept::below(from, root, least_visits);
            if self.is_half_enough(&kept) || least_visits > from.node(root).visits() {
                break kept;
            }
            least_visits += (least_visits / 2).max(2);
        };
        for &old in &kept.nodes {
            let new = self.adopt(from.node(old));
            debug_assert_eq!(new, kept.place[old as usize]);
        }
        for &old in &kept.nodes {
            if kept.is_open(from, old) {
                self.adopt_edges(from, old, &kept);
            }
        }
        kept.place[root as usize]
    }
}

/// The nodes that are kept.
struct Kept {
    root: NodeId,
    least_visits: u32,
    /// In the order in which they are copied.
    nodes: Vec<NodeId>,
    /// Where each node of the old graph is copied to.
    place: Vec<NodeId>,
    edges: usize,
}

impl Kept {
    /// What a root leads to if only nodes with so many visits keep their edges.
    fn below(graph: &Graph, root: NodeId, least_visits: u32) -> Kept {
        let mut kept = Kept { root, least_visits, nodes: vec![root], place: vec![NO_NODE; graph.capacity()], edges: 0 };
        kept.place[root as usize] = NO_NODE + 1;
        let mut next = 0;
        while next < kept.nodes.len() {
            let id = kept.nodes[next];
            next += 1;
            if !kept.is_open(graph, id) {
                continue;
            }
            let edges = graph.edges(graph.node(id));
            kept.edges += edges.len();
            for child in edges.iter().filter_map(|edge| edge.child()) {
                if kept.place[child as usize] == NO_NODE {
                    kept.nodes.push(child);
                    kept.place[child as usize] = kept.nodes.len() as NodeId;
                }
            }
        }
        kept
    }

    /// Whether a node keeps its edges.
    fn is_open(&self, graph: &Graph, id: NodeId) -> bool {
        let node = graph.node(id);
        !graph.edges(node).is_empty() && (id == self.root || node.visits() >= self.least_visits)
    }
}

impl Graph {
    fn is_half_enough(&self, kept: &Kept) -> bool {
        2 * kept.nodes.len() < self.capacity() && 2 * kept.edges < self.edge_capacity()
    }

    /// Takes over a node, its edges excepted: what was found below becomes its own value.
    fn adopt(&self, node: &Node) -> NodeId {
        let id = self.insert(node.key(), &node.as_born()).expect("what is kept has room");
        self.node(id).set_visits(node.visits());
        id
    }

    fn adopt_edges(&self, from: &Graph, old: NodeId, kept: &Kept) {
        let (was, node) = (from.node(old), self.node(kept.place[old as usize]));
        let edges = from.edges(was);
        let choices: Vec<_> = edges.iter().map(|edge| (edge.mv(), edge.weight())).collect();
        assert!(node.claim() && self.open(node, &choices), "what is kept has room");
        node.set_own(was.own());
        for (place, (edge, old_edge)) in self.edges(node).iter().zip(edges).enumerate() {
            edge.resume(old_edge);
            edge.set_child(old_edge.child().map_or(NO_NODE, |child| kept.place[child as usize]));
            if place < was.tried() {
                node.note_tried(place);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::graph::{Birth, Stage};
    use super::super::value::Bounds;
    use super::*;
    use crate::game::{Seat, ToAct};
    use crate::moves::Move;

    const MEMORY: usize = 1 << 18;

    fn birth(value: f32) -> Birth {
        Birth { actor: ToAct::Seat(Seat::BLACK), viewer: Seat::BLACK, value, bounds: Bounds::OPEN, turns: 0 }
    }

    /// A chain of nodes, each with two edges of which the first leads on; node `k` has `length - k` visits.
    fn chain(length: u32) -> (Graph, NodeId) {
        let graph = Graph::new(MEMORY).unwrap();
        let ids: Vec<NodeId> = (0..length).map(|k| graph.insert(u64::from(k) << 40, &birth(0.5)).unwrap()).collect();
        for (k, &id) in ids.iter().enumerate() {
            let node = graph.node(id);
            node.set_visits(length - k as u32);
            assert!(node.claim() && graph.open(node, &[(Move::new(1, 2, 3), 7), (Move::new(1, 3, 3), 8)]));
            if let Some(&child) = ids.get(k + 1) {
                graph.edges(node)[0].set_child(child);
                graph.edges(node)[0].count_visit();
                node.note_tried(0);
            }
        }
        (graph, ids[0])
    }

    #[test]
    fn what_the_root_leads_to_is_kept_as_it_is() {
        let (graph, root) = chain(20);
        graph.insert(999, &birth(0.1)).unwrap();
        let mut fresh = Graph::new(MEMORY).unwrap();
        let mut id = fresh.gather(&graph, root);
        assert_eq!(fresh.find(999), None, "the root does not lead there");
        for k in 0..20 {
            let node = fresh.node(id);
            assert_eq!((node.key(), node.visits(), node.own()), (u64::from(k) << 40, 20 - k, 0.5));
            let edges = fresh.edges(node);
            assert_eq!(edges.iter().map(|edge| (edge.mv().to(), edge.weight())).collect::<Vec<_>>(), [(2, 7), (3, 8)]);
            assert_eq!((edges[0].visits(), node.tried()), (u32::from(k < 19), usize::from(k < 19)));
            id = edges[0].child().unwrap_or(NO_NODE);
        }
        assert_eq!(id, NO_NODE);
    }

    #[test]
    fn without_room_the_rarely_visited_lose_their_edges() {
        let length = (Graph::new(MEMORY).unwrap().capacity() - 1) as u32;
        let (graph, root) = chain(length);
        let mut fresh = Graph::new(MEMORY).unwrap();
        let root = fresh.gather(&graph, root);
        assert!(fresh.fullness() <= 0.5);
        let (mut id, mut open) = (root, 0);
        while fresh.node(id).stage() == Stage::Open {
            open += 1;
            id = fresh.edges(fresh.node(id))[0].child().expect("an edge that was tried leads on");
        }
        assert!(open > length / 8, "{open} of {length}");
        assert!(fresh.node(id).visits() > 0 && fresh.node(id).value() == 0.5);
    }
}

//! Ranking of a node's moves, principal variations (PV) and depth.

use std::cmp::Reverse;

use super::super::score::MAX_PLY;
use super::graph::{Edge, Graph, Node, NodeId, Stage};
use super::selection::MoveFilter;
use super::value::{Bounds, Value, centipawns};
use crate::game::ToAct;
use crate::moves::Move;
use crate::seat::Seat;

/// Move of a node with its statistics.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedMove {
    pub(super) mv: Move,
    /// Score for the side to move: centipawns, or a mate distance counted from the node.
    pub(super) score: i32,
    /// Expected score, finer than centipawns.
    value: f32,
    /// True if the score is proven.
    pub(super) proven: bool,
    /// N: number of visits.
    pub(super) visits: u32,
    child: Option<NodeId>,
}

impl RankedMove {
    /// True if the score is the move's own: it has been visited or is proven. Else it is the node's.
    pub(super) fn is_scored(&self) -> bool {
        self.visits > 0 || self.proven
    }

    /// Sort key. The score comes first: it prefers faster wins and slower losses, which share one expected score.
    fn sort_key(&self) -> (i32, f32) {
        (self.score, self.value)
    }
}

impl<V: Value> Graph<V> {
    /// Moves of a node, the best first: by visits (robust child; Chaslot et al., "Progressive Strategies for
    /// Monte-Carlo Tree Search", 2008). A proven move comes before all unproven ones that are not expected to be
    /// better. Empty at a chance node.
    pub(super) fn ranking(&self, node: &Node<V>, allowed: Option<MoveFilter>) -> Vec<RankedMove> {
        let ToAct::Seat(seat) = node.to_act() else { return Vec::new() };
        let edges = self.edges(node).iter().filter(|edge| allowed.is_none_or(|allowed| allowed(edge.mv())));
        let (mut proven, mut unproven): (Vec<RankedMove>, Vec<RankedMove>) =
            edges.map(|edge| self.rank(node, edge, seat)).partition(|ranked| ranked.proven);
        proven.sort_by(|one, other| other.sort_key().partial_cmp(&one.sort_key()).expect("values are numbers"));
        unproven.sort_by_key(|ranked| Reverse(ranked.visits));
        let mut ranking = Vec::with_capacity(proven.len() + unproven.len());
        let (mut proven, mut unproven) = (proven.into_iter().peekable(), unproven.into_iter().peekable());
        while let Some(next) = match (proven.peek(), unproven.peek()) {
            (Some(sure), Some(likely)) if sure.sort_key() >= likely.sort_key() => proven.next(),
            (_, Some(_)) => unproven.next(),
            (_, None) => proven.next(),
        } {
            ranking.push(next);
        }
        ranking
    }

    /// Value of a root that is a chance node, for a seat: [`Move::NONE`] with the mean score of the outcomes.
    pub(super) fn root_value(&self, node: &Node<V>, seat: Seat) -> RankedMove {
        let turns = node.turns().saturating_sub(u32::from(node.perspective() != seat));
        let (proven, value) = (node.is_proven(), node.value().for_seat(seat));
        let mate = node.bounds().winner().map(|winner| V::Bounds::mate_score(winner == seat, turns));
        let score = mate.unwrap_or_else(|| centipawns(value));
        RankedMove { mv: Move::NONE, score, value, proven, visits: node.visits(), child: None }
    }

    /// Statistics of one move.
    fn rank(&self, node: &Node<V>, edge: &Edge, seat: Seat) -> RankedMove {
        let (visits, child) = (edge.visits(), edge.child());
        let child_node = child.map(|id| self.node(id));
        let proven = child_node.is_some_and(Node::is_proven);
        let value = match child_node {
            Some(child) if visits > 0 || proven => edge.value_with_repetitions(child.value(), node.bounds()),
            None if visits > 0 => node.bounds().draw(),
            _ => node.leaf_value(),
        };
        let value = value.for_seat(seat);
        let mate = child_node.and_then(|child| {
            let winner = child.bounds().winner()?;
            let step = V::Bounds::distance_step(node.perspective(), child.perspective(), winner);
            Some(V::Bounds::mate_score(winner == seat, child.turns() + step))
        });
        let score = mate.unwrap_or_else(|| centipawns(value));
        RankedMove { mv: edge.mv(), score, value, proven, visits, child }
    }

    /// Principal variation that begins with a move, up to the last visited move. It ends before a chance node.
    pub(super) fn pv(&self, first: &RankedMove) -> Vec<Move> {
        let mut pv = Vec::from_iter(first.mv.is_some().then_some(first.mv));
        let mut next = first.child;
        while let Some(id) = next
            && pv.len() < MAX_PLY
            && let Some(best) = self.ranking(self.node(id), None).first()
            && best.is_scored()
        {
            pv.push(best.mv);
            next = best.child;
        }
        pv
    }

    /// Depth of the tree below a move: the plies of the line of best moves and most visited chance outcomes, where
    /// outcomes do not count; and true if the line ends in a proven node.
    pub(super) fn depth(&self, first: &RankedMove) -> (u32, bool) {
        let (mut depth, mut next) = (1, first.child);
        while let Some(id) = next
            && depth < MAX_PLY as u32
        {
            let node = self.node(id);
            if node.is_proven() {
                return (depth, true);
            }
            if node.stage() != Stage::Expanded {
                break;
            }
            if node.to_act() == ToAct::Chance {
                next = self.edges(node).iter().max_by_key(|edge| edge.visits()).and_then(Edge::child);
                continue;
            }
            let Some(best) = self.ranking(node, None).into_iter().next() else { break };
            // A visited move without a child is a repetition.
            if best.visits > 0 && best.child.is_none() {
                return (depth, true);
            }
            depth += 1;
            next = best.child;
        }
        (depth, depth >= MAX_PLY as u32)
    }
}

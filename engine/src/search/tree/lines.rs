//! What the tree says: the order of a node's moves, and the lines that begin with them.

use std::cmp::Reverse;

use super::super::score::{MATE, MAX_PLY};
use super::graph::{Edge, Graph, Node, NodeId, Stage};
use super::policy::Allowed;
use super::value::{WIN, centipawns, sign};
use crate::game::{Seat, ToAct};
use crate::moves::Move;

/// A move of a node and what the tree knows of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) mv: Move,
    /// For the side that makes the move: centipawns or a mate, counted from the node.
    pub(super) score: i32,
    /// The same as expected score, which may tell moves apart that centipawns do not.
    value: f32,
    /// Whether the score is certain.
    pub(super) settled: bool,
    pub(super) visits: u32,
    child: Option<NodeId>,
}

impl Ranked {
    /// What moves are compared by: faster wins and slower losses are better though they have one value.
    fn merit(&self) -> (i32, f32) {
        (self.score, self.value)
    }
}

impl Graph {
    /// The moves of a node, the best first. What was visited most is best, for it is what held its ground; but a move whose value is
    /// certain comes before others that are not expected to be better. At a chance node there are none.
    pub(super) fn ranking(&self, node: &Node, allowed: Option<Allowed>) -> Vec<Ranked> {
        let ToAct::Seat(seat) = node.to_act() else { return Vec::new() };
        let edges = self.edges(node).iter().filter(|edge| allowed.is_none_or(|allowed| allowed(edge.mv())));
        let (mut settled, mut open): (Vec<Ranked>, Vec<Ranked>) =
            edges.map(|edge| self.rank(node, edge, seat)).partition(|ranked| ranked.settled);
        settled.sort_by(|one, other| other.merit().partial_cmp(&one.merit()).expect("values are numbers"));
        open.sort_by_key(|ranked| Reverse(ranked.visits));
        let mut ranking = Vec::with_capacity(settled.len() + open.len());
        let (mut settled, mut open) = (settled.into_iter().peekable(), open.into_iter().peekable());
        while let Some(next) = match (settled.peek(), open.peek()) {
            (Some(certain), Some(likely)) if certain.merit() >= likely.merit() => settled.next(),
            (_, Some(_)) => open.next(),
            (_, None) => settled.next(),
        } {
            ranking.push(next);
        }
        ranking
    }

    /// What a root that is left to chance promises a seat: a move that is none, with the score of whatever chance brings.
    pub(super) fn prospect(&self, node: &Node, seat: Seat) -> Ranked {
        let turns = node.turns().saturating_sub(u32::from(node.viewer() != seat));
        let (settled, value) = (node.is_settled(), sign(seat) * node.value());
        let score = self.certain_score(node, turns, seat).unwrap_or_else(|| centipawns(value));
        Ranked { mv: Move::NONE, score, value, settled, visits: node.visits(), child: None }
    }

    /// The score of a node that is certainly won or lost, so many turns before the end.
    fn certain_score(&self, node: &Node, turns: u32, seat: Seat) -> Option<i32> {
        match node.bounds().seen_by(seat) {
            bounds if bounds.least == WIN => Some(MATE - turns as i32),
            bounds if bounds.most == -WIN => Some(turns as i32 - MATE),
            _ => None,
        }
    }

    fn rank(&self, node: &Node, edge: &Edge, seat: Seat) -> Ranked {
        let (visits, child) = (edge.visits(), edge.child());
        let reached = child.map(|id| self.node(id));
        let settled = reached.is_some_and(Node::is_settled);
        let value = match reached {
            Some(child) if visits > 0 || settled => edge.mixed_with_draws(child.value()),
            None if visits > 0 => 0.0,
            _ => node.own(),
        };
        let certain = reached.filter(|_| settled).and_then(|child| {
            self.certain_score(child, child.turns() + u32::from(child.viewer() != node.viewer()), seat)
        });
        let score = certain.unwrap_or_else(|| centipawns(sign(seat) * value));
        Ranked { mv: edge.mv(), score, value: sign(seat) * value, settled, visits, child }
    }

    /// The line that begins with a move: the best moves as far as any was tried. It ends before luck has a say.
    pub(super) fn line(&self, first: &Ranked) -> Vec<Move> {
        let mut line = Vec::from_iter(first.mv.is_some().then_some(first.mv));
        let mut next = first.child;
        while let Some(id) = next
            && line.len() < MAX_PLY
            && let Some(best) = self.ranking(self.node(id), None).first()
            && (best.visits > 0 || best.settled)
        {
            line.push(best.mv);
            next = best.child;
        }
        line
    }

    /// How far the tree looks ahead: the plies of the line that begins with a move and goes on with the best moves and the most visited
    /// events, which do not count; and whether it comes to an end there that is certain.
    pub(super) fn depth(&self, first: &Ranked) -> (u32, bool) {
        let (mut depth, mut next) = (1, first.child);
        while let Some(id) = next
            && depth < MAX_PLY as u32
        {
            let node = self.node(id);
            if node.is_settled() {
                return (depth, true);
            }
            if node.stage() != Stage::Open {
                break;
            }
            if node.to_act() == ToAct::Chance {
                next = self.edges(node).iter().max_by_key(|edge| edge.visits()).and_then(Edge::child);
                continue;
            }
            let Some(best) = self.ranking(node, None).into_iter().next() else { break };
            // A move that repeats the position leads nowhere.
            if best.visits > 0 && best.child.is_none() {
                return (depth, true);
            }
            depth += 1;
            next = best.child;
        }
        (depth, depth >= MAX_PLY as u32)
    }
}

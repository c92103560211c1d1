//! Which way a visit goes from a node, and what a node is worth after it.

use super::graph::{Edge, Graph, Node};
use super::params::TreeParams;
use super::value::{Bounds, WIN, sign};
use crate::game::{Seat, ToAct};
use crate::moves::Move;

/// Whether an edge may be looked at: at the root, not every move need be.
pub(super) type Allowed<'a> = &'a dyn Fn(Move) -> bool;

impl Graph {
    /// The place of the edge that the next visit takes; none if no edge can teach anything any more.
    pub(super) fn choose(&self, node: &Node, params: &TreeParams, allowed: Option<Allowed>) -> Option<usize> {
        match node.to_act() {
            ToAct::Seat(seat) => self.choose_move(node, seat, params, allowed),
            ToAct::Chance => self.choose_event(node),
        }
    }

    /// The move with the greatest sum of what is known of it and what it promises (PUCT: Rosin 2011, in the form of AlphaGo Zero).
    ///
    /// Untried moves all count as a little worse than the position, so of them only the first, which promises most, need be looked
    /// at. Moves that cannot be better than what is certain already are left out, and so are those that are known to the last.
    fn choose_move(&self, node: &Node, seat: Seat, params: &TreeParams, allowed: Option<Allowed>) -> Option<usize> {
        let edges = self.edges(node);
        let certain = match allowed {
            None => node.bounds().seen_by(seat).least,
            Some(allowed) => {
                let children = edges.iter().filter(|edge| allowed(edge.mv())).filter_map(Edge::child);
                children.map(|child| self.node(child).bounds().seen_by(seat).least).max().unwrap_or(-WIN)
            }
        };
        let visits: u32 = edges[..node.tried()].iter().map(|edge| edge.visits() + edge.pending()).sum();
        let reach = params.exploration as f32 / 100.0 * (visits.max(1) as f32).sqrt();
        let tried: f32 = edges[..node.tried()].iter().filter(|edge| edge.visits() > 0).map(Edge::prior).sum();
        let untried = sign(seat) * node.value() - params.untried as f32 / 100.0 * tried.sqrt();
        let mut best = None;
        for (place, edge) in edges.iter().enumerate() {
            if allowed.is_some_and(|allowed| !allowed(edge.mv())) {
                continue;
            }
            let child = edge.child().map(|child| self.node(child));
            let bounds = child.map_or(Bounds::OPEN, |child| child.bounds().seen_by(seat));
            if bounds.is_settled() || bounds.most <= certain {
                continue;
            }
            let (visits, pending) = (edge.visits() as f32, edge.pending() as f32);
            let known = match child {
                Some(child) if visits > 0.0 => edge.mixed_with_draws(sign(seat) * child.value()),
                None if visits > 0.0 => 0.0,
                _ => untried,
            };
            // A visit on its way counts as a loss until it is back, so that threads spread (virtual loss).
            let known = (known * visits.max(1.0) - pending) / (visits.max(1.0) + pending);
            let score = known + reach * edge.prior() / (1.0 + visits + pending);
            if best.is_none_or(|(_, most)| score > most) {
                best = Some((place, score));
            }
            if visits + pending == 0.0 {
                break;
            }
        }
        best.map(|(place, _)| place)
    }

    /// The event that has had the fewest visits for its weight: a sample without the noise of sampling.
    fn choose_event(&self, node: &Node) -> Option<usize> {
        let edges = self.edges(node);
        let open = |edge: &&(usize, &Edge)| !edge.1.child().is_some_and(|child| self.node(child).is_settled());
        let hunger = |edge: &Edge| edge.weight() as f32 / (1 + edge.visits() + edge.pending()) as f32;
        let candidates: Vec<(usize, &Edge)> = edges.iter().enumerate().collect();
        let best = candidates.iter().filter(open).rev().max_by(|a, b| hunger(a.1).total_cmp(&hunger(b.1)));
        best.map(|&(place, _)| place)
    }

    /// Computes anew what a node is worth, from its edges.
    pub(super) fn refresh(&self, node: &Node) {
        if self.edges(node).is_empty() {
            // Another thread is just opening it, or it is the end.
            return;
        }
        match node.to_act() {
            ToAct::Seat(seat) => self.refresh_choice(node, seat),
            ToAct::Chance => self.refresh_chance(node),
        }
    }

    /// The mean of what was found below, each move as often as it was visited; but what is certain is believed.
    fn refresh_choice(&self, node: &Node, seat: Seat) {
        let edges = self.edges(node);
        // Asked once: another thread may try one more at any moment, and what was not looked at proves nothing.
        let tried = node.tried();
        let (mut sum, mut weight) = (node.own(), 1.0);
        let mut reached = Bounds { least: -WIN, most: -WIN };
        for edge in &edges[..tried] {
            let visits = edge.visits() as f32;
            weight += visits;
            let Some(child) = edge.child().map(|child| self.node(child)) else {
                reached.most = WIN;
                continue;
            };
            sum += visits * edge.mixed_with_draws(child.value());
            let bounds = child.bounds().seen_by(seat);
            reached = Bounds { least: reached.least.max(bounds.least), most: reached.most.max(bounds.most) };
        }
        if tried < edges.len() {
            reached.most = WIN;
        }
        node.set_value(sum / weight);
        self.prove(node, reached.seen_by(seat), reached.least == WIN);
    }

    /// The mean of what may happen, each event by its weight; one that was not visited counts as the node was judged at first.
    fn refresh_chance(&self, node: &Node) {
        let (mut sum, mut least, mut most, mut all) = (0.0, 0, 0, 0);
        for edge in self.edges(node) {
            let weight = i64::from(edge.weight());
            let child = edge.child().map(|child| self.node(child));
            let value = child.map_or(node.own(), |child| edge.mixed_with_draws(child.value()));
            let bounds = child.map_or(Bounds::OPEN, Node::bounds);
            sum += weight as f32 * value;
            least += weight * i64::from(bounds.least);
            most += weight * i64::from(bounds.most);
            all += weight;
        }
        let bounds = Bounds { least: (least / all) as i32, most: (most / all) as i32 };
        node.set_value(sum / all as f32);
        self.prove(node, bounds, false);
    }

    /// Notes what has become certain of a node. If that is a win for somebody, the turns to it are noted first, for as soon as it is
    /// known to be certain, other threads count on them.
    fn prove(&self, node: &Node, bounds: Bounds, shortest: bool) {
        if bounds.is_settled() && bounds.least.abs() == WIN {
            node.set_turns(self.turns_to_end(node, bounds, shortest));
        }
        node.narrow(bounds);
    }

    /// The turns to the end of a node that is certainly won for somebody: along the shortest way for who chooses to win, along the longest
    /// for who can only lose, and with the worst luck.
    fn turns_to_end(&self, node: &Node, bounds: Bounds, shortest: bool) -> u32 {
        let decided = self.edges(node).iter().filter_map(Edge::child).map(|child| self.node(child));
        let decided = decided.filter(|child| child.bounds() == bounds);
        let turns = decided.map(|child| child.turns() + u32::from(child.viewer() != node.viewer()));
        let turns = if shortest { turns.min() } else { turns.max() };
        turns.unwrap_or(0)
    }
}

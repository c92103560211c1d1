//! Reach tables: targets by an exact number of steps, computed from the geometry of the board.

use std::sync::LazyLock;

use super::Kind;
use crate::board::round::{Field, Set};

/// Maximum number of steps of a kind.
const MAX_STEPS: usize = 4;

/// Path of a walking piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// Target.
    pub end: Field,
    /// Blocker mask: the fields on the way, which must be empty.
    pub way: Set,
}

/// Reach tables of all kinds.
pub struct Reach {
    /// `[kind][field]`: targets on an empty board.
    flights: [[Set; 128]; Kind::COUNT],
    /// `[steps][field]`: paths of a walking piece.
    walks: [Vec<Vec<Path>>; MAX_STEPS + 1],
    /// `[field]`: all fields on the way of some walking piece that ends there.
    approaches: [Set; 128],
}

/// The reach tables, computed at the first use.
pub static REACH: LazyLock<Reach> = LazyLock::new(Reach::new);

/// State of the walk that computes the tables.
#[derive(Clone, Copy)]
struct Walker {
    kind: Kind,
    at: Field,
    /// Visited fields, the present one and the origin included.
    visited: Set,
    /// Number of ring changes left.
    changes: usize,
}

impl Walker {
    /// Walks every way of a number of steps from here and hands its target and visited fields to `arrive`.
    fn go(self, steps: usize, arrive: &mut impl FnMut(Field, Set)) {
        if steps == 0 {
            return arrive(self.at, self.visited);
        }
        let corners = if self.kind.walks() { Set::EMPTY } else { self.at.corners() };
        for next in (self.at.sides() | corners).without(self.visited) {
            let change = usize::from(next.ring() != self.at.ring());
            if change <= self.changes {
                let visited = self.visited | next.into();
                Walker { at: next, visited, changes: self.changes - change, ..self }.go(steps - 1, arrive);
            }
        }
    }
}

/// Walks every way of a kind from a field on an empty board; hands over the target and all visited fields, both ends
/// included.
fn travel(kind: Kind, from: Field, arrive: &mut impl FnMut(Field, Set)) {
    // The wizard crosses circular lines freely: up to once a step.
    let changes = if kind == Kind::Wizard { kind.steps() } else { 1 };
    Walker { kind, at: from, visited: from.into(), changes }.go(kind.steps(), arrive);
}

/// Paths of a walking kind from a field. Of two paths to one target whose masks include one another, the smaller mask
/// is kept.
fn walks(kind: Kind, from: Field) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    travel(kind, from, &mut |end, visited| {
        let way = visited.without(Set::from(from) | end.into());
        let implied = |path: &Path| path.end == end && path.way.without(way).is_empty();
        if !paths.iter().any(implied) {
            paths.retain(|path| path.end != end || way.without(path.way).any());
            paths.push(Path { end, way });
        }
    });
    paths
}

impl Reach {
    fn new() -> Reach {
        let mut flights = [[Set::EMPTY; 128]; Kind::COUNT];
        let mut reach_by_walking = [const { Vec::new() }; MAX_STEPS + 1];
        for kind in Kind::ALL {
            if kind.walks() {
                reach_by_walking[kind.steps()] = Field::all().map(|from| walks(kind, from)).collect();
            }
            for from in Field::all() {
                travel(kind, from, &mut |end, _| flights[kind.index()][from.index()] |= end.into());
            }
        }
        let mut approaches = [Set::EMPTY; 128];
        for path in reach_by_walking.iter().flatten().flatten() {
            approaches[path.end.index()] |= path.way;
        }
        Reach { flights, walks: reach_by_walking, approaches }
    }

    /// Targets of a kind from a field, with the given occupancy. The piece on a target is irrelevant. Every path is
    /// reversible, so these are also the fields from which the kind reaches this one.
    #[inline(always)]
    pub fn of(&self, kind: Kind, from: Field, occupied: Set) -> Set {
        if !kind.can_be_blocked() {
            return self.unhindered(kind, from);
        }
        let paths = &self.walks[kind.steps()][from.index()];
        paths
            .iter()
            .fold(Set::EMPTY, |reached, path| reached | Set::from(path.end).when((path.way & occupied).is_empty()))
    }

    /// Targets of a kind on an empty board, a superset of its targets on any board.
    #[inline(always)]
    pub fn unhindered(&self, kind: Kind, from: Field) -> Set {
        self.flights[kind.index()][from.index()]
    }

    /// True if a kind gets from one field to another, with the given occupancy.
    #[inline(always)]
    pub fn connects(&self, kind: Kind, from: Field, to: Field, occupied: Set) -> bool {
        self.unhindered(kind, from).has(to)
            && (!kind.can_be_blocked() || self.ways(kind, from, to).any(|way| (way & occupied).is_empty()))
    }

    /// Fields where a piece can block some walk to a field.
    #[inline(always)]
    pub fn approaches(&self, to: Field) -> Set {
        self.approaches[to.index()]
    }

    /// Blocker masks of a walking kind from one field to another.
    #[inline(always)]
    pub fn ways(&self, kind: Kind, from: Field, to: Field) -> impl Iterator<Item = Set> {
        let paths = &self.walks[kind.steps()][from.index()];
        paths.iter().filter(move |path| path.end == to).map(|path| path.way)
    }
}

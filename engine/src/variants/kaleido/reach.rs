//! Where pieces get by an exact number of steps, worked out from the geometry of the board.

use std::sync::LazyLock;

use super::Kind;
use crate::board::round::{Field, Set};

/// The most steps that any piece makes.
const MOST_STEPS: usize = 4;

/// A way to walk.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Path {
    /// Where it ends.
    pub end: Field,
    /// The fields on the way, which must be empty.
    pub way: Set,
}

/// What every kind reaches from every field.
pub struct Reach {
    /// By kind and field: what a piece reaches that nothing hinders.
    flights: [[Set; 128]; Kind::COUNT],
    /// By number of steps and field: the ways that a walking piece has.
    walks: [Vec<Vec<Path>>; MOST_STEPS + 1],
    /// By field: all fields on the way of some walking piece that ends there.
    approaches: [Set; 128],
}

/// The one table of them.
pub static REACH: LazyLock<Reach> = LazyLock::new(Reach::new);

/// A piece on its way.
#[derive(Clone, Copy)]
struct Walker {
    kind: Kind,
    at: Field,
    /// The fields it has been on, the present one and that it began on included.
    visited: Set,
    /// How often it may still change the ring.
    changes: usize,
}

impl Walker {
    /// Takes every way of so many steps from here and hands its end and the fields visited to `arrive`.
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

/// Takes every way that a piece of a kind has from a field on an empty board: its end, and all fields visited, both
/// ends included.
fn travel(kind: Kind, from: Field, arrive: &mut impl FnMut(Field, Set)) {
    // The wizard crosses circular lines freely: as often as he makes a step.
    let changes = if kind == Kind::Wizard { kind.steps() } else { 1 };
    Walker { kind, at: from, visited: from.into(), changes }.go(kind.steps(), arrive);
}

/// The ways that a walking kind has from a field. Of two ways to one end, one of which is part of the other, the
/// shorter one will do.
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
        let mut reach_by_walking = [const { Vec::new() }; MOST_STEPS + 1];
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

    /// The fields that a piece of a kind reaches, itself excepted, with pieces on `occupied`. Whose piece stands where
    /// it ends does not matter. Every way can be gone back, so these are also the fields from which it reaches this
    /// one.
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

    /// The fields that a piece of a kind reaches on an empty board; nobody in its way makes them more.
    #[inline(always)]
    pub fn unhindered(&self, kind: Kind, from: Field) -> Set {
        self.flights[kind.index()][from.index()]
    }

    /// Whether a piece of a kind gets from one field to another with pieces on `occupied`.
    #[inline(always)]
    pub fn connects(&self, kind: Kind, from: Field, to: Field, occupied: Set) -> bool {
        self.unhindered(kind, from).has(to)
            && (!kind.can_be_blocked() || self.ways(kind, from, to).any(|way| (way & occupied).is_empty()))
    }

    /// The fields where a piece can stand in the way of some other that walks to a field.
    #[inline(always)]
    pub fn approaches(&self, to: Field) -> Set {
        self.approaches[to.index()]
    }

    /// The ways of a walking kind from one field to another: for each the fields that must be empty.
    #[inline(always)]
    pub fn ways(&self, kind: Kind, from: Field, to: Field) -> impl Iterator<Item = Set> {
        let paths = &self.walks[kind.steps()][from.index()];
        paths.iter().filter(move |path| path.end == to).map(|path| path.way)
    }
}

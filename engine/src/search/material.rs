//! [`Material`]: the simplest evaluation.

use std::marker::PhantomData;

use crate::eval::{Evaluator, Term};
use crate::game::{BoardObserver, Game, Seat, Tactics};

/// Material balance by [`MoveFacts::piece_value`](crate::game::MoveFacts::piece_value): enough for tests, and for a
/// game that has no evaluation of its own.
#[derive(Clone, Debug)]
pub struct Material<G> {
    sums: [i32; 2],
    earlier: Vec<[i32; 2]>,
    game: PhantomData<fn() -> G>,
}

impl<G> Default for Material<G> {
    fn default() -> Self {
        Material { sums: [0; 2], earlier: Vec::new(), game: PhantomData }
    }
}

impl<G: Tactics> BoardObserver<G> for Material<G> {
    fn begin(&mut self) {
        self.earlier.push(self.sums);
    }

    fn put(&mut self, seat: Seat, kind: usize, _field: usize) {
        self.sums[seat.index()] += G::piece_value(kind);
    }

    fn take(&mut self, seat: Seat, kind: usize, _field: usize) {
        self.sums[seat.index()] -= G::piece_value(kind);
    }

    fn revert(&mut self) {
        self.sums = self.earlier.pop().expect("a ply was begun");
    }
}

impl<G: Tactics> Evaluator<G> for Material<G> {
    fn reset(&mut self, game: &G) {
        *self = Material::default();
        game.populate(self);
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        let seat = Game::seat(game);
        self.sums[seat.index()] - self.sums[seat.opponent().index()]
    }

    fn terms(&self, _game: &G) -> Vec<Term> {
        let [white, black] = self.sums;
        vec![Term { name: "material", seats: [(white, white), (black, black)] }]
    }
}

//! [`Material`]: the simplest evaluation. [`MaterialShares`]: the same for any number of players.

use std::marker::PhantomData;

use super::score::{LOGISTIC_SCALE, share_to_centipawns};
use crate::eval::{Evaluator, SharesEvaluator, Term};
use crate::game::{BoardObserver, Game, Seat, Tactics, ToAct};

/// Sums of [`MoveFacts::piece_value`](crate::game::MoveFacts::piece_value), by seat.
#[derive(Clone, Debug)]
pub struct MaterialSums<G, const SEATS: usize> {
    sums: [i32; SEATS],
    earlier: Vec<[i32; SEATS]>,
    game: PhantomData<fn() -> G>,
}

/// Material balance: enough for tests, and for a game that has no evaluation of its own.
pub type Material<G> = MaterialSums<G, 2>;

/// Material of each player as shares of the point: a softmax of the sums, so that an advantage of
/// [`LOGISTIC_SCALE`] centipawns over another player multiplies the odds against it by e. Who is out has none.
/// Exported for the tests.
pub type MaterialShares<G> = MaterialSums<G, { Seat::MAX }>;

impl<G, const SEATS: usize> Default for MaterialSums<G, SEATS> {
    fn default() -> Self {
        MaterialSums { sums: [0; SEATS], earlier: Vec::new(), game: PhantomData }
    }
}

impl<G: Tactics, const SEATS: usize> BoardObserver<G> for MaterialSums<G, SEATS> {
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
        let seat = match game.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::Chance => game.side_to_move(),
        };
        self.sums[seat.index()] - self.sums[seat.opponent().index()]
    }

    fn terms(&self, _game: &G) -> Vec<Term> {
        let [white, black] = self.sums;
        vec![Term { name: "material", seats: vec![(white, white), (black, black)] }]
    }
}

impl<G: Tactics> Evaluator<G> for MaterialShares<G> {
    fn reset(&mut self, game: &G) {
        *self = MaterialShares::default();
        game.populate(self);
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        share_to_centipawns(self.shares(game)[Game::seat(game).index()])
    }

    fn terms(&self, _game: &G) -> Vec<Term> {
        Vec::new()
    }
}

impl<G: Tactics> SharesEvaluator<G> for MaterialShares<G> {
    fn shares(&mut self, game: &G) -> [f32; Seat::MAX] {
        softmax_shares(game, &self.sums)
    }
}

/// Shares of the players who are in, by their scores in centipawns: a softmax with the scale [`LOGISTIC_SCALE`].
pub fn softmax_shares<G: Game>(game: &G, scores: &[i32; Seat::MAX]) -> [f32; Seat::MAX] {
    let is_in = |seat: usize| seat < G::SEATS && game.is_in(Seat::new(seat));
    let best = (0..G::SEATS).filter(|&seat| is_in(seat)).map(|seat| scores[seat]).max().unwrap_or(0);
    let weight = |seat: usize| libm::expf((scores[seat] - best) as f32 / LOGISTIC_SCALE);
    let weights: [f32; Seat::MAX] = std::array::from_fn(|seat| if is_in(seat) { weight(seat) } else { 0.0 });
    let sum: f32 = weights.iter().sum();
    weights.map(|weight| weight / sum)
}

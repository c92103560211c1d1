//! [`NnueEvaluator`]: the evaluation that is played with, HCE and network together.

use std::sync::Arc;

use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Seat};

use super::accumulator::{AccumulatorStack, refreshed_output};
use super::{ActiveFeatures, Base, FeatureSet, Network, centipawns};
use crate::hce::{HandCraftedEval, HceEvaluator};

/// NNUE state: a network and the source of its accumulators.
#[derive(Clone)]
pub(super) enum NnueState<G> {
    /// Accumulators are updated incrementally along the moves.
    Incremental(AccumulatorStack),
    /// Accumulators are refreshed for each evaluation, from the game's own features.
    Refresh(Arc<Network>, fn(&G) -> ActiveFeatures),
}

impl<G: HandCraftedEval> NnueState<G> {
    /// State of the empty board.
    pub(super) fn new(network: Arc<Network>) -> Self {
        match G::feature_set() {
            FeatureSet::Custom(features) => NnueState::Refresh(network, features.extract),
            FeatureSet::PieceSquare(_) => NnueState::Incremental(AccumulatorStack::new(network)),
        }
    }

    /// Sets up a position.
    pub(super) fn reset(&mut self, game: &G) {
        if let NnueState::Incremental(stack) = self {
            stack.clear();
        }
        game.populate(self);
    }

    /// Network value for the side to move, in centipawns.
    #[inline(always)]
    pub(super) fn value(&mut self, game: &G) -> i32 {
        let side_to_move = game.side_to_move();
        centipawns(match self {
            NnueState::Incremental(stack) => stack.output(side_to_move),
            NnueState::Refresh(network, extract) => refreshed_output(network, &extract(game), side_to_move),
        })
    }
}

impl<G> BoardObserver<G> for NnueState<G> {
    #[inline(always)]
    fn begin(&mut self) {
        if let NnueState::Incremental(stack) = self {
            stack.push();
        }
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        if let NnueState::Incremental(stack) = self {
            stack.record(seat, kind, field, true);
        }
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        if let NnueState::Incremental(stack) = self {
            stack.record(seat, kind, field, false);
        }
    }

    #[inline(always)]
    fn revert(&mut self) {
        if let NnueState::Incremental(stack) = self {
            stack.pop();
        }
    }
}

/// HCE or its PSQT plus network: the evaluation that is played with. A game without a network has the HCE alone.
///
/// ```
/// use engine::eval::Evaluator;
/// use engine::game::Game;
/// use engine::variants::Chess;
/// use eval::{HandCraftedEval, NnueEvaluator};
///
/// let start = Chess::start();
/// let mut evaluator = NnueEvaluator::<Chess>::default();
/// evaluator.reset(&start);
/// assert!(evaluator.evaluate(&start).abs() < 100); // both sides are equal but for the move
/// assert!(evaluator.terms(&start).iter().any(|term| term.name == "network"));
/// ```
#[derive(Clone)]
pub struct NnueEvaluator<G: HandCraftedEval> {
    hce: HceEvaluator<G>,
    nnue: Option<NnueState<G>>,
}

impl<G: HandCraftedEval> Default for NnueEvaluator<G> {
    /// With the game's own network.
    fn default() -> Self {
        NnueEvaluator::new(G::network())
    }
}

impl<G: HandCraftedEval> NnueEvaluator<G> {
    /// With a given network, or with none.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        let base = network.as_ref().map_or(Base::Hce, |network| network.base());
        NnueEvaluator { hce: HceEvaluator::new(base), nnue: network.map(NnueState::new) }
    }
}

impl<G: HandCraftedEval> BoardObserver<G> for NnueEvaluator<G> {
    #[inline(always)]
    fn begin(&mut self) {
        self.hce.begin();
        if let Some(nnue) = &mut self.nnue {
            nnue.begin();
        }
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.hce.put(seat, kind, field);
        if let Some(nnue) = &mut self.nnue {
            nnue.put(seat, kind, field);
        }
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.hce.take(seat, kind, field);
        if let Some(nnue) = &mut self.nnue {
            nnue.take(seat, kind, field);
        }
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.hce.revert();
        if let Some(nnue) = &mut self.nnue {
            nnue.revert();
        }
    }
}

impl<G: HandCraftedEval> Evaluator<G> for NnueEvaluator<G> {
    fn reset(&mut self, game: &G) {
        self.hce.reset(game);
        if let Some(nnue) = &mut self.nnue {
            nnue.reset(game);
        }
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        let network = self.nnue.as_mut().map_or(0, |nnue| nnue.value(game));
        self.hce.evaluate_with(game, network)
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        let mut terms = self.hce.terms(game);
        if let Some(mut nnue) = self.nnue.clone() {
            nnue.reset(game);
            let (value, side_to_move) = (nnue.value(game), game.side_to_move());
            let of_seat = |seat| if seat == side_to_move { (value, value) } else { (0, 0) };
            terms.push(Term { name: "network", seats: Seat::BOTH.map(of_seat).to_vec() });
        }
        terms
    }
}

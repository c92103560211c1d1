//! The evaluation that is played with: the hand-written one, and what a network has learned beyond it.

use std::sync::Arc;

use engine::eval::{Evaluator, Term};
use engine::game::{Seat, Watch};

use super::{Following, Network};
use crate::hand_written::{HandWritten, Judged};

/// A game's hand-written evaluation together with its network, if it has one.
#[derive(Clone)]
pub struct Learned<G: Judged> {
    hand_written: HandWritten<G>,
    following: Option<Following>,
}

impl<G: Judged> Default for Learned<G> {
    /// With the game's own network.
    fn default() -> Self {
        Learned::new(G::network())
    }
}

impl<G: Judged> Learned<G> {
    /// With a network, or with none.
    pub fn new(network: Option<Arc<Network>>) -> Self {
        Learned { hand_written: HandWritten::default(), following: network.map(Following::new) }
    }
}

impl<G: Judged> Watch<G> for Learned<G> {
    #[inline(always)]
    fn begin(&mut self) {
        self.hand_written.begin();
        if let Some(following) = &mut self.following {
            Watch::<G>::begin(following);
        }
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.hand_written.put(seat, kind, field);
        if let Some(following) = &mut self.following {
            Watch::<G>::put(following, seat, kind, field);
        }
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.hand_written.take(seat, kind, field);
        if let Some(following) = &mut self.following {
            Watch::<G>::take(following, seat, kind, field);
        }
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.hand_written.revert();
        if let Some(following) = &mut self.following {
            Watch::<G>::revert(following);
        }
    }
}

impl<G: Judged> Evaluator<G> for Learned<G> {
    fn reset(&mut self, game: &G) {
        self.hand_written.reset(game);
        if let Some(following) = &mut self.following {
            following.clear();
            game.populate(following);
        }
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        let learned = self.following.as_mut().map_or(0, |following| following.value(game.turn()));
        self.hand_written.evaluate_with(game, learned)
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        let mut terms = self.hand_written.terms(game);
        if let Some(mut following) = self.following.clone() {
            following.clear();
            game.populate(&mut following);
            let seats = following.values().map(|value| (value, value));
            terms.push(Term { name: "network", seats });
        }
        terms
    }
}

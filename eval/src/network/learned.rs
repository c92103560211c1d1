//! The evaluation that is played with: the hand-written one, and what a network has learned beyond it.

use std::sync::Arc;

use engine::eval::{Evaluator, Term};
use engine::game::{BoardObserver, Seat};

use super::{Following, Network, Seen, View};
use crate::hand_written::{HandWritten, Judged};

/// A network and how it comes by the hidden numbers.
#[derive(Clone)]
pub(super) enum Eyes<G> {
    /// They follow the moves.
    Following(Following),
    /// They are found anew for each position, from what it is to a network.
    Anew(Arc<Network>, fn(&G) -> Seen),
}

impl<G: Judged> Eyes<G> {
    /// A look at an empty board.
    pub(super) fn new(network: Arc<Network>) -> Self {
        match G::view() {
            View::Scene(scene) => Eyes::Anew(network, scene.look),
            View::Board(_) => Eyes::Following(Following::new(network)),
        }
    }

    /// A look at a position.
    pub(super) fn reset(&mut self, game: &G) {
        if let Eyes::Following(following) = self {
            following.clear();
        }
        game.populate(self);
    }

    /// What the network adds for the player whose turn it is, in centipawns.
    #[inline(always)]
    pub(super) fn value(&mut self, game: &G) -> i32 {
        match self {
            Eyes::Following(following) => {
                let (network, hidden) = following.hidden();
                network.value(hidden, game.turn())
            }
            Eyes::Anew(network, look) => network.value(&network.hidden(&look(game)), game.turn()),
        }
    }

    /// What the network sees for each player, in centipawns.
    fn values(&mut self, game: &G) -> [i32; 2] {
        match self {
            Eyes::Following(following) => {
                let (network, hidden) = following.hidden();
                network.values(hidden)
            }
            Eyes::Anew(network, look) => network.values(&network.hidden(&look(game))),
        }
    }
}

impl<G> BoardObserver<G> for Eyes<G> {
    #[inline(always)]
    fn begin(&mut self) {
        if let Eyes::Following(following) = self {
            following.begin();
        }
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        if let Eyes::Following(following) = self {
            following.change(seat, kind, field, true);
        }
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        if let Eyes::Following(following) = self {
            following.change(seat, kind, field, false);
        }
    }

    #[inline(always)]
    fn revert(&mut self) {
        if let Eyes::Following(following) = self {
            following.revert();
        }
    }
}

/// A game's hand-written evaluation together with its network, if it has one.
#[derive(Clone)]
pub struct Learned<G: Judged> {
    hand_written: HandWritten<G>,
    eyes: Option<Eyes<G>>,
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
        Learned { hand_written: HandWritten::default(), eyes: network.map(Eyes::new) }
    }
}

impl<G: Judged> BoardObserver<G> for Learned<G> {
    #[inline(always)]
    fn begin(&mut self) {
        self.hand_written.begin();
        if let Some(eyes) = &mut self.eyes {
            eyes.begin();
        }
    }

    #[inline(always)]
    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        self.hand_written.put(seat, kind, field);
        if let Some(eyes) = &mut self.eyes {
            eyes.put(seat, kind, field);
        }
    }

    #[inline(always)]
    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        self.hand_written.take(seat, kind, field);
        if let Some(eyes) = &mut self.eyes {
            eyes.take(seat, kind, field);
        }
    }

    #[inline(always)]
    fn revert(&mut self) {
        self.hand_written.revert();
        if let Some(eyes) = &mut self.eyes {
            eyes.revert();
        }
    }
}

impl<G: Judged> Evaluator<G> for Learned<G> {
    fn reset(&mut self, game: &G) {
        self.hand_written.reset(game);
        if let Some(eyes) = &mut self.eyes {
            eyes.reset(game);
        }
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        let learned = self.eyes.as_mut().map_or(0, |eyes| eyes.value(game));
        self.hand_written.evaluate_with(game, learned)
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        let mut terms = self.hand_written.terms(game);
        if let Some(mut eyes) = self.eyes.clone() {
            eyes.reset(game);
            terms.push(Term { name: "network", seats: eyes.values(game).map(|value| (value, value)) });
        }
        terms
    }
}

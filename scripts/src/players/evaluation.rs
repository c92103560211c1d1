//! The evaluations that can be compared.

use anyhow::{Result, bail};
use engine::eval::{Evaluator, Term};
use engine::game::{Seat, Tactics, Watch};
use engine::search::Material;
use eval::network::Network;
use eval::score::Score;
use eval::{HandWritten, Judged, Learned, Reweighed};

/// One of the evaluations of a game. They are one type, so that each search is compiled once a game and not once for each of them.
#[derive(Clone)]
pub enum Evaluation<G: Judged> {
    /// The one that is played with, or with another network.
    Learned(Learned<G>),
    /// The hand-written one, or its material and squares alone.
    HandWritten(HandWritten<G>),
    /// The same with other weights.
    Reweighed(Reweighed<G>),
    /// The men counted by what they are worth in exchanges.
    Material(Material<G>),
}

impl<G: Judged> Default for Evaluation<G> {
    fn default() -> Self {
        Evaluation::Learned(Learned::default())
    }
}

impl<G: Judged> Evaluation<G> {
    /// The evaluation that a word stands for: `whole`, `hand` (without a network), `bare` (material and squares alone) or `material`.
    pub(super) fn of_kind(kind: &str) -> Result<Self> {
        Ok(match kind {
            "whole" => Evaluation::default(),
            "hand" => Evaluation::HandWritten(HandWritten::default()),
            "bare" => Evaluation::HandWritten(HandWritten::bare()),
            "material" => Evaluation::Material(Material::default()),
            _ => bail!("eval={kind}: there are whole, hand, bare, material"),
        })
    }

    /// The evaluation with another network, from the bytes of its file.
    pub(super) fn with_network(bytes: &[u8]) -> Result<Self> {
        Ok(Evaluation::Learned(Learned::new(Some(Network::read::<G>(bytes)?))))
    }

    /// The hand-written evaluation with other weights, and no network.
    pub(super) fn with_weights(weights: &[Score]) -> Self {
        Evaluation::Reweighed(Reweighed::new(weights))
    }
}

/// Calls a method of whichever evaluation it is.
macro_rules! delegate {
    ($evaluation:expr, $inner:ident => $call:expr) => {
        match $evaluation {
            Evaluation::Learned($inner) => $call,
            Evaluation::HandWritten($inner) => $call,
            Evaluation::Reweighed($inner) => $call,
            Evaluation::Material($inner) => $call,
        }
    };
}

impl<G: Tactics + Judged> Watch<G> for Evaluation<G> {
    fn begin(&mut self) {
        delegate!(self, inner => inner.begin());
    }

    fn put(&mut self, seat: Seat, kind: usize, field: usize) {
        delegate!(self, inner => inner.put(seat, kind, field));
    }

    fn take(&mut self, seat: Seat, kind: usize, field: usize) {
        delegate!(self, inner => inner.take(seat, kind, field));
    }

    fn revert(&mut self) {
        delegate!(self, inner => inner.revert());
    }
}

impl<G: Tactics + Judged> Evaluator<G> for Evaluation<G> {
    fn reset(&mut self, game: &G) {
        delegate!(self, inner => inner.reset(game));
    }

    fn evaluate(&mut self, game: &G) -> i32 {
        delegate!(self, inner => inner.evaluate(game))
    }

    fn terms(&self, game: &G) -> Vec<Term> {
        delegate!(self, inner => inner.terms(game))
    }
}

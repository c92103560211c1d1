//! How promising moves look before they are tried.

use super::super::score::{MATE, MATE_BOUND};
use super::super::thread::{SearchResult, Stopped, Thread};
use super::graph::Choice;
use super::params::TreeParams;
use crate::eval::Evaluator;
use crate::game::{GenType, Tactics};
use crate::moves::{Move, MoveList};

/// The part of all priors that is shared out evenly, so that no move is out of reach.
const EVEN_SHARE: f32 = 0.05;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// What can be done in the present position, the most promising first; at a chance ply, what can happen.
    pub(super) fn choices(&mut self, params: &TreeParams) -> Result<Vec<Choice>, Stopped> {
        if self.position.at_chance() {
            let mut draws = Vec::new();
            self.position.game().chance_outcomes(&mut draws);
            return Ok(draws);
        }
        let mut moves = MoveList::new();
        self.position.game().moves(GenType::All, &mut moves);
        let mut promises = Vec::with_capacity(moves.len());
        for mv in moves {
            promises.push((mv, self.promise(mv, params)?));
        }
        // The order among equals is that of the generator.
        promises.sort_by_key(|&(_, promise)| -promise);
        Ok(shares(&promises, params.temperature as f32))
    }

    /// What a move seems to be worth to the side that makes it, in centipawns: what the evaluation says of the position after it, with
    /// something taken off if the piece may be lost where it goes. Of what chance does next the likeliest is looked at.
    fn promise(&mut self, mv: Move, params: &TreeParams) -> SearchResult {
        let hangs = !self.position.game().see_ge(mv, 0);
        let risk = if hangs { params.hanging * G::piece_value(self.position.game().moved_kind(mv)) / 100 } else { 0 };
        let undo = self.make(mv, false)?;
        let same_side = self.same_side();
        let value = match self.position.game().outcome() {
            Some(outcome) => self.value_of(outcome),
            None => self.value_before_chance()?,
        };
        let checks = !same_side && self.stack.top().in_check;
        self.unmake(mv, undo);
        let value = if same_side { value } else { -value };
        if value.abs() >= MATE_BOUND {
            return Ok(value);
        }
        Ok(value - risk + if checks { params.check } else { 0 })
    }

    /// The evaluation of the present position, or if it is up to chance, of the likeliest that follows, for the side of this one.
    fn value_before_chance(&mut self) -> SearchResult {
        if !self.position.at_chance() {
            return Ok(self.position.evaluate());
        }
        let mut draws = Vec::new();
        self.position.game().chance_outcomes(&mut draws);
        let Some(&(event, _)) = draws.iter().rev().max_by_key(|draw| draw.1) else { return Ok(0) };
        let undo = self.make_outcome(event)?;
        let same_side = self.same_side();
        let value = if self.position.at_chance() { 0 } else { self.position.evaluate() };
        self.unmake(event, undo);
        Ok(if same_side { value } else { -value })
    }
}

/// Turns promises, sorted, into shares of 1: the exponentials, of which a small part is shared evenly.
fn shares(promises: &[(Move, i32)], temperature: f32) -> Vec<Choice> {
    let best = promises.first().map_or(-MATE, |first| first.1);
    let heat = |promise: i32| ((promise - best) as f32 / temperature).exp();
    let all: f32 = promises.iter().map(|&(_, promise)| heat(promise)).sum();
    let even = EVEN_SHARE / promises.len() as f32;
    promises.iter().map(|&(mv, promise)| (mv, (even + (1.0 - EVEN_SHARE) * heat(promise) / all).to_bits())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_shares_and_keep_the_order() {
        let promises = [(Move::new(0, 1, 1), 300), (Move::new(0, 2, 1), 280), (Move::new(0, 3, 1), -MATE)];
        let shares: Vec<f32> = shares(&promises, 50.0).iter().map(|&(_, bits)| f32::from_bits(bits)).collect();
        assert!((shares.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(shares.is_sorted_by(|a, b| a > b) && shares[2] > 0.01, "{shares:?}");
    }
}

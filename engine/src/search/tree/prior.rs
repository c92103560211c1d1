//! Policy prior: softmax over one-ply evaluations of the moves.
//!
//! No policy network is needed. Source of the idea: MCTS-IP (Baier and Winands, "MCTS-Minimax Hybrids with State
//! Evaluations", 2018).

use super::super::score::{MATE, MATE_BOUND};
use super::super::thread::{SearchResult, Stopped, Thread};
use super::graph::EdgeInit;
use super::params::TreeParams;
use super::value::Valuation;
use crate::eval::Evaluator;
use crate::game::{GenType, Tactics};
use crate::moves::{Move, MoveList};

/// Share of the prior mass that is distributed uniformly, so that every move is visited in the end.
const UNIFORM_SHARE: f32 = 0.05;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Moves of the current position with their priors, sorted by prior. At a chance node: outcomes with their weights.
    pub(super) fn edge_inits<V: Valuation<G, E>>(&mut self, params: &TreeParams) -> Result<Vec<EdgeInit>, Stopped> {
        if self.position.at_chance() {
            let mut outcomes = Vec::new();
            self.position.game().chance_outcomes(&mut outcomes);
            return Ok(outcomes);
        }
        let mut moves = MoveList::new();
        self.position.game().moves(GenType::All, &mut moves);
        let mut scores = Vec::with_capacity(moves.len());
        for mv in moves {
            scores.push((mv, self.prior_score::<V>(mv, params)?));
        }
        // A stable sort: equal moves keep the order of the generator.
        scores.sort_by_key(|&(_, score)| -score);
        Ok(softmax(&scores, params.prior_temperature as f32))
    }

    /// Score of a move for the prior, in centipawns for the side to move: static evaluation after the move, less a
    /// penalty if SEE loses the piece, plus a bonus for checks.
    fn prior_score<V: Valuation<G, E>>(&mut self, mv: Move, params: &TreeParams) -> SearchResult {
        let hangs = !self.position.game().see_ge(mv, 0);
        let penalty =
            if hangs { params.hanging_penalty * G::piece_value(self.position.game().moved_kind(mv)) / 100 } else { 0 };
        let mover = self.stack.top().seat;
        let undo = self.make(mv, false)?;
        let value = V::after_move(self, mover)?;
        let checks = !self.same_side() && self.stack.top().in_check;
        self.unmake(mv, undo);
        if value.abs() >= MATE_BOUND {
            return Ok(value);
        }
        Ok(value - penalty + if checks { params.check_bonus } else { 0 })
    }
}

/// Softmax of sorted scores, mixed with a small uniform share. The priors sum up to 1.
fn softmax(scores: &[(Move, i32)], temperature: f32) -> Vec<EdgeInit> {
    let best = scores.first().map_or(-MATE, |first| first.1);
    let exponential = |score: i32| libm::expf((score - best) as f32 / temperature);
    let total: f32 = scores.iter().map(|&(_, score)| exponential(score)).sum();
    let uniform = UNIFORM_SHARE / scores.len() as f32;
    let prior = |score: i32| uniform + (1.0 - UNIFORM_SHARE) * exponential(score) / total;
    scores.iter().map(|&(mv, score)| (mv, prior(score).to_bits())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn priors_sum_up_to_one_and_keep_the_order() {
        let scores = [(Move::new(0, 1, 1), 300), (Move::new(0, 2, 1), 280), (Move::new(0, 3, 1), -MATE)];
        let priors: Vec<f32> = softmax(&scores, 50.0).iter().map(|&(_, bits)| f32::from_bits(bits)).collect();
        assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-5);
        assert!(priors.is_sorted_by(|a, b| a > b) && priors[2] > 0.01, "{priors:?}");
    }
}

//! Evaluation of leaves in games of two: a shallow alpha-beta search.
//!
//! Source of the idea: MCTS-IC (Baier and Winands, "MCTS-Minimax Hybrids with State Evaluations", 2018).

use super::super::score::DRAW;
use super::super::thread::{SearchResult, Stopped, Thread};
use super::super::window::Window;
use super::graph::NodeInit;
use super::params::TreeParams;
use super::value::{ExpectedScore, ScoreBounds, Valuation, expected_score, from_search, sign};
use crate::eval::Evaluator;
use crate::game::{Seat, Tactics, ToAct};

impl<G: Tactics, E: Evaluator<G>> Valuation<G, E> for ExpectedScore {
    fn root(game: &G, evaluator: &E) -> NodeInit<ExpectedScore> {
        let actor = game.to_act();
        let value = match actor {
            ToAct::Seat(seat) => {
                let mut evaluator = evaluator.clone();
                evaluator.reset(game);
                sign(seat) * expected_score(evaluator.evaluate(game))
            }
            ToAct::Chance => 0.0,
        };
        let (value, bounds) = (ExpectedScore(value), ScoreBounds::UNKNOWN);
        NodeInit { actor, perspective: game.side_to_move(), value, bounds, turns: 0 }
    }

    /// By the rules, a known mate, or a shallow alpha-beta search.
    fn leaf(thread: &mut Thread<G, E>, params: &TreeParams) -> Result<NodeInit<ExpectedScore>, Stopped> {
        let clock_expired = thread.position.game().halfmove_clock() >= G::NO_PROGRESS_PLIES;
        // A mate on the last ply of the clock wins.
        let outcome = if clock_expired { thread.position.game().result() } else { thread.position.game().outcome() };
        if let Some(outcome) = outcome {
            return Ok(node_init(thread, thread.value_of(outcome), true));
        }
        if clock_expired {
            return Ok(node_init(thread, DRAW, true));
        }
        let known_mate = if thread.position.at_chance() { None } else { thread.known_mate() };
        let value = match known_mate {
            Some(value) => value,
            None => leaf_search(thread, params.leaf_depth)?,
        };
        Ok(node_init(thread, value, false))
    }

    fn no_moves(thread: &Thread<G, E>) -> NodeInit<ExpectedScore> {
        node_init(thread, thread.no_moves_value(), true)
    }

    fn after_move(thread: &mut Thread<G, E>, _: Seat) -> SearchResult {
        let value = match thread.position.game().outcome() {
            Some(outcome) => thread.value_of(outcome),
            None => evaluate_likeliest(thread)?,
        };
        Ok(thread.for_parent(value))
    }
}

/// Alpha-beta search to the leaf depth, or quiescence search at depth 0.
fn leaf_search<G: Tactics, E: Evaluator<G>>(thread: &mut Thread<G, E>, depth: i32) -> SearchResult {
    if depth == 0 {
        return thread.qsearch::<false>(Window::FULL);
    }
    thread.root.depth = thread.stack.ply() as u32 + depth as u32;
    thread.search::<true>(Window::FULL, depth, false)
}

/// Static evaluation for the side to move; at a chance node, of the position after its likeliest outcome.
fn evaluate_likeliest<G: Tactics, E: Evaluator<G>>(thread: &mut Thread<G, E>) -> SearchResult {
    if !thread.position.at_chance() {
        return Ok(thread.position.evaluate());
    }
    let mut outcomes = Vec::new();
    thread.position.game().chance_outcomes(&mut outcomes);
    let Some(&(outcome, _)) = outcomes.iter().rev().max_by_key(|weighted| weighted.1) else { return Ok(0) };
    let undo = thread.make_outcome(outcome)?;
    let value = if thread.position.at_chance() { 0 } else { thread.position.evaluate() };
    let value = thread.for_parent(value);
    thread.unmake(outcome, undo);
    Ok(value)
}

/// Initial state of the node of the thread's position, for a search score of the side to move. `exact`: by the rules.
fn node_init<G: Tactics, E: Evaluator<G>>(thread: &Thread<G, E>, value: i32, exact: bool) -> NodeInit<ExpectedScore> {
    let frame = thread.stack.top();
    let (value, bounds, turns) = from_search(value, frame.seat);
    let bounds = if exact && bounds == ScoreBounds::UNKNOWN { ScoreBounds::exact(0) } else { bounds };
    let turns = turns.saturating_sub(frame.side_turn as u32);
    NodeInit { actor: thread.position.game().to_act(), perspective: frame.seat, value, bounds, turns }
}

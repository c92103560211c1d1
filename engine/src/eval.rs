//! What the search asks of an evaluation.

use crate::game::{BoardObserver, Game};

/// A judgement of positions of one game, kept up to date as moves are made.
///
/// The evaluation follows the game as its [`BoardObserver`]: `begin`, `take` and `put` come from the rules,
/// [`revert`](BoardObserver::revert) from the search.
pub trait Evaluator<G: Game>: BoardObserver<G> + Clone + Send {
    /// Forgets everything and takes in a new position.
    fn reset(&mut self, game: &G);

    /// The value of the position for the side to move, in centipawns, well inside the range of mate scores.
    /// The position must be the one the moves watched so far have led to.
    fn evaluate(&mut self, game: &G) -> i32;

    /// The parts that the value is made of, for a human reader.
    fn terms(&self, game: &G) -> Vec<Term>;
}

/// One part of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// What is judged: `material`, `mobility`.
    pub name: &'static str,
    /// What each seat has of it in (middle game, endgame), in centipawns.
    pub seats: [(i32, i32); 2],
}

//! Evaluation interface: what the search requires of a static evaluation.

use crate::game::{BoardObserver, Game, Seat};
use crate::search::SearchEvent;

/// Static evaluation of one game, updated incrementally.
///
/// The evaluation follows the game as its [`BoardObserver`]: `begin`, `take` and `put` come from the rules as moves are
/// made, [`revert`](BoardObserver::revert) from the search as they are unmade. It can hear the search's own events as
/// well: [`trace`](Evaluator::trace) and [`verifies_pruning`](Evaluator::verifies_pruning) are methods of this trait
/// rather than of another one, so that the search needs no further parameter for what only `cargo diagnose` implements.
///
/// ```
/// use engine::eval::{Evaluator, Term};
/// use engine::game::{BoardObserver, Game};
/// use engine::variants::Chess;
///
/// /// Mobility: 5 centipawns for each legal move.
/// #[derive(Clone)]
/// struct Mobility;
///
/// impl BoardObserver<Chess> for Mobility {}
///
/// impl Evaluator<Chess> for Mobility {
///     fn reset(&mut self, _: &Chess) {}
///
///     fn evaluate(&mut self, game: &Chess) -> i32 {
///         5 * game.count_moves() as i32
///     }
///
///     fn terms(&self, _: &Chess) -> Vec<Term> {
///         Vec::new()
///     }
/// }
///
/// assert_eq!(Mobility.evaluate(&Chess::start()), 100);
/// ```
pub trait Evaluator<G: Game>: BoardObserver<G> + Clone + Send {
    /// Sets up a new position from scratch.
    fn reset(&mut self, game: &G);

    /// Static evaluation for the side to move, in centipawns, far from mate scores.
    ///
    /// `game` must be the position that the observed moves have led to. A chance node is evaluated only where the game
    /// tells [winning outcomes](crate::game::Chance::winning_outcomes).
    fn evaluate(&mut self, game: &G) -> i32;

    /// Search trace: hears of what the search does. The default hears nothing and costs nothing.
    #[inline(always)]
    fn trace(&mut self, _event: SearchEvent) {}

    /// Search trace: whether the pruning just [told](Evaluator::trace) is to be verified by a search in full. That
    /// search is part of the tree, so the count of nodes changes.
    #[inline(always)]
    fn verifies_pruning(&mut self) -> bool {
        false
    }

    /// Terms of the evaluation, for the `eval` command.
    fn terms(&self, game: &G) -> Vec<Term>;
}

/// Static evaluation of a game of any number of players: an [`Evaluator`] that knows what each of them may expect.
pub trait SharesEvaluator<G: Game>: Evaluator<G> {
    /// Expected share of each seat in the point, from 0 to 1; those of all seats sum up to 1. Who is out has none.
    ///
    /// `game` must be the position that the observed moves have led to.
    fn shares(&mut self, game: &G) -> [f32; Seat::MAX];
}

/// Term of an evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Name: `material`, `mobility`.
    pub name: &'static str,
    /// Value for each seat as (middlegame, endgame), in centipawns.
    pub seats: Vec<(i32, i32)>,
}

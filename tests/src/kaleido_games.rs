//! Random games of KaleidoChess with one move of lookahead. Purely random ones are over too soon to show anything.

use engine::game::{Game, MakeUnmake};
use engine::moves::Move;
use engine::outcome::Outcome;
use engine::variants::kaleido::NO_CASTLE;
use engine::variants::kaleido::{Position, Rules};
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use crate::properties::legal;

pub use crate::properties::after;

/// True if the side to move has a move that takes the opponent's last castle.
pub fn can_win<R: Rules>(position: &Position<R>) -> bool {
    let won = Some(Outcome::Win(position.side(), NO_CASTLE));
    legal(position).into_iter().any(|mv| after(position, mv).outcome() == won)
}

/// True if the opponent has no winning reply to a move.
pub fn holds<R: Rules>(position: &Position<R>, mv: Move) -> bool {
    let next = after(position, mv);
    match next.outcome() {
        Some(Outcome::Win(winner, _)) => winner == position.side(),
        _ => !can_win(&next),
    }
}

/// Plays a random game of moves that do not lose at once, as long as there are any. Every position that is not over is
/// handed to `visit`.
pub fn careful_game<R: Rules>(random: &mut impl Rng, visit: &mut dyn FnMut(&Position<R>)) {
    let mut position = Position::<R>::start();
    for _ in 0..150 {
        if position.result().is_some() {
            return;
        }
        visit(&position);
        let moves = legal(&position);
        let careful: Vec<Move> = moves.iter().copied().filter(|&mv| holds(&position, mv)).collect();
        // Half of the moves capture, where one can, so that boards empty and castles fall.
        let occupied = position.pieces().occupied();
        let takes = |mv: &Move| occupied.into_iter().any(|field| field.index() == mv.to());
        let takes: Vec<Move> = careful.iter().copied().filter(takes).collect();
        let choice = if random.random_bool(0.5) && !takes.is_empty() { &takes } else { &careful };
        let Some(&mv) = choice.choose(random).or_else(|| moves.choose(random)) else { return };
        position.make(mv, &mut ());
    }
}

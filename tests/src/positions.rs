//! Facts of a position or a game, given as text.

use engine::game::{Chance, CompositeMoves};
use engine::outcome::Outcome;
use engine::record::Record;
use engine::text::{MoveError, Notation};

use crate::properties::composite_moves;

/// Position of a text.
pub fn position<G: Notation>(text: &str) -> G {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Composite moves as text, sorted.
pub fn moves<G: Notation>(text: &str) -> Vec<String> {
    moves_from::<G>(text, "")
}

/// Composite moves with texts that begin with `start`, sorted.
pub fn moves_from<G: Notation>(text: &str, start: &str) -> Vec<String> {
    let position: G = position(text);
    let written = composite_moves(&position).into_iter().map(|mv| position.write_move(mv));
    let mut list: Vec<String> = written.filter(|mv| mv.starts_with(start)).collect();
    list.sort();
    list
}

/// Reason why a move is refused.
pub fn refusal<G: Notation>(text: &str, mv: &str) -> String {
    match position::<G>(text).read_move(mv) {
        Ok(_) => panic!("{mv} is legal in {text}"),
        Err(MoveError::Illegal(reason)) => reason,
        Err(MoveError::Syntax) => "syntax".to_string(),
    }
}

/// Record of a game: a position and moves separated by blanks.
pub fn played<G: Notation>(text: &str, moves: &str) -> Record<G> {
    let mut record = Record::new(position::<G>(text));
    for mv in moves.split_whitespace() {
        let read = record.position().read_move(mv).unwrap_or_else(|error| panic!("{mv}: {error}"));
        record.play(read);
    }
    record
}

/// Position after some moves, as text.
pub fn after<G: Notation>(text: &str, moves: &str) -> String {
    played::<G>(text, moves).position().to_string()
}

/// Result on the board.
pub fn result<G: Notation>(text: &str) -> Option<Outcome> {
    position::<G>(text).result()
}

/// Perft by plain recursion.
pub fn leaves<G: Chance + CompositeMoves>(position: &G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let child = |mv| {
        let mut child = position.clone();
        child.make(mv, &mut ());
        leaves(&child, depth - 1)
    };
    composite_moves(position).into_iter().map(child).sum()
}

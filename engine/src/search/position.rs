//! Position stack: the game, its evaluator and the keys of the positions before, made and unmade together.
//!
//! Invariants: the keys are those of the record that can still come back, then those of the search tree, the current
//! position excluded; every [`make`](PositionStack::make) is matched by an [`unmake`](PositionStack::unmake) with the
//! same move, or [`return_to_root`](PositionStack::return_to_root) undoes all of them.

use super::score::MATE_BOUND;
use super::trace::SearchEvent;
use crate::eval::{Evaluator, SharesEvaluator};
use crate::game::{Seat, Tactics, ToAct};
use crate::moves::Move;
use crate::record::Record;

/// The current position of a search thread and the history that repetition looks at.
pub struct PositionStack<'a, G: Tactics, E: Evaluator<G>> {
    record: &'a Record<G>,
    game: G,
    evaluator: E,
    /// The keys of the positions before the current one, those of the record included.
    keys: Vec<u64>,
    /// Index of the root's key.
    root_index: usize,
    /// No position before this index can be repeated: the last null or irreversible move lies between.
    barrier: usize,
    /// The barriers before the plies of the search tree.
    barriers: Vec<usize>,
}

impl<'a, G: Tactics, E: Evaluator<G>> PositionStack<'a, G, E> {
    /// The position at the end of a record: the root.
    pub fn new(record: &'a Record<G>, mut evaluator: E) -> Self {
        let game = record.position().clone();
        evaluator.reset(&game);
        let keys = record.reversible_keys();
        PositionStack { record, game, evaluator, root_index: keys.len(), keys, barrier: 0, barriers: Vec::new() }
    }

    /// The evaluator, with what it has cached.
    pub fn into_evaluator(self) -> E {
        self.evaluator
    }

    /// The current position.
    #[inline(always)]
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The key of the current position.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.game.key()
    }

    /// Returns whether the next ply is a chance event.
    #[inline(always)]
    pub fn at_chance(&self) -> bool {
        G::CHANCE && self.game.to_act() == ToAct::Chance
    }

    /// Raw static evaluation for the side to move, in centipawns, kept clear of the mates.
    #[inline]
    pub fn evaluate(&mut self) -> i32 {
        self.evaluator.evaluate(&self.game).clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }

    /// Expected share of each seat in the point.
    #[inline]
    pub fn shares(&mut self) -> [f32; Seat::MAX]
    where
        E: SharesEvaluator<G>,
    {
        self.evaluator.shares(&self.game)
    }

    /// Tells the evaluator of a search event.
    #[inline(always)]
    pub fn trace(&mut self, event: SearchEvent) {
        self.evaluator.trace(event);
    }

    /// Returns whether the evaluator wants the last pruning verified.
    #[inline(always)]
    pub fn verifies_pruning(&mut self) -> bool {
        self.evaluator.verifies_pruning()
    }

    /// Plays a legal move or a chance outcome.
    #[inline(always)]
    pub fn make(&mut self, mv: Move) -> G::Undo {
        self.push_key(self.game.is_irreversible(mv));
        self.game.make(mv, &mut self.evaluator)
    }

    /// Takes a move or a chance outcome back.
    #[inline(always)]
    pub fn unmake(&mut self, mv: Move, undo: G::Undo) {
        self.pop_key();
        self.game.unmake(mv, undo);
        self.evaluator.revert();
    }

    /// Makes a null move: the opponent is to move. The evaluator hears nothing of it.
    pub fn make_null(&mut self) -> G::Undo {
        self.push_key(true);
        self.game.make_null()
    }

    /// Takes a null move back.
    pub fn unmake_null(&mut self, undo: G::Undo) {
        self.pop_key();
        self.game.unmake_null(undo);
    }

    /// Pushes the key of the current position before a ply, after which none before is repeated if `is_barrier`.
    #[inline(always)]
    fn push_key(&mut self, is_barrier: bool) {
        self.keys.push(self.game.key());
        self.barriers.push(self.barrier);
        if is_barrier {
            self.barrier = self.keys.len();
        }
    }

    #[inline(always)]
    fn pop_key(&mut self) {
        self.keys.pop();
        self.barrier = self.barriers.pop().unwrap_or(0);
    }

    /// Goes back to the root from wherever a stopped search has left off.
    pub fn return_to_root(&mut self) {
        self.game.clone_from(self.record.position());
        self.evaluator.reset(&self.game);
        self.keys.truncate(self.root_index);
        self.barriers.clear();
        self.barrier = 0;
    }

    /// Returns whether the current position is a repetition: it has occurred before in the tree, or twice in the game.
    #[inline]
    pub fn is_repetition(&self) -> bool {
        let reach = self.game.reversible_plies();
        if reach < 2 {
            return false;
        }
        let first = self.keys.len().saturating_sub(reach).max(self.barrier);
        let key = self.game.key();
        let mut in_game = 0;
        for index in (first..self.keys.len()).rev().filter(|&index| self.keys[index] == key) {
            if index >= self.root_index {
                return true;
            }
            in_game += 1;
        }
        in_game >= 2
    }

    /// Returns whether some position that can come back has occurred twice in the game. To be asked at the root, which
    /// is one of them.
    pub fn has_repeated(&self) -> bool {
        let mut keys = self.keys[..self.root_index].to_vec();
        keys.push(self.game.key());
        has_duplicate(keys)
    }
}

/// True if some key occurs twice.
pub fn has_duplicate(mut keys: Vec<u64>) -> bool {
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}

#[cfg(test)]
mod tests {
    use super::super::material::Material;
    use super::*;
    use crate::game::Game;
    use crate::text::Notation;
    use crate::variants::{Chess, KnightRelay};

    /// A rook that can lose a move, and a knight that cannot.
    const KNIGHT_AND_ROOK: &str = "r6k/8/8/8/8/8/8/N6K w - - 0 1";

    type ChessStack<'a> = PositionStack<'a, Chess, Material<Chess>>;

    fn play(position: &mut ChessStack, moves: &str) {
        for text in moves.split_whitespace() {
            let mv = position.game().read_move(text).expect("a legal move");
            position.make(mv);
        }
    }

    #[test]
    fn nothing_is_repeated_across_a_null_move() {
        let record = Record::new(KNIGHT_AND_ROOK.parse().expect("a position"));
        let mut position = ChessStack::new(&record, Material::default());
        play(&mut position, "a1b3 a8b8");
        position.make_null();
        play(&mut position, "b8c8 b3a1 c8a8");
        assert!(position.key() == record.position().key() && !position.is_repetition());
        position.return_to_root();
        assert_eq!(position.game(), record.position());
        play(&mut position, "a1b3 a8b8 b3a1 b8a8");
        assert!(position.is_repetition());
    }

    #[test]
    fn nothing_is_repeated_across_an_irreversible_move() {
        let record = Record::new(KnightRelay::start());
        let mut position = PositionStack::<KnightRelay, _>::new(&record, Material::default());
        let barriers = ["e2e4", "d7d5", "e4d5", "d8d5", "g1f3"].map(|text| {
            let mv = position.game().read_move(text).expect("a legal move");
            (mv, position.make(mv), position.barrier)
        });
        assert_eq!(barriers.each_ref().map(|&(_, _, barrier)| barrier), [0, 0, 3, 4, 4]);
        for (mv, undo, barrier) in barriers.into_iter().rev() {
            assert_eq!(position.barrier, barrier);
            position.unmake(mv, undo);
        }
        assert_eq!(position.barrier, 0);
    }

    #[test]
    fn a_null_move_that_is_taken_back_hides_no_repetition() {
        let record = Record::new(KNIGHT_AND_ROOK.parse().expect("a position"));
        let mut position = ChessStack::new(&record, Material::default());
        play(&mut position, "a1b3 a8b8");
        let undo = position.make_null();
        position.unmake_null(undo);
        play(&mut position, "b3a1 b8a8");
        assert!(position.is_repetition());
    }

    #[test]
    fn a_game_has_repeated_when_a_position_occurs_for_the_second_time() {
        let mut record = Record::<Chess>::new(KNIGHT_AND_ROOK.parse().expect("a position"));
        let mut repeated = Vec::new();
        for text in ["a1b3", "a8b8", "b3a1", "b8a8", "a1c2"] {
            record.play(record.position().read_move(text).expect("a legal move"));
            repeated.push(ChessStack::new(&record, Material::default()).has_repeated());
        }
        assert_eq!(repeated, [false, false, false, true, true]);
    }
}

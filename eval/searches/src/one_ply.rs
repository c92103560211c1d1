//! One-ply search of a game of any number of players: the move after which the mover's share is greatest.

use std::time::Instant;

use engine::eval::SharesEvaluator;
use engine::game::{GenType, Tactics};
use engine::moves::{Move, MoveList};
use engine::outcome::{Outcome, Shares};
use engine::record::Record;
use engine::search::score::{mate_in, mated_in, share_to_centipawns};
use engine::search::{
    Bound, Control, Limits, NoMemory, Report, Search, Verdict, verdict_without_search, wait_until_told,
};

/// One-ply search: static evaluation of the position after each move.
pub struct OnePly<E> {
    evaluator: E,
}

impl<E> OnePly<E> {
    /// A search with an evaluation.
    pub fn new(evaluator: E) -> Self {
        OnePly { evaluator }
    }

    /// Value of a move for its mover: its share after the move in centipawns, or a win or loss at once.
    fn value<G: Tactics>(&mut self, record: &Record<G>, mv: Move) -> i32
    where
        E: SharesEvaluator<G>,
    {
        let mover = record.position().side_to_move();
        let mut next = record.clone();
        next.play(mv);
        match next.outcome() {
            Some(Outcome::Win(winner, _)) if winner == mover => mate_in(1),
            Some(Outcome::Win(..)) => mated_in(1),
            Some(draw) => share_to_centipawns(Shares::of(draw, next.position()).points(mover) as f32),
            None if !next.position().is_in(mover) => mated_in(1),
            None => {
                self.evaluator.reset(next.position());
                share_to_centipawns(self.evaluator.shares(next.position())[mover.index()])
            }
        }
    }
}

impl<G: Tactics, E: SharesEvaluator<G>> Search<G> for OnePly<E> {
    fn set_hash(&mut self, _: usize) -> Result<(), NoMemory> {
        Ok(())
    }

    fn set_threads(&mut self, _: usize) -> usize {
        1
    }

    fn set_seed(&mut self, _: u64) {}

    fn clear(&mut self) {}

    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        let began = limits.began.unwrap_or_else(Instant::now);
        if let Some(verdict) = verdict_without_search(record.position()) {
            wait_until_told(limits, control);
            return verdict;
        }
        let mut moves = MoveList::new();
        record.position().moves(GenType::All, &mut moves);
        if moves.iter().any(|mv| limits.searchmoves.contains(mv)) {
            moves.retain(|mv| limits.searchmoves.contains(mv));
        }
        let mut values: Vec<(i32, Move)> = moves.into_iter().map(|mv| (self.value(record, mv), mv)).collect();
        // The first of equals, in the order of generation.
        values.sort_by_key(|&(value, _)| -value);
        let nodes = values.len() as u64;
        for (index, &(score, mv)) in values.iter().enumerate().take(limits.multipv.max(1)) {
            report(&Report {
                depth: 1,
                selective_depth: 1,
                multipv: index + 1,
                score,
                bound: Bound::Exact,
                nodes,
                time: began.elapsed(),
                hashfull: 0,
                pv: vec![mv],
            });
        }
        wait_until_told(limits, control);
        let (score, best) = values[0];
        Verdict { best: Some(best), ponder: None, score, depth: 1, nodes }
    }
}

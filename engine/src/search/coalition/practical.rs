//! Practical chances: moves for positions that are all but lost against the coalition, by samples of an opponent model.
//!
//! Opponents hardly ever play as one. Those who [are greedy](opponents_are_greedy) so far are expected to stay so: each
//! plays a move of greatest [gain](crate::game::MoveFacts::gain), guarded or not, any one of several. Samples of one
//! round choose some of the moves. Among these a multi-armed bandit (UCB1) divides rollouts of a few rounds, in which
//! the root player plays the move of the best sample (nested Monte Carlo search). The evaluation is their end.
//!
//! Sources: Auer, Cesa-Bianchi and Fischer, "Finite-time analysis of the multiarmed bandit problem" (2002); Cazenave,
//! "Nested Monte-Carlo search" (2009).

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use super::super::root::RootMove;
use crate::eval::SharesEvaluator;
use crate::game::{GenType, Multiplayer, Seat};
use crate::moves::{Move, MoveList};
use crate::outcome::Shares;
use crate::record::Record;

/// Samples of one round for each move: a millisecond in all.
const SAMPLES: usize = 8;

/// Arms of the bandit: the moves with the best samples.
const ARMS: usize = 8;

/// Factor of the exploration term of UCB1.
const EXPLORATION: f32 = 0.5;

/// Rounds of a rollout.
const ROLLOUT_ROUNDS: usize = 3;

/// Least percentage of its occasions on which a greedy opponent takes the most.
const GREEDY_PERCENT: usize = 75;

/// Returns whether the opponents of the side to move are greedy: each one that is in has played a move of greatest gain
/// on three of four occasions to gain something, at least once, since a ply of the record. Exported for the tests.
pub fn opponents_are_greedy<G: Multiplayer>(record: &Record<G>, since: usize) -> bool {
    let (mut occasions, mut taken) = ([0; Seat::MAX], [0; Seat::MAX]);
    for (position, &mv) in record.earlier().iter().zip(record.plies()).skip(since) {
        let (greatest, _) = greatest_gain(position, GenType::Noisy);
        if greatest > 0 {
            let player = position.side_to_move().index();
            occasions[player] += 1;
            taken[player] += usize::from(position.gain(mv) == greatest);
        }
    }
    let is_greedy = |player: usize| taken[player] > 0 && 100 * taken[player] >= GREEDY_PERCENT * occasions[player];
    let now = record.position();
    Seat::all(G::SEATS).all(|seat| seat == now.side_to_move() || !now.is_in(seat) || is_greedy(seat.index()))
}

/// The greatest gain of a move, 0 if there is none, and the moves that have it.
fn greatest_gain<G: Multiplayer>(game: &G, stage: GenType) -> (i32, MoveList) {
    let mut moves = MoveList::new();
    game.moves(stage, &mut moves);
    let greatest = moves.iter().map(|&mv| game.gain(mv)).max().unwrap_or(0);
    moves.retain(|&mut mv| game.gain(mv) == greatest);
    (greatest, moves)
}

/// Arm of the bandit: a move and its rollouts.
struct Arm {
    mv: Move,
    rollouts: u32,
    /// Sum of the root player's shares at the ends of the rollouts.
    sum: f32,
}

impl Arm {
    /// Mean share of the root player. 0 without a rollout.
    fn mean(&self) -> f32 {
        self.sum / self.rollouts.max(1) as f32
    }
}

/// Practical chances of the side to move of a position.
pub struct PracticalChances<G, E> {
    game: G,
    evaluator: E,
    random: Xoshiro256PlusPlus,
    /// Best samples first.
    arms: Vec<Arm>,
    /// Rounds sampled so far: the root player and its opponents, each of whom moves once.
    rounds: u64,
}

impl<G: Multiplayer, E: SharesEvaluator<G>> PracticalChances<G, E> {
    /// Samples one round after each legal move, or each move of `only`. Equal positions have equal samples.
    pub fn new(game: &G, evaluator: &E, only: &[Move]) -> Self {
        let random = Xoshiro256PlusPlus::seed_from_u64(game.key());
        let evaluator = evaluator.clone();
        let mut chances = PracticalChances { game: game.clone(), evaluator, random, arms: Vec::new(), rounds: 0 };
        let mut sampled: Vec<(f32, Move)> = Vec::new();
        for RootMove { mv, .. } in RootMove::list(game, only) {
            sampled.push(((0..SAMPLES).map(|_| chances.rollout(game.clone(), mv, 1)).sum(), mv));
        }
        sampled.sort_by(|a, b| b.0.total_cmp(&a.0));
        let best = sampled.into_iter().take(ARMS);
        chances.arms = best.map(|(_, mv)| Arm { mv, rollouts: 0, sum: 0.0 }).collect();
        chances
    }

    /// Goes on with rollouts until a number of rounds has been sampled in all, or `stop` returns true.
    pub fn sample(&mut self, rounds: u64, stop: impl Fn() -> bool) {
        while self.arms.len() > 1 && self.rounds < rounds && !stop() {
            let index = self.select();
            let share = self.rollout(self.game.clone(), self.arms[index].mv, ROLLOUT_ROUNDS);
            self.arms[index].sum += share;
            self.arms[index].rollouts += 1;
        }
    }

    /// The move with the most rollouts; of equals the one with the greatest mean, then with the best samples. `None` if
    /// there are no moves.
    pub fn best(&self) -> Option<Move> {
        let rank = |arm: &Arm| (arm.rollouts, arm.mean());
        let best = self.arms.iter().reduce(|best, next| if rank(next) > rank(best) { next } else { best });
        best.map(|arm| arm.mv)
    }

    /// UCB1 selection: index of the arm with the next rollout. Those without come first.
    fn select(&self) -> usize {
        let total: u32 = self.arms.iter().map(|arm| arm.rollouts).sum();
        let log = libm::logf(total.max(1) as f32);
        let bound = |arm: &Arm| {
            if arm.rollouts == 0 {
                return f32::INFINITY;
            }
            arm.mean() + EXPLORATION * (2.0 * log / arm.rollouts as f32).sqrt()
        };
        let bounds = self.arms.iter().map(bound).enumerate();
        bounds.reduce(|best, next| if next.1 > best.1 { next } else { best }).map_or(0, |(index, _)| index)
    }

    /// Share of the root player at the end of a rollout that begins with a move of its own, a number of rounds deep.
    fn rollout(&mut self, mut game: G, mv: Move, rounds: usize) -> f32 {
        self.rounds += 1;
        let root = self.game.side_to_move();
        game.make(mv, &mut ());
        loop {
            if let Some(outcome) = game.result() {
                return Shares::of(outcome, &game).points(root) as f32;
            }
            if !game.is_in(root) {
                return 0.0;
            }
            if game.side_to_move() == root {
                break;
            }
            let reply = self.reply(&game);
            game.make(reply, &mut ());
        }
        if rounds == 1 {
            self.evaluator.reset(&game);
            return self.evaluator.shares(&game)[root.index()];
        }
        let mut moves = MoveList::new();
        game.moves(GenType::All, &mut moves);
        let sampled = moves.into_iter().map(|next| (self.rollout(game.clone(), next, 1), next));
        let best = sampled.reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or(0.0, |(_, next)| self.rollout(game, next, rounds - 1))
    }

    /// Reply of a greedy opponent: one of the moves of greatest gain.
    fn reply(&mut self, game: &G) -> Move {
        let (gain, captures) = greatest_gain(game, GenType::Noisy);
        let moves = if gain > 0 { captures } else { greatest_gain(game, GenType::All).1 };
        moves[(self.random.next_u64() % moves.len() as u64) as usize]
    }
}

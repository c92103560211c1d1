//! [`CoalitionSearcher`]: Paranoid and BRS+ as seen from outside.

use std::cell::LazyCell;
use std::time::Instant;

use super::super::control::Control;
use super::super::limits::{FULL_SKILL, Limits};
use super::super::params::{Params, Selectivity};
use super::super::report::{Bound, Report, Verdict};
use super::super::root::RootMove;
use super::super::score::MATE_BOUND;
use super::super::search_trait::Search;
use super::super::searcher::Searcher;
use super::super::tt::NoMemory;
use super::evaluator::CoalitionEval;
use super::practical::{PracticalChances, opponents_are_greedy};
use super::{Coalition, Form};
use crate::eval::SharesEvaluator;
use crate::game::{Multiplayer, Seat};
use crate::moves::Move;
use crate::record::Record;

/// Alpha-beta search of a game of more than two: the player to move against all others.
///
/// Reported scores are the share of the player to move as centipawns; a mate says that it is the last one in, or out.
/// With one thread it is deterministic, as [`Searcher`] is.
///
/// Several opponents together can often eliminate a player by force, and hardly ever do. So where the score is
/// desperate, -500 centipawns or less, and [all opponents are greedy](opponents_are_greedy), the move with the best
/// practical chances against greedy opponents is played. Its rollouts run between the iterations, on the search's time.
///
/// Against other opponents the move of the deepest iteration that is not lost is played where the search proves a loss:
/// all moves lose against the coalition, and that one is best against less. Where already the first iteration proves
/// it, the move is played after which the fewest opponents threaten to eliminate the player, and of these the one with
/// the greatest share. An exact search plays the slowest loss.
pub struct CoalitionSearcher<G: Multiplayer, E: SharesEvaluator<G>> {
    searcher: Searcher<Coalition<G>, CoalitionEval<E>>,
    evaluator: E,
    form: Form,
    selectivity: Selectivity,
    threads: usize,
    /// Plies of the record at the first search of the game. Earlier ones may come from a book and tell nothing.
    first_search: usize,
}

/// Score up to which practical chances decide, in centipawns: against the coalition the root player expects 9 % of
/// the point, where an even share is a quarter or a third.
const DESPERATE: i32 = -500;

/// Nodes of each thread for each sampled round: at most a third of the time goes into practical chances, in which the
/// other threads search nothing.
const NODES_PER_ROUND: u64 = 2;

impl<G: Multiplayer, E: SharesEvaluator<G>> CoalitionSearcher<G, E> {
    /// A searcher with one thread and a transposition table of [`DEFAULT_HASH`](crate::search::DEFAULT_HASH)
    /// megabytes.
    pub fn new(evaluator: E, form: Form) -> Self {
        let searcher = Searcher::new(CoalitionEval(evaluator.clone()));
        CoalitionSearcher {
            searcher,
            evaluator,
            form,
            selectivity: Selectivity::default(),
            threads: 1,
            first_search: usize::MAX,
        }
    }

    /// Sets the tunable parameters.
    pub fn set_params(&mut self, params: Params) {
        self.searcher.set_params(params);
    }

    /// Sets whether the search is selective or exact.
    pub fn set_selectivity(&mut self, selectivity: Selectivity) {
        self.selectivity = selectivity;
        self.searcher.set_selectivity(selectivity);
    }

    /// The move after which the fewest opponents threaten to eliminate the mover, among equals the one with the
    /// greatest share. `None` if the mover is out or the game over after every move.
    fn least_threatened(&mut self, game: &G, only: &[Move]) -> Option<Move> {
        let root = game.side_to_move();
        let mut best: Option<(usize, f32, Move)> = None;
        for RootMove { mv, .. } in RootMove::list(game, only) {
            let mut next = game.clone();
            next.make(mv, &mut ());
            if !next.is_in(root) || next.outcome().is_some() {
                continue;
            }
            self.evaluator.reset(&next);
            let share = self.evaluator.shares(&next)[root.index()];
            let attackers = attackers(next, root);
            if best.is_none_or(|(fewest, greatest, _)| (attackers, -share) < (fewest, -greatest)) {
                best = Some((attackers, share, mv));
            }
        }
        best.map(|(.., mv)| mv)
    }
}

/// Number of opponents who could eliminate a player with their next move, each of them as if those before it passed.
fn attackers<G: Multiplayer>(mut game: G, seat: Seat) -> usize {
    let mut attackers = 0;
    while game.side_to_move() != seat {
        attackers += usize::from(game.can_eliminate(seat));
        game.make_null();
    }
    attackers
}

/// True for the score of a mate against the root player.
fn is_lost(score: i32) -> bool {
    score <= -MATE_BOUND
}

impl<G: Multiplayer, E: SharesEvaluator<G>> Search<G> for CoalitionSearcher<G, E> {
    fn set_hash(&mut self, megabytes: usize) -> Result<(), NoMemory> {
        self.searcher.set_hash(megabytes)
    }

    fn set_threads(&mut self, threads: usize) -> usize {
        self.threads = self.searcher.set_threads(threads);
        self.threads
    }

    fn set_seed(&mut self, seed: u64) {
        self.searcher.set_seed(seed);
    }

    fn clear(&mut self) {
        self.searcher.clear();
        self.first_search = usize::MAX;
    }

    fn think(
        &mut self,
        record: &Record<G>,
        limits: &Limits,
        control: &Control,
        report: &mut dyn FnMut(&Report),
    ) -> Verdict {
        let game = record.position();
        let root = game.side_to_move();
        let sides = record.map(|position| Coalition::with_root(position.clone(), root, self.form));
        let coalition = sides.position().players_in() > 2 && self.selectivity != Selectivity::Exact;
        self.first_search = self.first_search.min(record.plies().len());
        let greedy = LazyCell::new(|| {
            let whole = limits.skill == FULL_SKILL && !limits.is_hurried();
            coalition && whole && opponents_are_greedy(record, self.first_search)
        });
        let began = limits.began.unwrap_or_else(Instant::now);
        let is_over = || {
            // Asked first: a ponder hit that comes in between must not be missed.
            let is_pondering = control.is_pondering();
            let deadline = limits.deadline(control.ponder_hit_time().unwrap_or(began));
            control.is_stopped() || (!is_pondering && deadline.is_some_and(|deadline| Instant::now() >= deadline))
        };
        let mut chances: Option<PracticalChances<G, E>> = None;
        let mut unlost: Option<Report> = None;
        let verdict = self.searcher.think(&sides, limits, control, &mut |line| {
            let is_best = line.multipv == 1 && line.bound == Bound::Exact;
            if is_best && !is_lost(line.score) {
                unlost = Some(line.clone());
            }
            if is_best && line.score <= DESPERATE && *greedy {
                let new = || PracticalChances::new(game, &self.evaluator, &limits.searchmoves);
                let rounds = line.nodes / self.threads as u64 / NODES_PER_ROUND;
                chances.get_or_insert_with(new).sample(rounds, is_over);
            }
            report(line);
        });
        if !coalition || verdict.score > DESPERATE {
            return verdict;
        }
        let choice = match chances {
            Some(chances) => chances.best(),
            None if is_lost(verdict.score) => {
                let deepest = unlost.and_then(|report| report.pv.first().copied());
                deepest.or_else(|| self.least_threatened(game, &limits.searchmoves))
            }
            None => None,
        };
        match choice {
            Some(mv) => Verdict { best: Some(mv), ponder: None, ..verdict },
            None => verdict,
        }
    }
}

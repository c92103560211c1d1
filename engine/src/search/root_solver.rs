//! Forced wins that are near, proven at the root by a look at every move, or at every threat: a search that leaves out what looks hopeless finds a
//! quiet move that wins by zugzwang late, and may miss a long row of checks.

use super::alphabeta::{MoveCtx, Node};
use super::params::Params;
use super::report::Bound;
use super::score::{MATE, mated_in};
use super::thread::{SearchResult, Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::{Move, MoveList};
use crate::record::NO_PROGRESS_PLIES;
use crate::solve::{Attack, Solver};

/// So many positions of a proof, which are neither judged nor looked up in the great table, take about the time of one of the search, and count as one.
const CHEAPNESS: u64 = 8;

/// The share is reckoned as if the search were to visit at least so many positions, if it may: proofs that are easy are not put off.
const HEAD_START: u64 = 5000;

/// The most positions that are looked at to say how a proven win goes on.
const LINE: u64 = 200_000;

/// Megabytes that the proofs of one search remember things in.
const MEGABYTES: usize = 1;

/// A win that is proven: the variation, in which every move of the winner's wins whatever is replied, and the value of the root at least.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    line: Vec<Move>,
    value: i32,
    /// Whether there is no faster win.
    is_fastest: bool,
}

/// What a search has proven of its root.
pub(super) struct Prover<G: Tactics> {
    /// None where nothing is to be proven, or nothing is left to be.
    solver: Option<Solver<G>>,
    attack: Attack,
    /// Up to how many turns a win is looked for.
    most: usize,
    /// The share of all positions that may go to proofs, in percent.
    share: u64,
    /// The side to move does not win within fewer turns than so many, as far as the solver looks.
    turns: usize,
}

impl<G: Tactics> Prover<G> {
    /// A prover for a root; it does nothing unless the game and the caller want proofs. Where only threats can win, a look at every move is not
    /// worth its time. The caller wants none where a position of the game has come up twice: a proof does not see the draw of the third time.
    pub(super) fn new(root: &G, wanted: bool, params: &Params) -> Prover<G> {
        // A win at once is no secret to the search. But a threat that wins at once must not be taken for a slower win.
        let (attack, turns, most, share) = if G::SOLVER_DEPTH > 0 {
            (Attack::AllMoves, 3, G::SOLVER_DEPTH, params.proof_share)
        } else {
            (Attack::Threats, 1, G::THREAT_SOLVER_DEPTH, params.threat_share)
        };
        let wanted = most > 0 && wanted && (attack == Attack::Threats || !root.wins_need_threats());
        // Without a megabyte to spare the search has to do without proofs.
        let solver = || Solver::new(root.turn(), attack, MEGABYTES).ok();
        Prover { solver: wanted.then(solver).flatten(), attack, most, share: share as u64, turns }
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Looks for a win within as many turns as the iteration is deep, as far as its share of the positions lasts; what it does not last for is
    /// tried again in the next iteration, when there is more. A win found is the best move from then on.
    pub(super) fn prove(&mut self, prover: &mut Prover<G>) -> Result<(), Stopped> {
        let most = prover.most.min(self.iteration as usize);
        let sees_all = prover.attack == Attack::AllMoves;
        while prover.turns <= most {
            let Some(solver) = &mut prover.solver else { break };
            let turns = prover.turns;
            if self.game.clock() + turns as u32 > NO_PROGRESS_PLIES {
                break;
            }
            let value = -mated_in(turns);
            if !sees_all && self.root[0].score >= value {
                // As fast a win has been found by searching.
                break;
            }
            let line = match self.find_win(solver, turns, prover.share)? {
                Some(line) => line,
                None => break,
            };
            if let [mv, ..] = line[..] {
                self.trust(mv, Proof { line, value, is_fastest: sees_all });
                prover.solver = None;
            }
            prover.turns = turns + 2;
        }
        Ok(())
    }

    /// How a win within so many turns goes; empty if there is none, nothing if the share of the positions did not last.
    fn find_win(&mut self, solver: &mut Solver<G>, turns: usize, share: u64) -> Result<Option<Vec<Move>>, Stopped> {
        let game = self.game.clone();
        let among: MoveList = self.root.iter().map(|root| root.mv).collect();
        let share = CHEAPNESS * share;
        let head_start = self.shared.limits.nodes.map_or(HEAD_START, |limit| limit.min(HEAD_START));
        let mut looked = solver.nodes();
        let mut stopped = false;
        let mut go_on = || {
            looked += 1;
            if looked.is_multiple_of(CHEAPNESS) {
                stopped = self.count().is_err();
            }
            !stopped && looked * 100 < self.nodes.max(head_start) * share
        };
        let found = solver.winning_move(&game, &among, turns, &mut go_on);
        if stopped {
            return Err(Stopped);
        }
        let Ok(found) = found else { return Ok(None) };
        let Some(mv) = found else { return Ok(Some(Vec::new())) };
        // How it goes on may cost more than the share, for nothing better can be found. A search that is stopped here keeps the move.
        let mut next = game;
        next.make(mv, &mut ());
        let mut looked = 0_u64;
        let mut line = solver.pv(&next, turns - 1, &mut || {
            looked += 1;
            looked < LINE && (!looked.is_multiple_of(CHEAPNESS) || self.count().is_ok())
        });
        line.insert(0, mv);
        Ok(Some(line))
    }

    /// Puts a proven move in front of the others.
    fn trust(&mut self, mv: Move, proof: Proof) {
        let at = self.root.iter().position(|root| root.mv == mv).expect("a move of the root was proven");
        self.root[..=at].rotate_right(1);
        let root = &mut self.root[0];
        (root.score, root.bound, root.pv) = (proof.value, Bound::Exact, proof.line.clone());
        self.proof = Some(proof);
    }

    /// The value of a root move that is proven to win, at least, and whether it is no more than that; none if the move is not proven to win.
    fn proven(&self, mv: Move) -> Option<(i32, bool)> {
        let proof = self.proof.as_ref().filter(|proof| proof.line[0] == mv)?;
        Some((proof.value, proof.is_fastest))
    }

    /// The value of a root move, with its variation below the root. One that is proven to win is searched for faster wins only, if there may be any.
    pub(super) fn search_root_move(&mut self, node: &Node, mv: Move, attempt: MoveCtx, window: Window) -> SearchResult {
        let Window { alpha, beta } = window;
        let proven = self.proven(mv);
        let least = proven.map_or(-MATE, |(value, _)| value);
        if !proven.is_some_and(|(_, is_fastest)| is_fastest) && least < beta {
            let undo = self.make(mv, !attempt.merit.noisy)?;
            let value = self.try_move::<true>(node, attempt, Window { alpha: alpha.max(least), beta })?;
            self.unmake(mv, undo);
            if value > least || proven.is_none() {
                return Ok(value);
            }
        }
        if let Some(proof) = &self.proof {
            self.lines.set(1, &proof.line[1..]);
        }
        Ok(least)
    }
}

#[cfg(test)]
mod tests {
    use super::super::control::Control;
    use super::super::thread::testing::{HOUR, with_thread};
    use super::*;
    use crate::variants::KnightRelay;

    /// Black mates in three by checks alone.
    const CHECKS: &str = "r7/7k/8/P2n1n2/3N4/KP6/2qN4/8 b - - 0 53";

    /// White mates at once.
    const AT_ONCE: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

    /// Scores and lengths of the best variation: after wins by threats were looked for, and after another iteration. `known` is the score before.
    fn best(text: &str, known: i32) -> [(i32, usize); 2] {
        let mut best = [(0, 0); 2];
        with_thread::<KnightRelay>(text, &Control::new(), HOUR, |thread| {
            thread.iteration = 5;
            thread.root[0].score = known;
            let mut prover = Prover::new(&thread.game, true, thread.shared.params);
            assert!(thread.prove(&mut prover).is_ok());
            best[0] = (thread.root[0].score, thread.root[0].pv.len());
            assert!(thread.search_root(0, Window::FULL).is_ok());
            best[1] = (thread.root[0].score, thread.root[0].pv.len());
        });
        best
    }

    #[test]
    fn a_win_by_threats_is_shown_to_its_end() {
        assert_eq!(best(CHECKS, 0), [(-mated_in(5), 5); 2]);
    }

    #[test]
    fn a_win_at_once_is_not_taken_for_a_slower_one() {
        assert_eq!(best(AT_ONCE, 0), [(-mated_in(1), 1); 2]);
    }

    #[test]
    fn a_faster_win_by_the_first_move_of_a_slower_one_is_found() {
        with_thread::<KnightRelay>(AT_ONCE, &Control::new(), HOUR, |thread| {
            thread.iteration = 5;
            let mut prover = Prover::new(&thread.game, true, thread.shared.params);
            assert!(thread.prove(&mut prover).is_ok());
            let at_once = thread.root[0].pv.clone();
            thread.trust(at_once[0], Proof { line: at_once.clone(), value: -mated_in(5), is_fastest: false });
            assert_eq!(thread.search_root(0, Window::FULL).ok(), Some(-mated_in(1)));
            assert_eq!((thread.root[0].score, &thread.root[0].pv), (-mated_in(1), &at_once));
        });
    }

    #[test]
    fn what_is_known_to_win_as_fast_is_not_proven() {
        assert_eq!(best(CHECKS, -mated_in(3))[0], (-mated_in(3), 1), "the variation it had");
    }
}

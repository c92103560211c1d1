//! Forced wins that are near, proven at the root by a look at every move, or at every threat: a search that leaves out what looks hopeless finds a
//! quiet move that wins by zugzwang late, and may miss a long row of checks.

use super::params::Params;
use super::score::mated_in;
use super::thread::{Stopped, Thread};
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

/// A win that is proven: the variation, in which every move of the winner's wins whatever is replied, and the value of the root.
#[derive(Clone, Debug)]
pub(super) struct Proof {
    line: Vec<Move>,
    value: i32,
}

/// What a search has proven of its root.
pub(super) struct Prover<G: Tactics> {
    /// None where nothing is to be proven, or nothing is left to be.
    solver: Option<Solver<G>>,
    /// Up to how many turns a win is looked for.
    most: usize,
    /// The share of all positions that may go to proofs, in percent.
    share: u64,
    /// The side to move does not win within so many turns, as far as the solver looks.
    disproven: usize,
}

impl<G: Tactics> Prover<G> {
    /// A prover for a root; it does nothing unless the game and the caller want proofs. Where only threats can win, the search, which leaves out no
    /// threat, needs none. The caller wants none where a position of the game has come up twice: a proof does not see the draw of the third time.
    pub(super) fn new(root: &G, wanted: bool, params: &Params) -> Prover<G> {
        let (attack, most, share) = if G::PROVEN_TURNS > 0 {
            (Attack::Anyhow, G::PROVEN_TURNS, params.proof_share)
        } else {
            (Attack::ByThreats, G::PROVEN_THREATS, params.threat_share)
        };
        let wanted = most > 0 && wanted && !root.wins_need_threats();
        // Without a megabyte to spare the search has to do without proofs.
        let solver = || Solver::new(root.turn(), attack, MEGABYTES).ok();
        Prover { solver: wanted.then(solver).flatten(), most, share: share as u64, disproven: 1 }
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Looks for a win within as many turns as the iteration is deep, as far as its share of the positions lasts; what it does not last for is
    /// tried again in the next iteration, when there is more. A win found is the best move from then on.
    pub(super) fn prove(&mut self, prover: &mut Prover<G>) -> Result<(), Stopped> {
        let most = prover.most.min(self.iteration as usize);
        while prover.disproven + 2 <= most {
            let Some(solver) = &mut prover.solver else { break };
            let turns = prover.disproven + 2;
            if self.game.clock() + turns as u32 > NO_PROGRESS_PLIES {
                break;
            }
            let line = match self.find_win(solver, turns, prover.share)? {
                Some(line) => line,
                None => break,
            };
            if let [mv, ..] = line[..] {
                self.trust(mv, Proof { line, value: -mated_in(turns) });
                prover.solver = None;
            }
            prover.disproven = turns;
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
        let mut line = solver.line(&next, turns - 1, &mut || {
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
        (root.score, root.pv) = (proof.value, proof.line.clone());
        self.proof = Some(proof);
    }

    /// The value of a root move that is proven to win, with its variation below the root; none if that is not known.
    pub(super) fn proven(&mut self, mv: Move) -> Option<i32> {
        let proof = self.proof.as_ref().filter(|proof| proof.line[0] == mv)?;
        self.lines.set(1, &proof.line[1..]);
        Some(proof.value)
    }
}

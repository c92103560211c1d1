//! Root solver: near forced wins, proven at the root over every move, or every threat, beside the search.
//!
//! A selective search finds a quiet move that wins by zugzwang late, and may miss a long row of checks. Where a game
//! asks for it, a share of the nodes goes to the [`Solver`]:
//! [`SearchHints::SOLVER_DEPTH`](crate::game::SearchHints::SOLVER_DEPTH) for proofs that look at every move,
//! [`SearchHints::THREAT_SOLVER_DEPTH`](crate::game::SearchHints::THREAT_SOLVER_DEPTH) for a smaller share on wins by
//! threats alone. A proven move takes its place among the root moves with the value of its mate; where only threats
//! were looked at, it is still searched for a faster one.

use super::node::{MoveCtx, Node};
use super::params::Params;
use super::report::Bound;
use super::score::{MATE, mate_in};
use super::thread::{SearchResult, Stopped, Thread};
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::Tactics;
use crate::moves::{Move, MoveList};
use crate::solve::{Attack, Solver};

/// Solver nodes that take about the time of one search node, and count as one: they are neither evaluated nor looked up
/// in the TT.
const SOLVER_NODES_PER_NODE: u64 = 8;

/// The share is reckoned as if the search were to visit at least this number of nodes, if it may: easy proofs are not
/// put off.
const HEAD_START: u64 = 5000;

/// The most solver nodes for the variation of a proven win.
const LINE_NODES: u64 = 200_000;

/// Memory of the solver in one search.
const MEGABYTES: usize = 1;

/// Proven win: the variation, in which every move of the winner wins whatever is replied.
#[derive(Clone, Debug)]
pub struct ProvenWin {
    /// The principal variation, the proven move first.
    pv: Vec<Move>,
    /// The value of the root at least.
    value: i32,
    /// True if there is no faster win.
    is_fastest: bool,
}

/// The solver of a root and how far it has come.
pub struct RootSolver<G: Tactics> {
    /// None where nothing is to be proven, or nothing is left to be.
    solver: Option<Solver<G>>,
    attack: Attack,
    /// The most turns within which a win is looked for.
    max_turns: usize,
    /// The share of all nodes that may go to proofs, in percent.
    percent: u64,
    /// The side to move does not win within fewer turns, as far as the solver looks.
    turns: usize,
}

impl<G: Tactics> RootSolver<G> {
    /// A solver for a root; it does nothing unless the game and the caller want proofs. Where only threats can win, a
    /// look at every move is not worth its time. The caller wants none where a position of the game has occurred twice:
    /// a proof does not see the draw of the third time.
    pub fn new(root: &G, wanted: bool, params: &Params) -> RootSolver<G> {
        let (attack, max_turns, percent) = if G::SOLVER_DEPTH > 0 {
            (Attack::AllMoves, G::SOLVER_DEPTH, params.solver_percent)
        } else {
            (Attack::Threats, G::THREAT_SOLVER_DEPTH, params.threat_solver_percent)
        };
        let wanted = max_turns > 0 && wanted && (attack == Attack::Threats || !root.wins_need_threats());
        // Without a megabyte to spare the search has to do without proofs.
        let solver = if wanted { Solver::new(root.side_to_move(), attack, MEGABYTES).ok() } else { None };
        // The search does not miss a win at once. But such a win must not be taken for a slower one.
        RootSolver { solver, attack, max_turns, percent: percent as u64, turns: 1 }
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Looks for a win within as many turns as the iteration is deep, as far as the share of the nodes lasts; what it
    /// does not last for is tried again in the next iteration, when there is more. A win found is the best move from
    /// then on.
    pub fn solve_root(&mut self, root_solver: &mut RootSolver<G>) -> Result<(), Stopped> {
        let max_turns = root_solver.max_turns.min(self.root.depth as usize);
        let sees_all = root_solver.attack == Attack::AllMoves;
        while root_solver.turns <= max_turns {
            let Some(solver) = &mut root_solver.solver else { break };
            let turns = root_solver.turns;
            if self.position.game().halfmove_clock() + turns as u32 > G::NO_PROGRESS_PLIES {
                break;
            }
            let value = mate_in(turns);
            if !sees_all && self.root.best().score >= value {
                // The search has found as fast a win.
                break;
            }
            let Some(pv) = self.find_win(solver, turns, root_solver.percent)? else { break };
            if let [mv, ..] = pv[..] {
                self.adopt_proven_win(mv, ProvenWin { pv, value, is_fastest: sees_all });
                root_solver.solver = None;
            }
            root_solver.turns = turns + 2;
        }
        Ok(())
    }

    /// The variation of a win within a number of turns; empty if there is none, none if the share of the nodes did not
    /// last.
    fn find_win(&mut self, solver: &mut Solver<G>, turns: usize, percent: u64) -> Result<Option<Vec<Move>>, Stopped> {
        let game = self.position.game().clone();
        let among: MoveList = self.root.moves.iter().map(|root| root.mv).collect();
        let share = SOLVER_NODES_PER_NODE * percent;
        let head_start = self.shared.limits.least_nodes().map_or(HEAD_START, |limit| limit.min(HEAD_START));
        let mut looked = solver.nodes();
        let mut stopped = false;
        let mut go_on = || {
            looked += 1;
            if looked.is_multiple_of(SOLVER_NODES_PER_NODE) {
                stopped = self.count_node().is_err();
            }
            !stopped && looked * 100 < self.nodes.max(head_start) * share
        };
        let found = solver.winning_move(&game, &among, turns, &mut go_on);
        if stopped {
            return Err(Stopped);
        }
        let Ok(found) = found else { return Ok(None) };
        let Some(mv) = found else { return Ok(Some(Vec::new())) };
        // The variation may cost more than the share, for nothing better can be found. A search that is stopped here
        // keeps the move.
        let mut next = game;
        next.make(mv, &mut ());
        let mut looked = 0_u64;
        let mut pv = solver.pv(&next, turns - 1, &mut || {
            looked += 1;
            looked < LINE_NODES && (!looked.is_multiple_of(SOLVER_NODES_PER_NODE) || self.count_node().is_ok())
        });
        pv.insert(0, mv);
        Ok(Some(pv))
    }

    /// Puts a proven move in front of the others.
    fn adopt_proven_win(&mut self, mv: Move, win: ProvenWin) {
        let at = self.root.index_of(mv);
        self.root.move_to_front(at, 0);
        let root = &mut self.root.moves[0];
        (root.score, root.bound, root.pv) = (win.value, Bound::Exact, win.pv.clone());
        self.root.proven_win = Some(win);
    }

    /// The value of a root move, with its variation below the root. One that is proven to win is searched for faster
    /// wins only, if there may be any.
    pub fn search_root_move(&mut self, node: &Node, mv: Move, ctx: MoveCtx, window: Window) -> SearchResult {
        let Window { alpha, beta } = window;
        let proven = self.root.proven_win.as_ref().filter(|win| win.pv[0] == mv);
        let proven = proven.map(|win| (win.value, win.is_fastest));
        let least = proven.map_or(-MATE, |(value, _)| value);
        if !proven.is_some_and(|(_, is_fastest)| is_fastest) && least < beta {
            let undo = self.make(mv, !ctx.stats.noisy)?;
            let value = self.pvs::<true>(node, ctx, Window { alpha: alpha.max(least), beta })?;
            self.unmake(mv, undo);
            if value > least || proven.is_none() {
                return Ok(value);
            }
        }
        if let Some(win) = &self.root.proven_win {
            self.pv.set(1, &win.pv[1..]);
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

    /// Scores and lengths of the best variation: after wins by threats were looked for, and after another iteration.
    /// `known` is the score before.
    fn best(text: &str, known: i32) -> [(i32, usize); 2] {
        let mut best = [(0, 0); 2];
        with_thread::<KnightRelay>(text, &Control::new(), HOUR, |thread| {
            thread.root.depth = 5;
            thread.root.moves[0].score = known;
            let mut solver = RootSolver::new(thread.position.game(), true, thread.shared.params);
            assert!(thread.solve_root(&mut solver).is_ok());
            best[0] = (thread.root.best().score, thread.root.best().pv.len());
            assert!(thread.search_root(0, Window::FULL).is_ok());
            best[1] = (thread.root.best().score, thread.root.best().pv.len());
        });
        best
    }

    #[test]
    fn a_win_by_threats_is_shown_to_its_end() {
        assert_eq!(best(CHECKS, 0), [(mate_in(5), 5); 2]);
    }

    #[test]
    fn a_win_at_once_is_not_taken_for_a_slower_one() {
        assert_eq!(best(AT_ONCE, 0), [(mate_in(1), 1); 2]);
    }

    #[test]
    fn a_faster_win_by_the_first_move_of_a_slower_one_is_found() {
        with_thread::<KnightRelay>(AT_ONCE, &Control::new(), HOUR, |thread| {
            thread.root.depth = 5;
            let mut solver = RootSolver::new(thread.position.game(), true, thread.shared.params);
            assert!(thread.solve_root(&mut solver).is_ok());
            let at_once = thread.root.best().pv.clone();
            let slower = ProvenWin { pv: at_once.clone(), value: mate_in(5), is_fastest: false };
            thread.adopt_proven_win(at_once[0], slower);
            assert_eq!(thread.search_root(0, Window::FULL).ok(), Some(mate_in(1)));
            assert_eq!((thread.root.best().score, &thread.root.best().pv), (mate_in(1), &at_once));
        });
    }

    #[test]
    fn a_win_that_the_search_knows_is_not_proven_again() {
        assert_eq!(best(CHECKS, mate_in(3))[0], (mate_in(3), 1), "the variation it had");
    }
}

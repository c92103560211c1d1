//! The root: iterative deepening, aspiration windows, MultiPV.
//!
//! Source: chessprogramming wiki, "Iterative Deepening" and "Aspiration Windows".

use std::collections::VecDeque;

use super::movepick::MovePicker;
use super::node::{Best, Candidate, MoveCtx};
use super::report::{Bound, Report};
use super::root_solver::{ProvenWin, RootSolver};
use super::score::{MATE, MATE_BOUND, turns_to_mate};
use super::smp::WorkShare;
use super::thread::{SearchResult, Stopped, Thread};
use super::time_manager::Stability;
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::{GenType, Tactics, ToAct};
use crate::moves::{Move, MoveList};

/// Root move: a move of the root position and its results.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move; at a chance root [`Move::NONE`].
    pub mv: Move,
    /// The value when the move was last among the best; below every value before that.
    pub score: i32,
    /// The bound type of the score.
    pub bound: Bound,
    /// The principal variation that belongs to the score.
    pub pv: Vec<Move>,
    /// Selective depth, in plies.
    pub seldepth: usize,
    /// Nodes visited below the move.
    nodes: u64,
}

impl RootMove {
    /// The score of a move that has never been among the best.
    pub const UNKNOWN: i32 = -MATE;

    /// A move without results.
    pub fn new(mv: Move) -> RootMove {
        let pv = if mv.is_some() { vec![mv] } else { Vec::new() };
        RootMove { mv, score: RootMove::UNKNOWN, bound: Bound::Exact, pv, seldepth: 0, nodes: 0 }
    }

    /// The move and its results with no nodes counted.
    pub fn unvisited(&self) -> RootMove {
        RootMove { nodes: 0, ..self.clone() }
    }

    /// Adds the nodes of the same move in another list.
    pub fn add_nodes(&mut self, others: &[RootMove]) {
        let same = others.iter().find(|other| other.mv == self.mv);
        self.nodes += same.map_or(0, |other| other.nodes);
    }

    /// The legal moves, restricted to those of `only` if any of them is legal. At a chance root: one entry,
    /// [`Move::NONE`].
    pub fn list<G: Tactics>(game: &G, only: &[Move]) -> Vec<RootMove> {
        if game.to_act() == ToAct::Chance {
            return vec![RootMove::new(Move::NONE)];
        }
        let mut moves = MoveList::new();
        game.moves(GenType::All, &mut moves);
        if moves.iter().any(|mv| only.contains(mv)) {
            moves.retain(|mv| only.contains(mv));
        }
        moves.iter().copied().map(RootMove::new).collect()
    }
}

/// Root of a search thread: root moves, depth, proven win.
pub struct Root {
    /// Root moves, the best first.
    pub moves: Vec<RootMove>,
    /// Root depth: the depth of the iteration, in plies.
    pub depth: u32,
    /// Plies taken off the depth of the next re-search: one for each fail-high of the aspiration search without a mate
    /// since its last fail-low.
    pub fail_highs: u32,
    /// A win that the [root solver](super::root_solver) has proven.
    pub proven_win: Option<ProvenWin>,
}

impl Root {
    /// The root of a search of all legal moves, or of those of `only`.
    pub fn new<G: Tactics>(game: &G, only: &[Move]) -> Root {
        Root { moves: RootMove::list(game, only), depth: 0, fail_highs: 0, proven_win: None }
    }

    /// Depth of the next search of the root, in plies.
    pub fn search_depth(&self) -> i32 {
        self.depth.saturating_sub(self.fail_highs).max(1) as i32
    }

    /// The first root move.
    pub fn best(&self) -> &RootMove {
        &self.moves[0]
    }

    /// Index of a root move.
    pub fn index_of(&self, mv: Move) -> usize {
        self.moves.iter().position(|root| root.mv == mv).expect("moves of the root stay there")
    }

    /// Puts a move at the head of the moves from `front` on.
    pub fn move_to_front(&mut self, at: usize, front: usize) {
        self.moves[front..=at].rotate_right(1);
    }

    /// The fraction of all nodes that were visited below the best move, 0 to 1.
    fn best_move_node_fraction(&self) -> f64 {
        let all: u64 = self.moves.iter().map(|root| root.nodes).sum();
        self.best().nodes as f64 / all.max(1) as f64
    }
}

/// The best move and its score as last reported.
type LastReported = (Move, i32);

/// Report callback.
pub type Reporter<'r> = dyn FnMut(&Report) + 'r;

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Iterative deepening: searches deeper and deeper until something ends it; the root moves are then in their final
    /// order. No iteration begins after `node_budget` nodes of this thread. Returns the last completed depth.
    pub fn iterative_deepening(
        &mut self,
        multipv: usize,
        max_depth: u32,
        node_budget: u64,
        report: &mut Reporter,
    ) -> u32 {
        self.order_root_moves();
        let (mut completed, mut stability, mut reported) = (0, Stability::default(), None);
        let may_prove = self.is_selective() && !self.position.at_chance() && !self.position.has_repeated();
        let mut solver = RootSolver::new(self.position.game(), may_prove, self.shared.params);
        for depth in 1..=max_depth {
            self.root.depth = depth;
            let iteration = self.solve_root(&mut solver).and_then(|()| self.iteration(multipv, report, &mut reported));
            if iteration.is_err() {
                self.report_change(reported, report);
                break;
            }
            completed = depth;
            let best = self.root.best();
            stability.update(best.mv, best.score, self.root.best_move_node_fraction());
            if self.is_done(&stability) || self.nodes >= node_budget {
                break;
            }
        }
        self.publish_nodes();
        completed
    }

    /// Orders the root moves of the first iteration as those of any other node.
    fn order_root_moves(&mut self) {
        if self.position.at_chance() {
            return;
        }
        let tt_move = self.probe_tt().map_or(Move::NONE, |entry| entry.mv);
        let picker = MovePicker::all(self.move_ordering(tt_move));
        self.with_picker(picker, |thread, picker| {
            let mut sorted = 0;
            while let Some(mv) = thread.next_move(picker) {
                if let Some(at) = thread.root.moves[sorted..].iter().position(|root| root.mv == mv) {
                    thread.root.move_to_front(sorted + at, sorted);
                    sorted += 1;
                }
            }
        });
    }

    /// One iteration. MultiPV: the best move, then the best of the others, and so on.
    fn iteration(
        &mut self,
        multipv: usize,
        report: &mut Reporter,
        reported: &mut Option<LastReported>,
    ) -> Result<(), Stopped> {
        let multipv = multipv.min(self.root.moves.len());
        for pv_index in 0..multipv {
            self.stack.reset_seldepth();
            self.aspiration_search(pv_index, report)?;
            self.may_stop = true;
        }
        self.root.moves[..multipv].sort_by_key(|root| -root.score);
        for pv_index in 0..multipv {
            self.report(pv_index, self.root.moves[pv_index].score, Bound::Exact, report);
        }
        *reported = Some((self.root.best().mv, self.root.best().score));
        Ok(())
    }

    /// Aspiration windows: searches for the best of the root moves from `pv_index` on with a small window around the
    /// expected score, widened until the score lies inside. A fail-high is searched again less deep: the move has shown
    /// what it is worth (Stockfish).
    fn aspiration_search(&mut self, pv_index: usize, report: &mut Reporter) -> Result<(), Stopped> {
        let (mut window, mut delta) = self.aspiration_window(self.root.moves[pv_index].score);
        self.root.fail_highs = 0;
        loop {
            let value = self.search_root_parallel(pv_index, window)?;
            if value > window.alpha && value < window.beta {
                return Ok(());
            }
            delta += delta / 2;
            let (low, high) = if delta > self.shared.params.aspiration_max {
                (-MATE, MATE)
            } else {
                ((value - delta).max(-MATE), (value + delta).min(MATE))
            };
            if value <= window.alpha {
                self.report(pv_index, value, Bound::Upper, report);
                window = Window { alpha: low, beta: (window.alpha + window.beta) / 2 };
                self.root.fail_highs = 0;
            } else {
                self.report(pv_index, value, Bound::Lower, report);
                window.beta = high;
                self.root.fail_highs += u32::from(self.is_selective() && value < MATE_BOUND);
            }
        }
    }

    /// The first aspiration window around an expected score, and its half-width (delta). Scores of decided games move
    /// further from one iteration to the next, so their window is wider.
    fn aspiration_window(&self, expected: i32) -> (Window, i32) {
        let params = self.shared.params;
        if self.root.depth < params.aspiration_depth.unsigned_abs() || expected.abs() >= MATE_BOUND {
            return (Window::FULL, params.aspiration_delta);
        }
        let delta = params.aspiration_delta + expected.pow(2) / params.aspiration_score_divisor;
        (Window { alpha: expected - delta, beta: expected + delta }, delta)
    }

    /// Searches the root moves from `pv_index` on; the best so far is kept in front of them. A chance root has the mean
    /// of what follows.
    pub fn search_root(&mut self, pv_index: usize, window: Window) -> SearchResult {
        if self.position.at_chance() {
            return self.search_chance_root(window);
        }
        let tt_hit = self.probe_tt();
        let node = self.init_node(self.root.search_depth(), false, tt_hit);
        let Window { mut alpha, beta } = window;
        let mut best = Best::NOTHING;
        let moves = self.root.moves[pv_index..].iter().zip(1..);
        let mut queue: VecDeque<Candidate> =
            moves.map(|(root, number)| Candidate::new(self.position.game(), root.mv, number)).collect();
        while let Some(candidate) = queue.pop_front() {
            let Candidate { mv, noisy, number, .. } = candidate;
            match self.share_work::<true>(&node, candidate, Window { alpha, beta }) {
                WorkShare::Search => {}
                WorkShare::Cutoff(_) => unreachable!("there is no TT cutoff where a PV is wanted"),
                WorkShare::Defer => {
                    queue.push_back(Candidate { deferred: true, ..candidate });
                    continue;
                }
                WorkShare::Skip(value) => {
                    best.value = best.value.max(value);
                    continue;
                }
            }
            if self.id == 0 {
                self.shared.control.set_root_move(mv, queue.len() + 1);
            }
            let busy = self.mark_busy(&node, mv, number);
            let ctx = MoveCtx { number, stats: self.move_stats(mv, noisy), extension: 0 };
            let nodes_before = self.nodes;
            let value = self.search_root_move(&node, mv, ctx, Window { alpha, beta })?;
            drop(busy);
            let at = self.root.index_of(mv);
            self.root.moves[at].nodes += self.nodes - nodes_before;
            best.value = best.value.max(value);
            if number > 1 {
                self.store_fail_low(&node, mv, value, alpha);
            }
            if value > alpha {
                best.mv = mv;
                self.new_best_root_move(at, pv_index, value, window.bound_of(value));
                if value >= beta {
                    break;
                }
                alpha = value;
            }
        }
        // The best of some moves only is not the value of the position.
        if pv_index == 0 && self.root.moves.len() == self.position.game().count_moves() {
            self.store_tt(node.depth, &best, window.bound_of(best.value));
        }
        Ok(best.value)
    }

    /// The mean of a chance root, which becomes the score of its one root move.
    fn search_chance_root(&mut self, window: Window) -> SearchResult {
        let value = self.expectation(window, self.root.search_depth(), false)?;
        let root = &mut self.root.moves[0];
        (root.score, root.bound) = (value, window.bound_of(value));
        root.seldepth = self.stack.seldepth();
        Ok(value)
    }

    /// Notes a new best of the root moves from `pv_index` on and puts it in front.
    fn new_best_root_move(&mut self, at: usize, pv_index: usize, value: i32, bound: Bound) {
        let root = &mut self.root.moves[at];
        self.pv.update(0, root.mv);
        (root.score, root.bound) = (value, bound);
        root.pv.clear();
        root.pv.extend_from_slice(self.pv.line(0));
        root.seldepth = self.stack.seldepth();
        self.root.move_to_front(at, pv_index);
    }

    /// True at a root with a single root move.
    pub fn is_forced(&self) -> bool {
        self.root.moves.len() == 1 && !self.position.at_chance()
    }

    /// Returns whether the search is over after an iteration: stopped, mate found, or the soft time limit.
    fn is_done(&mut self, stability: &Stability) -> bool {
        let shared = self.shared;
        if shared.control.is_stopped() {
            return true;
        }
        let score = self.root.best().score;
        if shared.limits.mate_reached(score) {
            return true;
        }
        let Some(soft_limit) = self.time.soft_limit(stability, shared.params) else { return false };
        let on_clock = self.time.is_on_clock();
        let forced = on_clock && self.is_forced();
        let proven =
            on_clock && turns_to_mate(score).is_some_and(|turns| 2 * turns.unsigned_abs() + 2 < self.root.depth);
        let over = forced || proven || self.time.elapsed() >= soft_limit;
        self.time.stop_at_soft_limit(over, shared.control.is_pondering())
    }

    /// Reports the best move once more if an unfinished iteration has found another one, or another score.
    fn report_change(&mut self, reported: Option<LastReported>, report: &mut Reporter) {
        let best = self.root.best();
        if best.score != RootMove::UNKNOWN && reported != Some((best.mv, best.score)) {
            self.report(0, best.score, best.bound, report);
        }
    }

    fn report(&mut self, pv_index: usize, score: i32, bound: Bound, report: &mut Reporter) {
        self.time.look(self.shared.control);
        let root = &self.root.moves[pv_index];
        report(&Report {
            depth: self.root.depth,
            selective_depth: root.seldepth.max(self.root.depth as usize) as u32,
            multipv: pv_index + 1,
            score,
            bound,
            nodes: self.total_nodes(),
            time: self.time.elapsed(),
            hashfull: self.shared.tt.hashfull(),
            pv: root.pv.clone(),
        });
        self.time.resume();
    }
}

#[cfg(test)]
mod tests {
    use super::super::thread::testing::{HOUR, with_thread};
    use super::super::{Control, Params};
    use super::*;
    use crate::variants::Chess;

    #[test]
    fn aspiration_windows_are_the_wider_the_clearer_the_score() {
        with_thread::<Chess>(Chess::START, &Control::new(), HOUR, |thread| {
            let Params { aspiration_delta: delta, aspiration_score_divisor: divisor, .. } = *thread.shared.params;
            let mut around = |depth, expected| {
                thread.root.depth = depth;
                thread.aspiration_window(expected).0
            };
            assert_eq!(around(5, 20), Window { alpha: 20 - delta, beta: 20 + delta });
            let wide = delta + 1000 * 1000 / divisor;
            assert_eq!(around(5, -1000), Window { alpha: -1000 - wide, beta: -1000 + wide });
            assert!(wide > 2 * delta);
            assert_eq!(around(4, 20), Window::FULL, "too little is known");
            assert_eq!(around(9, MATE_BOUND), Window::FULL, "a mate");
        });
    }

    #[test]
    fn each_fail_high_takes_a_ply_off_the_next_search() {
        let depth = |depth, fail_highs| Root { moves: Vec::new(), depth, fail_highs, proven_win: None }.search_depth();
        assert_eq!([depth(5, 0), depth(5, 2), depth(2, 5)], [5, 3, 1]);
        with_thread::<Chess>("3q2k1/8/8/8/8/8/8/3R2K1 w - - 0 1", &Control::new(), HOUR, |thread| {
            thread.root.depth = 6;
            // Far too low a score is expected: the capture fails high.
            thread.root.moves[0].score = -2000;
            assert!(thread.aspiration_search(0, &mut |_| {}).is_ok());
            assert!(thread.root.fail_highs > 0 && thread.root.moves[0].score > 300);
            thread.root.moves[0].score = 3000;
            assert!(thread.aspiration_search(0, &mut |_| {}).is_ok());
            assert_eq!(thread.root.fail_highs, 0, "a fail-low");
        });
    }

    #[test]
    fn a_bound_of_the_score_is_reported_as_a_bound() {
        with_thread::<Chess>(Chess::START, &Control::new(), HOUR, |thread| {
            thread.root.depth = 3;
            let mut bounds = Vec::new();
            for window in [Window::FULL, Window { alpha: -MATE, beta: -500 }] {
                assert!(thread.search_root(0, window).is_ok());
                thread.report_change(None, &mut |report| bounds.push(report.bound));
            }
            assert_eq!(bounds, [Bound::Exact, Bound::Lower]);
        });
    }
}

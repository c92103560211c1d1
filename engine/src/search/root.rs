//! The root of the search: iterative deepening, aspiration windows, and several best lines.

use std::collections::VecDeque;
use std::sync::atomic::Ordering::Relaxed;

use super::alphabeta::{Best, MoveCtx};
use super::movepick::MovePicker;
use super::report::{Bound, Report};
use super::root_solver::Prover;
use super::score::{MATE, MATE_BOUND, moves_to_mate, turns_to_mate};
use super::thread::{SearchResult, Stopped, Thread};
use super::time_manager::Stability;
use super::window::Window;
use crate::eval::Evaluator;
use crate::game::{GenType, Tactics, ToAct};
use crate::moves::{Move, MoveList};

/// A move of the root position and what has been found out about it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) mv: Move,
    /// The value when the move was last among the best; below every value before that.
    pub(super) score: i32,
    /// How the score is meant.
    pub(super) bound: Bound,
    /// The principal variation that belongs to the score.
    pub(super) pv: Vec<Move>,
    selective_depth: usize,
    /// Positions visited below the move.
    nodes: u64,
}

impl RootMove {
    /// The score of a move that has never been among the best.
    pub(super) const UNKNOWN: i32 = -MATE;

    /// A move of which nothing is known.
    pub(super) fn new(mv: Move) -> RootMove {
        let pv = if mv.is_some() { vec![mv] } else { Vec::new() };
        RootMove { mv, score: RootMove::UNKNOWN, bound: Bound::Exact, pv, selective_depth: 0, nodes: 0 }
    }

    /// The same move before anybody has visited a position below it.
    pub(super) fn unvisited(&self) -> RootMove {
        RootMove { nodes: 0, ..self.clone() }
    }

    /// Adds the visits to the same move in another list.
    pub(super) fn add_visits(&mut self, others: &[RootMove]) {
        let same = others.iter().find(|other| other.mv == self.mv);
        self.nodes += same.map_or(0, |other| other.nodes);
    }

    /// The legal moves, restricted to those of `only` if any of them is legal. Where chance decides the next ply, no move stands for whatever
    /// it brings.
    pub(super) fn list<G: Tactics>(game: &G, only: &[Move]) -> Vec<RootMove> {
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

/// What has been said last about the best move.
type Said = (Move, i32);

/// Where a search takes its reports.
pub(super) type Reporter<'r> = dyn FnMut(&Report) + 'r;

/// How the choice has developed over the iterations.
#[derive(Default)]
struct Course {
    best: Move,
    unchanged: u32,
    score: i32,
    drop: i32,
}

impl Course {
    fn note(&mut self, first: &RootMove) {
        self.unchanged = if first.mv == self.best { self.unchanged + 1 } else { 0 };
        self.drop = self.score - first.score;
        (self.best, self.score) = (first.mv, first.score);
    }
}

impl<G: Tactics, E: Evaluator<G>> Thread<'_, G, E> {
    /// Searches deeper and deeper until something ends it; the moves of the root are then in their final order. Returns the
    /// last completed iteration.
    pub(super) fn iterate(&mut self, lines: usize, deepest: u32, report: &mut Reporter) -> u32 {
        self.sort_root();
        let (mut completed, mut course, mut said) = (0, Course::default(), None);
        let may_prove = self.is_selective() && !self.at_chance() && !self.has_repeated();
        let mut prover = Prover::new(&self.game, may_prove, self.shared.params);
        for depth in 1..=deepest {
            self.iteration = depth;
            if self.prove(&mut prover).and_then(|()| self.iteration(lines, report, &mut said)).is_err() {
                self.report_change(said, report);
                break;
            }
            completed = depth;
            course.note(&self.root[0]);
            if self.is_done(&course) {
                break;
            }
        }
        self.shared.nodes[self.index].store(self.nodes, Relaxed);
        completed
    }

    /// The order of the first iteration: as if the root were any node.
    fn sort_root(&mut self) {
        if self.at_chance() {
            return;
        }
        let memory = self.probe();
        let mut picker = MovePicker::all(&self.arena, self.order(memory.map_or(Move::NONE, |memory| memory.mv)));
        let mut sorted = 0;
        while let Some(mv) = picker.next(&self.game, self.history, &mut self.arena) {
            if let Some(at) = self.root[sorted..].iter().position(|root| root.mv == mv) {
                self.root[sorted..=sorted + at].rotate_right(1);
                sorted += 1;
            }
        }
        picker.close(&mut self.arena);
    }

    /// One iteration: the best line, then the best of the other moves, and so on.
    fn iteration(&mut self, lines: usize, report: &mut Reporter, said: &mut Option<Said>) -> Result<(), Stopped> {
        let lines = lines.min(self.root.len());
        for line in 0..lines {
            self.selective_depth = 0;
            self.aspire(line, report)?;
            self.may_stop = true;
        }
        self.root[..lines].sort_by_key(|root| -root.score);
        for line in 0..lines {
            self.report(line, self.root[line].score, Bound::Exact, report);
        }
        *said = Some((self.root[0].mv, self.root[0].score));
        Ok(())
    }

    /// Searches for the line's best move with a small window around the expected score, widened until the score lies inside.
    fn aspire(&mut self, line: usize, report: &mut Reporter) -> Result<(), Stopped> {
        let (mut window, mut width) = self.first_window(self.root[line].score);
        loop {
            let value = self.search_root_together(line, window)?;
            if value > window.alpha && value < window.beta {
                return Ok(());
            }
            width += width / 2;
            let (low, high) = match width {
                _ if width > self.shared.params.aspiration_widest => (-MATE, MATE),
                _ => ((value - width).max(-MATE), (value + width).min(MATE)),
            };
            if value <= window.alpha {
                self.report(line, value, Bound::Upper, report);
                window = Window { alpha: low, beta: (window.alpha + window.beta) / 2 };
            } else {
                self.report(line, value, Bound::Lower, report);
                window.beta = high;
            }
        }
    }

    /// The first window to search for a line of which a score is expected, and its half-width. Scores of decided games move further from one iteration to
    /// the next.
    fn first_window(&self, expected: i32) -> (Window, i32) {
        let params = self.shared.params;
        if self.iteration < params.aspiration_first.unsigned_abs() || expected.abs() >= MATE_BOUND {
            return (Window::FULL, params.aspiration_width);
        }
        let width = params.aspiration_width + expected.pow(2) / params.aspiration_decided;
        (Window { alpha: expected - width, beta: expected + width }, width)
    }

    /// Searches the moves of the root from `line` on; the best so far is kept in front of them. A root that chance decides has the mean of
    /// what follows.
    pub(super) fn search_root(&mut self, line: usize, window: Window) -> SearchResult {
        if self.at_chance() {
            let value = self.expectation(window, self.iteration as i32, false)?;
            (self.root[0].score, self.root[0].bound) = (value, window.bound_of(value));
            self.root[0].selective_depth = self.selective_depth;
            return Ok(value);
        }
        let memory = self.probe();
        let node = self.init_node(self.iteration as i32, false, memory);
        let Window { mut alpha, beta } = window;
        let mut best = Best { value: -MATE, mv: Move::NONE };
        let moves = self.root[line..].iter().zip(1..);
        let mut queue: VecDeque<_> = moves.map(|(root, number)| (root.mv, number, false)).collect();
        while let Some((mv, number, waited)) = queue.pop_front() {
            let shared = number > 1 && self.shares(&node);
            if shared && let Some(most) = self.shared_fail_low(&node, mv, alpha) {
                best.value = best.value.max(most);
                continue;
            }
            if shared && !waited && self.is_claimed(mv) {
                queue.push_back((mv, number, true));
                continue;
            }
            if self.index == 0 {
                self.shared.control.note_root(mv, queue.len() + 1);
            }
            let claim = shared.then(|| self.claim(mv));
            let merit = self.merit(mv, self.game.is_noisy(mv));
            let before = self.nodes;
            let attempt = MoveCtx { number, merit, extension: 0 };
            let value = self.search_root_move(&node, mv, attempt, Window { alpha, beta })?;
            drop(claim);
            let searched = self.root.iter().position(|root| root.mv == mv);
            let at = searched.expect("moves of the root stay there");
            self.root[at].nodes += self.nodes - before;
            best.value = best.value.max(value);
            if shared {
                self.share_fail_low(&node, mv, value, alpha);
            }
            if value > alpha {
                best.mv = mv;
                self.promote(at, line, value, window.bound_of(value));
                if value >= beta {
                    break;
                }
                alpha = value;
            }
        }
        // The best of some moves only is not the value of the position.
        if line == 0 && self.root.len() == self.game.count_moves() {
            self.remember(&node, &best, window);
        }
        Ok(best.value)
    }

    /// Notes a new best move of a line and puts it in front.
    fn promote(&mut self, at: usize, line: usize, value: i32, bound: Bound) {
        self.lines.adopt(0, self.root[at].mv);
        let root = &mut self.root[at];
        (root.score, root.bound) = (value, bound);
        root.pv.clear();
        root.pv.extend_from_slice(self.lines.line(0));
        root.selective_depth = self.selective_depth;
        self.root[line..=at].rotate_right(1);
    }

    /// Whether the search has done its work, its bounds of depth and nodes aside.
    fn is_done(&mut self, course: &Course) -> bool {
        if self.shared.control.is_stopped() {
            return true;
        }
        let limits = self.shared.limits;
        let score = self.root[0].score;
        if limits
            .mate
            .is_some_and(|moves| moves_to_mate(score).is_some_and(|found| (1..=moves as i32).contains(&found)))
        {
            return true;
        }
        let Some(budget) = self.shared.budget else { return false };
        let on_clock = limits.clock.is_some();
        let forced = on_clock && self.root.len() == 1 && !self.at_chance();
        let proven =
            on_clock && turns_to_mate(score).is_some_and(|turns| 2 * turns.unsigned_abs() + 2 < self.iteration);
        let stretch = if on_clock { self.settled_mind(course).stretch(self.shared.params) } else { 1.0 };
        let soft = budget.soft.mul_f64(stretch).min(budget.hard);
        self.enough = forced || proven || self.elapsed() >= soft;
        self.enough && !self.shared.control.is_pondering()
    }

    fn settled_mind(&self, course: &Course) -> Stability {
        let all: u64 = self.root.iter().map(|root| root.nodes).sum();
        let effort = self.root[0].nodes as f64 / all.max(1) as f64;
        Stability { unchanged: course.unchanged, drop: course.drop, effort }
    }

    /// Reports the best move once more if an unfinished iteration has found another one, or judges it otherwise.
    fn report_change(&self, said: Option<Said>, report: &mut Reporter) {
        let first = &self.root[0];
        if first.score != RootMove::UNKNOWN && said != Some((first.mv, first.score)) {
            self.report(0, first.score, first.bound, report);
        }
    }

    fn report(&self, line: usize, score: i32, bound: Bound, report: &mut Reporter) {
        let root = &self.root[line];
        report(&Report {
            depth: self.iteration,
            selective_depth: root.selective_depth.max(self.iteration as usize) as u32,
            line: line + 1,
            score,
            bound,
            nodes: self.total_nodes(),
            time: self.elapsed(),
            hash_full: self.shared.table.fullness(),
            pv: root.pv.clone(),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::super::thread::testing::{HOUR, with_team, with_thread};
    use super::super::{Control, Params};
    use super::*;
    use crate::game::Game;
    use crate::record::Record;
    use crate::text::Notation;
    use crate::variants::Chess;

    #[test]
    fn the_first_window_is_the_wider_the_clearer_the_score() {
        with_thread::<Chess>(Chess::START, &Control::new(), HOUR, |thread| {
            let Params { aspiration_width: width, aspiration_decided: decided, .. } = *thread.shared.params;
            let mut around = |iteration, expected| {
                thread.iteration = iteration;
                thread.first_window(expected).0
            };
            assert_eq!(around(5, 20), Window { alpha: 20 - width, beta: 20 + width });
            let wide = width + 1000 * 1000 / decided;
            assert_eq!(around(5, -1000), Window { alpha: -1000 - wide, beta: -1000 + wide });
            assert!(wide > 2 * width);
            assert_eq!(around(4, 20), Window::FULL, "too little is known");
            assert_eq!(around(9, MATE_BOUND), Window::FULL, "a mate");
        });
    }

    #[test]
    fn what_only_bounds_the_score_is_not_reported_as_the_score() {
        with_thread::<Chess>(Chess::START, &Control::new(), HOUR, |thread| {
            thread.iteration = 3;
            let mut bounds = Vec::new();
            for window in [Window::FULL, Window { alpha: -MATE, beta: -500 }] {
                assert!(thread.search_root(0, window).is_ok());
                thread.report_change(None, &mut |report| bounds.push(report.bound));
            }
            assert_eq!(bounds, [Bound::Exact, Bound::Lower]);
        });
    }

    /// The value of a root where a rook can take a queen, if another thread has tried that in vain; the capture is the move of that number.
    fn value_with_failure(number: usize) -> i32 {
        let record = Record::new("6k1/8/8/3q4/8/p2R4/8/6K1 w - - 0 1".parse().expect("a position"));
        let mut surplus = 0;
        with_team::<Chess>(2, &record, &Control::new(), HOUR, |thread| {
            thread.iteration = 5;
            let capture = thread.game.read_move("d3d5").expect("a legal move");
            let alpha = thread.evaluate() + 500;
            let at = thread.root.iter().position(|root| root.mv == capture).expect("a move of the root");
            thread.root.swap(at, number - 1);
            thread.shared.failures.note(thread.game.key(), capture, 5, alpha);
            surplus = thread.search_root(0, Window { alpha, beta: MATE }).expect("there is time") - alpha;
        });
        surplus
    }

    #[test]
    fn later_moves_of_the_root_that_another_thread_has_tried_in_vain_are_left_out() {
        assert!(value_with_failure(1) > 0, "the first is searched in any case");
        assert!(value_with_failure(2) <= 0);
    }
}

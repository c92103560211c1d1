//! Plain minimax and expectimax: no window, no transposition table, no move ordering. Reference for the search.

use std::collections::HashMap;

use engine::eval::Evaluator;
use engine::game::{Chance, CompositeMoves, GenType, Seat, Tactics, ToAct};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::score::{MATE, MATE_BOUND, mated_in};
use engine::search::{Bound, Control, Limits, Params, Report, Search, Searcher, Selectivity};

/// Plain minimax with the line to the present node.
pub struct Minimax<E> {
    evaluator: E,
    /// Keys of the positions between the root and the present node.
    path: Vec<u64>,
}

/// Node besides its position.
#[derive(Clone, Copy)]
struct Node {
    /// Seat for which the node is valued: the side to move; at a chance node the one that made the last ply.
    viewer: Seat,
    /// Turns since the root's.
    turn: usize,
    /// True if the ply before was the opponent's.
    begins_players_turn: bool,
}

impl Node {
    /// Score of a result. A turn in which the game has ended counts as made.
    fn score(self, outcome: Outcome) -> i32 {
        let mated = mated_in(self.turn + usize::from(!self.begins_players_turn));
        match outcome {
            Outcome::Win(winner, _) if winner == self.viewer => -mated,
            Outcome::Win(..) => mated,
            Outcome::Draw(_) => 0,
        }
    }
}

/// Minimax value of a position for the side to move.
pub fn minimax_value<G: Tactics, E: Evaluator<G> + Default>(game: &G, depth: u32) -> i32 {
    let mut minimax = Minimax { evaluator: E::default(), path: Vec::new() };
    minimax.value(game, Node { viewer: game.side_to_move(), turn: 0, begins_players_turn: true }, depth)
}

impl<E> Minimax<E> {
    /// Value of a node.
    fn value<G: Tactics>(&mut self, game: &G, node: Node, depth: u32) -> i32
    where
        E: Evaluator<G>,
    {
        let below_root = !self.path.is_empty();
        if let Some(outcome) = game.outcome() {
            return node.score(outcome);
        }
        let repeated = || self.path.iter().rev().take(game.reversible_plies()).any(|&key| key == game.key());
        if below_root && node.begins_players_turn && repeated() {
            return 0;
        }
        if below_root && game.halfmove_clock() >= G::NO_PROGRESS_PLIES {
            return game.result().map_or(0, |outcome| node.score(outcome));
        }
        if game.to_act() == ToAct::Chance {
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            let values: Vec<(i32, u32)> =
                outcomes.iter().map(|&(outcome, weight)| (self.after(game, outcome, node, depth), weight)).collect();
            return mean(&values);
        }
        if depth == 0 {
            self.evaluator.reset(game);
            return self.evaluator.evaluate(game);
        }
        let mut moves = MoveList::new();
        game.moves(GenType::All, &mut moves);
        let values = moves.iter().map(|&mv| self.after(game, mv, node, depth - 1));
        values.max().unwrap_or_else(|| node.score(game.no_moves_outcome()))
    }

    /// Value of a child for the viewer of its parent.
    fn after<G: Tactics>(&mut self, game: &G, mv: Move, node: Node, depth: u32) -> i32
    where
        E: Evaluator<G>,
    {
        let mut next = game.clone();
        next.make(mv, &mut ());
        let viewer = match next.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::Chance => node.viewer,
        };
        let changes = viewer != node.viewer;
        self.path.push(game.key());
        let there = Node { viewer, turn: node.turn + usize::from(changes), begins_players_turn: changes };
        let value = self.value(&next, there, depth);
        self.path.pop();
        if changes { -value } else { value }
    }
}

/// Chance node value: mean of the win probabilities that the values stand for, rounded downwards. It is a mate only if
/// all values are mates for the same side; then it is the slowest of them.
fn mean(values: &[(i32, u32)]) -> i32 {
    let all = |wins: fn(i32) -> bool| values.iter().all(|&(value, _)| wins(value));
    let only = || values.iter().map(|&(value, _)| value);
    if all(|value| value >= MATE_BOUND) {
        return only().min().expect("a chance node has outcomes");
    }
    if all(|value| value <= -MATE_BOUND) {
        return only().max().expect("a chance node has outcomes");
    }
    let sum: i128 = values.iter().map(|&(value, weight)| share(value) * i128::from(weight)).sum();
    let weight: i128 = values.iter().map(|&(_, weight)| i128::from(weight)).sum();
    // Bisection: the mean of the shares lies between those of `low` and `high`.
    let (mut low, mut high) = (1 - MATE_BOUND, MATE_BOUND);
    while high - low > 1 {
        let middle = (low + high).div_euclid(2);
        if share(middle) * weight <= sum { low = middle } else { high = middle }
    }
    low
}

/// Win probability that a value stands for, from -1 to 1 in units of 2^-40.
fn share(value: i32) -> i128 {
    let scale = i128::from(Params::default().chance_scale);
    let whole = 1 << 40;
    match i128::from(value) {
        _ if value >= MATE_BOUND => whole,
        _ if value <= -MATE_BOUND => -whole,
        value => value * whole / (scale + value.abs()),
    }
}

/// Asserts that a search without pruning has the minimax value in every iteration up to `deepest`.
pub fn assert_exact<G: Tactics, E: Evaluator<G> + Default>(game: &G, deepest: u32, threads: usize) {
    let mut searcher = Searcher::<G, E>::new(E::default());
    searcher.set_selectivity(Selectivity::Exact);
    for report in exact_reports(&mut searcher, game, deepest, threads) {
        let expected = minimax_value::<G, E>(game, report.depth);
        assert_eq!(report.score, expected, "depth {} of {game:?}", report.depth);
        assert_line_leads_to(game, &report);
    }
}

/// Reports of a search with a table of a megabyte, one for each iteration. Asserts that the last line begins with the
/// best move.
pub fn exact_reports<G: CompositeMoves>(
    searcher: &mut impl Search<G>,
    game: &G,
    deepest: u32,
    threads: usize,
) -> Vec<Report> {
    searcher.set_hash(1).expect("there is a megabyte");
    searcher.set_threads(threads);
    let limits = Limits { depth: Some(deepest), ..Limits::default() };
    let mut reports: Vec<Report> = Vec::new();
    let record = Record::new(game.clone());
    let verdict = searcher.think(&record, &limits, &Control::new(), &mut |line| reports.push(line.clone()));
    reports.retain(|report| report.bound == Bound::Exact);
    assert_eq!(reports.len(), deepest as usize);
    assert_eq!(verdict.best, reports.last().and_then(|report| report.pv.first().copied()));
    reports
}

/// Asserts that the PV is legal, and that the score is a mate where the PV ends by a win before the horizon.
fn assert_line_leads_to<G: Tactics>(game: &G, report: &Report) {
    let mut game = game.clone();
    let root = game.side_to_move();
    let mut turns = 0;
    assert!(report.pv.is_empty() == (game.to_act() == ToAct::Chance) && report.pv.len() <= report.depth as usize);
    for &mv in &report.pv {
        assert!(game.is_legal(mv), "{mv:?} in the variation of depth {}", report.depth);
        let mover = game.to_act();
        game.make(mv, &mut ());
        turns += i32::from(game.to_act() != mover || game.outcome().is_some());
    }
    if game.to_act() != ToAct::Chance
        && report.pv.len() < report.depth as usize
        && let Some(Outcome::Win(winner, _)) = game.result()
    {
        assert_eq!(report.score, if winner == root { MATE - turns } else { turns - MATE });
    }
}

/// Exhaustive mate solver: every move, and every chance outcome, with a table of what is known.
///
/// Repetition and the fifty-move rule are left out: the wins asked for are nearer than they can be.
pub struct Solver<G> {
    winner: Seat,
    known: HashMap<(G, usize), bool>,
}

impl<G: Chance + CompositeMoves> Solver<G> {
    /// Solver for wins of a seat.
    pub fn new(winner: Seat) -> Self {
        Solver { winner, known: HashMap::new() }
    }

    /// True if the winner can force a win within a number of turns of both sides, the present one included.
    pub fn wins(&mut self, game: &G, turns: usize) -> bool {
        if let Some(outcome) = game.outcome() {
            return self.has_won(outcome);
        }
        if game.to_act() == ToAct::Chance {
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            return outcomes.iter().all(|&(outcome, _)| self.wins_after(game, outcome, turns));
        }
        let mut moves = MoveList::new();
        game.moves(GenType::All, &mut moves);
        if moves.is_empty() {
            return self.has_won(game.no_moves_outcome());
        }
        if turns == 0 {
            return false;
        }
        let entry = (game.clone(), turns);
        if let Some(&known) = self.known.get(&entry) {
            return known;
        }
        let found = match game.seat() == self.winner {
            true => moves.iter().any(|&mv| self.wins_after(game, mv, turns)),
            false => moves.iter().all(|&mv| self.wins_after(game, mv, turns)),
        };
        self.known.insert(entry, found);
        found
    }

    /// [`wins`](Solver::wins) after a move of the present turn.
    pub fn wins_after(&mut self, game: &G, mv: Move, turns: usize) -> bool {
        let mut next = game.clone();
        next.make(mv, &mut ());
        let over = usize::from(next.side_to_move() != game.side_to_move());
        self.wins(&next, turns - over)
    }

    fn has_won(&self, outcome: Outcome) -> bool {
        matches!(outcome, Outcome::Win(winner, _) if winner == self.winner)
    }
}

//! The plain recursion that the search abbreviates: no window, no table, no order of moves.

use std::collections::HashMap;

use engine::eval::Evaluator;
use engine::game::{Chance, CompositeMoves, GenType, Seat, Tactics, ToAct};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::{NO_PROGRESS_PLIES, Record};
use engine::search::score::{MATE, MATE_BOUND, mated_in};
use engine::search::{Bound, Control, Limits, Params, Prune, Report, Search, Searcher};

/// The plain recursion, and the line it stands in.
pub struct Plain<E> {
    evaluator: E,
    /// The keys of the positions between the root and the present one.
    path: Vec<u64>,
}

/// Where the recursion stands, apart from the position.
#[derive(Clone, Copy)]
struct Place {
    /// Who made the last ply if chance makes the next, and else who is to move: the value is his.
    viewer: Seat,
    /// How many turns have begun since the root's.
    turn: usize,
    /// Whether the ply before was the opponent's.
    begins_turn: bool,
}

impl Place {
    /// A result as a value. A turn in which the game has ended counts as made.
    fn worth(self, outcome: Outcome) -> i32 {
        let mated = mated_in(self.turn + usize::from(!self.begins_turn));
        match outcome {
            Outcome::Win(winner, _) if winner == self.viewer => -mated,
            Outcome::Win(..) => mated,
            Outcome::Draw(_) => 0,
        }
    }
}

/// The value of a position for the side whose turn it is, by the plain recursion.
pub fn minimax_value<G: Tactics, E: Evaluator<G> + Default>(game: &G, depth: u32) -> i32 {
    let mut plain = Plain { evaluator: E::default(), path: Vec::new() };
    plain.value(game, Place { viewer: game.turn(), turn: 0, begins_turn: true }, depth)
}

impl<E> Plain<E> {
    /// The value of a position.
    fn value<G: Tactics>(&mut self, game: &G, place: Place, depth: u32) -> i32
    where
        E: Evaluator<G>,
    {
        let below_root = !self.path.is_empty();
        if let Some(outcome) = game.outcome() {
            return place.worth(outcome);
        }
        let repeated = || self.path.iter().rev().take(game.reversible_plies()).any(|&key| key == game.key());
        if below_root && place.begins_turn && repeated() {
            return 0;
        }
        if below_root && game.clock() >= NO_PROGRESS_PLIES {
            return game.result().map_or(0, |outcome| place.worth(outcome));
        }
        if game.to_act() == ToAct::Chance {
            let mut draws = Vec::new();
            game.chance_outcomes(&mut draws);
            let values: Vec<(i32, u32)> =
                draws.iter().map(|&(event, weight)| (self.after(game, event, place, depth), weight)).collect();
            return mean(&values);
        }
        if depth == 0 {
            self.evaluator.reset(game);
            return self.evaluator.evaluate(game);
        }
        let mut moves = MoveList::new();
        game.moves(GenType::All, &mut moves);
        let values = moves.iter().map(|&mv| self.after(game, mv, place, depth - 1));
        values.max().unwrap_or_else(|| place.worth(game.no_moves_outcome()))
    }

    /// The value for the viewer of what a ply leads to.
    fn after<G: Tactics>(&mut self, game: &G, mv: Move, place: Place, depth: u32) -> i32
    where
        E: Evaluator<G>,
    {
        let mut next = game.clone();
        next.make(mv, &mut ());
        let viewer = match next.to_act() {
            ToAct::Seat(seat) => seat,
            ToAct::Chance => place.viewer,
        };
        let changes = viewer != place.viewer;
        self.path.push(game.key());
        let there = Place { viewer, turn: place.turn + usize::from(changes), begins_turn: changes };
        let value = self.value(&next, there, depth);
        self.path.pop();
        if changes { -value } else { value }
    }
}

/// The mean of values by the shares of a certain win that they stand for, rounded downwards. A mean is a mate only if all values are mates for
/// the same side; then it is the slowest of them.
fn mean(values: &[(i32, u32)]) -> i32 {
    let all = |wins: fn(i32) -> bool| values.iter().all(|&(value, _)| wins(value));
    let only = || values.iter().map(|&(value, _)| value);
    if all(|value| value >= MATE_BOUND) {
        return only().min().expect("chance brings something");
    }
    if all(|value| value <= -MATE_BOUND) {
        return only().max().expect("chance brings something");
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

/// The share of a certain win that a value stands for, in units of 2^-40.
fn share(value: i32) -> i128 {
    let scale = i128::from(Params::default().chance_scale);
    let whole = 1 << 40;
    match i128::from(value) {
        _ if value >= MATE_BOUND => whole,
        _ if value <= -MATE_BOUND => -whole,
        value => value * whole / (scale + value.abs()),
    }
}

/// Searches to each depth up to `deepest` without pruning, and compares every iteration with the plain recursion.
pub fn assert_exact<G: Tactics, E: Evaluator<G> + Default>(game: &G, deepest: u32, threads: usize) {
    let mut searcher = Searcher::<G, E>::new(E::default());
    searcher.set_prune(Prune::Nothing);
    searcher.set_hash(1).expect("there is a megabyte");
    searcher.set_threads(threads);
    let limits = Limits { depth: Some(deepest), ..Limits::default() };
    let mut reports: Vec<Report> = Vec::new();
    let record = Record::new(game.clone());
    let verdict = searcher.think(&record, &limits, &Control::new(), &mut |line| reports.push(line.clone()));
    reports.retain(|report| report.bound == Bound::Exact);
    assert_eq!(reports.len(), deepest as usize);
    for report in &reports {
        let expected = minimax_value::<G, E>(game, report.depth);
        assert_eq!(report.score, expected, "depth {} of {game:?}", report.depth);
        assert_line_leads_to(game, report);
    }
    assert_eq!(verdict.best, reports.last().and_then(|report| report.pv.first().copied()));
}

/// Checks that the principal variation is legal, and that where it ends by a win before the horizon the score says so.
fn assert_line_leads_to<G: Tactics>(game: &G, report: &Report) {
    let mut game = game.clone();
    let root = game.turn();
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

/// Finds forced wins by looking at every move, and where luck plays a part at everything that may come. Remembers what it has found out.
///
/// Repetition and the 100 plies are not looked at: what is asked for is nearer than they can be.
pub struct Solver<G> {
    winner: Seat,
    known: HashMap<(G, usize), bool>,
}

impl<G: Chance + CompositeMoves> Solver<G> {
    /// Looks for wins of a seat.
    pub fn new(winner: Seat) -> Self {
        Solver { winner, known: HashMap::new() }
    }

    /// Whether the winner can force a win within so many turns of both sides, the present one included.
    pub fn wins(&mut self, game: &G, turns: usize) -> bool {
        if let Some(outcome) = game.outcome() {
            return self.has_won(outcome);
        }
        if game.to_act() == ToAct::Chance {
            let mut events = Vec::new();
            game.chance_outcomes(&mut events);
            return events.iter().all(|&(event, _)| self.wins_after(game, event, turns));
        }
        let mut moves = MoveList::new();
        game.moves(GenType::All, &mut moves);
        if moves.is_empty() {
            return self.has_won(game.no_moves_outcome());
        }
        if turns == 0 {
            return false;
        }
        let place = (game.clone(), turns);
        if let Some(&known) = self.known.get(&place) {
            return known;
        }
        let found = match game.seat() == self.winner {
            true => moves.iter().any(|&mv| self.wins_after(game, mv, turns)),
            false => moves.iter().all(|&mv| self.wins_after(game, mv, turns)),
        };
        self.known.insert(place, found);
        found
    }

    /// The same if the present turn is continued by a move.
    pub fn wins_after(&mut self, game: &G, mv: Move, turns: usize) -> bool {
        let mut next = game.clone();
        next.make(mv, &mut ());
        let over = usize::from(next.turn() != game.turn());
        self.wins(&next, turns - over)
    }

    fn has_won(&self, outcome: Outcome) -> bool {
        matches!(outcome, Outcome::Win(winner, _) if winner == self.winner)
    }
}

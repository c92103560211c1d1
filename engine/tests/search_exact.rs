//! Without pruning, alpha-beta with its windows, table and re-searches must come to the very value of a plain recursion.

mod toys;

use engine::eval::Evaluator;
use engine::game::{Actor, Game, Seat, Tactics, Wanted};
use engine::moves::{Move, MoveList};
use engine::outcome::Outcome;
use engine::record::{NO_PROGRESS_PLIES, Record};
use engine::search::score::{MATE, MATE_BOUND};
use engine::search::{Bound, Control, Limits, Material, Prune, Report, Searcher};
use engine::variants::orthodox::{Chess, KnightRelay};
use toys::{Heaps, Noise};

/// Sides alternate.
type Nim = Heaps<false, false>;
/// A side may move several times in a row.
type Again = Heaps<true, false>;
/// Luck decides what may be done.
type Dice = Heaps<false, true>;
/// Both at once.
type AgainDice = Heaps<true, true>;

/// The plain recursion: no window, no table, no order of moves.
struct Plain<E> {
    evaluator: E,
    /// The keys of the positions between the root and the present one.
    path: Vec<u64>,
}

impl<E> Plain<E> {
    /// The value of a position for `viewer`, who made the last ply if chance makes the next, and else is to move.
    fn value<G: Tactics>(&mut self, game: &G, viewer: Seat, begins_turn: bool, depth: u32) -> i32
    where
        E: Evaluator<G>,
    {
        let ply = self.path.len() as i32;
        if let Some(outcome) = game.outcome() {
            return worth(outcome, viewer, ply);
        }
        let repeated = || self.path.iter().rev().take(game.clock() as usize).any(|&key| key == game.key());
        if ply > 0 && begins_turn && repeated() {
            return 0;
        }
        if ply > 0 && game.clock() >= NO_PROGRESS_PLIES {
            return game.result().map_or(0, |outcome| worth(outcome, viewer, ply));
        }
        if game.actor() == Actor::Chance {
            let mut draws = Vec::new();
            game.draws(&mut draws);
            let values: Vec<(i32, u32)> =
                draws.iter().map(|&(event, weight)| (self.after(game, event, viewer, depth), weight)).collect();
            return mean(&values);
        }
        if depth == 0 {
            self.evaluator.reset(game);
            return self.evaluator.evaluate(game);
        }
        let mut moves = MoveList::new();
        game.moves(Wanted::All, &mut moves);
        let values = moves.iter().map(|&mv| self.after(game, mv, viewer, depth - 1));
        values.max().unwrap_or_else(|| worth(game.stuck(), viewer, ply))
    }

    /// The value for `viewer` of what a ply leads to.
    fn after<G: Tactics>(&mut self, game: &G, mv: Move, viewer: Seat, depth: u32) -> i32
    where
        E: Evaluator<G>,
    {
        let mut next = game.clone();
        next.make(mv, &mut ());
        let seat = match next.actor() {
            Actor::Seat(seat) => seat,
            Actor::Chance => viewer,
        };
        self.path.push(game.key());
        let value = self.value(&next, seat, seat != viewer, depth);
        self.path.pop();
        if seat == viewer { value } else { -value }
    }
}

fn worth(outcome: Outcome, viewer: Seat, ply: i32) -> i32 {
    match outcome {
        Outcome::Win(winner, _) if winner == viewer => MATE - ply,
        Outcome::Win(..) => ply - MATE,
        Outcome::Draw(_) => 0,
    }
}

/// A mean is a mate only if all values are mates for the same side.
fn mean(values: &[(i32, u32)]) -> i32 {
    let sum: i64 = values.iter().map(|&(value, weight)| i64::from(value) * i64::from(weight)).sum();
    let weight: i64 = values.iter().map(|&(_, weight)| i64::from(weight)).sum();
    let mean = (sum / weight) as i32;
    let all = |wins: fn(i32) -> bool| values.iter().all(|&(value, _)| wins(value));
    if all(|value| value >= MATE_BOUND) || all(|value| value <= -MATE_BOUND) {
        mean
    } else {
        mean.clamp(1 - MATE_BOUND, MATE_BOUND - 1)
    }
}

/// Searches to each depth up to `deepest` and compares every iteration with the plain recursion.
fn compare<G: Tactics, E: Evaluator<G> + Default>(game: &G, deepest: u32, threads: usize) {
    let mut searcher = Searcher::<G, E>::new(E::default());
    searcher.set_prune(Prune::Nothing);
    searcher.set_threads(threads);
    let limits = Limits { depth: Some(deepest), ..Limits::default() };
    let mut reports: Vec<Report> = Vec::new();
    let record = Record::new(game.clone());
    let verdict = searcher.think(&record, &limits, &Control::new(), &mut |line| reports.push(line.clone()));
    reports.retain(|report| report.bound == Bound::Exact);
    assert_eq!(reports.len(), deepest as usize);
    for report in &reports {
        let mut plain = Plain { evaluator: E::default(), path: Vec::new() };
        let expected = plain.value(game, game.seat(), true, report.depth);
        assert_eq!(report.score, expected, "depth {} of {game:?}", report.depth);
        assert_line_leads_to(game, report);
    }
    assert_eq!(verdict.best, reports.last().map(|report| report.pv[0]));
}

/// Checks that the principal variation is legal, and that where it ends by a win before the horizon the score says so.
fn assert_line_leads_to<G: Tactics>(game: &G, report: &Report) {
    let mut game = game.clone();
    let root = game.seat();
    assert!(!report.pv.is_empty() && report.pv.len() <= report.depth as usize);
    for &mv in &report.pv {
        assert!(game.is_legal(mv), "{mv:?} in the variation of depth {}", report.depth);
        game.make(mv, &mut ());
    }
    if report.pv.len() < report.depth as usize
        && let Some(Outcome::Win(winner, _)) = game.result()
    {
        let ply = report.pv.len() as i32;
        assert_eq!(report.score, if winner == root { MATE - ply } else { ply - MATE });
    }
}

#[test]
fn sides_that_alternate() {
    for heaps in [[3, 4, 5], [1, 1, 0], [7, 0, 2], [5, 5, 3]] {
        compare::<Nim, Noise>(&Nim::new(heaps), 6, 1);
    }
    compare::<Nim, Noise>(&Nim::new([2, 2, 3]), 12, 1);
}

#[test]
fn a_side_that_moves_several_times_in_a_row() {
    for heaps in [[3, 4, 5], [6, 0, 0], [7, 0, 2], [5, 5, 3], [4, 4, 4]] {
        compare::<Again, Noise>(&Again::new(heaps), 6, 1);
    }
    compare::<Again, Noise>(&Again::new([2, 2, 3]), 12, 1);
}

#[test]
fn luck() {
    for heaps in [[3, 2, 1], [4, 0, 0], [3, 3, 3]] {
        compare::<Dice, Noise>(&Dice::new(heaps), 4, 1);
        compare::<AgainDice, Noise>(&AgainDice::new(heaps), 4, 1);
    }
    compare::<Dice, Noise>(&Dice::new([2, 2, 1]), 8, 1);
    compare::<AgainDice, Noise>(&AgainDice::new([2, 2, 2]), 8, 1);
}

#[test]
fn several_threads() {
    compare::<Nim, Noise>(&Nim::new([3, 4, 5]), 6, 3);
    compare::<Again, Noise>(&Again::new([3, 4, 5]), 6, 3);
    compare::<AgainDice, Noise>(&AgainDice::new([3, 2, 2]), 4, 3);
}

const TACTICAL: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ENDING: &str = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
/// Checks and mates everywhere, and the 100-ply rule about to strike.
const LATE: &str = "6k1/5ppp/8/8/8/8/5PPP/R3r1K1 w - - 97 80";
const RELAY_MATE: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

#[test]
fn chess() {
    compare::<Chess, Noise>(&Chess::start(), 3, 1);
    compare::<Chess, Material<Chess>>(&Chess::start(), 4, 1);
    compare::<Chess, Noise>(&TACTICAL.parse().unwrap(), 3, 1);
    for fen in [ENDING, LATE] {
        compare::<Chess, Noise>(&fen.parse().unwrap(), 4, 1);
        compare::<Chess, Material<Chess>>(&fen.parse().unwrap(), 4, 1);
    }
}

#[test]
fn knight_relay_chess() {
    compare::<KnightRelay, Noise>(&KnightRelay::start(), 3, 1);
    compare::<KnightRelay, Material<KnightRelay>>(&KnightRelay::start(), 4, 1);
    compare::<KnightRelay, Noise>(&RELAY_MATE.parse().unwrap(), 4, 1);
    compare::<KnightRelay, Noise>(&LATE.parse().unwrap(), 4, 1);
}

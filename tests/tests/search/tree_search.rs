//! Tree search (PUCT) on toy games: proven values equal plain minimax, others approximate it.

use std::collections::HashMap;

use engine::game::{Chance, CompositeMoves, Game, MakeUnmake, Seat, Tactics, ToAct};
use engine::moves::Move;
use engine::outcome::Outcome;
use engine::record::Record;
use engine::search::score::{MATE, MATE_BOUND};
use engine::search::{Control, Limits, Report, Search, TreeSearcher, Verdict};
use tests::limits::nodes;
use tests::minimax::Solver;
use tests::properties::legal;
use tests::toys::{Heaps, Noise};

/// Sides alternate.
type Nim = Heaps<false, false>;
/// A side may move several times in a row.
type Again = Heaps<true, false>;
/// Luck decides what may be done.
type Dice = Heaps<false, true>;
/// Both at once.
type AgainDice = Heaps<true, true>;

/// White's expected scores, from -1 to 1, by looking at everything.
struct Exact<G>(HashMap<G, f64>);

impl<G: Chance + CompositeMoves> Exact<G> {
    fn value(&mut self, game: &G) -> f64 {
        if let Some(outcome) = game.result() {
            return match outcome {
                Outcome::Win(Seat::WHITE, _) => 1.0,
                Outcome::Win(..) => -1.0,
                Outcome::Draw(_) => 0.0,
            };
        }
        if let Some(&value) = self.0.get(game) {
            return value;
        }
        let value = match game.to_act() {
            ToAct::Chance => {
                let mut draws = Vec::new();
                game.chance_outcomes(&mut draws);
                let all: u32 = draws.iter().map(|draw| draw.1).sum();
                let sum: f64 = draws.iter().map(|&(event, weight)| f64::from(weight) * self.after(game, event)).sum();
                sum / f64::from(all)
            }
            ToAct::Seat(Seat::WHITE) => legal(game).iter().map(|&mv| self.after(game, mv)).fold(-1.0, f64::max),
            ToAct::Seat(_) => legal(game).iter().map(|&mv| self.after(game, mv)).fold(1.0, f64::min),
        };
        self.0.insert(game.clone(), value);
        value
    }

    fn after(&mut self, game: &G, mv: Move) -> f64 {
        let mut next = game.clone();
        next.make(mv, &mut ());
        self.value(&next)
    }
}

/// Expected result of the side to move by the score of a verdict.
fn expected(verdict: &Verdict) -> f64 {
    match verdict.score {
        score if score >= MATE_BOUND => 1.0,
        score if score <= -MATE_BOUND => -1.0,
        score => (f64::from(score) / 440.0).tanh(),
    }
}

fn think<G: Tactics>(game: &G, threads: usize, limits: &Limits) -> (Verdict, Vec<Report>) {
    let mut searcher = TreeSearcher::<G, Noise>::new(Noise);
    searcher.set_threads(threads);
    let mut reports = Vec::new();
    let record = Record::new(game.clone());
    let verdict = searcher.think(&record, limits, &Control::new(), &mut |line| reports.push(line.clone()));
    (verdict, reports)
}

/// Lets the tree settle a position, and compares value and move with what plain recursion finds.
fn assert_settled<G: Tactics>(game: &G, threads: usize) {
    const ENOUGH: u64 = 1_000_000;
    let (verdict, reports) = think(game, threads, &nodes(ENOUGH));
    let mut exact = Exact(HashMap::new());
    let sign = if Game::seat(game) == Seat::WHITE { 1.0 } else { -1.0 };
    let value = sign * exact.value(game);
    assert!(verdict.nodes < ENOUGH, "{game:?} is not settled: {verdict:?}");
    assert!((expected(&verdict) - value).abs() < 0.002, "{value} in {game:?}: {verdict:?}");
    assert_eq!(value.abs() == 1.0, verdict.score.abs() >= MATE_BOUND, "{game:?}");
    let best = verdict.best.expect("there is a legal move");
    assert!((sign * exact.after(game, best) - value).abs() < 1e-9, "{best:?} in {game:?}");
    assert_eq!(reports.last().map(|report| (report.pv[0], report.score)), Some((best, verdict.score)));
}

const SMALL: [[u8; 3]; 7] = [[1, 1, 0], [2, 2, 2], [7, 0, 2], [3, 4, 5], [5, 5, 3], [6, 0, 0], [4, 4, 4]];

#[test]
fn every_toy_game_is_solved_exactly() {
    for heaps in SMALL {
        assert_settled(&Nim::new(heaps), 1);
        assert_settled(&Again::new(heaps), 1);
        assert_settled(&Dice::new(heaps), 1);
        assert_settled(&AgainDice::new(heaps), 1);
    }
}

#[test]
fn threads_solve_what_one_thread_solves() {
    for heaps in SMALL {
        for _ in 0..20 {
            assert_settled(&Again::new(heaps), 3);
            assert_settled(&AgainDice::new(heaps), 3);
        }
    }
}

#[test]
fn the_turns_to_a_forced_win_are_an_upper_bound() {
    for heaps in SMALL {
        let game = Again::new(heaps);
        let (verdict, _) = think(&game, 1, &nodes(1_000_000));
        let turns = (MATE - verdict.score.abs()) as usize;
        let winner = if verdict.score > 0 { Game::seat(&game) } else { Game::seat(&game).opponent() };
        assert!(Solver::new(winner).wins(&game, turns), "{turns} turns in {game:?}");
    }
}

#[test]
fn unsolved_values_approximate_minimax() {
    // The evaluation knows nothing at all, so a few visits may say anything.
    let errors = |allowed: u64| -> Vec<f64> {
        let heaps = [[9, 8, 7], [12, 10, 4], [11, 11, 11], [14, 3, 9], [8, 8, 12], [15, 6, 6]];
        let error = |heaps| {
            let game = Dice::new(heaps);
            let (verdict, _) = think(&game, 1, &nodes(allowed));
            assert_eq!(verdict.nodes, allowed, "if it were settled this would show nothing");
            (expected(&verdict) - Exact(HashMap::new()).value(&game)).abs()
        };
        heaps.into_iter().map(error).collect()
    };
    let (early, late) = (errors(300), errors(100_000));
    let mean = |errors: &[f64]| errors.iter().sum::<f64>() / errors.len() as f64;
    assert!(mean(&late) < mean(&early) / 2.0 && late.iter().all(|&error| error < 0.15), "{early:.3?}, {late:.3?}");
}

#[test]
fn chance_outcomes_are_averaged_and_not_predicted() {
    // Two pieces, of which the die allows one at most: take one, and the opponent wins with any throw.
    let (verdict, _) = think(&Dice::new([1, 1, 0]), 1, &nodes(10_000));
    assert!(verdict.score <= -MATE_BOUND, "{verdict:?}");
    // A heap of three, of which two may be taken: the one that is left is lost. With one taken, two are left, and the
    // opponent needs a throw of two or three to win at once, which comes in three cases of four; after a one it leaves
    // the last piece. So half a loss it is.
    let (verdict, _) = think(&Dice::new([3, 0, 0]), 1, &nodes(10_000));
    assert_eq!(verdict.best.map(|mv| mv.to()), Some(1));
    assert!((expected(&verdict) + 0.5).abs() < 0.002, "{verdict:?}");
}

#[test]
fn pvs_end_at_chance_nodes() {
    let (_, reports) = think(&Dice::new([9, 8, 7]), 1, &nodes(20_000));
    assert!(reports.iter().all(|report| report.pv.len() == 1 && report.depth >= 1));
    let (_, reports) = think(&Nim::new([9, 8, 7]), 1, &nodes(20_000));
    let last = reports.last().expect("something was reported");
    let mut game = Nim::new([9, 8, 7]);
    assert!(last.pv.len() > 2);
    for &mv in &last.pv {
        assert!(game.is_legal(mv));
        game.make(mv, &mut ());
    }
}

#[test]
fn one_thread_does_the_same_again() {
    let run = |searcher: &mut TreeSearcher<AgainDice, Noise>| {
        let record = Record::new(AgainDice::new([9, 8, 7]));
        let verdict = searcher.think(&record, &nodes(30_000), &Control::new(), &mut |_| {});
        (verdict.best, verdict.score, verdict.nodes, verdict.depth)
    };
    let mut searcher = TreeSearcher::new(Noise);
    let first = run(&mut searcher);
    searcher.clear();
    // The RNG of a weak player is not that of the tree.
    searcher.set_seed(17);
    assert_eq!(run(&mut searcher), first);
    assert_eq!(run(&mut TreeSearcher::new(Noise)), first);
}

#[test]
fn the_tree_is_reused_after_two_plies() {
    let mut record = Record::new(Nim::new([5, 5, 3]));
    let mut searcher = TreeSearcher::<Nim, Noise>::new(Noise);
    let first = searcher.think(&record, &nodes(1_000_000), &Control::new(), &mut |_| {});
    record.play(first.best.expect("a move"));
    record.play(first.ponder.expect("a reply"));
    let next = searcher.think(&record, &nodes(1_000_000), &Control::new(), &mut |_| {});
    assert_eq!(next.score, first.score + 2, "two turns nearer to the win");
    assert!(next.nodes < first.nodes / 4, "{} after {}", next.nodes, first.nodes);
}

#[test]
fn a_full_tree_is_garbage_collected() {
    let game = Dice::new([60, 60, 60]);
    let mut searcher = TreeSearcher::<Dice, Noise>::new(Noise);
    searcher.set_hash(2).expect("there are two megabytes");
    let (mut fullest, mut thinned, mut last) = (0, 0, 0);
    let mut watch = |report: &Report| {
        thinned += usize::from(report.hashfull < last);
        last = report.hashfull;
        fullest = fullest.max(last);
    };
    let verdict = searcher.think(&Record::new(game), &nodes(400_000), &Control::new(), &mut watch);
    assert_eq!(verdict.nodes, 400_000);
    assert!(fullest > 500 && thinned > 1, "{fullest} {thinned}");
}

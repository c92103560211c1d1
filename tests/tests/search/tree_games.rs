//! Tree search (PUCT) on the real games: forced wins that plain minimax proves, limits and signals.

use std::time::{Duration, Instant};

use engine::game::{Game, GenType, Tactics, ToAct};
use engine::moves::MoveList;
use engine::record::Record;
use engine::search::score::{DRAW, MATE_BOUND, moves_to_mate, turns_to_mate};
use engine::search::{Clock, Control, Limits, Material, Report, Search, TreeSearcher, Verdict};
use engine::text::Notation;
use engine::variants::{Chess, Chex, Kaleido, Keyles, KnightRelay, Quex, TwoPlayerVariant};
use engine::with_two_player_game;
use searches::{Method, Searched};
use tests::limits::nodes;
use tests::minimax::Solver;
use tests::positions::position;
use tests::properties::{legal, random_game, seeded};

fn searcher<G: Tactics>() -> TreeSearcher<G, Material<G>> {
    TreeSearcher::new(Material::default())
}

fn think_on<G: Tactics>(record: &Record<G>, limits: &Limits) -> (Verdict, Vec<Report>) {
    let mut reports = Vec::new();
    let verdict = searcher().think(record, limits, &Control::new(), &mut |line| reports.push(line.clone()));
    (verdict, reports)
}

fn think<G: Tactics + Notation>(text: &str, limits: &Limits) -> (Verdict, Vec<Report>) {
    think_on(&Record::new(position::<G>(text)), limits)
}

/// The tree proves a win of the side to move, and no faster one than there is.
fn assert_wins<G: Tactics + Notation>(text: &str, moves: usize) {
    let game: G = position(text);
    let (verdict, _) = think::<G>(text, &nodes(100_000));
    let turns = turns_to_mate(verdict.score).unwrap_or(0);
    assert!(turns >= 2 * moves as i32 - 1, "{text}: {verdict:?}");
    let mut solver = Solver::new(game.seat());
    assert!(solver.wins_after(&game, verdict.best.expect("a move"), turns as usize), "{text}: {verdict:?}");
}

#[test]
fn forced_wins_are_proven() {
    assert_wins::<Keyles>("10/10/K3w5/1r8/3F6/10/10/4k4C/10/3W6[] w - - 0 1", 2);
    assert_wins::<Keyles>("3k1r4/4P5/G6N2/KwL7/3N6/8t1/10/10/8c1/10[] w - - 0 1", 3);
    assert_wins::<Keyles>("1N8/r9/4K5/10/10/k9/10/10/10/10[] w - - 0 1", 2);
    assert_wins::<Keyles>("4Q5/10/10/10/4r5/k9/10/10/1NP7/10[K] w - - 0 4", 1);
    assert_wins::<Quex>("6w3/2t1G5/10/10/7Q2/10/9f/kL8/3K6/6G3[] w - - 0 1", 2);
    assert_wins::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1);
    assert_wins::<KnightRelay>("3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1", 1);
}

/// Random games after which the search for positions is given up.
const MOST_GAMES: u64 = 100_000;

/// Positions of random games without tiles to draw, or dice to throw, in which a win is forced within so many turns.
fn forced<G: Tactics>(turns: usize, wanted: usize, fits: impl Fn(&G) -> bool) -> Vec<G> {
    let mut found: Vec<G> = Vec::new();
    for seed in 0..MOST_GAMES {
        random_game::<G>(&mut seeded(seed), 400, |record| {
            let game = record.position();
            if found.len() < wanted && game.to_act() != ToAct::Chance && game.result().is_none() && fits(game) {
                let wins = Solver::new(Game::seat(game)).wins(game, turns);
                if wins && !found.contains(game) {
                    found.push(game.clone());
                }
            }
        });
        if found.len() >= wanted {
            return found;
        }
    }
    panic!("{} of {wanted} positions in {MOST_GAMES} random games", found.len());
}

/// The tree proves wins of the side to move, within the turns that it announces.
fn assert_proven<G: Tactics>(games: &[G]) {
    for game in games {
        let (verdict, _) = think_on(&Record::new(game.clone()), &nodes(200_000));
        assert!(verdict.score >= MATE_BOUND, "{game:?}: {verdict:?}");
        let best = verdict.best.expect("a move");
        let announced = turns_to_mate(verdict.score).expect("a mate") as usize;
        let mut solver = Solver::new(Game::seat(game));
        assert!(solver.wins_after(game, best, announced), "{best:?} in {announced} turns in {game:?}");
    }
}

#[test]
fn mates_of_chex_are_proven() {
    let no_piles = |game: &Chex| {
        game.pile(engine::game::Seat::WHITE).is_empty() && game.pile(engine::game::Seat::BLACK).is_empty()
    };
    assert_proven(&forced::<Chex>(1, 12, no_piles));
    assert_proven(&forced::<Chex>(3, 6, no_piles));
}

#[test]
fn castles_of_kaleidochess_are_taken() {
    assert_proven(&forced::<Kaleido>(1, 12, |_| true));
}

#[test]
fn a_mate_ends_a_search_for_mate() {
    let race = "10/10/K3w5/1r8/3F6/10/10/4k4C/10/3W6[] w - - 0 1";
    let (verdict, _) = think::<Keyles>(race, &Limits { mate: Some(3), ..nodes(1_000_000) });
    assert!(verdict.nodes < 1_000_000 && matches!(moves_to_mate(verdict.score), Some(2 | 3)), "{verdict:?}");
}

const TACTICAL: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

#[test]
fn one_thread_stops_at_exactly_the_nodes_allowed() {
    for allowed in [0, 1, 2, 100, 511, 512, 513, 12_345] {
        let (verdict, _) = think::<Chess>(TACTICAL, &nodes(allowed));
        assert_eq!(verdict.nodes, allowed);
        assert!(verdict.best.is_some());
        let (verdict, _) = think_on(&Record::<Chex>::default(), &nodes(allowed));
        assert!(verdict.nodes <= allowed && verdict.best.is_some());
    }
}

#[test]
fn depth_bounds_the_line_looked_at_most() {
    for depth in [1, 3, 6] {
        let (verdict, _) = think::<Chess>(TACTICAL, &Limits { depth: Some(depth), ..Limits::default() });
        assert!(verdict.depth >= depth && verdict.best.is_some(), "{verdict:?}");
        let (verdict, _) = think_on(&Record::<Chex>::default(), &Limits { depth: Some(depth), ..Limits::default() });
        assert!(verdict.depth >= depth, "{verdict:?}");
    }
}

#[test]
fn the_same_search_visits_the_same_positions() {
    fn check<G: Tactics>(record: &Record<G>) {
        let run = |searcher: &mut TreeSearcher<G, Material<G>>| {
            let verdict = searcher.think(record, &nodes(20_000), &Control::new(), &mut |_| {});
            (verdict.best, verdict.score, verdict.nodes, verdict.depth)
        };
        let mut one = searcher();
        let first = run(&mut one);
        one.clear();
        assert_eq!(run(&mut one), first);
        assert_eq!(run(&mut searcher()), first);
    }
    check(&Record::new(position::<Chess>(TACTICAL)));
    check(&Record::<Chex>::default());
}

/// Records along random games from the start position on, whoever is to move.
fn along_games<G: Tactics>(seeds: std::ops::Range<u64>, every: usize, mut visit: impl FnMut(&Record<G>)) {
    for seed in seeds {
        random_game::<G>(&mut seeded(seed), 200, |record| {
            if record.plies().len().is_multiple_of(every) && record.position().result().is_none() {
                visit(record);
            }
        });
    }
}

#[test]
fn verdicts_and_variations_are_legal_in_every_game_and_on_both_cores() {
    fn check<G: Searched>() {
        let mut searcher = G::search(Method::Tree, None);
        searcher.set_threads(2);
        searcher.set_hash(2).expect("there are two megabytes");
        along_games::<G>(0..3, 9, |record| {
            let mut reports = Vec::new();
            let limits = Limits { multipv: 2, ..nodes(800) };
            let verdict = searcher.think(record, &limits, &Control::new(), &mut |line| reports.push(line.clone()));
            let chance = record.position().to_act() == ToAct::Chance;
            assert_eq!(verdict.best.is_none(), chance);
            assert!(verdict.best.is_none_or(|mv| record.position().is_legal(mv)));
            for report in reports {
                let mut game = record.position().clone();
                assert_eq!(report.pv.is_empty(), chance);
                for mv in report.pv {
                    assert!(game.to_act() != ToAct::Chance && game.is_legal(mv));
                    game.make(mv, &mut ());
                }
            }
        });
    }
    for variant in TwoPlayerVariant::ALL {
        with_two_player_game!(variant, G => check::<G>());
    }
}

#[test]
fn multipv_numbers_have_no_gaps_where_moves_have_no_score_yet() {
    for nodes_each in [30, 100, 300, 1000] {
        for mate in ["6k1/5ppp/8/8/8/8/r4PPP/1R4K1 b - - 0 1", TACTICAL] {
            let (_, reports) = think::<Chess>(mate, &Limits { multipv: 40, ..nodes(nodes_each) });
            for pair in reports.windows(2) {
                let next = pair[1].multipv;
                assert!(next == 1 || next == pair[0].multipv + 1, "{next} after {}", pair[0].multipv);
            }
        }
    }
}

#[test]
fn a_root_that_is_not_expanded_has_its_own_value() {
    fn check<G: Tactics + Notation>(text: &str) {
        for budget in [1, 3] {
            let (verdict, _) = think::<G>(text, &nodes(budget));
            assert!(verdict.best.is_some() && (300..MATE_BOUND).contains(&verdict.score), "{text}: {verdict:?}");
        }
    }
    check::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    check::<Chess>("r3k3/8/8/8/8/8/8/4K3 b - - 0 1");
    check::<Quex>("k9/10/10/10/10/10/10/10/1R8/9K[] w - - 0 1");
}

#[test]
fn multipv_lines_are_distinct_and_begin_with_the_best() {
    let (verdict, reports) = think::<Chess>(TACTICAL, &Limits { multipv: 4, ..nodes(50_000) });
    let last = reports.iter().rposition(|report| report.multipv == 1).expect("a best line");
    let lines = &reports[last..];
    assert_eq!(lines.iter().map(|report| report.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(verdict.best, Some(lines[0].pv[0]));
    let mut first: Vec<_> = lines.iter().map(|report| report.pv[0]).collect();
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 4);
}

#[test]
fn searchmoves_restricts_the_root() {
    let game = Record::new(position::<Chess>(TACTICAL));
    let read = |text| game.position().read_move(text).unwrap();
    let only = vec![read("a2a3"), read("g2g4")];
    let (verdict, reports) = think_on(&game, &Limits { searchmoves: only.clone(), multipv: 9, ..nodes(20_000) });
    assert!(only.contains(&verdict.best.unwrap()));
    assert!(!reports.is_empty() && reports.iter().all(|line| only.contains(&line.pv[0]) && line.multipv <= 2));
    // Every move but the one that mates: the search ends, though the position is won.
    let mate = Record::new(position::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
    let mut others = MoveList::new();
    mate.position().moves(GenType::All, &mut others);
    let only = others.into_iter().filter(|&mv| mate.position().write_move(mv) != "a1a8").collect();
    let (verdict, _) = think_on(&mate, &Limits { searchmoves: only, ..nodes(20_000) });
    assert_ne!(mate.position().write_move(verdict.best.unwrap()), "a1a8");
}

#[test]
fn a_winning_side_does_not_repeat() {
    // The position before White's move has occurred twice: another shuffle with the king lets Black claim the draw.
    let mut game = Record::new(position::<Chess>("k7/8/8/8/8/8/5R2/K7 w - - 0 1"));
    for text in ["f2f1", "a8b8", "f1f2", "b8a8", "f2f1", "a8b8"] {
        let mv = game.position().read_move(text).unwrap();
        game.play(mv);
    }
    let (verdict, _) = think_on(&game, &nodes(30_000));
    assert_ne!(game.position().write_move(verdict.best.unwrap()), "f1f2", "the third time");
}

#[test]
fn the_hundred_ply_rule_is_searched() {
    // A rook up, but any move but a capture or a pawn's ends the game as a draw.
    let late = "4k3/8/8/8/8/4P3/8/R3K3 w - - 99 80";
    let (verdict, _) = think::<Chess>(late, &nodes(20_000));
    assert_eq!(position::<Chess>(late).write_move(verdict.best.unwrap()), "e3e4");
    let (verdict, _) = think::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", &nodes(20_000));
    assert_eq!(verdict.score, DRAW);
}

#[test]
fn a_finished_game_has_no_move() {
    let (verdict, reports) = think::<Chess>("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", &nodes(100));
    assert_eq!((verdict.best, moves_to_mate(verdict.score)), (None, Some(0)));
    assert!(reports.is_empty());
}

/// Searches of which the machine lets one run without a pause.
const ATTEMPTS: usize = 20;

#[test]
fn time_is_not_exceeded_nor_spent_on_forced_moves() {
    for milliseconds in [0, 1, 10, 500] {
        let remaining = Duration::from_millis(milliseconds);
        let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: None };
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        let mut times = Vec::new();
        let is_in_time = |_| {
            let begun = Instant::now();
            let (verdict, _) = think_on(&Record::<Chex>::default(), &limits);
            let time = begun.elapsed();
            assert!(verdict.best.is_some());
            times.push(time);
            time < remaining + Duration::from_millis(300)
        };
        assert!((0..ATTEMPTS).any(is_in_time), "{times:?} of {remaining:?}");
    }
    let clock = Clock { remaining: Duration::from_secs(3600), increment: Duration::ZERO, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..nodes(3_000_000) };
    let (forced, _) = think::<Chess>("6rk/8/8/8/8/8/8/7K w - - 0 1", &limits);
    assert!(forced.best.is_some() && forced.nodes < 10_000, "there is no choice");
}

#[test]
fn a_weak_player_takes_a_mate_all_the_same() {
    let mut played = std::collections::HashSet::new();
    let start = Record::<Chess>::default();
    for seed in 0..20 {
        let mut searcher = searcher::<Chess>();
        searcher.set_seed(seed);
        let limits = Limits { skill: 3, ..Limits::default() };
        played.insert(searcher.think(&start, &limits, &Control::new(), &mut |_| {}).best);
        let mate = Record::new(position::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"));
        let mv = searcher.think(&mate, &limits, &Control::new(), &mut |_| {}).best.unwrap();
        assert_eq!(mate.position().write_move(mv), "a1a8");
    }
    assert!(played.len() > 1, "whims differ");
    assert!(played.iter().all(|mv| legal(start.position()).contains(&mv.unwrap())));
}

#[test]
fn a_weak_player_chooses_among_moves_that_it_has_visited() {
    // The queen is to be taken, else White's is.
    let hanging = Record::new(position::<Chess>("6k1/5ppp/8/8/7q/8/PPPPPP2/KN5Q w - - 0 1"));
    for seed in 0..20 {
        let mut searcher = searcher::<Chess>();
        searcher.set_seed(seed);
        let limits = Limits { skill: 0, ..Limits::default() };
        let mv = searcher.think(&hanging, &limits, &Control::new(), &mut |_| {}).best.unwrap();
        assert_eq!(hanging.position().write_move(mv), "h1h4", "seed {seed}");
    }
}

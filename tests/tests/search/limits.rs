//! Alpha-beta on positions with known answers; limits and signals.

use std::time::Duration;

use engine::game::{Game, GenType, MakeUnmake, Tactics};
use engine::moves::{Move, MoveList};
use engine::record::Record;
use engine::search::score::{DRAW, MATE_BOUND, moves_to_mate};
use engine::search::{Bound, Clock, Control, Limits, Material, Report, Search, Searcher, Verdict};
use engine::text::Notation;
use engine::variants::{Chess, ExtinctionChess, KingOfTheHill, KnightRelay, ThreeCheck};
use tests::toys::{Heaps, Noise};

const TACTICAL: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn record<G: Game + Notation>(fen: &str) -> Record<G> {
    Record::new(fen.parse().unwrap())
}

fn searcher<G: Tactics>() -> Searcher<G, Material<G>> {
    Searcher::new(Material::default())
}

/// Searches and returns the verdict and everything reported.
fn think<G: Tactics + Notation>(fen: &str, limits: &Limits) -> (Verdict, Vec<Report>) {
    let mut reports = Vec::new();
    let verdict = searcher::<G>().think(&record(fen), limits, &Control::new(), &mut |line| reports.push(line.clone()));
    (verdict, reports)
}

fn best<G: Tactics + Notation>(fen: &str, limits: &Limits) -> String {
    let mv = think::<G>(fen, limits).0.best.expect("there is a legal move");
    fen.parse::<G>().unwrap().write_move(mv)
}

fn depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

fn assert_mate<G: Tactics + Notation>(fen: &str, mv: &str, moves: i32) {
    let (verdict, _) = think::<G>(fen, &depth(2 * moves as u32 + 6));
    let best = verdict.best.map(|mv| fen.parse::<G>().unwrap().write_move(mv));
    assert_eq!((best.as_deref(), moves_to_mate(verdict.score)), (Some(mv), Some(moves)), "{fen}");
}

const MATE_IN_3: &str = "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1";

#[test]
fn mates_are_found_and_announced() {
    assert_mate::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", 1);
    assert_mate::<Chess>("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", "d2h6", 2);
    assert_mate::<Chess>(MATE_IN_3, "f8c5", 3);
    assert_mate::<KnightRelay>("3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1", "a3d6", 1);
}

#[test]
fn wins_at_once_are_seen_in_the_principal_variation() {
    fn assert_loses<G: Tactics + Notation>(fen: &str, mv: &str, win: &str) {
        let game: G = fen.parse().unwrap();
        let (verdict, reports) =
            think::<G>(fen, &Limits { searchmoves: vec![game.read_move(mv).unwrap()], ..depth(2) });
        assert_eq!(moves_to_mate(verdict.score), Some(-1), "{fen}");
        let record = tests::positions::played::<G>(fen, mv);
        let line = &reports.last().expect("a report").pv;
        assert_eq!(record.position().write_move(line[1]), win, "{fen}");
    }
    // The knight is the last one, though the pawn recaptures; the third check costs the queen; the king steps up.
    let extinction = "rnb1kbnr/pppp1ppp/5q2/4p3/4P3/5N2/PPPP1PPP/R1BQKB1R w KQkq - 0 1";
    assert_loses::<ExtinctionChess>(extinction, "a2a3", "f6f3");
    let checks = "rnb1kbnr/pppp1ppp/8/4p3/7q/4P3/PPPP1PPP/RNBQKBNR w KQkq - 3+1 1 3";
    assert_loses::<ThreeCheck>(checks, "a2a3", "h4f2");
    assert_loses::<KingOfTheHill>("rnbq1bnr/ppppp1pp/5p2/2k5/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", "h2h3", "c5d4");
}

#[test]
fn being_mated_is_announced_too() {
    // Whatever Black does, the rook mates on the last rank.
    let (verdict, _) = think::<Chess>("7k/R7/8/8/8/8/8/1R2K3 b - - 0 1", &depth(6));
    assert_eq!(moves_to_mate(verdict.score), Some(-1));
}

#[test]
fn a_mate_ends_a_search_for_mate() {
    let (verdict, _) = think::<Chess>(MATE_IN_3, &Limits { mate: Some(3), ..Limits::default() });
    assert_eq!(moves_to_mate(verdict.score), Some(3));
}

#[test]
fn a_lost_side_saves_itself_by_repetition() {
    // Two rooks and a knight against the queen, and mate threatened: White checks on d8 and g5 forever.
    let (verdict, _) = think::<Chess>("6k1/5p1p/8/3Q4/1n6/8/rr6/6K1 w - - 0 1", &depth(8));
    assert_eq!(verdict.score, DRAW, "{verdict:?}");
}

#[test]
fn a_winning_side_does_not_repeat() {
    // The position before White's move has occurred twice: another shuffle with the king lets Black claim the draw.
    let mut game = record::<Chess>("k7/8/8/8/8/8/5R2/K7 w - - 0 1");
    for text in ["f2f1", "a8b8", "f1f2", "b8a8", "f2f1", "a8b8"] {
        let mv = game.position().read_move(text).unwrap();
        game.play(mv);
    }
    let verdict = searcher().think(&game, &depth(6), &Control::new(), &mut |_| {});
    assert_ne!(game.position().write_move(verdict.best.unwrap()), "f1f2", "the third time");
    assert!(verdict.score > DRAW);
}

#[test]
fn stalemate_is_avoided_by_the_winner_and_sought_by_the_loser() {
    assert_ne!(best::<Chess>("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", &depth(4)), "c1c7");
    // The king cannot move: White has to get rid of the queen, on g7 or g8, and Black has to take it.
    assert_eq!(think::<Chess>("7k/8/8/6Q1/8/8/4rq2/7K w - - 0 1", &depth(12)).0.score, DRAW);
}

#[test]
fn the_hundred_ply_rule_is_searched() {
    // A rook up, but any move but a capture or a pawn's ends the game as a draw.
    assert_eq!(best::<Chess>("4k3/8/8/8/8/4P3/8/R3K3 w - - 99 80", &depth(4)), "e3e4");
    // Mate on the last ply stands.
    assert_mate::<Chess>("6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 80", "a1a8", 1);
    let (verdict, _) = think::<Chess>("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", &depth(4));
    assert_eq!(verdict.score, DRAW);
}

#[test]
fn tt_scores_do_not_hide_the_hundred_ply_rule() {
    let mut searcher = searcher();
    let mut score = |clock: u32| {
        let game = record::<Chess>(&format!("8/8/8/3k4/8/8/8/R3K3 w - - {clock} 80"));
        searcher.think(&game, &depth(8), &Control::new(), &mut |_| {}).score
    };
    assert!(score(0) > DRAW);
    assert_eq!(score(94), DRAW, "no mate in six plies, whatever was found before");
}

#[test]
fn hashfull_counts_entries_of_the_current_search_only() {
    let mut searcher = searcher::<Chess>();
    let mut fullest = |game: &Record<Chess>, limits: &Limits| {
        let mut fullest = 0;
        searcher.think(game, limits, &Control::new(), &mut |line| fullest = fullest.max(line.hashfull));
        fullest
    };
    assert!(fullest(&record(TACTICAL), &depth(9)) > 5);
    assert_eq!(fullest(&Record::default(), &depth(1)), 0);
}

#[test]
fn one_thread_stops_at_exactly_the_nodes_allowed() {
    for nodes in [0, 1, 2, 100, 511, 512, 513, 12_345] {
        let (verdict, _) = think::<Chess>(TACTICAL, &Limits { nodes: Some(nodes), ..Limits::default() });
        assert_eq!(verdict.nodes, nodes);
        assert!(verdict.best.is_some());
    }
}

#[test]
fn the_same_search_visits_the_same_positions() {
    let run = |searcher: &mut Searcher<Chess, Material<Chess>>| {
        let verdict = searcher.think(&record(TACTICAL), &depth(9), &Control::new(), &mut |_| {});
        (verdict.best, verdict.score, verdict.nodes)
    };
    let mut one = searcher();
    let first = run(&mut one);
    one.clear();
    assert_eq!(run(&mut one), first);
    assert_eq!(run(&mut searcher()), first);
}

#[test]
fn a_search_stopped_at_once_still_finds_a_capture() {
    let control = Control::new();
    control.stop();
    let mut searcher = searcher::<Chess>();
    let game = record("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    let verdict = searcher.think(&game, &Limits::default(), &control, &mut |_| {});
    assert_eq!((verdict.best.map(|mv| game.position().write_move(mv)).as_deref(), verdict.depth), (Some("e4d5"), 1));
}

#[test]
fn a_stopped_search_leaves_nothing_behind() {
    let game = record::<Chess>(TACTICAL);
    let mut searcher = searcher();
    for nodes in [7, 300, 5_000] {
        searcher.think(&game, &Limits { nodes: Some(nodes), ..Limits::default() }, &Control::new(), &mut |_| {});
    }
    searcher.clear();
    let verdict = searcher.think(&game, &depth(6), &Control::new(), &mut |_| {});
    let (fresh, _) = think::<Chess>(TACTICAL, &depth(6));
    assert_eq!((verdict.best, verdict.score, verdict.nodes), (fresh.best, fresh.score, fresh.nodes));
}

#[test]
fn threads_agree_on_a_mate() {
    let mut searcher = searcher::<Chess>();
    searcher.set_threads(2);
    let game = record(MATE_IN_3);
    let verdict = searcher.think(&game, &depth(16), &Control::new(), &mut |_| {});
    assert_eq!(moves_to_mate(verdict.score), Some(3));
    assert_eq!(game.position().write_move(verdict.best.unwrap()), "f8c5");
}

#[test]
fn multipv_lines_are_distinct_and_ordered() {
    let (verdict, reports) = think::<Chess>(TACTICAL, &Limits { multipv: 4, ..depth(6) });
    let last: Vec<&Report> =
        reports.iter().filter(|report| report.depth == 6 && report.bound == Bound::Exact).collect();
    assert_eq!(last.iter().map(|report| report.multipv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(last.is_sorted_by(|a, b| a.score >= b.score));
    let mut first: Vec<Move> = last.iter().map(|report| report.pv[0]).collect();
    assert_eq!(verdict.best, first.first().copied());
    first.sort();
    first.dedup();
    assert_eq!(first.len(), 4);
}

#[test]
fn searchmoves_restricts_the_root() {
    let game = record::<Chess>(TACTICAL);
    let only = vec![game.position().read_move("a2a3").unwrap(), game.position().read_move("g2g4").unwrap()];
    let limits = Limits { searchmoves: only.clone(), multipv: 9, ..depth(4) };
    let mut reports = Vec::new();
    let verdict = searcher().think(&game, &limits, &Control::new(), &mut |line| reports.push(line.clone()));
    assert!(verdict.best.is_some_and(|best| only.contains(&best)));
    assert!(reports.iter().any(|report| report.multipv == 2), "both moves are reported");
    assert!(reports.iter().all(|report| only.contains(&report.pv[0]) && report.multipv <= 2));
}

#[test]
fn scores_under_searchmoves_are_not_stored_for_the_root() {
    let root = record::<Chess>("r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1");
    let mut after = root.clone();
    for text in ["d2h6", "g7h6"] {
        after.play(after.position().read_move(text).unwrap());
    }
    let mut searcher = searcher();
    // Every move but the mate.
    let mut others = MoveList::new();
    after.position().moves(GenType::All, &mut others);
    let only = others.into_iter().filter(|&mv| after.position().write_move(mv) != "h4f6").collect();
    let without = searcher.think(&after, &Limits { searchmoves: only, ..depth(14) }, &Control::new(), &mut |_| {});
    assert_eq!(moves_to_mate(without.score), None);
    let verdict = searcher.think(&root, &depth(10), &Control::new(), &mut |_| {});
    assert_eq!(moves_to_mate(verdict.score), Some(2));
}

#[test]
fn variations_are_legal_and_scores_are_in_range() {
    for fen in [TACTICAL, MATE_IN_3, "8/8/8/8/8/2k5/1q6/K7 w - - 0 1"] {
        let (_, reports) = think::<Chess>(fen, &depth(9));
        for report in reports {
            let mut game: Chess = fen.parse().unwrap();
            assert!(!report.pv.is_empty() && report.score.abs() < engine::search::score::MATE);
            for mv in report.pv {
                assert!(game.is_legal(mv));
                game.make(mv, &mut ());
            }
        }
    }
}

#[test]
fn a_finished_game_has_no_move() {
    let (verdict, reports) = think::<Chess>("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", &depth(5));
    assert_eq!((verdict.best, moves_to_mate(verdict.score)), (None, Some(0)));
    assert!(reports.is_empty());
}

#[test]
fn no_time_is_spent_on_forced_moves_and_proven_mates() {
    let clock = Clock { remaining: Duration::from_secs(3600), increment: Duration::ZERO, moves_to_go: None };
    let nodes = 3_000_000;
    let limits = Limits { clock: Some(clock), nodes: Some(nodes), ..Limits::default() };
    let (forced, _) = think::<Chess>("6rk/8/8/8/8/8/8/7K w - - 0 1", &limits);
    assert_eq!((forced.best.is_some(), forced.depth), (true, 1), "there is no choice");
    let (mate, _) = think::<Chess>(MATE_IN_3, &limits);
    assert!(moves_to_mate(mate.score) == Some(3) && mate.nodes < nodes, "nothing better will be found: {mate:?}");
}

#[test]
fn the_shortest_clocks_suffice_for_a_move() {
    for milliseconds in [0, 1, 10] {
        let clock =
            Clock { remaining: Duration::from_millis(milliseconds), increment: Duration::ZERO, moves_to_go: None };
        let (verdict, _) = think::<Chess>(TACTICAL, &Limits { clock: Some(clock), ..Limits::default() });
        assert!(verdict.best.is_some() && verdict.depth >= 1);
    }
}

#[test]
fn a_weak_player_errs_within_bounds() {
    let mut played = std::collections::HashSet::new();
    let start = Record::<Chess>::default();
    for seed in 0..30 {
        let mut searcher = searcher::<Chess>();
        searcher.set_seed(seed);
        let limits = Limits { skill: 3, ..Limits::default() };
        let limits = Limits { depth: Some(3), ..limits };
        played.insert(searcher.think(&start, &limits, &Control::new(), &mut |_| {}).best);
        // A mate at hand is played, a queen that hangs is taken.
        let mate = "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1";
        let mv = searcher.think(&record(mate), &limits, &Control::new(), &mut |_| {}).best.unwrap();
        assert_eq!(mate.parse::<Chess>().unwrap().write_move(mv), "a1a8");
        let gift = "4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1";
        let mv = searcher.think(&record(gift), &limits, &Control::new(), &mut |_| {}).best.unwrap();
        assert_eq!(gift.parse::<Chess>().unwrap().write_move(mv), "e4d5");
    }
    assert!(played.len() > 1, "whims differ");
}

#[test]
fn every_toy_game_is_searched_with_pruning() {
    // What the pruning does to a senseless evaluation cannot be foretold; a forced win is found all the same.
    fn wins<G: Tactics>(game: G, depths: u32) -> i32 {
        let limits = depth(depths);
        Searcher::new(Noise).think(&Record::new(game), &limits, &Control::new(), &mut |_| {}).score
    }
    // Taking one of the two leaves two heaps of one, of which Black has to leave the last.
    assert!(wins(Heaps::<false, false>::new([2, 1, 0]), 4) >= MATE_BOUND);
    // Taking one of six leaves five and another move; what then takes one more leaves a four that Black cannot win. At
    // a depth of four plies a reduction may still hide it.
    assert!(wins(Heaps::<true, false>::new([6, 0, 0]), 6) >= MATE_BOUND);
    // The throw allows to take both; or any throw allows to take the last one.
    assert!(wins(Heaps::<false, true>::new([2, 0, 0]), 4) >= MATE_BOUND);
    assert!(wins(Heaps::<false, true>::before_the_throw([1, 0, 0]), 4) >= MATE_BOUND);
    assert!(wins(Heaps::<true, true>::new([2, 0, 0]), 4) >= MATE_BOUND);
}

//! The opening book.

use std::collections::BTreeSet;

use engine::game::Game;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Chess, Chex, Kaleido, Keyles};
use tests::dialogue::Dialogue;

/// The first plies of a game of the engine with itself through UCI, with a seed.
fn opening<G: Notation>(engine: &mut Dialogue, seed: u64, plies: usize) -> Vec<String> {
    engine.send(&format!("setoption name Seed value {seed}\nucinewgame"));
    let mut record = Record::<G>::default();
    let mut moves: Vec<String> = Vec::new();
    for _ in 0..plies {
        engine.send(&format!("position startpos moves {}\ngo nodes 300", moves.join(" ")));
        let answer = engine.until("bestmove ");
        let text = answer.split_whitespace().nth(1).unwrap().to_string();
        record.play(record.position().read_move(&text).unwrap_or_else(|error| panic!("{text}: {error}")));
        moves.push(text);
    }
    moves
}

fn varies<G: Notation>() {
    let mut engine = Dialogue::uci(G::name());
    engine.send("setoption name OwnBook value true");
    let seeds = 1..=12;
    let openings: BTreeSet<Vec<String>> = seeds.clone().map(|seed| opening::<G>(&mut engine, seed, 4)).collect();
    assert!(openings.len() >= 4, "{}: {openings:?}", G::name());
    assert_eq!(opening::<G>(&mut engine, 1, 4), opening::<G>(&mut engine, 1, 4), "{}: the same seed", G::name());
    engine.quit();
}

#[test]
fn with_the_book_openings_vary_with_the_seed() {
    varies::<Chess>();
    varies::<Keyles>();
    varies::<Kaleido>();
    varies::<Chex>();
}

#[test]
fn without_the_book_they_do_not() {
    let mut engine = Dialogue::uci(Chess::name());
    let openings: BTreeSet<Vec<String>> = (1..=5).map(|seed| opening::<Chess>(&mut engine, seed, 4)).collect();
    assert_eq!(openings.len(), 1, "{openings:?}");
    engine.quit();
}

#[test]
fn the_terminal_client_plays_from_the_book() {
    let settings = ["play", "--side", "black", "--movetime", "5", "--option", "OwnBook=true", "--option"];
    let first_move = |seed: u32| {
        let seed = format!("Seed={seed}");
        let mut game = Dialogue::with_arguments(&[&settings[..], &[&seed]].concat());
        let mv = game.until("1. ");
        assert!(mv.contains("(depth 1, "), "a book move is not searched: {mv}");
        game.quit();
        mv.split(' ').nth(1).expect("a move").to_string()
    };
    let moves: BTreeSet<String> = (1..=12).map(first_move).collect();
    assert!(moves.len() > 1, "{moves:?}");
}

#[test]
fn analysis_pondering_and_searches_for_mates_do_not_use_the_book() {
    let mut engine = Dialogue::uci(Chess::name());
    engine.send("setoption name OwnBook value true");
    let deepens = |engine: &mut Dialogue, mode: bool| {
        engine.send(&format!("setoption name UCI_AnalyseMode value {mode}\ngo depth 4"));
        engine.through("bestmove ").iter().any(|line| line.starts_with("info depth 4 "))
    };
    // A book move is looked at to a depth of one ply.
    assert!(deepens(&mut engine, true) && !deepens(&mut engine, false));
    engine.send("go infinite");
    engine.until("info depth 4 ");
    engine.send("stop");
    engine.until("bestmove ");
    engine.send("go ponder depth 4");
    engine.until("info depth 4 ");
    engine.send("ponderhit");
    engine.until("bestmove ");
    engine.send("go mate 1 depth 4");
    assert!(engine.through("bestmove ").iter().any(|line| line.starts_with("info depth 4 ")));
    engine.send("go depth 4 searchmoves a2a3");
    assert_eq!(engine.until("bestmove ").split(' ').nth(1), Some("a2a3"));
    engine.quit();
}

#[test]
fn in_analysis_mode_no_game_is_played_from_the_book() {
    let mut engine = Dialogue::cecp();
    for (mode, deepens) in [(1, true), (0, false)] {
        engine.send(&format!("new\noption OwnBook=1\noption UCI_AnalyseMode={mode}\nsd 3\npost\ngo"));
        let lines = engine.through("move ");
        assert_eq!(lines.iter().any(|line| line.starts_with("3 ")), deepens, "{mode}: {lines:?}");
    }
    engine.quit();

    let settings = ["play", "--side", "black", "--movetime", "300", "--option", "OwnBook=on"];
    let mut game = Dialogue::with_arguments(&[&settings[..], &["--option", "UCI_AnalyseMode=on"]].concat());
    let mv = game.until("1. ");
    assert!(!mv.contains("(depth 1, "), "{mv}");
    game.quit();
}

/// Answer to CECP's `bk` in the present position: moves, the best first.
fn known(engine: &mut Dialogue) -> Vec<String> {
    engine.send("bk");
    let mut moves = Vec::new();
    loop {
        let line = engine.read();
        if line.is_empty() {
            return moves;
        }
        moves.push(line.trim().split(' ').next().unwrap().to_string());
    }
}

#[test]
fn random_draws_the_books_moves_by_lot_and_new_plays_the_best_again() {
    let mut engine = Dialogue::cecp();
    engine.send("option OwnBook=1\nsd 3");
    let first = |engine: &mut Dialogue, seed: u64, random: &str| {
        engine.send(&format!("option Seed={seed}\nnew\n{random}\nsd 3\ngo"));
        engine.until("move ")["move ".len()..].to_string()
    };
    let moves = known(&mut engine);
    assert!(moves.len() > 1 && moves.iter().all(|text| Chess::start().read_move(text).is_ok()), "{moves:?}");
    for seed in 1..=6 {
        assert_eq!(first(&mut engine, seed, ""), moves[0]);
    }
    let drawn: BTreeSet<String> = (1..=20).map(|seed| first(&mut engine, seed, "random")).collect();
    assert!(drawn.len() > 1 && drawn.iter().all(|text| moves.contains(text)), "{drawn:?}");
    assert_eq!(first(&mut engine, 1, "random\nrandom"), moves[0]);
    engine.quit();
}

#[test]
fn far_from_the_start_the_book_says_that_it_knows_nothing() {
    let mut engine = Dialogue::cecp();
    engine.send("force\nsetboard 8/8/4k3/8/8/4K3/4P3/8 w - - 0 1\nbk");
    assert_eq!((engine.read(), engine.read()), ("\tthe book does not know this position".to_string(), String::new()));
    engine.quit();
}

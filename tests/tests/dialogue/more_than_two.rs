//! Games for more than two players: dialogues in UCI and with people, and refusals where two players are needed.

use std::process::Command;

use engine::game::Game;
use engine::record::Record;
use engine::text::Notation;
use engine::variants::{Kaleido3, Kaleido4};
use tests::dialogue::Dialogue;
use tests::programs::motley;

/// The engine plays all seats of a game in UCI; every move is legal.
fn plays_itself<G: Game + Notation>() {
    let mut engine = Dialogue::uci(G::name());
    let (mut record, mut moves) = (Record::<G>::default(), String::new());
    for _ in 0..60 {
        engine.send(&format!("position startpos moves{moves}\ngo nodes 200"));
        let best = engine.until("bestmove ");
        let text = best.split(' ').nth(1).expect("a move");
        let mv = record.position().read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        record.play(mv);
        moves += &format!(" {text}");
        if record.outcome().is_some() {
            break;
        }
    }
    assert!(record.plies().len() > 10, "{moves}");
    engine.send(&format!("position startpos moves{moves}"));
    assert_eq!(engine.position(), record.position().to_string());
    engine.quit();
}

#[test]
fn the_engine_plays_all_seats() {
    plays_itself::<Kaleido3>();
    plays_itself::<Kaleido4>();
}

#[test]
fn positions_of_a_finished_game_have_no_move() {
    let mut engine = Dialogue::uci("kaleido4");
    engine.send("position fen 1V9/11/11/11/11/11/11/11/1 w - - - - 0 9\ngo depth 1");
    assert_eq!(engine.until("bestmove "), "bestmove (none)");
    engine.send("moves");
    assert_eq!(engine.until("moves").trim_end(), "moves");
    engine.quit();
}

#[test]
fn perft_and_divide_count_the_seats_moves() {
    for (name, counts) in [("kaleido3", [99, 9_656]), ("kaleido4", [98, 9_558])] {
        let mut engine = Dialogue::uci(name);
        for (depth, count) in (1..).zip(counts) {
            engine.send(&format!("perft {depth}"));
            assert_eq!(engine.until("nodes "), format!("nodes {count}"));
        }
        engine.quit();
    }
}

#[test]
fn the_evaluation_shows_every_seat_and_its_share() {
    let mut engine = Dialogue::uci("kaleido4");
    let lines = engine.before("eval\nisready", "readyok");
    let words = |start: &str| {
        let line = lines.iter().find(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {lines:?}"));
        line[start.len()..].split_whitespace().map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(words("pawns (mg, eg)"), ["White", "Red", "Black", "Green"]);
    assert_eq!(words("material").len(), 8);
    let shares: Vec<f64> = words("share of the point").iter().map(|share| share.parse().expect("a number")).collect();
    assert!(shares.len() == 4 && (shares.iter().sum::<f64>() - 1.0).abs() < 0.01, "{shares:?}");
    let value = lines.iter().find(|line| line.starts_with("value of each piece (per cent of the point)"));
    assert!(value.is_some(), "{lines:?}");
    engine.quit();
}

#[test]
fn the_board_is_shown_with_every_seats_castles() {
    let output = Command::new(motley())
        .args(["show", "--variant", "kaleido4", "--fen", "1V9/11/1'V9/11/11/11/1'v9/11/1 r - 3A-3B - - 5 2"])
        .output()
        .expect("motley starts");
    let text = String::from_utf8_lossy(&output.stdout);
    for line in ["side: Red", "White's castles: 1B", "Red's castles: 3B", "Black's castles: out", "Green's castles: 7B"]
    {
        assert!(text.contains(line), "{line} in\n{text}");
    }
    assert!(text.contains("[3B'V]") && text.contains("[7B'v]") && text.contains("[1B V]"), "{text}");
}

#[test]
fn xboards_protocol_refuses_and_names_the_alternatives() {
    let mut engine = Dialogue::cecp();
    engine.send("variant kaleido4");
    let answer = engine.read();
    assert!(answer.contains("XBoard seats two players, kaleido4 is a game for 4: play it "), "{answer}");
    assert!(answer.contains("`motley play --variant kaleido4`") && answer.contains("UCI_Variant kaleido4"), "{answer}");
    engine.quit();
}

#[test]
fn a_demonstration_names_the_player_of_each_move() {
    let arguments = ["demo", "--variant", "kaleido4", "--moves", "1", "--movetime", "20"];
    let output = Command::new(motley()).args(arguments).output().expect("motley starts");
    let text = String::from_utf8_lossy(&output.stdout);
    for start in ["1. White ", "1... Red ", "1... Black ", "1... Green "] {
        assert_eq!(text.lines().filter(|line| line.starts_with(start)).count(), 1, "{start}: {text}");
    }
    assert_eq!(text.lines().last(), Some("* {stopped after the asked number of moves}"), "{text}");
}

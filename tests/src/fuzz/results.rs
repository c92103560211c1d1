//! Fuzz target for the results of a match: the file that `match` resumes from and reports on.

use std::fs;
use std::time::Duration;

use arguments::games;
use engine::variants::Variant;
use formats::pgn;
use matches::{Format, GameRecord, Plan, PlayedMove, Report, StarvedGames, Store, option_syntax, write_pgn};
use referee::{FaultKind, Openings, SearchInfo};

use super::files::Scratch;

/// Results of a match: what is accepted can be reported, written as PGN, and resumed with the same programs.
pub(super) fn results(data: &[u8]) {
    let scratch = Scratch::new();
    scratch.file("results.jsonl", data);
    let Ok((plan, games)) = Store::read(scratch.path()) else { return };
    let report = Report::of(&plan, &games);
    assert!(!report.markdown().is_empty() && !report.line().is_empty());
    for game in &games {
        // Moves that the rules do not allow are an error.
        if let Ok(text) = write_pgn(&plan, game) {
            assert_eq!(pgn::parse(&text).expect("what is written can be read").len(), 1);
        }
    }
    let (store, resumed) = match Store::open(scratch.path(), &plan) {
        // The file is of other programs than those that are here.
        Err(error) if format!("{error:#}").contains("changed since this match was begun") => return,
        opened => opened.expect("the same match is resumed"),
    };
    assert_eq!(resumed, games);
    drop(store);
    assert_eq!(Store::read(scratch.path()).expect("a resumed file"), (plan, games));
}

/// Seeds of [`results`]: matches of two and of three engines, with some games.
pub(super) fn result_seeds() -> Vec<Vec<u8>> {
    let players = ["tree nodes=1", "greedy", "cmd=/bin/x proto=uci name=x tc=40/60+0.6"];
    let matches = [(&players[..2], ""), (&players[1..], "elo0=0 elo1=5"), (&players, "")];
    matches.map(|(engines, sprt)| match_with_games(engines, sprt)).to_vec()
}

fn match_with_games(engines: &[&str], sprt: &str) -> Vec<u8> {
    let words = |text: &str| text.split_whitespace().map(str::to_string).collect::<Vec<String>>();
    let plan = Plan {
        variant: games::Variant(Variant::KnightRelay),
        engines: engines.iter().map(|text| option_syntax::engine(&[], &words(text)).expect("a player")).collect(),
        format: Format::default(),
        openings: Openings::Start,
        seed: 1,
        adjudication: option_syntax::adjudication(&["resign=700/3".to_string()]).expect("a rule"),
        sprt: option_syntax::sprt(&words(sprt)).expect("a test"),
        starved: StarvedGames::default(),
    };
    let scratch = Scratch::new();
    let (mut store, _) = Store::open(scratch.path(), &plan).expect("a new match");
    for (number, result) in ["1-0", "1/2-1/2", "0-1"].into_iter().enumerate() {
        store.add(&game(&plan, number as u64, result)).expect("the file can be written");
    }
    fs::read(scratch.path().join("results.jsonl")).expect("the file was written")
}

fn game(plan: &Plan, number: u64, result: &str) -> GameRecord {
    let scheduled = plan.schedule().game(number);
    let info = SearchInfo { score: Some(31), depth: Some(8), nodes: Some(900), time: Duration::from_millis(12) };
    GameRecord {
        game: number,
        seats: scheduled.seats,
        opening: scheduled.opening,
        start: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_string(),
        moves: vec![
            PlayedMove { text: "e2e4".to_string(), seat: 0, searches: 1, info: Some(info) },
            PlayedMove { text: "e7e5".to_string(), seat: 1, searches: 1, info: None },
        ],
        result: result.to_string(),
        reason: "a reason".to_string(),
        termination: "normal".to_string(),
        preparation: Duration::from_millis(7),
        lateness: Duration::from_millis(3),
        faults: vec![(1, FaultKind::Forfeit.because("late"))],
        transcripts: vec![None, Some("> go".to_string())],
    }
}

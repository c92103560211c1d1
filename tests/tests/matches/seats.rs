//! Matches in games for more than two: rotation, results, resumption, replay.

use std::fs;
use std::path::Path;

use engine::game::Seat;
use engine::outcome::Shares;
use tests::pgn::move_texts;

use super::tournament::{empty_folder, games, outlines, output, text};

const SEATS: [&str; 4] = ["White", "Red", "Black", "Green"];

const MATCH: &str = "--variant kaleido4 --engine random --engine greedy --engine cautious \
    --engine mcts-plain nodes=300 --rounds 2 --openings moves=6 --adjudicate longest=100 --concurrency 2 \
    --fail-on illegal,crash,stall,violation,forfeit --quiet --output";

#[test]
fn four_engines_rotate_and_an_interrupted_match_goes_on() {
    let folder = empty_folder("match-four");
    let played = output(MATCH, &folder);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let (whole, outline) = (games(&folder), outlines(&folder));
    assert_eq!(whole.len(), 8);
    for (number, round) in whole.chunks(4).enumerate() {
        for seat in SEATS {
            let mut sitting: Vec<&str> = round.iter().map(|game| game.tag(seat).unwrap()).collect();
            sitting.sort_unstable();
            assert_eq!(sitting, ["cautious", "greedy", "mcts-plain", "random"], "round {number}, {seat}");
        }
        for game in round {
            assert_eq!(move_texts(game)[..8], move_texts(&round[0])[..8], "eight moves, so that White is to move");
            assert_eq!(game.result.parse::<Shares>().unwrap().seats(), 4);
            assert_eq!(game.tag("GreenTimeControl").is_some(), game.tag("RedTimeControl").is_some());
        }
    }
    let points: f64 = whole.iter().map(|game| game.result.parse::<Shares>().unwrap().points(Seat::WHITE)).sum();
    let summary = text(&played.stdout);
    assert!(summary.starts_with("# kaleido4: 8 games, "), "{summary}");
    assert!(summary.contains(&format!("\n| White | {:.3} [", points / 8.0)), "{points}: {summary}");
    assert!(summary.contains("| engine | seats | points | share | Elo | White | Red | Black | Green |"), "{summary}");
    // As if a runner had been killed while it wrote the fifth game.
    let results = folder.join("results.jsonl");
    let lines = fs::read_to_string(&results).unwrap();
    let cut = lines.match_indices('\n').nth(4).unwrap().0 + 100;
    fs::write(&results, &lines[..cut]).unwrap();
    let again = output(MATCH, &folder);
    assert!(again.status.success(), "{}", text(&again.stderr));
    assert_eq!(outlines(&folder), outline);
    let right = output("replay", &folder.join("games.pgn"));
    assert!(text(&right.stdout).ends_with("8 of 8 games are right\n"), "{}", text(&right.stdout));
}

#[test]
fn one_engine_plays_all_seats_and_two_share_them() {
    let folder = empty_folder("match-seats");
    let alone = output(
        "--variant kaleido3 --engine greedy --rounds 4 --openings moves=3 --adjudicate longest=60 --quiet --output",
        &folder.join("alone"),
    );
    assert!(text(&alone.stdout).starts_with("# kaleido3: 4 games, "), "{}", text(&alone.stderr));
    let two = output(
        "--variant kaleido3 --engine greedy --engine random --rounds 1 --openings start --adjudicate longest=60 \
         --quiet --output",
        &folder.join("two"),
    );
    let summary = text(&two.stdout);
    assert!(summary.contains("| greedy, 2 x random | 3 | greedy "), "{summary} {}", text(&two.stderr));
    assert!(summary.contains("| 2 x greedy, random | 3 | greedy "), "{summary}");
    let seated: Vec<String> = games(&folder.join("two"))
        .iter()
        .map(|game| ["White", "Red", "Black"].map(|seat| &game.tag(seat).unwrap()[..1]).concat())
        .collect();
    assert_eq!(seated, ["grr", "rrg", "rgr", "rgg", "ggr", "grg"]);
}

#[test]
fn a_book_for_three_is_written_and_played_from() {
    let folder = empty_folder("match-book-three");
    let book = output("book --variant kaleido3 --number 2 --moves 4 --seed", Path::new("7"));
    let written = text(&book.stdout);
    assert!(written.starts_with("# 2 openings of kaleido3: 6 random moves"), "{written} {}", text(&book.stderr));
    let file = folder.join("kaleido3.epd");
    fs::write(&file, &written).unwrap();
    let words = format!(
        "--variant kaleido3 --engine random --openings file={} order=sequential --rounds 2 --adjudicate longest=9 \
         --quiet --output",
        file.display()
    );
    let played = output(&words, &folder);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let starts: Vec<String> = games(&folder).iter().map(|game| game.tag("FEN").unwrap().to_string()).collect();
    assert_eq!(starts, written.lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn what_only_games_of_two_have_is_refused() {
    let folder = empty_folder("match-four-faults");
    for (words, fault) in [
        ("--engine random --sprt elo0=0 elo1=5", "--sprt: kaleido4 is a game for 4 players, and a sequential test"),
        ("--engine random --adjudicate resign=900/3", "--adjudicate: kaleido4 is a game for 4 players, whose scores"),
        ("--engine random --format gauntlet", "a match needs two engines"),
        ("--engine alphabeta nodes=9", "'alphabeta' does not play kaleido4, a game for 4 players; random, cautious"),
        ("--engine cmd=/bin/true proto=cecp", "kaleido4 is a game for 4 players, and CECP knows two: use proto=uci"),
    ] {
        let refused = output(&format!("--variant kaleido4 {words} --quiet --output"), &folder.join("x"));
        let said = text(&refused.stderr);
        // Players are opened after the arguments were read: status 1.
        let status = if words.starts_with("--engine random") { 2 } else { 1 };
        assert!(refused.status.code() == Some(status) && said.contains(fault), "{words}: {said}");
        let _ = fs::remove_dir_all(folder.join("x"));
    }
    let ladder = output("ladder --variant kaleido3 --output", &folder.join("ladder"));
    assert!(text(&ladder.stderr).contains("kaleido3 is a game for 3 players"), "{}", text(&ladder.stderr));
}

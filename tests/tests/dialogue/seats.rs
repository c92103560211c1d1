//! `motley play` with persons and engines on any seat, in games for two, three and four.

use std::process::Command;

use formats::pgn;
use tests::dialogue::Dialogue;
use tests::play::{QUICK, answer, play};
use tests::programs::{empty_folder, motley};

/// White's raven beside the last piece of Red; Green is out.
const RED_HANGS: &str = "1V9/11/V'P9/11/1w9/11/11/11/1 w - - - - 0 1";

/// Plays the first legal move that takes nothing, so that nobody is out by it.
fn play_quietly(game: &mut Dialogue) {
    let moves = answer(game, "moves");
    let quiet = moves.split(' ').find(|mv| mv.contains('-')).expect("a quiet move").to_string();
    game.send(&quiet);
}

#[test]
fn persons_and_engines_sit_on_any_seat() {
    let mut game = Dialogue::with_arguments(&["play", "--seats", "engine,me", "--movetime", "10"]);
    let begun = game.through("Black to move");
    assert!(begun[0].starts_with("1. "), "{begun:?}");
    assert_eq!(answer(&mut game, "seats"), "White engine, Black me");
    game.quit();

    let arguments = ["play", "--variant", "kaleido4", "--seats", "engine,me,engine,me", "--movetime", "10"];
    let mut game = Dialogue::with_arguments(&arguments);
    let begun = game.through("Red to move");
    assert_eq!(begun[0], "White engine, Red me, Black engine, Green me");
    assert!(begun[1].starts_with("1. White "), "{begun:?}");
    assert!(answer(&mut game, "1K-2B").starts_with("! 1K-2B: "), "that is White's piece");
    play_quietly(&mut game);
    assert!(game.through("Green to move")[0].starts_with("1... Black "));
    play_quietly(&mut game);
    assert!(game.through("Red to move")[0].starts_with("2. White "));
    game.quit();
}

#[test]
fn seats_are_changed_in_the_game() {
    let mut game = play("kaleido3", &[&QUICK[..], &["--side", "black"]].concat());
    assert_eq!(answer(&mut game, "seats"), "White engine, Red engine, Black me");
    game.send("seats me, me, me");
    game.until("Black to move");
    for (line, complaint) in [
        ("seats me,engine", "! me,engine: the game has 3 seats (White, Red, Black), not 2"),
        ("seats me,you,engine", "! you: a seat is me or engine"),
        ("side green", "! side takes white, red, black, all or none"),
        ("side both", "! side takes white, red, black, all or none"),
    ] {
        assert_eq!(answer(&mut game, line), complaint);
    }
    assert_eq!(answer(&mut game, "seats"), "White me, Red me, Black me");
    game.send("new kaleido4");
    assert_eq!(game.read(), "White me, Red me, Black me, Green me");
    game.until("White to move");
    game.send("side green");
    assert!(game.through("Green to move")[0].starts_with("1. White "));
    game.send("new chess");
    game.until("White to move");
    assert_eq!(answer(&mut game, "seats"), "White me, Black engine", "nobody is called Green here");
    game.quit();
}

#[test]
fn arguments_that_do_not_fit_the_game_are_refused() {
    for (arguments, complaint) in [
        (
            &["--variant", "kaleido4", "--seats", "me,engine"][..],
            "the game has 4 seats (White, Red, Black, Green), not 2",
        ),
        (&["--seats", "me,engine,engine,engine"], "the game has 2 seats (White, Black), not 4"),
        (&["--seats", "me,computer"], "computer: a seat is me or engine"),
        (&["--seats", "me,engine", "--side", "white"], "cannot be used with"),
        (&["--side", "red"], "side takes white, black, both or none"),
        (&["--variant", "kaleido3", "--side", "green"], "side takes white, red, black, all or none"),
    ] {
        let output = Command::new(motley()).arg("play").args(arguments).output().expect("motley starts");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && output.stdout.is_empty() && told.contains(complaint),
            "{arguments:?}: {told}"
        );
    }
}

#[test]
fn undo_leads_to_ones_own_turn_among_four() {
    let mut game = play("kaleido4", &[&QUICK[..], &["--seats", "me,engine,engine,engine"]].concat());
    let start = answer(&mut game, "position");
    play_quietly(&mut game);
    let replies = game.through("White to move");
    let told = ["1... Red ", "1... Black ", "1... Green "];
    assert!(replies.iter().zip(told).all(|(line, start)| line.starts_with(start)), "{replies:?}");
    assert_ne!(answer(&mut game, "position"), start);
    game.send("undo");
    game.until("White to move");
    assert_eq!(answer(&mut game, "position"), start);
    assert_eq!(answer(&mut game, "undo"), "! no move of yours to take back");
    game.send("go");
    assert!(game.through("Red to move")[0].starts_with("1. White "), "the next player is the person's");
    game.send("undo");
    assert_eq!(game.until("White to move"), "White to move");
    assert_eq!(answer(&mut game, "position"), start);
    game.quit();
}

#[test]
fn scores_among_more_than_two_are_shares() {
    let mut game = play("kaleido4", &[&QUICK[..], &["--option", "Search=maxn"]].concat());
    let hint = answer(&mut game, "hint");
    let score = hint.split_once(", White ").map(|(_, score)| score.trim_end_matches(')')).expect("a score");
    let percent = score.strip_suffix('%').and_then(|number| number.parse::<u32>().ok());
    assert!(percent.is_some_and(|percent| percent <= 100) || score.contains(" in "), "{hint}");
    game.quit();
}

#[test]
fn who_is_out_is_told_and_the_others_play_on() {
    let mut game = play("kaleido4", &["--side", "all", "--fen", RED_HANGS]);
    game.send("3A+3B");
    let shown = game.through("Black to move");
    assert_eq!(shown[0], "Red is out");
    assert_eq!(shown.last().expect("a status"), "Black to move   Red is out   Green is out");
    assert_eq!(answer(&mut game, "offer"), "1/2-0-1/2-0 {Draw agreed}");
    game.send("undo");
    game.until("Black to move   Red is out   Green is out");
    game.send("undo");
    game.until("White to move   Green is out");
    game.quit();
}

#[test]
fn a_person_who_is_out_waits_for_nobody() {
    let mut game = play("kaleido4", &["--movetime", "600000", "--side", "all", "--fen", RED_HANGS]);
    game.send("3A+3B");
    game.until("Red is out");
    game.send("seats engine,me,engine,engine");
    // The engines go on, and think for long; what is typed is answered at once.
    game.send("seats");
    game.until("White engine, Red me, Black engine, Green engine");
    game.quit();
}

#[test]
fn nobody_resigns_and_engines_agree_to_no_draw_among_more_than_two() {
    let mut game = play("kaleido3", &QUICK);
    assert_eq!(
        answer(&mut game, "resign"),
        "! nobody can resign in a game for more than two; side none lets the engine play on"
    );
    assert_eq!(answer(&mut game, "offer"), "! engines agree to no draw in a game for more than two");
    game.send("side all\noffer");
    assert_eq!(game.until("1/3"), "1/3-1/3-1/3 {Draw agreed}");
    game.send("side none\noffer");
    assert_eq!(game.until("! "), "! you play no side");
    game.quit();
}

#[test]
fn every_player_has_a_clock_and_a_flag_that_falls_leaves_the_point_to_the_others() {
    let mut game = play("kaleido4", &["--time", "0.02+0", "--side", "all"]);
    assert_eq!(game.until("0-1/3"), "0-1/3-1/3-1/3 {White loses on time}");
    game.send("new");
    let status = game.until("White to move");
    assert!(status.ends_with("Red 0:01.2   Black 0:01.2   Green 0:01.2"), "{status}");
    game.quit();
}

#[test]
fn the_tags_of_a_saved_game_name_all_players() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "play-seats");
    let file = folder.join("four.pgn").to_str().expect("a plain path").to_string();
    let mut game = play("kaleido4", &[&QUICK[..], &["--seats", "me,engine,engine,engine"]].concat());
    play_quietly(&mut game);
    game.until("White to move");
    assert_eq!(answer(&mut game, &format!("save {file}")), format!("saved in {file}"));
    let end = answer(&mut game, "position");
    game.quit();
    let saved = &pgn::parse(&std::fs::read_to_string(&file).expect("a file")).expect("a game")[0];
    let players = ["White", "Red", "Black", "Green"].map(|name| saved.tag(name).expect(name).to_string());
    assert!(players[0] == "Person" && players[1..].iter().all(|player| player.starts_with("Motley ")), "{players:?}");
    assert_eq!((saved.tag("Variant"), saved.moves.len()), (Some("kaleido4"), 4));

    // The seats are those of the game in the file.
    let mut again = Dialogue::with_arguments(&["play", "--load", &file, "--seats", "me,me,me,engine"]);
    again.through("loaded kaleido4 with 4 moves");
    again.until("White to move");
    assert_eq!(answer(&mut again, "position"), end);
    again.quit();
}

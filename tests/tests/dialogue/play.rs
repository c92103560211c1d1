//! `motley play` line by line through a pipe.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use formats::pgn;
use protocol::registry::{self, NAMES};
use protocol::session::MoveFormat;
use rustix::process::{Pid, Signal, kill_process};
use tests::dialogue::Dialogue;
use tests::play::{QUICK, STATUS, answer, play};
use tests::programs::{empty_folder, motley, wait_for};

/// Both sides are played by hand.
const BOTH: [&str; 2] = ["--side", "both"];

fn position(game: &mut Dialogue) -> String {
    answer(game, "position")
}

#[test]
fn a_move_is_answered_and_the_board_is_drawn() {
    let mut game = play("chess", &QUICK);
    game.send("e2e4");
    let shown = game.through("White to move");
    assert!(shown[0].starts_with("1... ") && shown[0].contains("(depth "), "{shown:?}");
    assert!(shown.iter().any(|line| line.starts_with(" 4  ") && line.contains('P')), "{shown:?}");
    assert!(shown.iter().any(|line| line == "    a b c d e f g h"), "{shown:?}");
    assert!(position(&mut game).contains(" w "));
    game.quit();
}

#[test]
fn what_the_board_does_not_show_is_told_in_words() {
    let mut game = play("3check", &BOTH);
    for (mv, fact, status) in [
        ("e2e4", "checks still to give: White 3, Black 3", "Black to move"),
        ("f7f5", "checks still to give: White 3, Black 3", "White to move"),
        ("d1h5", "checks still to give: White 2, Black 3", "Black to move"),
    ] {
        game.send(mv);
        assert!(game.through(status).contains(&fact.to_string()), "{mv}: {fact}");
    }
    game.quit();
}

#[test]
fn pieces_are_listed_with_their_names_and_moves() {
    let mut game = play("quex", &BOTH);
    game.send("pieces");
    let lines: Vec<String> = (0..11).map(|_| game.read()).collect();
    assert_eq!(lines[3], "L  lord    along diagonals");
    assert_eq!(lines[7], "C  crux    one square along a rank or file");
    game.quit();
}

#[test]
fn a_captured_king_is_put_back_as_the_client_says() {
    let due = "10/k9/10/10/4r5/10/QRLNP5/FTGWC5/10/10[K] w - - 0 4";
    let mut game = Dialogue::with_arguments(&["play", "--variant", "keyles", "--side", "both", "--fen", due]);
    let lines = game.through("White to move");
    let told = "your king was captured: put it back by K@ and a field (see moves)";
    assert_eq!(lines.iter().filter(|line| *line == told).count(), 1, "{lines:?}");
    let refused = "! b4b5: the king must be put back first, by K@ and a field";
    assert_eq!(answer(&mut game, "b4b5"), refused);
    game.send("K@a4");
    assert!(!game.through("White to move").iter().any(|line| line == told));
    game.quit();
}

#[test]
fn moves_of_a_square_are_listed_as_the_inventor_writes_it() {
    let mut game = play("quex", &[&QUICK[..], &["--notation", "inventor"]].concat());
    let moves = answer(&mut game, "moves 24");
    assert!(moves.split(' ').all(|mv| mv.starts_with("24")) && moves.contains("2434"), "{moves}");
    assert_eq!(answer(&mut game, "moves e3"), moves);
    assert_eq!(answer(&mut game, "moves 44"), "! no legal move begins at 44");
    game.quit();
}

#[test]
fn what_cannot_be_played_is_answered_with_the_reason() {
    let mut game = play("chess", &QUICK);
    for (line, complaint) in [
        ("e2e5", "! e2e5: the pawn on e2 does not reach e5"),
        ("e7e5", "! e7e5: the piece on e7 is the opponent's"),
        ("jump", "! jump: not a move and no command (see help)"),
        ("moves e7", "! no legal move begins at e7"),
        ("moves z9", "! there is no field z9"),
        ("moves z", "! there is no field z"),
        ("moves e2 e3", "! moves takes one field"),
        ("draw", "! draw: `offer` offers a draw"),
        ("option Foo=1", "! no option is called \"Foo\"; write NAME=VALUE"),
        ("undo", "! no move of yours to take back"),
        ("save", "! save takes the name of a file"),
        ("side left", "! side takes white, black, both or none"),
        ("new checkers", "! no game is called checkers; there are chess, "),
        ("position 8/8", "! "),
        ("option Hash=0", "! Hash takes a whole number from 1 to 65536"),
        ("option UCI_Variant=quex", "! new GAME chooses the game"),
        ("load /nowhere/game.pgn", "! /nowhere/game.pgn: No such file or directory"),
        ("e2e4\u{1b}[31m", "! e2e4\u{fffd}[31m: not a move"),
    ] {
        let answer = answer(&mut game, line);
        assert!(answer.starts_with(complaint), "{line}: {answer}");
    }
    assert!(position(&mut game).starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq"));
    assert_eq!(answer(&mut game, "moves g1"), "g1f3 g1h3");
    game.send("option");
    assert!(game.through("Debug Log File").contains(&format!("{:<26}a whole number from 1 to 65536", "Hash=1")));
    game.send_bytes(&vec![b'x'; 3 << 20]);
    game.send("");
    assert!(game.read().ends_with("...: the line is too long"));
    game.quit();
}

#[test]
fn input_that_ends_is_answered_to_its_end_and_nothing_more() {
    let mut game = play("chess", &["--movetime", "100"]);
    game.send("e2e4\nd2d4\nposition");
    game.close();
    assert!(game.wait().success());
    let rest = game.rest();
    assert!(rest.iter().any(|line| line.starts_with("2... ")), "{rest:?}");
    assert!(rest.last().is_some_and(|line| line.contains(" w ")), "{rest:?}");
    assert!(rest.iter().all(|line| !line.contains('\u{1b}')), "no codes through a pipe: {rest:?}");
}

#[test]
fn taking_back_leads_to_the_players_own_turn() {
    let mut game = play("chess", &QUICK);
    let start = position(&mut game);
    game.send("e2e4");
    game.until("White to move");
    game.send("d2d4");
    game.until("White to move");
    game.send("undo\nundo\nposition\nundo");
    game.until("White to move");
    game.until("White to move");
    assert_eq!(game.read(), start);
    assert_eq!(game.read(), "! no move of yours to take back");
    game.send("side black");
    let answered = game.through("Black to move");
    assert!(answered[0].starts_with("1. "), "{answered:?}");
    assert_eq!(answer(&mut game, "undo"), "! no move of yours to take back", "the engine's move is the engine's");
    game.quit();
}

#[test]
fn undo_takes_back_what_go_gave_to_the_engine() {
    let mut game = play("chess", &QUICK);
    let start = position(&mut game);
    game.send("go");
    assert!(game.through("Black to move")[0].starts_with("1. "), "the engine has moved for White");
    game.send("undo");
    let shown = game.through("White to move");
    assert_eq!(shown.last().expect("a status"), "White to move", "White is the person's again");
    assert_eq!(position(&mut game), start);

    game.send("e2e4");
    game.until("White to move");
    let before_go = position(&mut game);
    game.send("go");
    game.until("Black to move");
    let before_own = position(&mut game);
    let own = answer(&mut game, "moves").split(' ').next().expect("a move").to_string();
    game.send(&own);
    game.until("Black to move");
    game.send("undo");
    game.until("Black to move");
    assert_eq!(position(&mut game), before_own, "the last turn was Black's");
    game.send("undo");
    assert_eq!(game.until("White to move"), "White to move");
    assert_eq!(position(&mut game), before_go);
    game.send("undo");
    game.until("White to move");
    assert_eq!(position(&mut game), start);
    assert_eq!(answer(&mut game, "undo"), "! no move of yours to take back");
    game.quit();
}

#[test]
fn scores_are_in_pawns_from_whites_side() {
    let queens = "4k3/7p/8/8/8/8/QQ6/4K3 b - - 0 1";
    let mut game = play("chess", &[&QUICK[..], &["--side", "black", "--fen", queens]].concat());
    let hint = answer(&mut game, "hint");
    let text = hint.split_once(", ").map(|(_, score)| score.trim_end_matches(')')).expect("a score");
    let pawns = text.strip_prefix("White +").and_then(|pawns| pawns.parse::<f64>().ok());
    assert!(pawns.is_some_and(|pawns| pawns > 5.0) || text.starts_with("White mates in "), "{hint}");
    game.quit();
}

#[test]
fn a_hint_is_a_legal_move_and_is_not_played() {
    let mut game = play("keyles", &QUICK);
    let before = position(&mut game);
    game.send("moves");
    let moves = game.read();
    let hint = answer(&mut game, "hint");
    let text = hint.strip_prefix("hint: ").and_then(|rest| rest.split(' ').next()).expect("a hint");
    assert!(moves.split(' ').any(|mv| mv == text), "{hint}");
    assert_eq!(position(&mut game), before);
    game.quit();
}

#[test]
fn a_game_given_up_is_over_until_it_is_taken_back() {
    let mut game = play("chess", &QUICK);
    game.send("f2f3");
    game.until("White to move");
    assert_eq!(answer(&mut game, "resign"), "0-1 {White resigns}");
    assert!(answer(&mut game, "e2e4").starts_with("! e2e4: the game is over (0-1, White resigns)"));
    let given_up = position(&mut game);
    game.send("undo");
    assert!(game.until("White to move").starts_with("White to move"));
    assert_eq!(position(&mut game), given_up, "the resignation is taken back, and no move");
    game.send("new");
    game.until("White to move");
    assert_eq!(answer(&mut game, "resign"), "0-1 {White resigns}");
    game.send("undo");
    game.until("White to move");
    assert_eq!(answer(&mut game, "undo"), "! no move of yours to take back");
    game.send("side none\nresign");
    assert_eq!(game.until("! "), "! you play neither side");
    game.quit();
}

#[test]
fn a_draw_is_agreed_if_the_engine_stands_worse_or_people_play_each_other() {
    let declined = "the engine declines the draw";
    let mut game = play("chess", &[&QUICK[..], &["--fen", "4k3/7p/8/8/8/8/QQ6/4K3 w - - 0 1"]].concat());
    assert_eq!(answer(&mut game, "offer"), declined, "it has not thought yet");
    game.send("a2a3");
    game.until("White to move");
    assert_eq!(answer(&mut game, "offer"), "1/2-1/2 {Draw agreed}");
    assert_eq!(answer(&mut game, "offer"), "! the game is over");
    game.send("undo");
    game.until("White to move");
    game.send("side black");
    game.until("Black to move");
    assert_eq!(answer(&mut game, "offer"), declined, "the engine has the queens now");
    game.send("side both\noffer");
    assert_eq!(game.until("1/2"), "1/2-1/2 {Draw agreed}");
    game.send("side none\noffer");
    assert_eq!(game.until("! "), "! you play neither side");
    game.quit();
}

#[test]
fn the_clocks_are_shown_and_a_flag_that_falls_loses() {
    let mut game = play("chess", &["--time", "0.02+0", "--side", "both"]);
    assert_eq!(game.until("0-1"), "0-1 {White loses on time}");
    game.send("undo");
    assert!(game.until("White to move").contains("Black 0:01.2"), "the first turn is taken back");
    game.send("new");
    let status = game.until("White to move");
    assert!(status.contains("White 0:0") && status.contains("Black 0:01.2"), "{status}");
    game.quit();
}

/// Position after the lines of a game file, followed without a board of the program's own.
fn end_of(variant: &str, file: &str) -> String {
    let text = fs::read_to_string(file).expect("a game was saved");
    let game = &pgn::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))[0];
    assert_eq!(game.variant().expect("a game").name(), variant);
    assert_eq!(game.tag("FEN"), None, "the usual start");
    let date: Vec<&str> = game.tag("Date").expect("a date").split('.').collect();
    let numbers = date.iter().all(|part| part.parse::<u32>().is_ok());
    assert!(numbers && date.iter().map(|part| part.len()).eq([4, 2, 2]), "{date:?}");
    let mut session = registry::open(variant).expect("a game");
    session.replay(game).unwrap_or_else(|error| panic!("{error}: {text}"));
    session.position_text(MoveFormat::OWN)
}

#[test]
fn every_game_can_be_played_saved_and_loaded() {
    for variant in NAMES {
        let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), &format!("play-{variant}"));
        let file = folder.join("a game.pgn").to_str().expect("a plain path").to_string();
        let sides = if registry::ensure_for_two(variant).is_ok() { BOTH } else { ["--side", "all"] };
        let mut game = play(variant, &sides);
        for ply in 0..24 {
            game.send("moves");
            let line = game.read();
            if line.starts_with("! ") {
                break;
            }
            let moves: Vec<&str> = line.split(' ').collect();
            game.send(moves[(ply * 7) % moves.len()]);
            game.through_any(&STATUS);
        }
        let saved = answer(&mut game, &format!("save {file}"));
        assert!(saved.starts_with(&format!("saved in {file}")), "{saved}");
        let end = position(&mut game);
        // A throw, and a tile in a hand, are no moves yet.
        let saved = end_of(variant, &file);
        let board = |text: &str| text.split(['[', ' ']).next().unwrap_or_default().to_string();
        assert_eq!(board(&saved), board(&end), "{variant}");
        assert!(answer(&mut game, &format!("save {file}")).ends_with("exists; save -f replaces it"));
        assert!(answer(&mut game, &format!("save {}", folder.display())).ends_with("is a folder"));
        game.quit();

        let mut again = play(variant, &[&sides[..], &["--load", &file]].concat());
        again.send("position");
        let lines = again.through_any(&[&board(&end)]);
        assert_eq!(board(lines.last().expect("a position")), board(&end), "{variant}");
        again.quit();
    }
}

#[test]
fn files_below_the_home_folder_are_named_as_in_a_shell() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "play-home");
    let start = || {
        let mut command = Command::new(motley());
        command.args(["play", "--variant", "chess"]).args(BOTH).env("HOME", &folder).current_dir(&folder);
        let mut game = Dialogue::with_command(command);
        game.through_any(&STATUS);
        game
    };
    let mut game = start();
    game.send("e2e4");
    game.through_any(&STATUS);
    assert_eq!(answer(&mut game, "save ~/game.pgn"), "saved in ~/game.pgn");
    assert!(answer(&mut game, "save ~").ends_with("~ is a folder"));
    // A name that only begins with the sign is a name.
    assert_eq!(answer(&mut game, "save ~game.pgn"), "saved in ~game.pgn");
    game.quit();
    assert!(folder.join("game.pgn").exists() && folder.join("~game.pgn").exists());
    let mut again = start();
    again.send("load ~/game.pgn");
    assert_eq!(again.until("loaded "), "loaded chess with 1 move");
    again.quit();
}

#[test]
fn a_file_with_a_fault_changes_nothing() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "play-faults");
    let mut game = play("quex", &BOTH);
    game.send("e3e4");
    game.until("Black to move");
    let before = position(&mut game);
    for (name, text, fault) in [
        ("illegal", "[Variant \"chess\"]\n\n1. e2e5 *\n", "game 1, line 3, column 4: move 1, e2e5 in "),
        ("unknown", "[Variant \"go\"]\n\n1. e2e4 *\n", "game 1, line 1, column 1: no game is called 'go'"),
        ("unfinished", "[Variant \"chess\"]\n\n1. e2e4 (\n", "game 1, line 3, column 9: a variation without its end"),
        ("empty", "", "there is no game in it"),
        ("position", "[FEN \"8/8\"]\n\n*\n", "game 1, line 1, column 1: FEN 8/8: "),
    ] {
        let file = folder.join(name);
        fs::write(&file, text).expect("a file");
        let answer = answer(&mut game, &format!("load {}", file.display()));
        assert!(answer.starts_with("! ") && answer.contains(fault), "{name}: {answer}");
    }
    let one = folder.join("one");
    fs::write(&one, "[Variant \"quex\"]\n\n1. e3e4 *\n").expect("a file");
    assert!(answer(&mut game, &format!("load {} 2", one.display())).ends_with(": there is one game in it"));
    assert!(answer(&mut game, &format!("load {}", folder.display())).contains("a folder or a device, not a file"));
    assert_eq!(position(&mut game), before);
    game.quit();
}

#[test]
fn a_file_that_contradicts_the_rules_is_loaded_with_a_notice() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "play-contradictions");
    let mate = "1. f3 e5 2. g4 Qh4#";
    let dance = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    let over = "after 8 moves the game was over (1/2-1/2, Draw by repetition); the file has 2 more";
    for (name, text, notices) in [
        ("right", format!("{mate} 0-1"), &[][..]),
        ("resigned", "1. e4 e5 1-0".to_string(), &[]),
        ("wrong", format!("{mate} 1-0"), &["the result in the file is 1-0; by the rules it is 0-1"]),
        ("unfinished", format!("{mate} *"), &["the result in the file is *; by the rules it is 0-1"]),
        ("late", format!("{dance} 5. e4 e5 1-0"), &[over]),
    ] {
        let file = folder.join(name);
        fs::write(&file, text).expect("a file");
        let file = file.to_str().expect("a plain path");
        let mut game = Dialogue::with_arguments(&["play", "--side", "both", "--load", file]);
        let said = game.through_any(&STATUS);
        let noted: Vec<&str> = said
            .iter()
            .map(String::as_str)
            .filter(|line| line.contains("the file") && !line.contains("as the file says"))
            .collect();
        assert_eq!(noted, notices, "{name}: {said:?}");
        game.quit();
    }
}

#[test]
fn a_game_of_another_variant_is_not_loaded() {
    let file = empty_folder(env!("CARGO_TARGET_TMPDIR"), "play-variant").join("game.pgn");
    fs::write(&file, "1. e4 *").expect("a file");
    let file = file.to_str().expect("a plain path");
    let load = |variant: &str| {
        let arguments = ["play", "--variant", variant, "--load", file];
        let output = Command::new(motley()).args(arguments).stdin(Stdio::null()).output().expect("motley starts");
        (output.status.code(), String::from_utf8(output.stderr).expect("a text"))
    };
    let fault = "motley: the file of --load has a game of chess, not of kaleido4\n";
    assert_eq!(load("kaleido4"), (Some(2), fault.to_string()));
    assert_eq!(load("chess"), (Some(0), String::new()));
}

#[test]
fn a_tile_is_drawn_and_placed() {
    let mut game = play("chex", &BOTH);
    assert_eq!(answer(&mut game, "moves"), "draw");
    assert_eq!(answer(&mut game, "e2e4"), "! e2e4: no tile on e2; type draw");
    assert!(answer(&mut game, "help").starts_with("draw or MOVE "));
    game.until("quit ");
    assert!(answer(&mut game, "R@a1").starts_with("! R@a1: "), "nobody chooses its tile");
    let drawn = answer(&mut game, "draw");
    let (name, rest) = drawn.strip_prefix("you drew a ").and_then(|rest| rest.split_once(" (")).expect("a name");
    let letter = rest.chars().next().expect("a letter");
    assert!(["king", "queen", "rook", "bishop", "knight", "pawn"].contains(&name), "{drawn}");
    assert!(rest.starts_with(&format!("{letter}): place it by {letter}@ and a field")), "{drawn}");
    game.until("White to move");
    assert!(answer(&mut game, &format!("{letter}@c9")).starts_with("! "));
    game.send(&format!("{letter}@a1"));
    let shown = game.through("Black to move");
    assert!(shown.iter().any(|line| line.contains(letter)), "{shown:?}");
    game.quit();
}

#[test]
fn a_captured_king_comes_back_and_the_same_side_moves() {
    let start = "10/k2r2q3/10/3g6/4r5/2t7/QRLNP5/FTGWC5/10/10[Kl] w - - 0 4";
    let mut game = play("keyles", &["--fen", start, "--movetime", "10"]);
    assert_eq!(answer(&mut game, "moves K"), "K@a4 K@b4 K@c4 K@d4 K@e4");
    assert!(answer(&mut game, "b4b5").starts_with("! b4b5: "));
    game.send("K@b4");
    game.until("White to move");
    game.send("b4b5");
    let shown = game.through("White to move");
    assert!(shown[0].starts_with("4... "), "{shown:?}");
    game.send("undo");
    game.until("White to move");
    assert!(position(&mut game).contains("/QKLNP5/"), "the king is back and has not moved");
    game.quit();
}

#[test]
fn a_pion_is_exchanged_for_a_captured_man() {
    let start = "3r6/4F5/k7q1/10/3l6/10/2G7/5W4/3P6/K5R3[QRNFqtt] w - - 0 1";
    let mut game = play("quex", &["--fen", start, "--side", "both"]);
    assert!(answer(&mut game, "moves e9").contains("e9d10q"));
    game.send("e9d10q");
    game.until("Black to move");
    assert!(position(&mut game).starts_with("3Q6/"));
    game.quit();
}

#[test]
fn the_die_is_thrown_and_rules_what_moves() {
    let mut game =
        Dialogue::with_arguments(&["play", "--variant", "kaleidodice", "--side", "both", "--option", "Seed=5"]);
    let said = game.through("White to move").remove(0);
    let (throw, pieces) = said.strip_prefix("White throws ").and_then(|rest| rest.split_once(": ")).expect("a throw");
    assert!(pieces.split(", ").all(|piece| piece.chars().all(|c| c.is_ascii_lowercase())), "{said}");
    assert!(position(&mut game).contains(&format!(" w{throw} ")));
    let first = answer(&mut game, "moves").split(' ').next().expect("a move").to_string();
    game.send(&first);
    assert!(game.read().starts_with("Black throws "));
    game.until("Black to move");
    game.send("undo");
    assert_eq!(game.read(), said, "what is taken back comes up again the same");
    game.quit();
}

#[test]
fn stop_makes_the_engine_finish_its_turn_at_once() {
    // White has two plies a turn.
    let settings = ["play", "--variant", "monster", "--side", "black", "--movetime", "600000", "--option", "Hash=1"];
    let mut game = Dialogue::with_arguments(&settings);
    game.send("stop");
    game.until("Black to move");
    game.quit();
    // Black's first turn has two plies.
    let mut game = play("progressive", &["--movetime", "600000"]);
    game.send("e2e4\nstop");
    game.until("White to move");
    game.quit();
}

/// Move overhead of a search, as the program's log of itself has it.
fn overhead(log: &Path, search: u32) -> String {
    let begins = format!("search {search} begins: ");
    let told = wait_for(Duration::from_secs(60), || {
        let log = fs::read_to_string(log).expect("a log");
        let (_, limits) = log.lines().find(|line| line.contains(&begins))?.split_once("overhead: ")?;
        Some(limits.split_once(',')?.0.to_string())
    });
    told.unwrap_or_else(|| panic!("search {search} does not begin"))
}

#[test]
fn what_a_move_has_waited_for_the_machine_is_held_in_reserve_for_the_next() {
    let log = empty_folder(env!("CARGO_TARGET_TMPDIR"), "play-lag").join("log");
    let mut command = Command::new(motley());
    command.args(["play", "--side", "black", "--time", "60+0", "--option", "Hash=1"]);
    command.env("RUST_LOG", "debug").stderr(fs::File::create(&log).expect("a file"));
    let mut game = Dialogue::with_command(command);
    assert_eq!(overhead(&log, 1), "10ms");
    let process = Pid::from_raw(game.id() as i32).expect("a process");
    // Several times, since what a report waits does not count.
    for signal in [Signal::STOP, Signal::CONT].repeat(3) {
        thread::sleep(Duration::from_millis(300));
        kill_process(process, signal).expect("the process runs");
    }
    game.send("stop");
    game.until("Black to move");
    game.send("e7e6");
    assert_eq!(overhead(&log, 2), "110ms");
    game.send("stop");
    game.quit();
}

#[test]
fn a_log_can_begin_in_the_middle_of_a_game() {
    let log = empty_folder(env!("CARGO_TARGET_TMPDIR"), "play-log").join("log");
    let mut game = play("chess", &BOTH);
    let set = answer(&mut game, &format!("option Debug Log File={}", log.display()));
    assert_eq!(set, "Debug Log File is set");
    assert!(answer(&mut game, "e2e5").starts_with("! e2e5: "));
    game.quit();
    let log = fs::read_to_string(log).expect("a log");
    assert!(log.contains(" < e2e5\n") && log.contains(" > ! e2e5: "), "{log}");
}

#[test]
fn two_engines_play_and_can_be_interrupted() {
    let mut game = play("knightrelay", &["--side", "none", "--movetime", "30"]);
    for number in 1..3 {
        game.until(&format!("{number}. "));
        game.until(&format!("{number}... "));
    }
    game.send("side both\nmoves z9");
    game.until("! there is no field z9");
    let now = position(&mut game);
    // Ten times as long as a move would take.
    thread::sleep(Duration::from_millis(300));
    assert_eq!(position(&mut game), now, "nobody plays on");
    game.quit();
}

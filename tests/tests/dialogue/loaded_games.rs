//! `motley play`: games that are loaded and saved, games that are over, and what waits for the engine.

use std::fs;
use std::path::PathBuf;

use formats::pgn;
use tests::dialogue::Dialogue;
use tests::play::{QUICK, answer, play};
use tests::programs::{empty_folder, installed, motley};
use tests::tmux::Terminal;

/// File of custom variants.
const VARIANTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/variants.toml");

/// Game of a custom variant with an illegal move.
const FAULTY: &str = "[Variant \"gardner\"]\n\n1. a2a5 *\n";

/// Both sides are played by hand.
const BOTH: [&str; 2] = ["--side", "both"];

fn folder(test: &str) -> PathBuf {
    empty_folder(env!("CARGO_TARGET_TMPDIR"), test)
}

/// Path of a file in an empty folder.
fn path(test: &str) -> String {
    folder(test).join("game.pgn").to_str().expect("a plain path").to_string()
}

/// File with a text.
fn file(test: &str, text: &str) -> String {
    let file = path(test);
    fs::write(&file, text).expect("a file");
    file
}

/// Shell command that starts `motley play` and tells its end.
fn shell(arguments: &str) -> String {
    let program = motley().display();
    format!("export LC_ALL=C.UTF-8; '{program}' play --option Hash=1 {arguments}; echo \"ended: $?\"; sleep 600")
}

#[test]
fn a_file_that_is_refused_leaves_the_custom_variant_in_play() {
    let faulty = file("loaded-faulty", FAULTY);
    let sound = file("loaded-sound", "[Variant \"gardner\"]\n\n1. b2b3 *\n");
    let mut game = play("almost", &[&["--variants", VARIANTS][..], &BOTH].concat());
    let (position, moves) = (answer(&mut game, "position"), answer(&mut game, "moves"));
    assert!(position.starts_with("rnbckbnr/pppppppp/"), "{position}");
    let refused = answer(&mut game, &format!("load {faulty}"));
    let fault = "game 1, line 3, column 4: move 1, a2a5 in rnbqk/ppppp/5/PPPPP/RNBQK w ";
    assert!(refused.starts_with("! ") && refused.contains(fault), "{refused}");
    assert_eq!([answer(&mut game, "position"), answer(&mut game, "moves")], [position, moves]);
    game.send(&format!("load {sound}"));
    assert_eq!(game.until("loaded "), "loaded gardner with 1 move");
    game.until("Black to move");
    let position = answer(&mut game, "position");
    assert!(position.starts_with("rnbqk/ppppp/1P3/P1PPP/RNBQK b "), "{position}");
    game.quit();
}

#[test]
fn the_engine_thinks_on_when_a_file_of_another_custom_variant_is_refused() {
    let test = "loaded-while-thinking";
    if !installed(test, &["tmux"]) {
        return;
    }
    let folder = folder(test);
    fs::write(folder.join("faulty.pgn"), FAULTY).expect("a file");
    let command = shell(&format!("--variants '{VARIANTS}' --variant almost --movetime 3000"));
    let terminal = Terminal::start(test, &folder, (100, 30), &command);
    terminal.expect("White to move");
    terminal.type_line("e2e4");
    terminal.type_line("load faulty.pgn");
    terminal.expect("! faulty.pgn: game 1, ");
    terminal.expect("1... ");
    terminal.expect("White to move");
    terminal.type_line("quit");
    terminal.expect("ended: 0");
}

#[test]
fn the_reason_of_a_fault_is_told_behind_a_long_position() {
    let word = "x".repeat(90);
    let faulty = file("loaded-long", &format!("[Variant \"kaleido4\"]\n\n1. {word} *\n"));
    let mut game = play("chess", &BOTH);
    let refused = answer(&mut game, &format!("load {faulty}"));
    let beginning = format!("game 1, line 3, column 4: move 1, {word} in RWRLP3PLD/");
    assert!(refused.contains(&beginning) && refused.ends_with(": not a move"), "{refused}");
    game.quit();
}

#[test]
fn the_reason_of_a_result_is_that_of_the_file() {
    for (name, text, status, reason) in [
        ("early", "1. e4 {best by test} e5 1-0", "1-0, as the file says", None),
        ("clock", "1. e4 e5 {[%clk 0:00:12]} 1-0", "1-0, as the file says", None),
        (
            "told",
            "1. e4 e5 {[%clk 0:00:12] White\u{1b}[2J resigns} 0-1",
            "0-1, White\u{fffd}[2J resigns",
            Some("White\u{fffd}[2J resigns"),
        ),
    ] {
        let loaded = file(&format!("loaded-{name}"), text);
        let saved = path(&format!("saved-{name}"));
        let mut game = Dialogue::with_arguments(&["play", "--side", "both", "--load", &loaded]);
        assert_eq!(game.until(&status[.."1-0, ".len()]), status);
        assert_eq!(answer(&mut game, &format!("save {saved}")), format!("saved in {saved}"));
        game.quit();
        let text = fs::read_to_string(&saved).expect("a game was saved");
        let game = &pgn::parse(&text).expect("a game")[0];
        assert_eq!((game.comments.first().map(String::as_str), game.result.as_str()), (reason, &status[..3]), "{text}");
    }
}

#[test]
fn a_result_for_more_players_is_told_and_left_out() {
    let loaded = file("loaded-players", "1. e4 e5 0-1-0");
    let mut game = Dialogue::with_arguments(&["play", "--side", "both", "--load", &loaded]);
    let said = game.through("White to move");
    let warning = "the result in the file is 0-1-0, for 3 players; the game has 2";
    assert!(said.iter().any(|line| line == warning), "{said:?}");
    game.quit();
}

#[test]
fn clocks_of_a_loaded_game_start_anew_after_a_flag_has_fallen() {
    let loaded = file("loaded-clocks", "1. e4 e5 *");
    let arguments = ["play", "--side", "both", "--time", "0.02+0", "--load", &loaded];
    let mut game = Dialogue::with_arguments(&arguments);
    assert_eq!(game.until("0-1 "), "0-1 {White loses on time}");
    game.send("undo");
    let status = game.until("Black to move");
    assert!(status.contains("White 0:01.2"), "{status}");
    game.quit();
}

#[test]
fn moves_have_the_numbers_of_the_saved_game() {
    let saved = path("saved-numbers");
    let start = ["--side", "black", "--fen", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40"];
    let mut game = play("chess", &[&QUICK[..], &start].concat());
    game.send("e8e7");
    let said = game.through("Black to move").remove(0);
    assert!(said.starts_with("41. "), "{said}");
    assert_eq!(answer(&mut game, &format!("save {saved}")), format!("saved in {saved}"));
    game.quit();
    let text = fs::read_to_string(&saved).expect("a game was saved");
    assert!(text.contains("\n40... Ke7 41. "), "{text}");
}

#[test]
fn a_tile_that_was_drawn_is_not_saved_and_the_client_says_so() {
    let saved = path("saved-tile");
    let mut game = play("chex", &BOTH);
    assert!(answer(&mut game, "draw").starts_with("you drew a "));
    game.until("White to move");
    let told = answer(&mut game, &format!("save {saved}"));
    assert_eq!(told, format!("saved in {saved}; the tile that was drawn is not in it"));
    game.quit();
}

#[test]
fn a_game_that_is_over_stays_so_until_its_end_is_taken_back() {
    let mut game = play("chess", &[&QUICK[..], &BOTH].concat());
    assert_eq!(answer(&mut game, "resign"), "0-1 {White resigns}");
    assert_eq!(answer(&mut game, "go"), "! the game is over");
    game.send("side black");
    assert_eq!(game.until("0-1, "), "0-1, White resigns");
    game.send("seats engine,me");
    assert_eq!(game.until("0-1, "), "0-1, White resigns");
    game.send("undo");
    let said = game.through("Black to move");
    assert!(said[0].starts_with("1. "), "the engine plays White: {said:?}");
    game.quit();
}

#[test]
fn engines_that_play_alone_end_their_game_after_the_end_of_the_input() {
    let mate_in_one = ["--fen", "7k/8/5KQ1/8/8/8/8/8 w - - 0 1"];
    let mut game = Dialogue::with_arguments(&[&["play", "--side", "none"][..], &QUICK, &mate_in_one].concat());
    game.close();
    assert!(game.wait().success());
    let rest = game.rest();
    assert!(rest.iter().any(|line| line == "1-0 {White mates}"), "{rest:?}");
}

#[test]
fn who_types_line_by_line_is_told_what_waits_and_can_leave() {
    let test = "typed-lines";
    if !installed(test, &["tmux"]) {
        return;
    }
    let terminal = Terminal::start(test, &folder(test), (80, 24), &shell("--plain --movetime 600000"));
    terminal.expect("Type a move, or help");
    terminal.type_line("e2e4");
    terminal.type_line("moves");
    terminal.expect("what you type waits for it");
    terminal.type_line("quit");
    terminal.expect("ended: 0");
}

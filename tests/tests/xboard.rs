//! Games in XBoard, on a display of its own. Skipped, with a line on stderr, where a program is missing.

use std::path::{Path, PathBuf};
use std::time::Duration;

use engine::record::Record;
use engine::text::Notation;
use engine::variants::orthodox::{Chess, KnightRelay};
use tests::programs;
use tests::xboard::{self, CLICKABLE, ENGINE_LOG, XBoard};

/// Short searches on a clock that nobody can lose on; the depth ends them. Without pondering a game can be repeated.
const QUICK: [&str; 8] = ["-timeControl", "5", "-timeIncrement", "1", "-searchDepth", "5", "-ponderNextMove", "false"];

/// More than a match of quick games takes on the slowest machine.
const MATCH_LIMIT: Duration = Duration::from_secs(300);

fn folder(test: &str) -> PathBuf {
    programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test)
}

fn engine(log: &Path) -> String {
    format!("{} --log {}", programs::motley().display(), log.display())
}

/// Two games of the engine against itself, replayed under our rules.
fn two_games<G: Notation>(variant: &str) {
    let test = format!("xboard plays {variant}");
    if !programs::installed(&test, &xboard::PROGRAMS) {
        return;
    }
    let folder = folder(&format!("xboard-{variant}"));
    let engines = [ENGINE_LOG, "second.log"].map(|log| engine(&folder.join(log)));
    let games = xboard::play_match(&folder, variant, [&engines[0], &engines[1]], 2, &QUICK, MATCH_LIMIT);
    let second = std::fs::read_to_string(folder.join("second.log")).expect("the second engine logs too");
    assert!(!second.contains("> Error") && !second.contains("> Illegal"), "{second}");
    for game in &games {
        let reason = game.verify::<G>().unwrap_or_else(|error| panic!("{error}\n{game:?}"));
        assert!(game.moves.len() > 10, "{reason:?} after {:?}", game.moves);
    }
}

#[test]
fn xboard_plays_two_games_of_chess() {
    two_games::<Chess>("normal");
}

#[test]
fn xboard_plays_two_games_of_knight_relay_chess() {
    two_games::<KnightRelay>("knightrelay");
}

/// XBoard with a window, ready for clicks in knight relay chess; nothing if a program is missing.
fn window(test: &str, start: Option<&str>) -> Option<(XBoard, PathBuf)> {
    let mut needed = [&xboard::PROGRAMS[..], &["xdotool", "import"]].concat();
    needed.extend(start.map(|_| "python3"));
    if !programs::installed(test, &needed) {
        return None;
    }
    let folder = folder(test);
    let mut engine = engine(&folder.join(ENGINE_LOG));
    if let Some(start) = start {
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/from_position.py");
        engine = format!("python3 {script} {} {engine}", start.replace(' ', "_"));
    }
    let options = [&CLICKABLE[..], &QUICK[..], &["-showTargetSquares", "true"]].concat();
    let xboard = XBoard::start(&folder, "knightrelay", &[&engine], &options);
    xboard.expect('>', "pong");
    Some((xboard, folder))
}

/// Plays the clicked move and the engine's answer under our rules.
fn check_answer(start: &str, clicked: &str, xboard: &XBoard) {
    assert_eq!(xboard.expect('<', "usermove"), format!("usermove {clicked}"));
    let answer = xboard.expect('>', "move ");
    let mut record = Record::<KnightRelay>::new(start.parse().expect("a position"));
    for text in [clicked, answer.trim_start_matches("move ")] {
        let mv = record.position().read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        record.play(mv);
    }
    assert!(!xboard.debug().contains("llegal move"), "{}", xboard.debug());
}

#[test]
fn a_relayed_pawn_leap_is_clicked_and_answered() {
    let Some((xboard, folder)) = window("xboard-click", None) else { return };
    // The pawn d2, relayed by the knight b1, may leap to b3, c4, e4 and f3, and go to d3 and d4.
    xboard.click("d2");
    xboard.expect('<', "lift d2");
    assert_eq!(xboard.expect('>', "highlight"), "highlight 8/8/8/8/2YYY3/1Y1Y1Y2/8/8");
    xboard.screenshot(&folder.join("targets.png"));
    xboard.click("e4");
    check_answer(KnightRelay::START, "d2e4", &xboard);
    xboard.settle();
    xboard.screenshot(&folder.join("answered.png"));
}

#[test]
fn a_promotion_is_clicked_and_answered() {
    let start = "4k2r/P6P/8/8/8/8/p2N3p/R3K3 w Qk - 3 9";
    let Some((xboard, folder)) = window("xboard-promotion", Some(start)) else { return };
    xboard.click("a7");
    assert_eq!(xboard.expect('>', "highlight"), "highlight M7/8/8/8/8/8/8/8");
    xboard.click("a8");
    // What XBoard offers first is taken by a click that does not pull the pawn back.
    check_answer(start, "a7a8q", &xboard);
    xboard.settle();
    xboard.screenshot(&folder.join("answered.png"));
}

#[test]
fn castling_is_clicked_and_answered() {
    let start = "4k2r/7P/8/8/8/8/p2N3p/R3K3 w Qk - 3 9";
    let Some((xboard, folder)) = window("xboard-castling", Some(start)) else { return };
    xboard.click("e1");
    assert_eq!(xboard.expect('>', "highlight"), "highlight 8/8/8/8/8/8/4YY2/2YY1Y2");
    xboard.click("c1");
    check_answer(start, "e1c1", &xboard);
    xboard.settle();
    xboard.screenshot(&folder.join("answered.png"));
}

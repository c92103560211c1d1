//! Games of chess through python-chess, in both dialects, and against Debian's stockfish; all options; a suite of tests
//! for UCI. Skipped, with a line on stderr, where a program is missing.

use std::collections::BTreeSet;
use std::process::Command;
use std::time::Duration;

use engine::variants::orthodox::Chess;
use formats::pgn;
use protocol::options::{Offered, OptionSpec, SPECS};
use tests::pgn::verify;
use tests::programs::{self, Running};

/// More than a game takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(300);

/// One game to its end, with the engine as White in a dialect, against itself or the program and options given.
fn game(test: &str, dialect: &str, opponent: &[&str]) {
    let Some(python) = programs::python(test) else { return };
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test);
    let mut play = Command::new(python);
    play.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/python/play.py"))
        .arg(dialect)
        .arg(programs::motley())
        .args(opponent);
    let text = Running::start(&mut play, &folder, "play").finish(LIMIT);
    let games = pgn::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(games.len(), 1, "{text}");
    assert!(games[0].tag("White").is_some_and(|name| name.starts_with("Motley")), "{text}");
    let reason = verify::<Chess>(&games[0]).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert!(games[0].moves.len() > 10, "{reason:?}: {text}");
}

#[test]
fn a_game_in_cecp() {
    game("python-chess-cecp", "xboard", &[]);
}

#[test]
fn a_game_in_uci() {
    game("python-chess-uci", "uci", &[]);
}

#[test]
fn a_game_against_stockfish() {
    let test = "python-chess-stockfish";
    if programs::installed(test, &["stockfish"]) {
        let stockfish = programs::find("stockfish").expect("it is installed");
        game(test, "uci", &[&stockfish.display().to_string(), "Skill Level=3", "Threads=1"]);
    }
}

/// Sets every option in a dialect and compares what python-chess has been offered with the table, those that it can
/// read; `more` are commands that it takes for options.
fn options(dialect: &str, is_offered: impl Fn(&OptionSpec) -> bool, more: &[&str]) {
    let test = format!("python-chess-options-{dialect}");
    let Some(python) = programs::python(&test) else { return };
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), &test);
    let mut set = Command::new(python);
    set.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/python/options.py")).arg(dialect).arg(programs::motley());
    let text = Running::start(&mut set, &folder, "options").finish(LIMIT);
    let offered = SPECS.iter().filter(|spec| is_offered(spec)).map(|spec| spec.name);
    let expected: BTreeSet<&str> = offered.chain(more.iter().copied()).collect();
    assert_eq!(text.lines().collect::<BTreeSet<&str>>(), expected);
}

/// Commands of CECP that python-chess offers as options.
const CECP_OPTIONS: &[&str] = &["random", "computer", "name", "memory", "cores", "engine_rating", "opponent_rating"];

#[test]
fn every_option_in_uci() {
    options("uci", |spec| spec.offered != Offered::Cecp, &["UCI_Variant"]);
}

#[test]
fn every_option_in_cecp() {
    // Of a name of two words it takes the second for the type of the option.
    options("xboard", |spec| spec.offered != Offered::Uci && !spec.name.contains(' '), CECP_OPTIONS);
}

/// Tests for UCI engines that others have written (uci-test-suite on PyPI).
#[test]
fn a_suite_of_tests_for_uci() {
    let test = "uci-test-suite";
    let Some(python) = programs::python_with(test, "uci_test_suite") else { return };
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test);
    let mut suite = Command::new(python);
    suite.args(["-m", "uci_test_suite"]).arg(programs::motley());
    let text = Running::start(&mut suite, &folder, "suite").finish(LIMIT);
    assert!(text.contains("Summary: 12 passed, 0 failed, 12 total."), "{text}");
}

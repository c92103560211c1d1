//! `learn` by its program: rounds, a run that was killed, and what is refused.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use tests::programs::{Running, build, empty_folder, wait_for};

/// Time in which a short run must have ended on a busy machine.
const LIMIT: Duration = Duration::from_secs(300);

fn learn() -> &'static Path {
    static LEARN: OnceLock<PathBuf> = OnceLock::new();
    LEARN.get_or_init(|| build("learn"))
}

/// Two rounds in a folder, with one thread: then equal games make equal networks, and the match is the same.
fn command(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(learn());
    command.args(["--variant", "knightrelay", "--games", "40", "--nodes", "40", "--epochs", "2", "--rounds", "2"]);
    command.args(["--threads", "1", "--time", "nodes=40", "--pairs", "3", "--table"]);
    command.arg(folder.join("table.csv")).arg("--folder").arg(folder.join("learning")).args(arguments);
    command
}

#[test]
fn a_killed_run_resumes_and_ends_as_one_that_was_not() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "learning_killed");
    let (whole, killed) = (folder.join("whole"), folder.join("killed"));
    for folder in [&whole, &killed] {
        fs::create_dir(folder).expect("a new folder can be made");
    }
    let text = Running::start(&mut command(&whole, &[]), &folder, "whole").finish(LIMIT);
    assert_eq!(text.lines().count(), 2, "{text}");
    assert!(text.starts_with("round 1: 40 games, "), "{text}");

    // The games may be complete before they are looked for.
    for left in [
        &["0001/games.part", "0001/games"][..],
        &["0001/training.json"],
        &["0001/gate/results.jsonl"],
        &["0002/settings.json"],
    ] {
        let run = Running::start(&mut command(&killed, &[]), &folder, "killed");
        let is_left = || left.iter().any(|file| killed.join("learning").join(file).exists());
        assert!(wait_for(LIMIT, || is_left().then_some(())).is_some(), "{left:?}");
        drop(run);
    }
    let text = Running::start(&mut command(&killed, &[]), &folder, "killed").finish(LIMIT);
    assert!(text.lines().count() <= 2, "{text}");
    for file in ["learning/0001/network", "learning/0002/network"] {
        assert!(fs::read(whole.join(file)).unwrap() == fs::read(killed.join(file)).unwrap(), "{file}");
    }
    assert_eq!(undated(&whole.join("table.csv")), undated(&killed.join("table.csv")));
    let table = fs::read_to_string(whole.join("table.csv")).unwrap();
    assert_eq!(table.lines().count(), 3, "{table}");

    // Rows that a table lacks are added, unless none is wanted.
    fs::remove_file(whole.join("table.csv")).unwrap();
    for (arguments, expected) in [(&["--no-table"][..], None), (&[], Some(&table))] {
        let text = Running::start(&mut command(&whole, arguments), &folder, "again").finish(LIMIT);
        assert_eq!(text, "");
        assert_eq!(fs::read_to_string(whole.join("table.csv")).ok().as_ref(), expected);
    }
}

#[test]
fn words_of_the_sequential_test_that_are_not_given_have_defaults() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "learning_sprt");
    // The time is up before the first game.
    let mut command = command(&folder, &["--hours", "1e-9", "--sprt", "alpha=0.1"]);
    assert_eq!(Running::start(&mut command, &folder, "sprt").finish(LIMIT), "");
    let settings = fs::read_to_string(folder.join("learning/0001/settings.json")).expect("the round has begun");
    for word in [r#""elo0": -15.0"#, r#""elo1": 30.0"#, r#""alpha": 0.1"#, r#""beta": 0.05"#] {
        assert!(settings.contains(word), "{word}: {settings}");
    }
}

#[test]
fn impossible_settings_are_refused() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "learning_refused");
    for (arguments, error) in [
        (["--games", "0"], "--games: there are 1 to 1000000 in a round"),
        (["--time", "margin=1"], "--time: nothing bounds the thinking"),
        (["--pairs", "0"], "--pairs: a gate has 1 to 1000000"),
        (["--sprt", "elo0=31"], "--sprt: elo0=31 and elo1=30 are not two numbers"),
        (["--batch", "0"], "batches of 0"),
        (["--initial", "/dev/null/network"], "--initial: /dev/null/network: "),
        (["--hours", "0"], "--hours: it must be above 0"),
        (["--table", "/dev/null/table.csv"], "/dev/null/table.csv"),
    ] {
        refused(&folder, &["--variant", "quex", "--folder", "f", arguments[0], arguments[1]], error);
    }
    refused(&folder, &["--variant", "quex", "--folder", "/dev/null/here"], "/dev/null/here");
    refused(&folder, &["--variant", "kaleido3", "--folder", "f"], "kaleido3");
}

/// Rows of a table without their first column, the day.
fn undated(table: &Path) -> Vec<String> {
    let text = fs::read_to_string(table).expect("a table");
    text.lines().map(|line| line.split_once(',').expect("several columns").1.to_string()).collect()
}

fn refused(folder: &Path, arguments: &[&str], error: &str) {
    let output = Command::new(learn()).current_dir(folder).args(arguments).output().expect("learn starts");
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && text.contains(error), "{arguments:?}: {text}");
}

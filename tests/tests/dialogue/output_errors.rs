//! Standard output that cannot be written: a full disk is an error of every command, a reader that has gone away of
//! none.

use std::fs::{self, File};
use std::io::{Write, pipe};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tests::programs::{build, empty_folder, match_runner, motley};

/// Commands of `motley` that print something, and what is typed.
const MOTLEY: [(&[&str], &str); 17] = [
    (&[], "uci\n"),
    (&[], "xboard\nprotover 2\n"),
    (&[], "help\n"),
    (&["--help"], ""),
    (&["--version"], ""),
    (&["bench", "--help"], ""),
    (&["bench", "1"], ""),
    (&["show"], ""),
    (&["show", "--variant", "chex", "--fen", "1[KQRRBBNNPPPPPPPPkqrrbbnnpppppppp] w - - 0 1"], ""),
    (&["demo", "--moves", "1", "--movetime", "1"], ""),
    (&["variants"], ""),
    (&["man"], ""),
    (&["completions", "bash"], ""),
    (&["completions", "zsh"], ""),
    (&["--xboard-config"], ""),
    (&["--xboard-config=kaleido"], ""),
    (&["play", "--movetime", "1"], "e2e4\nquit\n"),
];

/// Commands of `perft` that print something. The suite is right, and its counts decide the exit status.
const PERFT: [&[&str]; 7] = [
    &["--help"],
    &["--version"],
    &["--variant", "chess", "--depth", "1"],
    &["--variant", "chess", "--depth", "2", "--divide"],
    &["--variant", "chess", "--depth", "2", "--unique"],
    &["--variant", "chess", "--unique", "--split", "2"],
    &["--variant", "chess", "--suite", "SUITE"],
];

/// Runs a program with something typed and with a given standard output.
fn run(program: &Path, arguments: &[&str], typed: &str, stdout: impl Into<Stdio>) -> Output {
    let mut command = Command::new(program);
    command.args(arguments).stdin(Stdio::piped()).stdout(stdout).stderr(Stdio::piped());
    let mut child = command.spawn().expect("the program starts");
    // It may have ended before it reads.
    let _ = child.stdin.take().expect("stdin is a pipe").write_all(typed.as_bytes());
    child.wait_with_output().expect("the program ends")
}

/// Checks a command with standard output on a full disk, and as a pipe that nobody reads.
fn check(program: &Path, arguments: &[&str], typed: &str) {
    let name = program.file_name().expect("a program has a name").to_string_lossy().into_owned();
    let full = File::options().write(true).open("/dev/full").expect("the system has /dev/full");
    let output = run(program, arguments, typed, full);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{name} {arguments:?} on a full disk: {said}");
    let complaint = format!("{name}: cannot write to standard output: No space left on device");
    assert!(said.lines().any(|line| line.starts_with(&complaint)), "{name} {arguments:?}: {said}");

    let (reader, writer) = pipe().expect("a pipe");
    drop(reader);
    let output = run(program, arguments, typed, writer);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{name} {arguments:?} into a closed pipe: {said}");
    assert!(!said.contains("panicked") && !said.contains("standard output"), "{name} {arguments:?}: {said}");
}

#[test]
fn motley_reports_a_full_disk_and_ends_quietly_with_its_reader() {
    for (arguments, typed) in MOTLEY {
        check(motley(), arguments, typed);
    }
}

#[test]
fn perft_reports_a_full_disk_and_ends_quietly_with_its_reader() {
    let suite = empty_folder(env!("CARGO_TARGET_TMPDIR"), "output-perft").join("suite.epd");
    fs::write(&suite, "k7/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3\n").expect("a suite");
    let perft = build("perft");
    for arguments in PERFT {
        let arguments = arguments.iter().map(|&word| if word == "SUITE" { suite.to_str().unwrap() } else { word });
        check(&perft, &arguments.collect::<Vec<_>>(), "");
    }
}

#[test]
fn the_tools_report_a_full_disk_and_end_quietly_with_their_readers() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "output-tools");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_string();
    let (mates, games) = (path("mates.epd"), path("games"));
    fs::write(&mates, "7k/8/5K2/8/8/8/8/6R1 w - - 0 1 ;dm 2;\n").expect("a list of mates");
    let [solve, tune, generation] = ["solve", "tune", "generation"].map(build);

    let collect = ["collect", "--variant", "chess", "--games", "2", "--nodes", "50", "--output", &games];
    assert!(Command::new(&tune).args(collect).stderr(Stdio::null()).status().expect("tune starts").success());
    for program in ["motley-server", "plots"].map(build) {
        check(&program, &["--help"], "");
        check(&program, &["--version"], "");
    }
    check(&tune, &["--help"], "");
    check(&tune, &["fit", "--variant", "chess", "--steps", "1", &games], "");

    check(&solve, &["--variant", "chess", "--depth", "1", "--hash", "1"], "");
    check(&solve, &["find", "--variant", "chess", "--nodes", "20000", &mates], "");
    check(&generation, &["--variant", "chess", "--positions", "1", "--repetitions", "1", "--step", "30"], "");
}

#[test]
fn match_reports_a_full_disk_and_ends_quietly_with_its_reader() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "output-match");
    let path = |name: &str| folder.join(name).to_str().expect("text").to_string();
    let (played, games) = (path("played"), path("played/games.pgn"));
    let tiny = "--engine random --engine greedy --pairs 1 --openings start --adjudicate longest=8";
    let tiny: Vec<&str> = tiny.split(' ').collect();
    let kept = [&tiny[..], &["--quiet", "--output", &played]].concat();
    let ended = Command::new(match_runner()).args(kept).stdout(Stdio::null()).status().expect("match starts");
    assert!(ended.success());

    check(match_runner(), &["--help"], "");
    check(match_runner(), &["--version"], "");
    check(match_runner(), &tiny, "");
    check(match_runner(), &[&tiny[..], &["--quiet"]].concat(), "");
    check(match_runner(), &["replay", &games], "");
    check(match_runner(), &["report", &played], "");
    check(match_runner(), &["book", "--variant", "chess", "--number", "1"], "");
    check(match_runner(), &["perft-check", "motley", "motley", "--games", "1", "--plies", "2"], "");
}

#[test]
fn a_program_whose_standard_error_is_full_too_ends_with_its_status() {
    for (arguments, status) in [("show", 1), ("show --fen x", 2), ("bench 0", 2)] {
        let script = format!("\"$0\" {arguments} >/dev/full 2>/dev/full");
        let ended = Command::new("sh").args(["-c", &script]).arg(motley()).status().expect("sh starts");
        assert_eq!(ended.code(), Some(status), "{arguments}");
    }
}

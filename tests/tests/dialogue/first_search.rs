//! What a search owes its user from the first one on: a PV before its move, and no time spent on preparations.

use std::fs;
use std::process::Command;
use std::time::Duration;

use engine::variants::Variant;
use tests::dialogue::Dialogue;
use tests::programs::{Running, empty_folder, installed, motley, skipped};

/// First move of the last best PV among lines, and the move of `bestmove`, which is the last line.
fn pv_and_best(lines: &[String]) -> (Option<&str>, &str) {
    let mut best = lines.iter().rev().filter(|line| line.starts_with("info depth ") && line.contains(" multipv 1 "));
    let pv = best.find_map(|line| line.split_once(" pv "));
    let first = pv.and_then(|(_, pv)| pv.split(' ').next());
    (first, lines.last().expect("bestmove").split(' ').nth(1).expect("a move"))
}

/// Checks a search that a `go` has begun. The PV of a turn of several plies begins with the last of them: in Chex the
/// placement of the tile that was drawn, with dice the move without the throw.
fn check_pv(engine: &mut Dialogue, variant: Variant, go: &str) {
    let lines = engine.through("bestmove ");
    let (pv, best) = pv_and_best(&lines);
    let pv = pv.unwrap_or_else(|| panic!("{variant}, {go}: no PV: {lines:?}"));
    assert_eq!(Some(pv), best.rsplit(':').next(), "{variant}, {go}: {lines:?}");
}

#[test]
fn every_search_reports_its_move_as_a_pv() {
    for variant in Variant::ALL {
        let mut engine = Dialogue::uci(variant.name());
        let limits =
            ["nodes 1", "movetime 1", "movetime 0", "wtime 1 btime 1", "wtime 0 btime 0", "depth 1", "mate 1 nodes 1"];
        for options in ["", "OwnBook value true", "Skill Level value 0", "Search value tree", "MultiPV value 3"] {
            if !options.is_empty() {
                engine.send(&format!("setoption name {options}"));
            }
            for go in limits {
                engine.send(&format!("ucinewgame\nposition startpos\ngo {go}"));
                check_pv(&mut engine, variant, go);
            }
            engine.send("go infinite\nstop");
            check_pv(&mut engine, variant, "infinite, stopped at once");
        }
        engine.quit();
    }
}

#[test]
fn a_single_legal_move_has_a_pv_and_a_mate_has_none() {
    let mut engine = Dialogue::uci("chess");
    for go in ["nodes 1", "movetime 1", "wtime 1000 btime 1000", "depth 3"] {
        engine.send(&format!("position fen 7k/8/8/8/8/8/7r/K6r w - - 0 1\ngo {go}"));
        let lines = engine.through("bestmove ");
        assert_eq!(pv_and_best(&lines), (None, "(none)"), "{go}: {lines:?}");
        engine.send(&format!("position fen 7k/8/8/8/8/1r6/8/K6r w - - 0 1\ngo {go}"));
        check_pv(&mut engine, Variant::Chess, go);
    }
    engine.quit();
}

#[test]
fn thinking_lines_of_cecp_begin_with_the_move() {
    let mut engine = Dialogue::cecp();
    for go in ["go nodes 1", "go movetime 1", "go\n?"] {
        engine.send(&format!("new\npost\n{go}"));
        let lines = engine.through("move ");
        let best = lines.last().expect("a move").strip_prefix("move ").expect("a move");
        let thinking: Vec<&String> =
            lines.iter().filter(|line| line.starts_with(|c: char| c.is_ascii_digit())).collect();
        let last = thinking.last().unwrap_or_else(|| panic!("{go}: {lines:?}"));
        // A line of a search that failed high or low is marked so.
        let first = last.split_whitespace().nth(4).map(|first| first.trim_end_matches(['!', '?']));
        assert_eq!(first, Some(best), "{go}: {lines:?}");
    }
    engine.quit();
}

/// Memory of a process that the system has handed out, in megabytes.
#[cfg(target_os = "linux")]
fn resident_megabytes(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).expect("it has memory");
    line.trim().trim_end_matches(" kB").parse::<u64>().expect("a number") / 1024
}

/// The table's memory is the largest thing that a first search would have to wait for.
#[cfg(target_os = "linux")]
#[test]
fn readyok_and_pong_mean_that_all_is_prepared() {
    for (begin, question, answer) in [
        ("uci\nsetoption name Hash value 300", "isready", "readyok"),
        ("xboard\nprotover 2\nmemory 300", "ping 1", "pong 1"),
    ] {
        let mut engine = Dialogue::start();
        engine.send(&format!("{begin}\n{question}"));
        engine.until(answer);
        let ready = resident_megabytes(engine.id());
        assert!(ready >= 300, "{question}: {ready} MB");
        engine.quit();
    }
}

#[test]
fn isready_keeps_the_tables_of_the_last_search() {
    let nodes = |between: &str| {
        let mut engine = Dialogue::uci("chess");
        engine.send("position startpos\ngo depth 9");
        engine.through("bestmove ");
        engine.send(&format!("{between}\nposition startpos\ngo depth 9"));
        let lines = engine.through("bestmove ");
        engine.quit();
        lines.iter().rfind(|line| line.starts_with("info nodes ")).expect("nodes are told").clone()
    };
    assert_eq!(nodes("isready"), nodes(""));
    assert_eq!(nodes("setoption name Threads value 1\nisready"), nodes(""));
    assert_ne!(nodes("ucinewgame"), nodes(""));
}

#[cfg(target_os = "linux")]
#[test]
fn the_program_runs_under_valgrind() {
    let test = "the_program_runs_under_valgrind";
    if cfg!(target_feature = "avx512f") && std::env::var_os("MOTLEY").is_none() {
        return skipped(test, "valgrind has no AVX-512, which this build uses; MOTLEY may name another build");
    }
    if installed(test, &["valgrind"]) {
        let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "valgrind");
        let mut command = Command::new("valgrind");
        command.args(["--tool=none", "-q"]).arg(motley()).arg("show");
        let shown = Running::start(&mut command, &folder, "show").finish(Duration::from_secs(300));
        assert!(shown.contains("side: White"), "{shown}");
    }
}

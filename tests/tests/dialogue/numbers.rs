//! Numbers in commands: each is taken, taken as the nearest one possible, or refused with its reason. None overflows.

use std::thread;
use std::time::Duration;

use engine::text::quote;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use tests::dialogue::Dialogue;

/// Limits of `go` in UCI, each with a number.
const UCI_LIMITS: [&str; 9] = ["wtime", "btime", "winc", "binc", "movestogo", "movetime", "depth", "nodes", "mate"];

/// Commands of CECP with a number, sent in force mode. `#` is the number.
const CECP: [&str; 16] = [
    "time #",
    "otim #",
    "st #",
    "st 1:#",
    "sd #",
    "nps #",
    "level # 5 0",
    "level 40 # 0",
    "level 40 #:# #",
    "protover #",
    "rating # #",
    "undo #",
    "option Move Overhead=#",
    "option Skill Level=#",
    "option Seed=#",
    "option UCI_Elo=#",
];

/// Numbers around every limit of a machine's integers, some with a sign or a fraction.
fn number() -> impl Strategy<Value = String> {
    let near = prop::sample::select(vec![
        0_i128,
        1,
        100,
        i32::MAX.into(),
        u32::MAX.into(),
        922_337_203_685_477_580,
        1_844_674_407_370_955_161,
        i64::MAX.into(),
        u64::MAX.into(),
        i128::from(u64::MAX) * 1000,
        -1,
        i32::MIN.into(),
        i64::MIN.into(),
    ]);
    let near = (near, -2..=2_i128).prop_map(|(number, offset)| (number + offset).to_string());
    let random = any::<i64>().prop_map(|number| number.to_string());
    let fraction = any::<f64>().prop_map(|number| number.to_string());
    let long = "[0-9]{20,40}";
    prop_oneof![4 => near, 2 => random, 1 => fraction, 1 => long]
}

/// Runs a property over few cases: each is a part of a dialogue with one engine.
fn check<T: std::fmt::Debug>(cases: u32, values: impl Strategy<Value = T>, mut test: impl FnMut(T)) {
    let mut runner = TestRunner::new_with_rng(
        Config { cases, failure_persistence: None, ..Config::default() },
        prop::test_runner::TestRng::deterministic_rng(prop::test_runner::RngAlgorithm::ChaCha),
    );
    let test = std::cell::RefCell::new(&mut test);
    let result = runner.run(&values, |value| {
        (test.borrow_mut())(value);
        Ok(())
    });
    result.unwrap_or_else(|error| panic!("{error}"));
}

/// True if a line refuses a command: with the reason, and with the command behind it.
fn refuses(line: &str, command: &str) -> bool {
    line.starts_with("Error (") && line.ends_with(&format!("): {}", quote(command)))
}

#[test]
fn limits_of_uci_take_any_number() {
    let mut engine = Dialogue::uci("chess");
    let limits = prop::collection::vec((prop::sample::select(UCI_LIMITS.to_vec()), number()), 1..4);
    check(150, limits, |limits| {
        let words: Vec<String> = limits.iter().map(|(word, number)| format!("{word} {number}")).collect();
        let go = format!("go {}", words.join(" "));
        for line in engine.before(&format!("{go}\nstop"), "bestmove ") {
            let information = line.strip_prefix("info ").unwrap_or_else(|| panic!("{go}: {line}"));
            let complaint = information.strip_prefix("string ");
            assert!(complaint.is_none_or(|complaint| refuses(complaint, &go)), "{go}: {line}");
        }
    });
    engine.quit();
}

#[test]
fn commands_of_cecp_take_any_number() {
    let mut engine = Dialogue::cecp();
    check(150, (prop::sample::select(CECP.to_vec()), number()), |(command, number)| {
        let command = command.replace('#', &number);
        engine.send(&format!("force\n{command}"));
        for line in engine.so_far() {
            let is_introduction = command.starts_with("protover ") && line.starts_with("feature ");
            assert!(is_introduction || refuses(&line, &command), "{command}: {line}");
        }
        // The clock that was set is used.
        engine.send("new\ngo\n?");
        engine.until("move ");
    });
    engine.quit();
}

#[test]
fn a_clock_of_more_than_any_game_is_the_longest_and_one_below_zero_has_run_out() {
    let mut engine = Dialogue::cecp();
    for number in ["9223372036854775807", "18446744073709551616"] {
        engine.send(&format!("new\ntime {number}\notim {number}\ngo"));
        assert_eq!(engine.so_far(), [""; 0], "{number}");
        // With no time left it would move at once.
        thread::sleep(Duration::from_millis(500));
        assert_eq!(engine.so_far(), [""; 0], "{number}");
        engine.send("?");
        engine.until("move ");
    }
    let number = "-9223372036854775808";
    engine.send(&format!("new\ntime {number}\notim {number}\ngo"));
    assert!(engine.read().starts_with("move "));
    engine.quit();
}

#[test]
fn the_bench_has_one_limit() {
    let mut engine = Dialogue::cecp();
    for depth in ["0", "128", "18446744073709551616"] {
        engine.send(&format!("bench {depth}"));
        let refusal = format!("Error (depth must be a whole number from 1 to 127): bench {depth}");
        assert_eq!(engine.until("Error"), refusal);
        let output = std::process::Command::new(tests::programs::motley()).args(["bench", depth]).output();
        let output = output.expect("motley starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), said.contains(&format!("'{depth}'"))), (Some(2), true), "{said}");
    }
    engine.send("bench 1");
    engine.until("Bench: ");
    engine.so_far();
    engine.send("bench 127\n?");
    assert!(!engine.so_far().iter().any(|line| line.starts_with("Error")));
    engine.quit();
}

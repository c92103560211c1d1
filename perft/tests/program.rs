//! The program `perft` as its users meet it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use engine::variants::Variant;
use tempfile::{NamedTempFile, TempPath};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn perft(options: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_perft")).args(options).output().expect("the program starts")
}

fn lines(output: &Output) -> Vec<String> {
    String::from_utf8(output.stdout.clone()).expect("text").lines().map(String::from).collect()
}

/// The last line, of a run that went well and said nothing on stderr.
fn last_line(options: &[&str]) -> String {
    let output = perft(options);
    assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{options:?}");
    assert_eq!(output.status.code(), Some(0), "{options:?}");
    lines(&output).pop().expect("a last line")
}

/// The exit status and stderr of a run that fails.
fn failure(options: &[&str]) -> (i32, String) {
    let output = perft(options);
    (output.status.code().expect("no signal"), String::from_utf8(output.stderr).expect("text").trim_end().to_string())
}

fn suite(name: &str) -> String {
    format!("{}/data/{name}.epd", env!("CARGO_MANIFEST_DIR"))
}

/// A file with a text. It is removed with the value.
fn scratch(text: &str) -> TempPath {
    let mut file = NamedTempFile::new().expect("a temporary file");
    file.write_all(text.as_bytes()).expect("the temporary file can be written");
    file.into_temp_path()
}

#[test]
fn counts_from_the_start_and_from_a_position() {
    assert_eq!(last_line(&["--variant", "chess", "--depth", "0"]), "nodes 1");
    assert_eq!(last_line(&["--variant", "chess", "--depth", "1"]), "nodes 20");
    assert_eq!(last_line(&["--variant", "chess", "--depth", "5"]), "nodes 4865609");
    assert_eq!(last_line(&["--variant", "knightrelay", "--depth", "4"]), "nodes 727219");
    assert_eq!(last_line(&["--variant", "chess", "--fen", KIWIPETE, "--depth", "3"]), "nodes 97862");
}

#[test]
fn counts_from_the_middle_of_a_draw_of_chex() {
    // White draws king or queen, and eight cells are legal for either.
    let drawing = ["--variant", "chex", "--fen", "N[KQkp] w? - - 0 1", "--depth", "1"];
    let counting: [&[&str]; 5] = [&[], &["--staged"], &["--unique"], &["--divide"], &["--threads", "2"]];
    for how in counting {
        assert_eq!(last_line(&[&drawing[..], how].concat()), "nodes 16", "{how:?}");
    }
    assert_eq!(last_line(&["--variant", "chex", "--fen", "N[Kkp] wQ - - 0 1", "--depth", "1"]), "nodes 8");
}

#[test]
fn counts_of_chess960() {
    let passed = last_line(&["--variant", "chess", "--suite", &suite("chess960"), "--max-nodes", "1000000"]);
    assert!(passed.ends_with(" passed, 0 failed"), "{passed}");
    let shredder = "4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1";
    assert_eq!(last_line(&["--variant", "chess", "--fen", shredder, "--depth", "1", "--divide"]), "nodes 26");
}

#[test]
fn a_finished_game_has_no_moves() {
    let mate = "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(last_line(&["--variant", "chess", "--fen", mate, "--depth", "0"]), "nodes 1");
    for how in [["--threads", "2"], ["--hash", "1"]] {
        for depth in ["1", "2", "5", "255"] {
            let options = [&["--variant", "chess", "--fen", mate, "--depth", depth], &how[..]].concat();
            assert_eq!(last_line(&options), "nodes 0");
        }
    }
    let bare = "7k/6n1/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(last_line(&["--variant", "knightrelay", "--fen", bare, "--depth", "3"]), "nodes 0");
    assert_eq!(last_line(&["--variant", "chess", "--fen", "k7/8/8/8/8/8/8/K7 w - - 0 1", "--depth", "2"]), "nodes 9");
}

#[test]
fn divide_names_each_move_in_order_and_adds_up() {
    let output = perft(&["--variant", "chess", "--fen", KIWIPETE, "--depth", "3", "--divide"]);
    let all = lines(&output);
    let (moves, rest) = all.split_at(48);
    assert!(moves.is_sorted());
    assert!(moves.contains(&"e1g1: 2059".to_string()), "{moves:?}");
    let counts = moves.iter().map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap());
    assert_eq!(counts.sum::<u64>(), 97_862);
    assert!(rest[0].starts_with("time ") && rest[0].ends_with(" nodes/s"), "{rest:?}");
    assert_eq!(rest[1..], ["nodes 97862"]);
    assert_eq!(last_line(&["--variant", "chess", "--depth", "0", "--divide"]), "nodes 1");
}

#[test]
fn threads_cache_and_stages_change_no_count() {
    for (variant, depth, nodes) in [("chess", "4", "nodes 197281"), ("knightrelay", "4", "nodes 727219")] {
        let counting: [&[&str]; 4] =
            [&["--threads", "2"], &["--hash", "1"], &["--threads", "3", "--hash", "4"], &["--threads", "64"]];
        for how in counting {
            assert_eq!(last_line(&[&["--variant", variant, "--depth", depth], how].concat()), nodes, "{how:?}");
        }
    }
    assert_eq!(last_line(&["--variant", "chess", "--depth", "3", "--staged"]), "nodes 8902");
    assert_eq!(last_line(&["--variant", "knightrelay", "--depth", "3", "--staged"]), "nodes 24044");
    assert_eq!(last_line(&["--variant", "chess", "--fen", KIWIPETE, "--depth", "2", "--staged"]), "nodes 2039");
}

#[test]
fn the_suites_pass() {
    let suites = [
        ("chess", "5000000", 193),
        ("knightrelay", "30000000", 74),
        ("quex", "5000000", 107),
        ("keyles", "5000000", 96),
    ];
    for (variant, max_nodes, passed) in suites {
        let line = last_line(&["--variant", variant, "--suite", &suite(variant), "--max-nodes", max_nodes]);
        assert_eq!(line, format!("{passed} passed, 0 failed"));
    }
}

#[test]
fn the_suites_pass_in_every_way_of_counting() {
    for variant in ["chess", "knightrelay", "quex", "keyles"] {
        let counting: [(&str, &[&str]); 3] =
            [("2000", &["--staged"]), ("200000", &["--hash", "1"]), ("200000", &["--threads", "2", "--hash", "1"])];
        for (max_nodes, how) in counting {
            let file = suite(variant);
            let options = [&["--variant", variant, "--suite", &file, "--max-nodes", max_nodes], how].concat();
            let line = last_line(&options);
            assert!(line.ends_with(" passed, 0 failed") && !line.starts_with('0'), "{options:?}: {line}");
        }
    }
}

#[test]
fn a_wrong_count_fails_and_is_named() {
    let file = scratch("# two right, one wrong\nk7/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3 ;D2 10 ;D0 1\n");
    let output = perft(&["--variant", "chess", "--suite", file.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    let said = lines(&output);
    assert_eq!(said[0], "line 2: k7/8/8/8/8/8/8/K7 w - - 0 1 at depth 2: expected 10, counted 9");
    assert_eq!(said.last().unwrap(), "2 passed, 1 failed");
}

#[test]
fn a_malformed_suite_is_named_with_its_line() {
    let file = scratch("k7/8/8/8/8/8/8/K7 w - - 0 1 ;D1 3\nk7/8/8/8/8/8/8/K7 x - - 0 1 ;D1 3\n");
    let (status, message) = failure(&["--variant", "chess", "--suite", file.to_str().unwrap()]);
    assert_eq!(status, 2);
    let reason = "line 2: side to move, column 19: 'x' is neither 'w' nor 'b'";
    assert_eq!(message, format!("perft: {}, {reason}", file.display()));

    let (status, message) = failure(&["--variant", "chess", "--suite", "no such file"]);
    assert_eq!(status, 2);
    assert!(message.starts_with("perft: cannot read no such file: "), "{message}");
}

#[cfg(unix)]
#[test]
fn a_file_without_end_is_refused() {
    for options in [["--suite", "/dev/zero"].as_slice(), &["--depth", "1", "--unit", "/dev/zero"]] {
        let refused = failure(&[&["--variant", "chess"], options].concat());
        assert_eq!(refused, (2, "perft: /dev/zero has more than 256 MiB: divide it".to_string()));
    }
}

#[test]
fn what_cannot_be_done_is_said_with_exit_status_2() {
    let (status, message) = failure(&["--variant", "shogi", "--depth", "2"]);
    assert_eq!(
        (status, message.as_str()),
        (2, format!("perft: no variant 'shogi'; there are: {}", Variant::NAMES.join(", ")).as_str())
    );
    let (status, message) = failure(&["--variant", "chess", "--fen", "8/8 w - - 0 1", "--depth", "2"]);
    let reason = "position, column 4: only 2 of 8 ranks described";
    assert_eq!((status, message), (2, format!("perft: bad position '8/8 w - - 0 1': {reason}")));
    let wrong: [&[&str]; 25] = [
        &[],
        &["--variant", "chess"],
        &["--depth", "3"],
        &["--variant", "chess", "--depth", "256"],
        &["--variant", "chess", "--depth", "-1"],
        &["--variant", "chess", "--depth", "two"],
        &["--variant", "chess", "--depth", "1", "--threads", "0"],
        &["--variant", "chess", "--depth", "1", "--hash", "0"],
        &["--variant", "chess", "--depth", "1", "--suite", "file"],
        &["--variant", "chess", "--depth", "1", "--staged", "--hash", "1"],
        &["--variant", "chess", "--depth", "1", "--max-nodes", "5"],
        &["--variant", "chess", "--suite", "file", "--divide"],
        &["--variant", "chess", "--suite", "file", "--fen", "k7/8/8/8/8/8/8/K7 w - - 0 1"],
        &["--variant", "chess", "--unique"],
        &["--variant", "chess", "--unique", "--suite", "file"],
        &["--variant", "chess", "--unique", "--depth", "1", "--hash", "1"],
        &["--variant", "chess", "--unique", "--depth", "1", "--divide"],
        &["--variant", "chess", "--unique", "--depth", "1", "--staged"],
        &["--variant", "chess", "--unique", "--depth", "1", "--memory", "0"],
        &["--variant", "chess", "--unique", "--depth", "1", "--split", "1"],
        &["--variant", "chess", "--unique", "--split", "256"],
        &["--variant", "chess", "--unique", "--split", "1", "--max-nodes", "5"],
        &["--variant", "chess", "--split", "1"],
        &["--variant", "chess", "--depth", "1", "--memory", "64"],
        &["--variant", "chess", "--suite", "file", "--memory", "64"],
    ];
    for options in wrong {
        let (status, message) = failure(options);
        assert_eq!(status, 2, "{options:?}");
        assert!(message.starts_with("error: "), "{options:?}: {message}");
    }
}

#[test]
fn unique_counts_distinct_positions_before_the_nodes() {
    let output = perft(&["--variant", "chess", "--depth", "4", "--unique", "--threads", "2"]);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0));
    let all = lines(&output);
    assert_eq!(all[..5], ["unique 0 1", "unique 1 20", "unique 2 400", "unique 3 5362", "unique 4 72078"]);
    assert!(all[5].starts_with("time ") && all[5].ends_with(" nodes/s"), "{all:?}");
    assert_eq!(all[6..], ["nodes 197281"]);
    assert_eq!(last_line(&["--variant", "chess", "--depth", "0", "--unique"]), "nodes 1");
    assert_eq!(last_line(&["--variant", "chess", "--depth", "2", "--unique", "--fen", KIWIPETE]), "nodes 2039");
}

#[test]
fn split_writes_distinct_positions_with_their_multiplicities() {
    let split = |more: &[&str]| lines(&perft(&[&["--variant", "chess", "--unique", "--split"], more].concat()));
    assert_eq!(split(&["0"]), ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;mult 1"]);
    let all = split(&["3"]);
    assert_eq!(all.len(), 5362);
    assert!(all.is_sorted());
    let multiplicities = all.iter().map(|line| line.rsplit_once(" ;mult ").unwrap().1.parse::<u64>().unwrap());
    assert_eq!(multiplicities.sum::<u64>(), 8902);
    assert_eq!(split(&["3", "--threads", "3"]), all);
    let kings = split(&["2", "--fen", "k7/8/8/8/8/8/8/K7 w - - 49 90"]);
    assert!(kings.contains(&"8/k7/8/8/8/8/K7/8 w - - 0 1 ;mult 1".to_string()), "{kings:?}");
}

#[test]
fn positions_beyond_the_memory_bound_are_refused_without_output() {
    let refused = |options: &[&str]| {
        let output = perft(&[&["--variant", "chess", "--unique", "--memory", "1"], options].concat());
        assert_eq!((output.status.code(), lines(&output).len()), (Some(2), 0), "{options:?}");
        String::from_utf8(output.stderr).expect("text")
    };
    let message = refused(&["--depth", "4"]);
    assert!(
        message.starts_with("perft: the memory bound of 1 MB is too small for the distinct positions at depth 4: ")
    );
    assert!(message.ends_with(" of them, reached from 5362 at depth 3; --memory raises the bound\n"), "{message}");
    assert_eq!(refused(&["--depth", "5", "--threads", "3"]), message);
    assert_eq!(refused(&["--split", "4"]), message);
    let message = refused(&["--split", "3"]);
    let lines =
        "perft: the memory bound of 1 MB is too small for the lines of the 5362 distinct positions at depth 3: ";
    assert!(message.starts_with(lines), "{message}");
    assert_eq!(last_line(&["--variant", "chess", "--unique", "--memory", "1", "--depth", "3"]), "nodes 8902");
}

#[test]
fn sequences_beyond_64_bits_are_refused() {
    let kings = ["--variant", "chess", "--fen", "k7/8/8/8/8/8/8/K7 w - - 0 1", "--unique", "--depth", "255"];
    let (status, message) = failure(&kings);
    assert_eq!(status, 2);
    let reason = "perft: there are more than 18446744073709551615 sequences of moves at depth ";
    assert!(message.starts_with(reason), "{message}");
}

/// As under `perft ... | head -0`.
#[test]
fn a_reader_that_goes_away_is_no_fault() {
    let wrong = scratch("7k/8/6K1/8/8/8/8/8 w - - 0 1 ;D1 9\n");
    let divide = ["--variant", "chess", "--depth", "2", "--divide"];
    for (options, status) in [(&divide[..], 0), (&["--variant", "chess", "--suite", wrong.to_str().unwrap()], 1)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_perft"));
        command.args(options).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut running = command.spawn().expect("the program starts");
        drop(running.stdout.take());
        let output = running.wait_with_output().expect("the program ends");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert_eq!(output.status.code(), Some(status));
    }
}

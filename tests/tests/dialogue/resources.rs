//! What the program does when lines come faster than it answers them, and when the system refuses it threads.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tests::dialogue::Dialogue;
use tests::programs::motley;

/// Bytes that a pipe and a backlog hold at most, generously.
const HELD: usize = 8 << 20;

#[test]
fn a_flood_behind_a_count_is_not_read_for_ever() {
    let mut child = Command::new(motley()).stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("motley starts");
    let mut stdin = child.stdin.take().unwrap();
    let written = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&written);
    let flood = thread::spawn(move || {
        let lines = "xyzzy\n".repeat(10_000);
        let begun = stdin.write_all(b"perft 30\n");
        while begun.is_ok() && counter.load(Ordering::Relaxed) < 4 * HELD && stdin.write_all(lines.as_bytes()).is_ok() {
            counter.fetch_add(lines.len(), Ordering::Relaxed);
        }
    });
    // Until nothing more is taken for a second.
    let (mut last, mut since) = (usize::MAX, Instant::now());
    while since.elapsed() < Duration::from_secs(1) && !flood.is_finished() {
        let now = written.load(Ordering::Relaxed);
        if now != last {
            (last, since) = (now, Instant::now());
        }
        thread::sleep(Duration::from_millis(20));
    }
    let is_refused = !flood.is_finished();
    child.kill().unwrap();
    child.wait().unwrap();
    flood.join().unwrap();
    assert!(is_refused && written.load(Ordering::Relaxed) < HELD, "{written:?} bytes were read");
}

#[test]
fn lines_that_wait_for_a_count_are_answered_after_stop() {
    let mut engine = Dialogue::cecp();
    engine.send("perft 30");
    engine.send(&"xyzzy\n".repeat(250));
    engine.send("?\nfen");
    let lines = engine.through("fen ");
    assert_eq!(lines.iter().filter(|line| line.contains("xyzzy")).count(), 250);
    // And those of a flood that is longer than the backlog, once the count has ended.
    engine.send(&"xyzzy\n".repeat(3000));
    engine.send("perft 2");
    engine.send(&"xyzzy\n".repeat(3000));
    let lines = engine.before("fen", "fen ");
    assert_eq!(lines.iter().filter(|line| line.contains("xyzzy")).count(), 6000);
    engine.quit();
}

#[test]
fn a_stop_ends_the_counts_that_waited_before_it() {
    let mut engine = Dialogue::cecp();
    engine.send("perft 30\nperft 29\nperft 28\n?\nfen");
    engine.until("fen ");
    engine.quit();
}

#[cfg(target_os = "linux")]
#[test]
fn a_search_goes_on_with_the_threads_that_the_system_grants() {
    // Room for the program, but not for the stacks of so many threads.
    let limited = |megabytes: u32| {
        let mut command = Command::new("sh");
        let limit = format!("ulimit -v {}; exec \"$0\"", megabytes * 1024);
        command.args(["-c", &limit]).arg(motley());
        Dialogue::with_command(command)
    };
    for (dialect, option, warning, go) in [
        ("uci", "setoption name Threads value 256", "info string the system refuses 256 threads", "go depth 4"),
        ("xboard\nprotover 2", "cores 256", "# the system refuses 256 threads", "sd 4\ngo"),
    ] {
        let mut engine = limited(700);
        engine.send(dialect);
        engine.send(option);
        let told = engine.until(warning);
        assert!(told.contains("; the search goes on with "), "{told}");
        engine.send(go);
        engine.through_any(&["bestmove ", "move "]);
        engine.quit();
    }
}

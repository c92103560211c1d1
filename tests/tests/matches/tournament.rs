//! The program `match`: what it keeps, and what it goes on with after it was killed.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use formats::pgn::{self, PgnGame};
use rustix::process::{Pid, Signal, kill_process};
use tests::pgn::move_texts;
use tests::programs::{self, Running, wait_for};

/// More than any of these matches takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(300);

/// Two hundred games, quick ones, of two players that differ by one constant of the search, with a sequential test that
/// they do not decide.
const TWO_HUNDRED: &str = "--variant knightrelay --each nodes=100 --engine alphabeta \
    --engine alphabeta name=other option.rfp_margin=30 \
    --pairs 100 --openings moves=6 nodes=200 --adjudicate longest=60 resign=600/4 --sprt elo0=0 elo1=5 \
    --quiet --output";

fn runner(words: &str, folder: &Path) -> Command {
    let mut command = Command::new(programs::match_runner());
    command.args(words.split_whitespace()).arg(folder);
    command
}

pub(super) fn output(words: &str, folder: &Path) -> Output {
    runner(words, folder).output().expect("the program can be run")
}

pub(super) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

pub(super) fn empty_folder(test: &str) -> PathBuf {
    programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test)
}

/// The games of a folder.
pub(super) fn games(folder: &Path) -> Vec<PgnGame> {
    let text = fs::read_to_string(folder.join("games.pgn")).expect("the match has written its games");
    pgn::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Tags, moves and result of the games of a folder: what does not depend on the machine, as comments do with their
/// times, and places in the file with them.
pub(super) fn outlines(folder: &Path) -> Vec<String> {
    let tags =
        |game: &PgnGame| game.tags.iter().map(|tag| format!("{}: {}, ", tag.name, tag.value)).collect::<String>();
    let outline = |game: &PgnGame| format!("{}{} {}", tags(game), move_texts(game).join(" "), game.result);
    games(folder).iter().map(outline).collect()
}

/// Number of games kept so far.
fn kept(folder: &Path) -> usize {
    let lines = fs::read(folder.join("results.jsonl")).unwrap_or_default();
    lines.iter().filter(|&&byte| byte == b'\n').count().saturating_sub(1)
}

/// Sends a signal to a program, which may have ended already.
fn send_signal(running: &Running, signal: Signal) {
    let process = Pid::from_raw(running.id() as i32).expect("the number of a process");
    kill_process(process, signal).expect("nobody has waited for the process");
}

#[test]
fn a_match_that_is_killed_goes_on_and_loses_and_repeats_no_game() {
    let folder = empty_folder("match-killed");
    let (whole, killed) = (folder.join("whole"), folder.join("killed"));
    let summary = Running::start(&mut runner(TWO_HUNDRED, &whole), &folder, "whole").finish(LIMIT);
    assert!(summary.contains("knightrelay: 200 games") && summary.contains("undecided"), "{summary}");
    for more in [30, 110] {
        let running = Running::start(&mut runner(TWO_HUNDRED, &killed), &folder, "killed");
        let enough = wait_for(LIMIT, || Some(kept(&killed)).filter(|&kept| kept >= more));
        send_signal(&running, Signal::KILL);
        assert!(enough.is_some_and(|kept| kept < 200));
        drop(running);
    }
    // As if the last kill had come while a line was being written.
    let results = killed.join("results.jsonl");
    let torn = fs::read(&results).unwrap();
    fs::write(&results, &torn[..torn.len() - 10]).unwrap();
    let again = Running::start(&mut runner(TWO_HUNDRED, &killed), &folder, "again").finish(LIMIT);
    assert_eq!(outlines(&killed), outlines(&whole));
    let without_times = |summary: &str| summary.split("| engine | time control").next().unwrap_or_default().to_string();
    assert_eq!(without_times(&again), without_times(&summary));
}

#[test]
fn other_settings_are_refused_and_named() {
    let folder = empty_folder("match-refused");
    let words = "--variant keyles --engine random --engine greedy --pairs 2 --openings start --quiet --output";
    assert!(output(words, &folder).status.success());
    let refused = output(&words.replace("greedy", "greedy name=glutton"), &folder);
    let said = text(&refused.stderr);
    assert!(!refused.status.success() && said.contains("engines.2.name: \"greedy\" there, \"glutton\" now"), "{said}");
    let fewer = output(&words.replace("--pairs 2", "--pairs 1"), &folder);
    assert!(text(&fewer.stderr).contains("more than --pairs 1"));
    let longer = output(&words.replace("--pairs 2", "--pairs 3"), &folder);
    assert!(text(&longer.stdout).contains("keyles: 6 games"));
}

#[test]
fn games_that_were_played_are_right_and_changed_ones_are_not() {
    let folder = empty_folder("match-replayed");
    for variant in ["chex", "kaleidodice", "keyles"] {
        let folder = folder.join(variant);
        let words = format!(
            "--variant {variant} --each nodes=100 --engine random --engine alphabeta --pairs 2 \
             --openings moves=4 nodes=200 --concurrency 2 --fail-on illegal,crash,stall,violation,forfeit \
             --quiet --output"
        );
        let played = output(&words, &folder);
        assert!(played.status.success(), "{}", text(&played.stderr));
        let file = folder.join("games.pgn");
        let right = output("replay", &file);
        assert!(right.status.success(), "{}", text(&right.stdout));
        assert!(text(&right.stdout).ends_with("4 of 4 games are right\n"));
        let last = games(&folder)[1].moves.last().unwrap().text.clone();
        let pgn = fs::read_to_string(&file).unwrap();
        let (before, after) = pgn.split_at(pgn.match_indices("[Event").nth(2).unwrap().0);
        let at = before.rfind(&last).unwrap();
        fs::write(&file, format!("{}h1h1{}{after}", &before[..at], &before[at + last.len()..])).unwrap();
        let wrong = output("replay", &file);
        assert_eq!(wrong.status.code(), Some(1));
        let said = text(&wrong.stdout);
        assert!(said.contains("game 2: WRONG: line ") && said.ends_with("3 of 4 games are right\n"), "{said}");
    }
}

#[test]
fn faults_of_the_command_line_are_named() {
    let folder = empty_folder("match-faults");
    for (words, fault) in [
        ("--engine random", "a match needs two engines"),
        ("--engine random --engine rnadom", "--engine rnadom: no player is called 'rnadom'"),
        ("--engine random --engine alphabeta", "engine 'alphabeta': nothing bounds its thinking"),
        ("--engine random --engine random", "two engines are called 'random'"),
        ("--engine random --engine greedy --sprt elo0=5 elo1=0", "--sprt: elo0=5 and elo1=0 are not"),
        ("--engine random --engine greedy --openings file=/nowhere.epd", "/nowhere.epd"),
        ("--engine random --engine greedy --openings balance=-1", "openings: balance=-1: no score is so near to 0"),
        ("--engine random --engine greedy --openings moves=0", "openings: moves=0: random openings have 1 to 500"),
        ("--engine random --engine greedy --openings nodes=0", "openings: nodes=0: a search of no nodes"),
        ("--engine random --engine greedy --adjudicate resign=0/3", "adjudication: resign=0/3: at least 1 centipawn"),
        ("--engine random --engine greedy --adjudicate draw=5/0/9", "adjudication: draw=5/0/9: at least 0 centi"),
        ("--engine random --engine greedy --adjudicate longest=0", "adjudication: longest=0: a game without moves"),
        ("--engine random --engine greedy proto=uci", "'greedy' is built in; proto=uci is for programs"),
    ] {
        let refused = output(&format!("{words} --quiet --output"), &folder.join("x"));
        let said = text(&refused.stderr);
        // Players and files are opened after the arguments were read: status 1.
        let opened = fault.contains("nothing bounds") || fault.starts_with('/');
        let status = if opened { 1 } else { 2 };
        assert!(refused.status.code() == Some(status) && said.contains(fault), "{words}: {said}");
        assert!(refused.stdout.is_empty() && !said.contains("panicked"), "{said}");
        let _ = fs::remove_dir_all(folder.join("x"));
    }
}

#[test]
fn limits_that_a_program_cannot_be_told_are_refused_before_the_match() {
    let folder = empty_folder("match-limits");
    let program = env!("CARGO_BIN_EXE_bad_engine");
    let words = format!(
        "--engine cmd={program} args=none name=other proto=cecp tc=60+1 movetime=1 --engine greedy --quiet --output"
    );
    let refused = output(&words, &folder);
    let said = text(&refused.stderr);
    let reason = "match: engine 'other': violation: can be told one of tc, movetime and nodes only (feature motley)";
    assert!(refused.status.code() == Some(1) && said.starts_with(reason), "{said}");
    assert_eq!(kept(&folder), 0);
}

#[test]
fn options_that_a_program_lacks_are_refused_before_the_match() {
    let folder = empty_folder("match-options");
    let program = env!("CARGO_BIN_EXE_bad_engine");
    let words = format!(
        "--engine cmd={program} args=none name=other proto=cecp option.Hsah=16 --engine greedy --quiet --output"
    );
    let refused = output(&words, &folder);
    let said = text(&refused.stderr);
    let reason = "match: engine 'other': violation: has no option Hsah; there are: Ponder\n";
    assert_eq!((refused.status.code(), said.as_str()), (Some(1), reason));
    assert_eq!(kept(&folder), 0);
}

#[test]
fn a_signal_that_ends_a_match_ends_its_engines() {
    let folder = empty_folder("match-signal");
    let (started, program) = (folder.join("started"), env!("CARGO_BIN_EXE_bad_engine"));
    // It hangs when the game begins, and does not see the end of its input.
    let script = format!("echo $$ >> \"{}\"; exec \"{program}\" hangs-at-ping", started.display());
    let words = "--engine cmd=/bin/sh proto=cecp patience=600 --engine random --openings start --quiet --output";
    let mut command = runner(words, &folder.join("match"));
    command.args(["--each", &format!("args=-c '{script}'")]);
    let mut running = Running::start(&mut command, &folder, "runner");
    // The first was started to see whether it can play.
    let second = || fs::read_to_string(&started).ok()?.lines().nth(1).map(str::to_string);
    let engine = wait_for(LIMIT, second).expect("the engine of the game has started");
    let stat = format!("/proc/{engine}/stat");
    // Its new parent may take a while to reap it.
    let has_ended = || fs::read_to_string(&stat).map_or(true, |stat| stat.contains(") Z "));
    assert!(!has_ended());
    send_signal(&running, Signal::TERM);
    let status = running.wait(LIMIT).expect("the runner has ended");
    assert_eq!((status.signal(), kept(&folder.join("match"))), (Some(15), 0), "{status}");
    assert!(wait_for(LIMIT, || if has_ended() { Some(()) } else { None }).is_some(), "{engine} still runs");
}

#[test]
fn numbers_of_pairs_are_bounded() {
    let folder = empty_folder("match-pairs");
    for pairs in ["0", "18446744073709551615"] {
        let refused = output(&format!("--engine random --engine greedy --quiet --pairs {pairs} --output"), &folder);
        let said = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && said.contains("is not in 1..=1000000000"), "{pairs}: {said}");
    }
    // The most pairs there can be take no more memory than few: the match begins at once, and is killed.
    let words = "--engine random --engine greedy --quiet --openings moves=2 nodes=10 --pairs 1000000000 --output";
    let running = Running::start(&mut runner(words, &folder.join("most")), &folder, "most");
    let begun = wait_for(LIMIT, || Some(kept(&folder.join("most"))).filter(|&kept| kept >= 3));
    send_signal(&running, Signal::KILL);
    assert!(begun.is_some());
}

#[test]
fn the_learning_rate_is_a_number_above_0() {
    let folder = empty_folder("match-rate");
    for rate in ["nan", "inf", "0", "-1", "soon"] {
        let words = format!("spsa --variant chess --parameters rfp_margin --iterations 1 --rate={rate} --output");
        let refused = output(&words, &folder.join("spsa.json"));
        let said = text(&refused.stderr);
        let named = said.contains("--rate") && said.contains("it must be a finite number above 0");
        assert!(refused.status.code() == Some(2) && named, "{rate}: {said}");
    }
}

#[test]
fn a_book_is_written_and_played_from() {
    let folder = empty_folder("match-book");
    let book = output("book --variant quex --number 3 --moves 4 --nodes 200 --seed", Path::new("7"));
    assert!(book.status.success(), "{}", text(&book.stderr));
    let file = folder.join("quex.epd");
    fs::write(&file, &book.stdout).unwrap();
    let words =
        format!("--variant quex --engine random --engine greedy --openings file={} order=sequential", file.display());
    let played = output(&format!("{words} --pairs 3 --quiet --output"), &folder);
    assert!(played.status.success(), "{}", text(&played.stderr));
    let starts: Vec<String> = games(&folder).iter().map(|game| game.tag("FEN").unwrap().to_string()).collect();
    let lines: Vec<String> =
        text(&book.stdout).lines().skip(1).map(|line| line.split(" ;").next().unwrap().to_string()).collect();
    assert_eq!(starts, [0, 0, 1, 1, 2, 2].map(|number: usize| lines[number].clone()));
    let many = output(&format!("{words} --pairs 4 --quiet --output"), &folder);
    assert!(text(&many.stderr).contains("the list has 3 openings"), "{}", text(&many.stderr));
}

#[test]
fn a_screening_resumes_and_counts_all_games_for_each_change() {
    let folder = empty_folder("match-screen");
    let screen = |pairs: u32, name: &str| {
        let words = format!(
            "screen --variant chess --change rfp_margin=90 --change lmp_base=2 --change razor_depth=1 --time nodes=60 \
             --adjudicate longest=20 --seed 4 --pairs {pairs} --output"
        );
        let screened = output(&words, &folder.join(name));
        assert!(screened.status.success(), "{}", text(&screened.stderr));
        text(&screened.stdout)
    };
    let first = screen(1, "stopped");
    let table = screen(2, "stopped");
    assert_ne!(first, table);
    assert_eq!(table, screen(2, "in one go"));
    let mut changes: Vec<&str> = table.lines().skip(2).filter_map(|line| line.split(" | ").next()).collect();
    changes.sort_unstable();
    assert_eq!(changes, ["| lmp_base=2", "| razor_depth=1", "| rfp_margin=90"]);
    assert!(table.lines().skip(2).all(|line| line.split(" | ").nth(1) == Some("16")), "{table}");
    let refused = output("screen --change lmp_base=99 --output", &folder);
    assert!(text(&refused.stderr).contains("lmp_base takes a whole number from 1 to 16, not '99'"));
}

#[test]
fn a_screening_tells_of_faults() {
    let folder = empty_folder("match-screen-faults");
    // No search is so fast: all games are forfeited.
    let words = "screen --change rfp_margin=90 --time movetime=0.000000001,margin=0 --pairs 1 --output";
    let screened = output(words, &folder);
    assert!(screened.status.success(), "{}", text(&screened.stderr));
    let said = text(&screened.stdout);
    let listed = said.lines().filter(|line| line.starts_with("* game ") && line.contains(": forfeit: "));
    assert!(listed.count() == 4 && said.starts_with("| change | games |"), "{said}");
}

#[test]
fn higher_skill_levels_win_against_their_neighbours() {
    let folder = empty_folder("match-skill");
    let engine = |elo: u32| {
        let motley = programs::motley().display().to_string();
        format!("--engine cmd={motley} proto=cecp name={elo} option.UCI_LimitStrength=true option.UCI_Elo={elo}")
    };
    let engines = [1810, 1330, 850].map(engine).join(" ");
    for variant in ["chess", "keyles", "chex"] {
        let folder = folder.join(variant);
        let words = format!(
            "--variant {variant} --format neighbours {engines} --each nodes=100000 option.Seed=1 --pairs 3 \
             --openings moves=4 nodes=200 --adjudicate longest=300 --quiet --output"
        );
        let played = output(&words, &folder);
        assert!(played.status.success(), "{}", text(&played.stderr));
        for (higher, lower) in [("1810", "1330"), ("1330", "850")] {
            let won = |game: &&PgnGame| {
                let [white, black] = ["White", "Black"].map(|side| game.tag(side).unwrap_or_default());
                (white == higher && black == lower && game.result == "1-0")
                    || (white == lower && black == higher && game.result == "0-1")
            };
            let wins = games(&folder).iter().filter(won).count();
            assert!((4..=6).contains(&wins), "{variant}: {higher} wins {wins} of 6 games against {lower}");
        }
    }
}

#[test]
fn levels_that_the_skill_ladder_does_not_play_are_refused() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/skill-ladder");
    for levels in ["0,20", "0,05", "0,", "5"] {
        let refused = Command::new(script).args(["--levels", levels]).output().expect("the script can be run");
        let fault = format!("error: --levels {levels} is no list of two levels or more from 0 to 19\n");
        assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(2), fault));
    }
}

#[test]
fn an_option_of_a_script_without_its_value_ends_with_status_2() {
    for (script, option) in [
        ("elo-by-nodes", "--nodes"),
        ("fault-games", "--pairs"),
        ("fuzz", "--jobs"),
        ("play-builds", "--time"),
        ("skill-ladder", "--levels"),
    ] {
        let program = format!("{}/../scripts/{script}", env!("CARGO_MANIFEST_DIR"));
        let refused = Command::new(program).arg(option).output().expect("the script can be run");
        let fault = format!("error: {option} needs a value\n");
        assert_eq!((refused.status.code(), text(&refused.stderr)), (Some(2), fault), "{script}");
    }
}

#[test]
fn wrong_arguments_of_subcommands_end_with_status_2() {
    let folder = empty_folder("match-subcommands");
    for (words, fault) in [
        ("book --variant quex --moves 0 --seed 1", "moves=0: random openings have 1 to 500"),
        ("book --variant quex --balance=-1", "balance=-1: no score is so near to 0"),
        ("book --variant quex --nodes 0", "nodes=0: a search of no nodes"),
        ("book --variant quex --number 0", "0 is not in 1.."),
        ("book --variant kaleido3 --odds 2", "odds=2: kaleido3 is a game for 3 players"),
        ("--variant kaleido3 --engine random --openings odds=2", "openings: odds=2: kaleido3 is a game for 3 players"),
        ("screen --change razor=2 --output x", "no parameter 'razor'"),
        ("spsa --parameters wisdom --output x", "no parameter 'wisdom'"),
        ("spsa --parameters lmr_base,lmr_base --output x", "the parameter 'lmr_base' is named twice"),
        ("ladder --variant kaleido4 --output x", "kaleido4 is a game for 4 players"),
    ] {
        let mut command = Command::new(programs::match_runner());
        let refused = command.args(words.split_whitespace()).current_dir(&folder).output().expect("match starts");
        let said = text(&refused.stderr);
        assert!(refused.status.code() == Some(2) && said.contains(fault), "{words}: {said}");
    }
    let words =
        "--variant kaleido4 --engine random --rounds 1 --openings start --adjudicate longest=4 --quiet --output";
    assert!(output(words, &folder.join("four")).status.success());
    let refused = output("report --starved void", &folder.join("four"));
    let said = text(&refused.stderr);
    assert!(refused.status.code() == Some(2) && said.contains("--starved: kaleido4 is a game for 4"), "{said}");
}

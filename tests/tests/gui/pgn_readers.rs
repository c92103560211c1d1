//! Chess games that the match runner and the terminal client save, read by python-chess and by Debian's pgn-extract.
//! Skipped, with a line on stderr, where a program is missing.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use engine::variants::Chess;
use formats::pgn::{self, PgnGame};
use tests::dialogue::Dialogue;
use tests::pgn::move_texts;
use tests::programs::{self, Running};

/// More than any of the programs takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(300);

/// Openings of a match: the usual start, one with Black to move, and starts of Chess960.
const OPENINGS: &str = "\
    rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n\
    r3k2r/pppq1ppp/2npbn2/2b1p3/4P3/2NPBN2/PPPQBPPP/R3K2R b KQkq - 3 12\n\
    4rkr1/pppppppp/8/8/8/8/PPPPPPPP/4RKR1 w KQkq - 0 1\n\
    1rk4r/p6p/8/8/8/8/P6P/1RK4R b KQkq - 0 30\n";

fn empty_folder(test: &str) -> PathBuf {
    programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test)
}

/// Plays a match of chess and returns the file of its games.
fn match_games(folder: &Path, words: &str) -> PathBuf {
    let output = folder.join("match");
    let mut runner = Command::new(programs::match_runner());
    runner.args(words.split_whitespace()).args(["--variant", "chess", "--quiet", "--output"]).arg(&output);
    Running::start(&mut runner, folder, "match").finish(LIMIT);
    output.join("games.pgn")
}

/// Plays lines at the terminal, moves among them, and returns the file of the game.
fn terminal_game(folder: &Path, name: &str, lines: &str) -> PathBuf {
    let file = folder.join(name);
    let mut game = Dialogue::with_arguments(&["play", "--variant", "chess", "--side", "both"]);
    game.send(&format!("{lines}\nsave {}", file.display()));
    game.until("saved in ");
    game.quit();
    file
}

/// Checks that the readers of others understand each game of a file as we do.
fn check(test: &str, folder: &Path, file: &Path) {
    let text = fs::read_to_string(file).expect("games were saved");
    let games = pgn::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    if let Some(python) = programs::python(test) {
        let mut read = Command::new(python);
        read.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/python/read_pgn.py")).arg(file);
        let (status, seen, errors) = run(&mut read, folder, "python");
        assert!(status && errors.is_empty(), "{errors}\n{text}");
        let expected: Vec<String> = games.iter().map(line).collect();
        assert_eq!(seen.lines().collect::<Vec<_>>(), expected, "{text}");
    }
    if programs::installed(test, &["pgn-extract"]) {
        let mut extract = Command::new(programs::find("pgn-extract").expect("it is installed"));
        extract.arg("-r").arg(file);
        let (status, _, said) = run(&mut extract, folder, "pgn-extract");
        let said: Vec<&str> = said.lines().filter(|line| !line.is_empty()).collect();
        assert!(status && said.len() == games.len() + 2, "{said:?}\n{text}");
        assert!(said[0].starts_with("Processing "), "{said:?}");
        // Nothing but the players' names of each game.
        assert!(said[1..=games.len()].iter().all(|line| line.contains(" - ")), "{said:?}");
        let all = format!("matched out of {}.", games.len());
        assert!(
            said[games.len() + 1].starts_with(&games.len().to_string()) && said[games.len() + 1].ends_with(&all),
            "{said:?}"
        );
    }
}

/// Success, stdout and stderr of a program.
fn run(command: &mut Command, folder: &Path, name: &str) -> (bool, String, String) {
    let mut running = Running::start(command, folder, name);
    let status = running.wait(LIMIT).expect("the program ends");
    let text = |ending: &str| fs::read_to_string(folder.join(name).with_extension(ending)).expect("its output");
    (status.success(), text("out"), text("err"))
}

/// Line of `read_pgn.py` for a game.
fn line(game: &PgnGame) -> String {
    let record = game.replay::<Chess>().unwrap_or_else(|error| panic!("{error}"));
    format!("{}\t{}\t{}", game.result, record.position(), move_texts(game).join(" "))
}

#[test]
fn games_of_matches_are_read() {
    let folder = empty_folder("pgn-match");
    let engines = "--each nodes=50 --engine alphabeta --engine random --engine greedy";
    let random = match_games(&folder, &format!("{engines} --pairs 3 --openings moves=4 nodes=50"));
    check("pgn-match", &folder, &random);
    let text = fs::read_to_string(random).expect("the games");
    assert!(!["Variant", "FEN", "SetUp"].iter().any(|tag| text.contains(tag)), "{text}");
    assert!(text.contains(" {+") && text.matches("[Event ").count() == 18, "{text}");
}

#[test]
fn games_from_other_starts_are_read() {
    let folder = empty_folder("pgn-starts");
    let openings = folder.join("starts.epd");
    fs::write(&openings, OPENINGS).expect("a file of openings");
    let words =
        format!("--each nodes=50 --engine random --engine greedy --pairs 4 --openings file={}", openings.display());
    let file = match_games(&folder, &words);
    check("pgn-starts", &folder, &file);
    let text = fs::read_to_string(file).expect("the games");
    let count = |tag: &str| text.matches(tag).count();
    assert_eq!([count("[FEN "), count("[SetUp \"1\"]"), count("[Variant \"Chess960\"]")], [6, 6, 4], "{text}");
    assert!(text.contains("\n12... ") && text.contains("\n30... "), "{text}");
}

#[test]
fn games_at_the_terminal_are_read() {
    let folder = empty_folder("pgn-terminal");
    let mate = terminal_game(&folder, "mate.pgn", "e4\ne5\nQh5\nNc6\nBc4\nNf6\nQxf7");
    check("pgn-terminal", &folder, &mate);
    let text = fs::read_to_string(mate).expect("the game");
    assert!(text.contains("\n\n1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# {White mates} 1-0\n"), "{text}");
    assert!(!["Variant", "FEN", "SetUp"].iter().any(|tag| text.contains(tag)), "{text}");

    let start = "position 1rk4r/p5Pp/8/8/8/8/P6P/1RK4R w KQkq - 0 30";
    let castled = terminal_game(&folder, "castled.pgn", &format!("{start}\nc1h1\nc8b8\ng7h8q\nRxh8"));
    check("pgn-terminal", &folder, &castled);
    let text = fs::read_to_string(castled).expect("the game");
    assert!(text.contains("[Variant \"Chess960\"]\n\n30. O-O O-O-O 31. gxh8=Q Rxh8 *"), "{text}");
}

//! Games under the command line of Cute Chess, by the entries that `motley --xboard-config=cutechess` prints. Skipped,
//! with a line on stderr, where the program is missing.
//!
//! Cute Chess (1.5.1) counts no attack of a relayed piece as check (docs/reports/cutechess-knight-relay.md). The
//! results must be right nevertheless, and if that is mended.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use engine::variants::orthodox::Chess;
use formats::pgn;
use tests::pgn::verify;
use tests::programs::{self, Running};

/// More than a match of quick games takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(300);

/// The entry of knight relay chess, as both players of a match.
const RELAY: [&str; 6] =
    ["-engine", "conf=Motley (knight relay)", "name=one", "-engine", "conf=Motley (knight relay)", "name=two"];

/// A folder in which Cute Chess finds the printed list of engines, and the path of its command line.
fn with_entries(test: &str) -> Option<(PathBuf, PathBuf)> {
    let program = programs::cutechess(test)?;
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test);
    let printed = Command::new(programs::motley()).arg("--xboard-config=cutechess").output().expect("motley starts");
    fs::write(folder.join("engines.json"), printed.stdout).expect("a file can be written");
    Some((program, folder))
}

/// Results of a match, as Cute Chess reports them: `1-0 {White mates}`. The games are in `games.pgn` of the folder.
///
/// # Panics
/// If Cute Chess warns of anything.
fn results(test: &str, arguments: &[&str]) -> Option<Vec<String>> {
    let (program, folder) = with_entries(test)?;
    let mut play = Command::new(program);
    play.current_dir(&folder).args(arguments).args(["-each", "tc=inf", "depth=3", "-pgnout", "games.pgn"]);
    let said = Running::start(&mut play, &folder, "match").finish(LIMIT);
    let warned = fs::read_to_string(folder.join("match.err")).expect("what it writes to stderr is text");
    assert_eq!(warned, "", "{said}");
    let finished = said.lines().filter(|line| line.starts_with("Finished game"));
    Some(finished.filter_map(|line| line.split_once("): ")).map(|(_, result)| result.to_string()).collect())
}

/// Result of a game of knight relay chess from a position, between the entry and itself.
fn result_from(test: &str, position: &str) -> Option<String> {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}.epd"));
    fs::write(&file, position).expect("a file can be written");
    let openings = format!("file={}", file.display());
    let from = ["-variant", "knightrelay", "-openings", &openings, "format=epd"];
    let mut results = results(test, &[&RELAY[..], &from].concat())?;
    assert_eq!(results.len(), 1, "{results:?}");
    results.pop()
}

#[test]
fn games_of_chess() {
    let test = "cutechess-chess";
    let players = ["-engine", "conf=Motley", "name=one", "-engine", "conf=Motley", "name=two"];
    let Some(results) = results(test, &[&players[..], &["-games", "2"]].concat()) else { return };
    assert_eq!(results.len(), 2, "{results:?}");
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(test).join("games.pgn");
    let games = pgn::parse(&fs::read_to_string(file).expect("the games are saved")).expect("they are read");
    assert_eq!(games.len(), 2);
    for game in games {
        verify::<Chess>(&game).unwrap_or_else(|error| panic!("{error}: {game:?}"));
    }
}

#[test]
fn a_mate_by_a_relayed_piece() {
    let Some(result) = result_from("cutechess-mate", "6rk/6pp/3N4/8/8/8/8/5RK1 w - -") else { return };
    assert_eq!(result, "1-0 {White mates}");
}

#[test]
fn a_draw_that_cute_chess_does_not_know() {
    // After a1b2 only kings and knights are left.
    let Some(result) = result_from("cutechess-draw", "2N4k/8/8/8/8/2n5/1p6/K7 w - -") else { return };
    assert_eq!(result, "1/2-1/2 {Insufficient material}");
}

#[test]
fn a_king_moved_into_a_relayed_check_loses() {
    let test = "cutechess-illegal";
    let Some((_, folder)) = with_entries(test) else { return };
    // An opponent that knows the rules as Cute Chess does, and moves its king to g7, which the relayed rook attacks.
    let opponent = folder.with_extension("sh");
    let script = "while read -r line; do case $line in \
                  uci) echo 'option name UCI_Variant type combo default knightrelay var knightrelay'; echo uciok;; \
                  isready) echo readyok;; go*) echo bestmove h8g7;; quit) exit;; esac; done";
    fs::write(&opponent, script).expect("a file can be written");
    let openings = folder.with_extension("epd");
    fs::write(&openings, "r6k/8/3N4/5R2/8/8/8/6K1 b - -").expect("a file can be written");
    let (script, file) = (format!("arg={}", opponent.display()), format!("file={}", openings.display()));
    let arguments = [&RELAY[..3], &["-engine", "cmd=sh", &script, "proto=uci", "-variant", "knightrelay"]].concat();
    let results = results(test, &[&arguments[..], &["-openings", &file, "format=epd"]].concat()).expect("it is there");
    // Where Cute Chess counts relayed attacks, it refuses the move itself.
    let expected =
        ["1-0 {Illegal move h8g7: the king would be in check on g7}", "1-0 {Black makes an illegal move: h8g7}"];
    assert!(results.len() == 1 && expected.contains(&results[0].as_str()), "{results:?}");
}

//! Games of chess in XBoard against the engines that Debian has. Skipped, with a line on stderr, where a program is
//! missing.

use std::time::Duration;

use engine::variants::orthodox::Chess;
use tests::{pgn, programs, xboard};

/// Short searches on a clock that nobody can lose on; the depth ends them. Both engines ponder.
const QUICK: [&str; 6] = ["-timeControl", "5", "-timeIncrement", "1", "-searchDepth", "4"];

/// More than a match of quick games takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(300);

/// Two games, one with each colour, replayed under our rules.
///
/// Either engine may claim a draw that the rules allow, so the result is compared with the rules only where a side
/// has won.
fn two_games_against(opponent: &str) {
    let test = format!("xboard-{opponent}");
    if !programs::installed(&test, &[&xboard::PROGRAMS[..], &[opponent]].concat()) {
        return;
    }
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), &test);
    let engine = format!("{} --log {}", programs::motley().display(), folder.join(xboard::ENGINE_LOG).display());
    let opponent = programs::find(opponent).expect("it is installed").display().to_string();
    for game in xboard::play_match(&folder, "normal", [&engine, &opponent], 2, &QUICK, LIMIT) {
        let record = pgn::replay::<Chess>(&game).unwrap_or_else(|error| panic!("{error}\n{game:?}"));
        match game.result.as_str() {
            "1/2-1/2" => assert!(game.moves.len() > 10, "{game:?}"),
            won => assert_eq!(record.outcome().map(|outcome| outcome.score()), Some(won), "{game:?}"),
        }
    }
}

#[test]
fn against_fairy_stockfish() {
    two_games_against("fairy-stockfish");
}

// Not against Fairy-Max: that of Debian (5.0b) ends in a segmentation fault under XBoard now and then.
#[test]
fn against_hoichess() {
    two_games_against("hoichess");
}

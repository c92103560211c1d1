//! Replays recorded games and checks every move and result.

use std::path::Path;

use anyhow::{Context, Result, anyhow, bail, ensure};
use engine::game::{Game, Seat};
use engine::outcome::Shares;
use engine::record::Record;
use engine::text::Notation;
use formats::pgn::{self, PgnError, PgnGame};

use engine::with_game;

/// Largest file that is read, in bytes.
const MOST: u64 = 1 << 30;

/// Checks all games of a PGN file and prints a line for each by `print`. Returns whether all are right.
///
/// # Errors
/// If the file cannot be read.
pub fn replay_file(file: &Path, print: &mut dyn FnMut(&str)) -> Result<bool> {
    let name = || file.display().to_string();
    let text = pgn::load_text(file, MOST).with_context(name)?;
    let (mut games, mut right) = (0, 0);
    for game in pgn::read(&text) {
        let game = game.with_context(name)?;
        let verdict = replay(&game);
        games += 1;
        right += usize::from(verdict.is_ok());
        let line = verdict.unwrap_or_else(|error| format!("WRONG: {error:#}"));
        print(&format!("game {}: {line}", game.number));
    }
    ensure!(games > 0, "{}: no games", name());
    print(&format!("{right} of {games} games are right"));
    Ok(right == games)
}

fn replay(game: &PgnGame) -> Result<String> {
    let variant = game.variant().map_err(without_number)?;
    with_game!(variant, Chosen => replay_as::<Chosen>(game))
}

/// Error without the number of the game, which its line gives already.
fn without_number(PgnError { place, reason, .. }: PgnError) -> anyhow::Error {
    anyhow!("{place}: {reason}")
}

/// Replays a game. Returns its result and last position.
fn replay_as<G: Notation>(game: &PgnGame) -> Result<String> {
    let record: Record<G> = game.replay().map_err(without_number)?;
    let moves = record.composite_moves().count();
    check_that_nothing_follows_the_end(&record)?;
    let result = game.result.as_str();
    ensure!(game.is_terminated, "the game has no result after its moves: it is cut off");
    let tag = game.tag("Result").unwrap_or(result);
    ensure!(tag == result, "the result is {result} after the moves and {tag} in the tag");
    match record.outcome() {
        Some(outcome) => {
            let right = Shares::of(outcome, record.position()).to_string();
            let reason = outcome.explanation();
            ensure!(result == right, "after {moves} moves: {result} is written, {right} {{{reason}}} is right");
        }
        None => check_unfinished(record.position(), result).with_context(|| format!("after {moves} moves"))?,
    }
    Ok(format!("{result} after {moves} moves, {}", record.position()))
}

/// Checks the result of a game that no rule has ended: it may be unfinished, resigned, agreed, adjudicated or lost by a
/// fault, but nobody who is out has a share.
fn check_unfinished<G: Game>(position: &G, result: &str) -> Result<()> {
    if result == "*" {
        return Ok(());
    }
    let shares: Shares = result.parse()?;
    ensure!(shares.seats() == G::SEATS, "{result} is no result of a game for {} players", G::SEATS);
    for seat in Seat::all(G::SEATS) {
        let name = G::SEAT_NAMES[seat.index()];
        ensure!(position.is_in(seat) || shares.twelfths(seat) == 0, "{result} is written, and {name} is out");
    }
    Ok(())
}

/// Checks that no move was made after the end of the game.
fn check_that_nothing_follows_the_end<G: Notation>(record: &Record<G>) -> Result<()> {
    let mut again = Record::new(record.earlier().first().unwrap_or(record.position()).clone());
    for (index, (_, mv)) in record.composite_moves().enumerate() {
        if let Some(outcome) = again.outcome() {
            let (result, reason) = (Shares::of(outcome, again.position()), outcome.explanation());
            bail!("move {}: the game was over before, {result} {{{reason}}}", index + 1);
        }
        if !again.try_play(mv) {
            // The last composite move is incomplete.
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const MATE: &str = "[Result \"0-1\"]\n[Variant \"chess\"]\n\n1. f2f3 e7e5 2. g2g4 {oh} d8h4 {Black mates} 0-1\n\n";

    fn replayed(text: &str) -> (bool, Vec<String>) {
        let mut lines = Vec::new();
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.pgn");
        std::fs::write(&file, text).unwrap();
        let right = replay_file(&file, &mut |line| lines.push(line.to_string())).unwrap();
        (right, lines)
    }

    #[test]
    fn correct_games_are_reported_with_their_last_position() {
        let (right, lines) = replayed(MATE);
        let end = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(lines, [format!("game 1: 0-1 after 4 moves, {end}"), "1 of 1 games are right".to_string()]);
        assert!(right);
    }

    #[test]
    fn faulty_games_are_reported_with_move_and_reason() {
        let wrong = |from: &str, to: &str| {
            let (right, lines) = replayed(&format!("{MATE}{}", MATE.replace(from, to)));
            assert!(!right && lines[0].starts_with("game 1: 0-1") && lines[2] == "1 of 2 games are right");
            lines[1].clone()
        };
        assert!(wrong("d8h4", "d8h3").starts_with("game 2: WRONG: line 9, column 27: move 4, d8h3 in rnbqkbnr/"));
        assert!(wrong("d8h4", "d8h4 a2a3").contains("move 5"));
        assert_eq!(wrong("0-1\n", "1-0\n"), "game 2: WRONG: the result is 1-0 after the moves and 0-1 in the tag");
        assert_eq!(wrong("0-1", "1-0"), "game 2: WRONG: after 4 moves: 1-0 is written, 0-1 {Black mates} is right");
        assert_eq!(wrong("\"chess\"", "\"go\""), "game 2: WRONG: line 7, column 1: no game is called 'go'");
    }

    #[test]
    fn games_of_four_have_the_result_of_their_seats() {
        let green =
            "[Variant \"kaleido4\"]\n[FEN \"11/11/1'p9/11/'pP9/11/11/11/1 g - - - - 0 1\"]\n\n1... 5A+5B 0-0-0-1";
        let (right, lines) = replayed(green);
        assert!(right && lines[0].starts_with("game 1: 0-0-0-1 after 1 moves, "), "{lines:?}");
        let wrong = replayed(&green.replace("0-0-0-1", "1-0-0-0")).1[0].clone();
        let reason = "1-0-0-0 is written, 0-0-0-1 {Green is the last one in} is right";
        assert_eq!(wrong, format!("game 1: WRONG: after 1 moves: {reason}"));
        // Red, Black and Green are in, and one of them was at fault.
        let fault = "[Variant \"kaleido4\"]\n[FEN \"11/11/1'P9/11/1p9/11/1'p9/11/1 r - - - - 0 1\"]\n\n0-0-1/2-1/2";
        assert!(replayed(fault).0);
        let wrong = |result: &str| replayed(&fault.replace("0-0-1/2-1/2", result)).1[0].clone();
        assert_eq!(wrong("1/2-1/2-0-0"), "game 1: WRONG: after 0 moves: 1/2-1/2-0-0 is written, and White is out");
        assert_eq!(wrong("1-0"), "game 1: WRONG: after 0 moves: 1-0 is no result of a game for 4 players");
    }

    #[test]
    fn moves_after_a_draw_by_repetition_are_wrong() {
        let there_and_back = "g1f3 g8f6 f3g1 f6g8 ".repeat(2);
        assert!(replayed(&format!("{there_and_back} 1/2-1/2")).0);
        let (right, lines) = replayed(&format!("{there_and_back} e2e4 1-0"));
        assert!(!right && lines[0].contains("move 9: the game was over before, 1/2-1/2"), "{lines:?}");
    }

    #[test]
    fn moves_after_a_draw_of_three_are_told_with_its_shares() {
        let late = "[Variant \"kaleido3\"]\n[FEN \"1V9/11/1'V9/11/1v9/11/11/11/1 w - - - 150 60\"]\n\n60. 1B-1A *";
        let draw = "1/3-1/3-1/3 {Draw: too long without a knock-out}";
        assert_eq!(replayed(late).1[0], format!("game 1: WRONG: move 1: the game was over before, {draw}"));
    }

    #[test]
    fn chance_outcomes_are_replayed() {
        let chex = "[Variant \"chex\"]\n\n1. R@a1 N@c3 2. draw K *";
        let (right, lines) = replayed(chex);
        assert!(right, "{lines:?}");
        assert!(replayed(&chex.replace("N@c3", "N@d3")).1[0].contains("WRONG: line 3, column 9: move 2, N@d3"));
        let dice = "[Variant \"kaleidodice\"]\n\n1. 1:2C-3A 1:6C-7A *";
        let (right, lines) = replayed(dice);
        assert!(right && lines[0].starts_with("game 1: * after 2 moves, "), "{lines:?}");
        // A throw of 2 allows the pieces of two steps.
        let (right, lines) = replayed(&dice.replace("1:6C", "2:6C"));
        assert!(!right && lines[0].starts_with("game 1: WRONG: line 3, column 12: move 2, 2:6C-7A in "), "{lines:?}");
        assert!(lines[0].contains(": a throw of 2 does not let the "), "{lines:?}");
    }

    #[test]
    fn a_text_that_is_no_pgn_ends_the_check_at_its_place() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("games.txt");
        std::fs::write(&file, format!("{MATE}1. e4 {{no end")).unwrap();
        let mut lines = 0;
        let error = replay_file(&file, &mut |_| lines += 1).unwrap_err();
        let said = format!("{error:#}");
        assert!(said.ends_with("game 2, line 6, column 7: a comment without its end: {no end"), "{said}");
        assert_eq!(lines, 1, "the game before it is checked");
    }
}

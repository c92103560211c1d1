//! Engines play each other in XBoard.

use std::path::Path;
use std::time::Duration;

use engine::game::{Game, Seat, ToAct};
use engine::outcome::{Outcome, Reason};
use engine::variants::custom::file;
use engine::variants::quex::MoveKind;
use engine::variants::{Chess, Chex, CustomGame, Kaleido, KaleidoDice, Keyles, KnightRelay, Quex};
use formats::pgn::PgnGame;
use protocol::layout::OnSquares;
use tests::xboard::{self, ENGINE_LOG};
use tests::{pgn, programs};

use super::{QUICK, engine, engine_from, folder};

/// More than a match of quick games takes on the slowest machine.
const MATCH_LIMIT: Duration = Duration::from_secs(300);

/// Two quick games of the engine against itself.
fn two_games<G: OnSquares>(test: &str, variant: &str, start: Option<&str>) -> Option<Vec<PgnGame>> {
    two_games_with::<G>(test, variant, start, &QUICK, "")
}

/// Two games of the engine, started with further arguments, against itself, replayed under our rules; nothing if a
/// program is missing.
fn two_games_with<G: OnSquares>(
    test: &str,
    variant: &str,
    start: Option<&str>,
    options: &[&str],
    arguments: &str,
) -> Option<Vec<PgnGame>> {
    let needed = [&xboard::PROGRAMS[..], if start.is_some() { &["python3"] } else { &[] }].concat();
    if !programs::installed(test, &needed) {
        return None;
    }
    let folder = folder(test);
    let first = folder.join(ENGINE_LOG);
    let first = start.map_or_else(|| engine(&first), |start| engine_from(start, &first)) + arguments;
    let second = engine(&folder.join("second.log")) + arguments;
    let games = xboard::play_match(&folder, variant, [&first, &second], 2, options, MATCH_LIMIT);
    let second = std::fs::read_to_string(folder.join("second.log")).expect("the second engine logs too");
    assert!(!second.contains("> Error") && !second.contains("> Illegal"), "{second}");
    for game in &games {
        let reason = pgn::verify::<G>(game).unwrap_or_else(|error| {
            assert!(repeats_but_for_throws::<G>(game), "{error}\n{game:?}");
            Reason::REPETITION
        });
        // In Chex luck may end a game at once: a king is drawn who cannot be placed; two rooks alone run after each
        // other over the plane, which is the same position after each step. That the rules end it so has just been
        // verified.
        assert!(game.moves.len() > 10 || variant == "chex", "{reason:?} after {:?}", game.moves);
        let names = ["White", "Black"].map(|side| game.tag(side).unwrap_or_default());
        assert!(names.iter().all(|name| !name.contains("throws")), "{names:?}");
    }
    Some(games)
}

/// True if a game with dice is a draw by repetition as far as its record shows. XBoard does not write throws down, and
/// a pass does not say which throw it answers; the program that called the draw knew them.
fn repeats_but_for_throws<G: OnSquares>(game: &PgnGame) -> bool {
    let called = game.comments.last().is_some_and(|comment| comment == Outcome::Draw(Reason::REPETITION).explanation());
    let Ok(record) = pgn::replay::<G>(game) else { return false };
    // Board, side to move, and the last moves of both players.
    let known = |position: &G| position.to_string().split(' ').take(4).map(str::to_string).collect::<Vec<_>>();
    let last = known(record.position());
    let seen = record.earlier().iter().filter(|&earlier| earlier.to_act() == ToAct::Chance && known(earlier) == last);
    G::name() == KaleidoDice::name() && called && game.result == "1/2-1/2" && seen.count() >= 2
}

#[test]
fn a_repetition_is_seen_without_throws() {
    let text = include_str!("../../../data/kaleidodice-repetition.pgn");
    let repeats = |text: &str| repeats_but_for_throws::<KaleidoDice>(&formats::pgn::parse(text).expect("a game")[0]);
    assert!(repeats(text));
    assert!(!repeats(&text.replace("Draw by repetition", "Stalemate")), "nobody says so");
    assert!(!repeats(&text.replace("75. -- --", "")), "not yet");
    assert!(!repeats(&text.replace("1/2-1/2", "1-0")), "no draw");
}

#[test]
fn xboard_plays_two_games_of_chess() {
    two_games::<Chess>("xboard-normal", "normal", None);
}

#[test]
fn xboard_plays_two_games_of_knight_relay_chess() {
    two_games::<KnightRelay>("xboard-knightrelay", "knightrelay", None);
}

#[test]
fn xboard_plays_two_games_of_quex() {
    two_games::<Quex>("xboard-quex", "quex", None);
}

#[test]
fn xboard_plays_two_games_of_keyles() {
    two_games::<Keyles>("xboard-keyles", "keyles", None);
}

#[test]
fn xboard_plays_two_games_of_kaleidochess() {
    two_games::<Kaleido>("xboard-kaleido", "kaleido", None);
}

#[test]
fn xboard_plays_two_games_of_kaleidochess_with_dice() {
    // Each ply deeper means six throws more.
    let options = [&QUICK[..], &["-searchDepth", "1"]].concat();
    two_games_with::<KaleidoDice>("xboard-dice", "kaleidodice", None, &options, "");
}

#[test]
fn xboard_plays_two_games_of_chex() {
    two_games::<Chex>("xboard-chex", "chex", None);
}

/// One after the other: one custom variant at a time is in play.
#[test]
fn xboard_plays_two_games_of_custom_variants() {
    let file = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../assets/variants.toml"));
    let file = file.canonicalize().expect("the examples are there");
    let arguments = format!(" --variants {}", file.display());
    for id in file::load_from(&file).expect("the examples are sound") {
        let name = id.info().name;
        // Pieces of its own, a small board, ten ranks.
        if ["generals", "gardner", "nightriders"].contains(&name) {
            id.select();
            two_games_with::<CustomGame>(&format!("xboard-{name}"), name, None, &QUICK, &arguments);
        }
    }
}

/// White must capture the king on b2, which is about to arrive, and Black then the one on j9, for the same reason.
const BOTH_KINGS_FALL: &str = "8FL/r8K/10/2p2g4/n9/6N3/5t4/3C3R2/1k8/10[] w - - 0 1";

#[test]
fn kings_of_both_sides_come_back_in_games_between_engines() {
    let Some(games) = two_games::<Keyles>("xboard-kings", "keyles", Some(BOTH_KINGS_FALL)) else { return };
    for game in games {
        let record = pgn::replay::<Keyles>(&game).expect("it has been replayed");
        let came_back = |seat: Seat| {
            let plies = record.earlier().iter().map(Game::seat).zip(record.plies());
            plies.filter(|(mover, mv)| *mover == seat && mv.kind() == MoveKind::Replacement.code()).count()
        };
        assert!(Seat::BOTH.into_iter().all(|seat| came_back(seat) > 0), "{:?}", game.moves);
    }
}

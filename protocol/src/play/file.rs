//! PGN files of the terminal client.

use std::env;
use std::io::ErrorKind;
use std::path::PathBuf;

use engine::game::Seat;
use engine::outcome::Shares;
use engine::text::{Style, quote};
use engine::variants::custom::CustomId;
use formats::files;
use formats::pgn::{self, Annotated, PgnGame};
use jiff::Zoned;

use super::client_game::ClientGame;
use super::ending::Ending;
use crate::NAME_AND_VERSION;
use crate::parse::CommandError;
use crate::registry;
use crate::session::Session;

/// Largest file that is read, in bytes.
const MOST: u64 = 64 << 20;

/// Longest fault of a file that is told, in characters.
const MAX_FAULT: usize = 1000;

/// Game loaded from a file.
pub struct Loaded {
    /// Name of the variant.
    pub variant: &'static str,
    /// PGN of the game.
    pub game: PgnGame,
    /// Result, if the file gives one.
    pub ending: Option<Ending>,
    /// Contradictions between the file and the rules about the end of the game.
    pub warnings: Vec<String>,
}

impl ClientGame {
    /// Takes up game `number`, counted from 1, of a file.
    ///
    /// # Errors
    /// Describes the error in the file or the game; then nothing has changed, but that a running hint has ended.
    pub fn load(&mut self, file: &str, number: usize) -> Result<(), CommandError> {
        // A game of another custom variant is replayed by its rules: nothing may go on meanwhile.
        self.stop_search();
        match load(file, number) {
            Ok(loaded) => self.take_up(loaded),
            Err(why) => {
                self.advance();
                Err(why)
            }
        }
    }

    /// Takes up a game that was loaded.
    ///
    /// # Errors
    /// As of [`load`](ClientGame::load).
    pub fn take_up(&mut self, loaded: Loaded) -> Result<(), CommandError> {
        if !self.open(loaded.variant) {
            return Err(format!("no game is called {}", quote(loaded.variant)));
        }
        self.host.session.replay(&loaded.game).map_err(|error| fault(&error.to_string()))?;
        self.stop_search();
        self.forget_history();
        let moves = number_of_moves(self.host.session.played_moves(Default::default()).len());
        self.say(format!("loaded {} with {moves}", loaded.variant));
        loaded.warnings.into_iter().for_each(|warning| self.say(warning));
        if self.host.session.outcome().is_none() {
            self.ending = loaded.ending;
        }
        self.advance();
        Ok(())
    }
}

/// PGN of the game.
fn write(game: &ClientGame) -> String {
    let session = &game.host.session;
    let player = |seat| if game.persons.has(seat) { "Person" } else { NAME_AND_VERSION };
    let (result, reason) = game.result().unwrap_or(("*".to_string(), String::new()));
    let is_reason_known = game.ending.as_ref().is_none_or(|ending| ending.reason.is_some());
    let reason = if is_reason_known { reason } else { String::new() };
    let mut tags = vec![
        ("Event", "A game at the terminal".to_string()),
        ("Date", Zoned::now().strftime("%Y.%m.%d").to_string()),
        ("Round", "-".to_string()),
    ];
    tags.extend(Seat::all(session.seat_names().len()).map(|seat| (game.name(seat), player(seat).to_string())));
    tags.extend(game.clocks.as_ref().map(|clocks| ("TimeControl", clocks.control.tag())));
    let moves =
        session.played_moves(Style::San).into_iter().map(|(seat, text)| Annotated { seat, text, comment: None });
    pgn::write(tags, &session.pgn_setup(), moves, &reason, &result)
}

/// Tilde expansion: the path of the file that a player names, where `~` alone or before a slash is the home folder.
fn path(name: &str) -> PathBuf {
    let below_home = if name == "~" { Some("") } else { name.strip_prefix("~/") };
    let in_home = |below: &str| {
        let home = env::home_dir()?;
        Some(if below.is_empty() { home } else { home.join(below) })
    };
    below_home.map(|below| below.trim_start_matches('/')).and_then(in_home).unwrap_or_else(|| PathBuf::from(name))
}

/// Writes the game to a file: its finished moves.
///
/// # Errors
/// If the file exists and may not be replaced, or cannot be written; then a file that exists is as it was.
pub fn save(game: &ClientGame, file: &str, replace: bool) -> Result<(), CommandError> {
    let text = write(game);
    let write = if replace { files::replace } else { files::create };
    let path = path(file);
    write(&path, text.as_bytes()).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists if path.is_dir() => format!("{} is a folder", quote(file)),
        ErrorKind::AlreadyExists => format!("{} exists; save -f replaces it", quote(file)),
        _ => format!("{}: {error}", quote(file)),
    })
}

/// Reads game `number`, counted from 1, of a file. No search may run: a custom variant is in play while its game is
/// replayed.
///
/// # Errors
/// Describes the error in the file or the game.
pub fn load(file: &str, number: usize) -> Result<Loaded, CommandError> {
    let in_play = CustomId::in_play();
    let loaded = replay(file, number);
    in_play.select();
    loaded
}

/// Replays a game of a file. A custom variant stays in play.
fn replay(file: &str, number: usize) -> Result<Loaded, CommandError> {
    let in_file = |why: &str| format!("{}: {}", quote(file), fault(why));
    let text = pgn::load_text(&path(file), MOST).map_err(|error| in_file(&error.to_string()))?;
    let game = nth_game(&text, number).map_err(|why| in_file(&why))?;
    let variant = game.variant().map_err(|error| in_file(&error.to_string()))?.name();
    let mut session = registry::open(variant).expect("the registry opens every game of the list");
    session.replay(&game).map_err(|error| in_file(&error.to_string()))?;
    let ending = if seats_of(&game.result) == Some(session.seat_names().len()) {
        Some(Ending { score: game.result.clone(), reason: game.reason().map(|reason| quote(&reason)) })
    } else {
        None
    };
    let warnings = contradictions(session.as_mut(), &game.result);
    Ok(Loaded { variant, game, ending, warnings })
}

/// Fault of a file in one line of printable characters. The reason stands last, behind the position, which in a game
/// for four is nearly as long as a quotation may be.
fn fault(why: &str) -> String {
    let printable = |c: char| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c };
    why.chars().take(MAX_FAULT).map(printable).collect()
}

/// Number of players of a result; none of an unfinished game.
fn seats_of(result: &str) -> Option<usize> {
    result.parse::<Shares>().ok().map(Shares::seats)
}

/// Compares a replayed game and its written result with the end of the game by the rules.
fn contradictions(session: &mut dyn Session, written: &str) -> Vec<String> {
    let mut warnings = Vec::new();
    let moves_made = |session: &dyn Session| session.played_moves(Style::Plain).len();
    let (plies, total) = (session.plies().to_vec(), moves_made(session));
    session.rewind(0);
    let mut ended = false;
    for ply in plies {
        if !ended && let Some(outcome) = session.outcome() {
            ended = true;
            let (made, score, reason) = (moves_made(session), session.shares(outcome), outcome.explanation());
            let more = total - made;
            let made = number_of_moves(made);
            warnings.push(format!("after {made} the game was over ({score}, {reason}); the file has {more} more"));
        }
        session.play(ply);
    }
    if let Some(outcome) = session.outcome() {
        let right = session.shares(outcome).to_string();
        if written != right {
            warnings.push(format!("the result in the file is {written}; by the rules it is {right}"));
        }
    } else if let Some(seats) = seats_of(written)
        && seats != session.seat_names().len()
    {
        let players = session.seat_names().len();
        warnings.push(format!("the result in the file is {written}, for {seats} players; the game has {players}"));
    }
    warnings
}

/// Number of moves in words.
fn number_of_moves(moves: usize) -> String {
    if moves == 1 { "1 move".to_string() } else { format!("{moves} moves") }
}

/// Game `number`, counted from 1, of a text.
fn nth_game(text: &str, number: usize) -> Result<PgnGame, CommandError> {
    let mut games = 0;
    for game in pgn::read(text) {
        let game = game.map_err(|error| error.to_string())?;
        games += 1;
        if games == number {
            return Ok(game);
        }
    }
    Err(match games {
        0 => "there is no game in it".to_string(),
        1 => "there is one game in it".to_string(),
        _ => format!("there are {games} games in it"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_whole_and_in_printable_characters() {
        let position = "x".repeat(300);
        assert_eq!(fault(&format!("{position}: no piece\u{1b}[2J")), format!("{position}: no piece\u{fffd}[2J"));
        assert_eq!(fault(&"é".repeat(MAX_FAULT + 1)), "é".repeat(MAX_FAULT));
    }
}

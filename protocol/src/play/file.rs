//! PGN files of the terminal client, with the tags `Variant` and `FEN`, as matches write them too.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use engine::game::Seat;
use engine::text::Style;
use engine::variants::Variant;
use formats::pgn::{self, Annotated, PgnGame};
use jiff::Zoned;

use super::client_game::{ClientGame, Ending};
use crate::NAME_AND_VERSION;
use crate::parse::{CommandError, quote};
use crate::registry;

/// Largest file that is read, in bytes.
const MOST: u64 = 64 << 20;

/// Game loaded from a file.
pub struct Loaded {
    /// Name of the variant.
    pub variant: String,
    /// PGN of the game.
    pub game: PgnGame,
    /// Result, if the file gives one.
    pub ending: Option<Ending>,
}

/// PGN of the game. Moves are written in the plain style, for other programs.
fn write(game: &ClientGame) -> String {
    let session = &game.host.session;
    let player = |seat| if game.sides.has(seat) { "Person" } else { NAME_AND_VERSION };
    let (result, reason) = game.result().unwrap_or(("*".to_string(), String::new()));
    let mut tags = vec![
        ("Event", "A game at the terminal".to_string()),
        ("Site", "?".to_string()),
        ("Date", Zoned::now().strftime("%Y.%m.%d").to_string()),
        ("Round", "-".to_string()),
        ("White", player(Seat::WHITE).to_string()),
        ("Black", player(Seat::BLACK).to_string()),
        ("Result", result.clone()),
        ("Variant", session.variant().to_string()),
        ("SetUp", "1".to_string()),
        ("FEN", session.first_position()),
    ];
    tags.extend(game.clocks.tag().map(|time| ("TimeControl", time)));
    let moves =
        session.played_moves(Style::Plain).into_iter().map(|(seat, text)| Annotated { seat, text, comment: None });
    pgn::write(tags, moves, &reason, &result)
}

/// Writes the game to a file.
///
/// # Errors
/// If the file exists and may not be replaced, or cannot be written.
pub fn save(game: &ClientGame, file: &str, replace: bool) -> Result<(), CommandError> {
    let mut options = File::options();
    options.write(true);
    if replace {
        options.create(true).truncate(true)
    } else {
        options.create_new(true)
    };
    let written = options.open(file).and_then(|mut opened| opened.write_all(write(game).as_bytes()));
    written.map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists if Path::new(file).is_dir() => format!("{} is a folder", quote(file)),
        ErrorKind::AlreadyExists => format!("{} exists; save -f replaces it", quote(file)),
        _ => format!("{}: {error}", quote(file)),
    })
}

/// Reads game `number`, counted from 1, of a file.
///
/// # Errors
/// Describes the error in the file or the game.
pub fn load(file: &str, number: usize) -> Result<Loaded, CommandError> {
    let in_file = |why: &str| format!("{}: {}", quote(file), quote(why));
    let about = fs::metadata(file).map_err(|error| in_file(&error.to_string()))?;
    if !about.is_file() || about.len() > MOST {
        return Err(in_file("no file that could hold games"));
    }
    let bytes = fs::read(file).map_err(|error| in_file(&error.to_string()))?;
    let mut games = pgn::parse(&String::from_utf8_lossy(&bytes)).map_err(|error| in_file(&error.to_string()))?;
    if number > games.len() {
        return Err(in_file(&format!("there are {} games", games.len())));
    }
    let game = games.swap_remove(number - 1);
    let name = game.tag("Variant").unwrap_or(Variant::Chess.name());
    let unknown = || in_file(&format!("no game is called '{}'", name.to_lowercase()));
    let variant = Variant::from_tag(name).ok_or_else(unknown)?.name().to_string();
    registry::ensure_for_two(&variant).map_err(|error| in_file(&error))?;
    let mut session = registry::open(&variant).expect("the registry opens every game of the list");
    session.replay(&game).map_err(|why| in_file(&why))?;
    let reason = game.comments.last().cloned().unwrap_or("as the file says".to_string());
    let ending = Some(Ending { score: game.result.clone(), reason }).filter(|ending| ending.score != "*");
    Ok(Loaded { variant, game, ending })
}

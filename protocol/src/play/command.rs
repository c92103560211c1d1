//! Commands of the terminal client.

use clap::ValueEnum;

use crate::parse::{CommandError, name_and_value, split_word};

/// Style of the pieces: figures or letters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Pieces {
    /// Chess figures where the terminal can show them.
    Auto,
    /// Chess figures; letters where a piece has none.
    Figures,
    /// Letters.
    Letters,
}

impl Pieces {
    /// True if the pieces are drawn by figures, on a terminal that can show them or not.
    pub fn are_figures(self, possible: bool) -> bool {
        match self {
            Pieces::Auto => possible,
            Pieces::Figures => true,
            Pieces::Letters => false,
        }
    }
}

/// Command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Empty line.
    Nothing,
    /// List the commands.
    Help,
    /// List the legal moves, of one field if one is given.
    Moves(Option<String>),
    /// Take back to the player's last turn.
    Undo,
    /// Suggest a move.
    Hint,
    /// Offer a draw.
    Offer,
    /// Resign.
    Resign,
    /// Turn the board.
    Flip,
    /// Save the game to a file.
    Save {
        /// Name of the file.
        file: String,
        /// True if an existing file may be replaced.
        replace: bool,
    },
    /// Load a game from a file, the first if no number is given.
    Load {
        /// Name of the file.
        file: String,
        /// Number of the game in the file, from 1.
        number: usize,
    },
    /// Begin a new game, of another variant if one is named.
    New(Option<String>),
    /// Take another side, or both, all or none.
    Side(String),
    /// Say who plays each seat, or tell.
    Seats(Option<String>),
    /// List the pieces, or draw them in another way.
    Pieces(Option<Pieces>),
    /// The engine takes the side to move.
    Go,
    /// The engine moves at once.
    Stop,
    /// Set up a position, or show its text.
    Position(Option<String>),
    /// List the options.
    Options,
    /// Set an option.
    Option {
        /// Name.
        name: String,
        /// New value.
        value: Option<String>,
    },
    /// Quit.
    Quit,
    /// Any other text: a move, perhaps.
    Move(String),
}

/// Commands with their arguments and descriptions.
pub const COMMANDS: [(&str, &str, &str); 19] = [
    ("MOVE", "", "play it, written like those that `moves` lists"),
    ("moves", "[FIELD]", "the legal moves, all or from a field"),
    ("undo", "", "take back to your last turn, `go` too"),
    ("hint", "", "let the engine suggest a move"),
    ("go", "", "let the engine take the side to move"),
    ("stop", "", "let the engine move at once"),
    ("side", "white|black|both|none", "say whom you play (red, green, all: if there are)"),
    ("seats", "[me,engine,...]", "say who plays each seat, White first, or tell"),
    ("flip", "", "turn the board"),
    ("pieces", "[figures|letters|auto]", "list the pieces, or choose how they are drawn"),
    ("offer", "", "offer a draw"),
    ("resign", "", "give the game up"),
    ("new", "[GAME]", "begin a new game"),
    ("position", "[FEN]", "set up a position, or show its text"),
    ("save", "[-f] FILE", "write the game to a file (-f: in place of another)"),
    ("load", "FILE [NUMBER]", "take up a game from a file"),
    ("option", "[NAME=VALUE]", "change a setting of the engine's, or list them"),
    ("help", "", "this list"),
    ("quit", "", "leave"),
];

/// Returns whether a command of the terminal client has that name.
pub fn is_named(word: &str) -> bool {
    COMMANDS[1..].iter().any(|&(name, ..)| name == word)
}

/// Reads a line.
///
/// # Errors
/// Names the missing argument.
pub fn read(line: &str) -> Result<Command, CommandError> {
    let (word, rest) = split_word(line);
    let optional = || Some(rest.to_string()).filter(|rest| !rest.is_empty());
    let alone = |command: Command| match rest {
        "" => Ok(command),
        _ => Err(format!("{word} stands alone")),
    };
    match word {
        "" => Ok(Command::Nothing),
        "help" | "?" => alone(Command::Help),
        "moves" => Ok(Command::Moves(optional())),
        "undo" => alone(Command::Undo),
        "hint" => alone(Command::Hint),
        "offer" => alone(Command::Offer),
        "resign" => alone(Command::Resign),
        "flip" => alone(Command::Flip),
        "save" => save(rest),
        "load" => load(rest),
        "new" => Ok(Command::New(optional())),
        "side" => Ok(Command::Side(rest.to_lowercase())),
        "seats" => Ok(Command::Seats(optional())),
        "pieces" if rest.is_empty() => Ok(Command::Pieces(None)),
        "pieces" => match Pieces::from_str(rest, false) {
            Ok(pieces) => Ok(Command::Pieces(Some(pieces))),
            Err(_) => Err("pieces takes figures, letters or auto".to_string()),
        },
        "go" => alone(Command::Go),
        "stop" => alone(Command::Stop),
        "position" => Ok(Command::Position(optional())),
        "option" if rest.is_empty() => Ok(Command::Options),
        "option" => {
            let (name, value) = name_and_value(rest);
            if name.is_empty() {
                return Err("option takes NAME=VALUE".to_string());
            }
            Ok(Command::Option { name: name.to_string(), value: value.map(str::to_string) })
        }
        "quit" | "exit" => alone(Command::Quit),
        _ => Ok(Command::Move(line.trim().to_string())),
    }
}

fn save(rest: &str) -> Result<Command, CommandError> {
    let (first, others) = split_word(rest);
    let (file, replace) = if first == "-f" { (others, true) } else { (rest, false) };
    match file {
        "" => Err("save takes the name of a file".to_string()),
        _ => Ok(Command::Save { file: file.to_string(), replace }),
    }
}

/// Splits the name of a file, which may contain blanks, from the number of a game behind it.
fn load(rest: &str) -> Result<Command, CommandError> {
    let numbered = rest.rsplit_once(' ').and_then(|(file, number)| Some((file.trim(), number.parse().ok()?)));
    match numbered.unwrap_or((rest, 1)) {
        ("", _) => Err("load takes the name of a file".to_string()),
        (_, 0) => Err("games of a file are counted from 1".to_string()),
        (file, number) => Ok(Command::Load { file: file.to_string(), number }),
    }
}

/// First line of the list in games whose players draw pieces.
const DRAW_OR_MOVE: (&str, &str, &str) = ("draw", "or MOVE", "draw a tile, or play a move that `moves` lists");

/// Lines of the command `help`. `has_draws` is true if players may decide to draw pieces.
pub fn help(has_draws: bool) -> Vec<String> {
    let mut commands = COMMANDS;
    if has_draws {
        commands[0] = DRAW_OR_MOVE;
    }
    commands.iter().map(|(word, rest, what)| format!("{:<30}{what}", format!("{word} {rest}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::greeting;

    #[test]
    fn commands_are_read_with_what_follows_them() {
        let file = |text: &str| text.to_string();
        for (line, command) in [
            ("  ", Command::Nothing),
            ("moves e2", Command::Moves(Some(file("e2")))),
            ("save my game.pgn", Command::Save { file: file("my game.pgn"), replace: false }),
            ("save -f  a", Command::Save { file: file("a"), replace: true }),
            ("load a.pgn 12", Command::Load { file: file("a.pgn"), number: 12 }),
            ("load my game.pgn", Command::Load { file: file("my game.pgn"), number: 1 }),
            ("side Both", Command::Side(file("both"))),
            ("seats me, engine", Command::Seats(Some(file("me, engine")))),
            ("seats", Command::Seats(None)),
            ("pieces letters", Command::Pieces(Some(Pieces::Letters))),
            ("pieces", Command::Pieces(None)),
            ("option", Command::Options),
            ("option Skill Level = 3", Command::Option { name: file("Skill Level"), value: Some(file("3")) }),
            ("option Clear Hash", Command::Option { name: file("Clear Hash"), value: None }),
            (" e2e4 ", Command::Move(file("e2e4"))),
            ("draw", Command::Move(file("draw"))),
        ] {
            assert_eq!(read(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn a_missing_argument_is_named() {
        for line in
            ["save", "save -f", "load", "load a 0", "pieces big", "undo 3", "offer draw", "quit now", "option =3"]
        {
            assert!(read(line).is_err(), "{line}");
        }
    }

    #[test]
    fn the_list_says_how_to_draw_where_players_draw() {
        assert!(help(true)[0].starts_with("draw or MOVE "));
        assert!(help(false)[0].starts_with("MOVE "));
        assert_eq!(help(true)[1..], help(false)[1..]);
    }

    #[test]
    fn the_list_fits_on_a_terminal() {
        for line in help(true).into_iter().chain(help(false)) {
            assert!(line.len() <= greeting::COLUMNS, "{line}");
        }
    }

    #[test]
    fn every_command_of_the_list_is_known() {
        for (word, rest, _) in &COMMANDS[1..] {
            let line = format!("{word} {}", if rest.starts_with('[') { "" } else { rest.split('|').next().unwrap() });
            let known = read(&line).is_ok_and(|command| !matches!(command, Command::Move(_)))
                || read(&format!("{word} x")).is_ok_and(|command| !matches!(command, Command::Move(_)));
            assert!(known, "{line}");
            assert!(help(true).iter().any(|line| line.starts_with(word)));
        }
    }
}

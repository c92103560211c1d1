//! Greeting of a person who starts the program on a terminal without a command, and the way from there to a game.

use std::env;
use std::io::{self, IsTerminal};
use std::process::Command;

use crate::NAME_AND_VERSION;
use crate::parse::{CommandError, quote};
use crate::registry;

/// True if a person sits at a terminal: neither input nor output is a pipe or a file.
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Lines that say what can be typed.
pub fn greeting() -> String {
    format!(
        "{NAME_AND_VERSION} plays chess and stranger games. Type one of these, and Enter:\n\
         \x20 play         play against it; the games are {}\n\
         \x20 help         list all commands\n\
         \x20 xboard, uci  talk as a chess GUI does\n\
         \x20 quit         leave",
        registry::names().iter().map(|name| format!("play {name}")).collect::<Vec<_>>().join(", ")
    )
}

/// Command `play [GAME]` of the console: this process becomes the terminal client.
///
/// # Errors
/// If there is no such game, or the client cannot be started. Otherwise it does not return.
pub fn play(present: &str, game: &str) -> Result<(), CommandError> {
    let game = if game.is_empty() { present } else { game };
    if !registry::names().contains(&game) {
        return Err(format!("no game is called {}; there are {}", quote(game), registry::names().join(", ")));
    }
    let program = env::current_exe().map_err(|error| error.to_string())?;
    let mut client = Command::new(program);
    // The options before the command are those of the program: --log, --notation.
    become_program(client.args(env::args_os().skip(1)).args(["play", "--variant", game]))
}

/// Replaces this process. A child would compete with the thread that reads standard input.
#[cfg(unix)]
fn become_program(program: &mut Command) -> Result<(), CommandError> {
    use std::os::unix::process::CommandExt;
    Err(program.exec().to_string())
}

#[cfg(not(unix))]
fn become_program(program: &mut Command) -> Result<(), CommandError> {
    Err(format!("type quit, then {program:?}"))
}

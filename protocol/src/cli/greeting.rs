//! Greeting of a person who starts the program on a terminal without a command, and the way from there to a game.

use std::env;
use std::io::{self, IsTerminal};
use std::process::Command;

use engine::text::quote;

use crate::NAME_AND_VERSION;
use crate::io::output::Output;
use crate::parse::CommandError;
use crate::play::wrap;
use crate::registry;

/// True if a person sits at a terminal: neither input nor output is a pipe or a file.
pub fn is_interactive() -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Columns of a terminal that lists and help texts fit into.
pub const COLUMNS: usize = 80;

/// Lines that say what can be typed.
pub fn greeting() -> String {
    format!(
        "{NAME_AND_VERSION} plays chess and stranger games. Type one of these, and Enter:\n\
         \x20 play GAME    play against it on a board; the games are\n\
         {}\n\
         \x20 e2e4         a move: the engine answers within seconds, without a board\n\
         \x20 help         list the most useful commands\n\
         \x20 xboard, uci  talk as a chess GUI does\n\
         \x20 quit         leave",
        games(15)
    )
}

/// Names of the games in lines, behind so many blanks.
pub fn games(indent: usize) -> String {
    let lines = wrap(&registry::names().join(", "), COLUMNS - indent);
    lines.iter().map(|line| format!("{:indent$}{line}", "")).collect::<Vec<_>>().join("\n")
}

/// Command `play [GAME]` of the console: this process becomes the terminal client.
///
/// # Errors
/// If there is no terminal, no such game, or the client cannot be started. Otherwise it does not return.
pub fn play(present: &str, game: &str, out: &mut Output) -> Result<(), CommandError> {
    if !is_interactive() {
        return Err("needs a terminal: use `motley play`".to_string());
    }
    let game = if game.is_empty() { present } else { game };
    if !registry::names().contains(&game) {
        // An error line is too short for the list.
        out.line(format_args!("The games are\n{}", games(2)));
        return Err(format!("no game is called {}", quote(game)));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greeting_fits_on_a_terminal_and_names_every_game() {
        let text = greeting();
        assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
        let words: Vec<&str> = text.split([' ', ',', '\n']).collect();
        assert!(registry::names().iter().all(|name| words.contains(name)), "{text}");
        assert_eq!(text.matches("play ").count(), 2, "{text}");
    }
}

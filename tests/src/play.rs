//! Dialogues with the terminal client, `motley play`, through a pipe.

use crate::dialogue::Dialogue;

/// Beginnings of the line below the board.
pub const STATUS: [&str; 14] = [
    "White to move",
    "Red to move",
    "Black to move",
    "Green to move",
    "1-0, ",
    "0-1, ",
    "1/2-1/2, ",
    "1-0-0, ",
    "0-1-0, ",
    "0-0-1, ",
    "1-0-0-0, ",
    "0-1-0-0, ",
    "0-0-1-0, ",
    "0-0-0-1, ",
];

/// Arguments for an engine that does not think long.
pub const QUICK: [&str; 2] = ["--movetime", "10"];

/// Begins a game and waits for its board. The engine has a small table and a seed.
///
/// # Panics
/// If there is no board in time.
pub fn play(variant: &str, arguments: &[&str]) -> Dialogue {
    let settings = ["play", "--variant", variant, "--option", "Hash=1", "--option", "Seed=5"];
    let mut game = Dialogue::with_arguments(&[&settings, arguments].concat());
    game.through_any(&STATUS);
    game
}

/// Answer to a line that changes nothing.
///
/// # Panics
/// If there is none in time.
pub fn answer(game: &mut Dialogue, line: &str) -> String {
    game.send(line);
    game.read()
}

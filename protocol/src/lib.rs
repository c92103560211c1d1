//! The program `motley`: its dialects, its game session, its command line and its client for the terminal.
//!
//! * [`dialects`]: the main loop and the dialects CECP (XBoard), UCI and the console.
//! * [`session`]: the game in progress, the engine that plays it, its options and the time of a turn.
//! * [`gui`]: board layouts for GUIs, pictures of positions and pieces, configuration of GUIs.
//! * [`play`]: the terminal client (`motley play`).
//! * [`cli`]: the command line and its commands.
//! * [`io`]: the reader of standard input, standard output, the transcript.
//! * [`parse`]: words, numbers and error messages of commands; [`score`](mod@score): scores as people read them;
//!   [`hex`]: hexadecimal digits.
//! * [`clock`]: time controls, and the clocks of players.
//! * [`luck`]: chance outcomes that can be proven fair.
//!
//! [`registry`] maps the name of a game to a [`Session`](session::Session). Everything outside of it is independent of
//! the game's type.
//!
//! # Threads
//!
//! One thread reads standard input, one runs long work (a search, a perft), both as long as the program, and the main
//! loop of [`dialects::main_loop`] takes the [`Event`](session::event::Event)s of both in the order they happen. Only
//! the main loop writes to standard output and only it changes the game, so a session needs no locks, and a command
//! that arrives during a search is answered at once.

pub mod bench;
pub mod book;
pub mod cli;
pub mod clock;
pub mod dialects;
pub mod gui;
pub mod hex;
pub mod io;
pub mod luck;
pub mod parse;
pub mod play;
pub mod registry;
pub mod score;
pub mod session;

pub use gui::{layout, picture};
pub use session::options;

/// Name and version that the program reports.
pub const NAME_AND_VERSION: &str = concat!("Motley ", env!("CARGO_PKG_VERSION"));

//! How Motley talks: the program `motley`, its command line and its two dialects.
//!
//! One thread reads standard input, one runs what takes long (a search, a count), and the main loop of [`driver`] takes
//! the [`Event`](event::Event)s of both in the order they happen. Only the main loop writes to standard output and only
//! it changes the game, so there are no locks to think about, and a command that arrives during a search is
//! answered at once.
//!
//! [`registry`] turns the name of a game into a [`Session`](session::Session); nothing beyond it knows which game is played.

pub mod agreement;
pub mod allotment;
pub mod bench;
pub mod book;
pub mod brain;
pub mod cecp;
pub mod cli;
pub mod console;
pub mod demo;
pub mod driver;
pub mod event;
pub mod fault;
pub mod guis;
pub mod host;
pub mod input;
pub mod layout;
pub mod options;
pub mod output;
pub mod perft;
pub mod picture;
pub mod play;
pub mod registry;
pub mod session;
pub mod shell;
pub mod show;
pub mod uci;

/// What the program calls itself.
pub const NAME_AND_VERSION: &str = concat!("Motley ", env!("CARGO_PKG_VERSION"));

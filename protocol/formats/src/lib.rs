//! Presentation of the games, above the rules and below the program: files and drawings.
//!
//! * [`pgn`]: games in PGN files.
//! * [`book`]: opening books, a binary format.
//! * [`files`]: files that are written whole or not at all, and their fingerprints.
//! * [`diagram`]: text diagrams of positions, and facts about them for the `show` command.

pub mod book;
pub mod diagram;
pub mod files;
pub mod pgn;

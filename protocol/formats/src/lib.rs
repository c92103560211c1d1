//! Presentation of the games, above the rules and below the program: files and drawings.
//!
//! * [`pgn`]: games in PGN files, written in the games' own words.
//! * [`book`]: opening books, a binary format.
//! * [`diagram`]: text diagrams of positions, and facts about them for the `show` command.

pub mod book;
pub mod diagram;
pub mod pgn;

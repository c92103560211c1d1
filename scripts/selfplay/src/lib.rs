//! Games of the engine with itself: played, kept in a file, and taken apart into samples to learn from.

mod game_file;
mod samples;
mod self_play;
mod targets;

pub use game_file::{GameFile, Header, SavedGame, Visit};
pub use samples::{Sample, samples};
pub use self_play::{SelfPlay, collect};
pub use targets::{expectation, finish, share_left};

//! Games of the engine with itself, and weights of an evaluation fitted to them. The recipe stands in `docs/tuning.md`.

mod book;
mod fit;
mod game_file;
pub mod network;
mod samples;
mod self_play;

pub use book::BookMaker;
pub use fit::{Example, Fit, Settings, fit};
pub use game_file::{GameFile, Header, SavedGame, Visit};
pub use samples::{Sample, read_examples, samples};
pub use self_play::{SelfPlay, collect};

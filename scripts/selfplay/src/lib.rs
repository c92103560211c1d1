//! Self-play: games of the engine with itself, and training samples from them.
//!
//! [`SelfPlay`] plays a game from a seed; [`collect`] plays many and adds them to a [`GameFile`] as [`SavedGame`]s, in
//! a few bytes a position. [`samples`] extracts the quiet positions of a game with the labels for training: score of
//! the search and result of the game. [`expected_score`] converts centipawns to points. The command is `cargo tune
//! collect`; the file format is described in `docs/tuning.md`.

mod game_file;
mod samples;
mod self_play;
mod targets;

pub use game_file::{GameFile, Header, SavedGame, ScoredPosition};
pub use samples::{GameSample, ScoredSamples, SharesSample, lambda_means, samples, scored_samples, shares_samples};
pub use self_play::{SelfPlay, collect};
pub use targets::{endgame_scaling, endgame_slope, expected_score};

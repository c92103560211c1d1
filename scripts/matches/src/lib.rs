//! Matches and tournaments: who meets whom, from which openings, what is kept of it, and what it says.
//!
//! A single game is the business of [`referee`].

mod ladder;
pub mod perft_check;
mod pgn;
mod plan;
mod replay;
mod report;
mod runner;
mod store;
pub mod words;

pub use ladder::Rungs;
pub use pgn::write as write_pgn;
pub use plan::{Fixture, Format, Plan};
pub use replay::replay_file;
pub use report::Report;
pub use runner::{Runner, Stopped};
pub use store::{Entry, GameRecord, Store};
pub use words::WordLists;

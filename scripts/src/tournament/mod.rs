//! Matches and tournaments: who meets whom, from which openings, what is kept of it, and what it says.
//!
//! A single game is the business of [`matches`](crate::matches).

mod ladder;
mod openings;
mod pgn;
mod plan;
mod replay;
mod report;
mod runner;
mod store;
pub mod words;

pub use ladder::Rungs;
pub use openings::{Book, Openings, RandomOpenings, write as write_openings};
pub use pgn::write as write_pgn;
pub use plan::{Fixture, Format, Plan};
pub use replay::replay_file;
pub use report::Report;
pub use runner::{Runner, Stopped};
pub use store::{Entry, GameRecord, Store};
pub use words::WordLists;

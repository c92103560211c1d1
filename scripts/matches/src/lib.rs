//! Match runner: matches and tournaments between engines; the binary is `match`.
//!
//! A [`Plan`] holds everything that determines the games of a match, and its [`Schedule`] says who sits where in which
//! game. The [`Runner`] plays them, several at a time, and adds them to a [`Store`], from which an interrupted match
//! resumes; a [`Report`] has the results in numbers, [`write_pgn`] the games. [`replay_file`] checks recorded games,
//! [`perft_check`] compares two move generators, [`LadderConfig`] plans matches between the built-in players,
//! [`Screening`] matches that try many changes of the search together. [`option_syntax`] parses the options. The crate
//! [`referee`] plays the single game.

mod fingerprints;
mod ladder;
mod limits;
pub mod option_syntax;
pub mod perft_check;
mod pgn;
mod plan;
mod replay;
mod report;
mod runner;
mod schedule;
mod screening;
mod share_report;
mod store;

pub use ladder::LadderConfig;
pub use option_syntax::OptionLists;
pub use pgn::write as write_pgn;
pub use plan::{Format, Plan, StarvedGames};
pub use replay::replay_file;
pub use report::Report;
pub use runner::{Runner, StopReason};
pub use schedule::{Schedule, ScheduledGame};
pub use screening::Screening;
pub use store::{GameRecord, PlayedMove, Store};

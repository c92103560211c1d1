//! Referee: plays one game between any players, in any of the games.
//!
//! [`play_game`] is the entry point: it plays the game of a [`GameConfig`] (opening, chance outcomes, [time
//! controls](TimeControl), [adjudication](Adjudication)) between [players](Player), one for each seat, and returns a
//! [`PlayedGame`].
//! Players are
//!
//! * [`Engine`]: a program in a process of its own, by CECP or UCI, described by a [`ProcessSpec`];
//! * [`InProcessPlayer`]: an [`InProcessEngine`], for example one of the built-in [`players`].
//!
//! The referee does not trust the players. Moves, results and draw claims are checked by the rules of the engine crate,
//! the clocks are kept here, and tiles and throws come from a seed. A [`Fault`] of some [kind](FaultKind) loses the
//! game and is kept together with the transcript of the communication. [`OpeningSuite`] supplies [`Openings`].

mod engine;
mod fault;
mod in_process;
mod openings;
mod player;
pub mod players;
mod referee;
mod run_delay;
mod seed;
mod spec;
mod time;

pub use engine::{Engine, EngineInfo};
pub use fault::{Fault, FaultKind};
pub use in_process::{InProcessEngine, InProcessPlayer};
pub use openings::{Odds, OpeningSuite, Openings, RandomOpenings, write as write_openings};
pub use player::{Player, PlayerAction, PlayerReply, SearchInfo, TurnContext};
pub use referee::{Adjudication, DrawRule, GameConfig, GameEnd, PlayedGame, ResignRule, play_game};
pub use seed::seed_of;
pub use spec::{Dialect, EngineKind, EngineSpec, ProcessSpec, Restart};
pub use time::{ClockControl, SeatClock, TimeControl, TurnTime};

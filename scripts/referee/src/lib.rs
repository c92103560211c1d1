//! Games under a referee: between players in this process and engines in processes of their own, in any of the games.
//!
//! The referee trusts nobody. Moves, results and draws are judged by the rules of the engine crate, clocks are kept here, tiles and throws come
//! from a seed. What a player does wrong is a [`Fault`] of a certain [kind](FaultKind), loses him the game, and is kept with what was said.

mod engine;
mod fault;
mod openings;
mod player;
pub mod players;
mod referee;
mod spec;
mod thinker;
mod time;

pub use engine::{Engine, Introduction};
pub use fault::{Fault, FaultKind};
pub use openings::{Book, Openings, RandomOpenings, write as write_openings};
pub use player::{Action, Answer, Player, Thought, Turn};
pub use referee::{Adjudication, DrawRule, Ending, Played, ResignRule, Setting, play_game};
pub use spec::{Dialect, EngineKind, EngineSpec, ProcessSpec, Restart};
pub use thinker::{Thinker, Thinking};
pub use time::{ClockControl, TimeControl, TurnTime};

//! Quex and Keyles (Stephen Larson, 1999) on the 10x10 board.
//!
//! The two share men, board, pool and promotion. [`Position`] is written once over a [`Rules`] parameter that says
//! what the king is worth: his check ends the game in [`Quex`]; in [`Keyles`] he is captured and comes back.

mod army;
mod attacks;
mod capturable;
mod fen;
mod game;
mod generate;
mod keys;
mod make;
mod moves;
mod pieces;
mod pool;
mod position;
mod race;
mod roles;
mod royal;
mod rules;
mod see;
mod symmetry;
mod text;

pub use army::Army;
pub use capturable::{Capturable, KING_ARRIVED, Keyles};
pub use moves::MoveKind;
pub use pieces::{Kind, Pieces};
pub use pool::Pool;
pub use position::Position;
pub use royal::{Quex, Royal};
pub use rules::Rules;

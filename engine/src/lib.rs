//! The rules of Motley's games and the search that plays them.
//!
//! The crate prints nothing, opens no file and knows no protocol. A game says what it is through the
//! traits of [`game`] and [`text`]; everything else here is written once for all of them.

pub mod board;
pub mod chance_rng;
pub mod eval;
pub mod game;
pub mod moves;
pub mod outcome;
pub mod record;
pub mod search;
pub mod seat;
pub mod solve;
pub mod text;
pub mod variants;

//! Perft: how many sequences of a given number of plies the rules allow.
//!
//! The numbers of a correct generator are known for many positions, so that counting proves the rules right; and a
//! count is little else than generating and making moves, so that it times them too. The definition of a ply, and
//! what the count does in finished positions, is the game's: see [`Game::moves`](engine::game::Game::moves).

pub mod cache;
pub mod count;
pub mod split;
pub mod staged;
pub mod suite;

pub use cache::Cache;
pub use count::{Memory, count};
pub use split::{Splitter, divide};

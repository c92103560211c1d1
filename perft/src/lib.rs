//! Perft: number of legal sequences of a given number of moves.
//!
//! Correct counts are published for many positions, so that counting proves a move generator right. A count is little
//! else than generating and making moves, so that it measures speed too. A move here is a composite move: see
//! [`CompositeMoves`](engine::game::CompositeMoves), and [`Game::moves`](engine::game::Game::moves) for finished
//! positions.
//!
//! Source: chessprogramming wiki, "Perft" (divide, bulk counting, hashing) and "Perft Results".

pub mod count;
pub mod hash_table;
mod parallel;
pub mod split;
pub mod staged;
pub mod suite;
pub mod unique;
pub mod unit;

pub use count::{CountTable, MAX_COPY_SIZE, TooMany, after, count, count_until, exact};
pub use hash_table::HashTable;
pub use split::{Splitter, divide};

//! What the tests of all games share.

pub mod dialogue;
pub mod generic;
pub mod pgn;
pub mod positions;
pub mod programs;
pub mod xboard;

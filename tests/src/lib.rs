//! What the tests of all games share.

pub mod careful;
pub mod dialogue;
pub mod generic;
pub mod pgn;
pub mod plain;
pub mod positions;
pub mod programs;
pub mod slow_quex;
pub mod tmux;
pub mod toys;
pub mod xboard;

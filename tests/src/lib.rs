//! What the tests of all games share.

pub mod generic;
pub mod positions;

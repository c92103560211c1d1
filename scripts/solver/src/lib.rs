//! Mates from games, proven by exhaustive search.

pub mod mates;

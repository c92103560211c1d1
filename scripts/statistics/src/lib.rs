//! What results say about strength.
//!
//! Elo, normalized Elo and their errors are computed as Stockfish's fishtest does; the mathematics is in M. Van den Bergh,
//! "Comments on Normalized Elo" and "Normalized Elo in practice" (<https://hardy.uhasselt.be/Fishtest/>). The tests compare with numbers
//! that fishtest, Fastchess and Cute Chess have published.

mod distribution;
mod sprt;
mod tally;

pub use distribution::{Distribution, Elo, Interval};
pub use sprt::{BoundsError, Model, Sprt, State};
pub use tally::{HalfPoints, Tally};

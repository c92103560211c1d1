//! Statistics of match results: Elo, normalized Elo, likelihood of superiority (LOS), SPRT.
//!
//! A match is counted in a [`Tally`]: trinomial for single games, pentanomial for pairs of games from one opening with
//! colours reversed. [`Tally::elo`], [`Tally::normalized_elo`] and [`Tally::los`] estimate the difference in strength;
//! [`Sprt`] is the sequential probability ratio test that ends a match as soon as it is decided, by its log-likelihood
//! ratio (LLR).
//!
//! Everything is computed as Stockfish's fishtest does; the mathematics is in M. Van den Bergh, "Comments on Normalized
//! Elo" and "Normalized Elo in practice" (<https://hardy.uhasselt.be/Fishtest/>). The tests compare with numbers that
//! fishtest, Fastchess and Cute Chess have published.

mod distribution;
mod sprt;
mod tally;

pub use distribution::{Distribution, Elo, Interval};
pub use sprt::{BoundsError, EloModel, Sprt, SprtState};
pub use tally::{HalfPoints, Tally};

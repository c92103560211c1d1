//! Statistics of match results: Elo, normalized Elo, likelihood of superiority (LOS), SPRT.
//!
//! A match is counted in a [`Tally`]: trinomial for single games, pentanomial for pairs of games from one opening with
//! colours reversed. [`Tally::elo`], [`Tally::normalized_elo`] and [`Tally::los`] estimate the difference in strength;
//! [`Sprt`] is the sequential probability ratio test that ends a match as soon as it is decided, by its log-likelihood
//! ratio (LLR).
//!
//! Games for more than two are counted in a [`ShareTally`]: [`share_of`](ShareTally::share_of) is the average share of
//! a player, [`ratings`](ShareTally::ratings) are by the Plackett-Luce model.
//!
//! Everything between two players is computed as Stockfish's fishtest does; the mathematics is in M. Van den Bergh,
//! "Comments on Normalized Elo" and "Normalized Elo in practice" (<https://hardy.uhasselt.be/Fishtest/>). The tests
//! compare with numbers that fishtest, Fastchess and Cute Chess have published.

mod distribution;
mod plackett_luce;
mod shares;
mod sprt;
mod tally;

pub use distribution::{Distribution, Elo, Interval};
pub use shares::{ShareTally, TWELFTHS};
pub use sprt::{BoundsError, EloModel, Sprt, SprtState};
pub use tally::{HalfPoints, Tally};

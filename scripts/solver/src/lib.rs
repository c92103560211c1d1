//! Solver front end: forced wins and mates, proven by the engine's [`Solver`](engine::solve::Solver); the binary is
//! `solve`.
//!
//! The binary proves or disproves a forced win in a position. [`mates`] has the rest: [`MateFilter`](mates::MateFilter)
//! collects proven mates from self-play games, and [`attempt_all`](mates::attempt_all) checks that the search finds the
//! mates of a list.

pub mod mates;

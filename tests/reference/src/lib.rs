//! Reference move generators: slow, literal and canonical, one module per family.
//!
//! They share no board, no table and no attack code with the engine: positions are read from text, moves are written as
//! text. A test that compares both proves the fast generator. The exception is [`chex::articulation`], which takes the
//! tiles and their cells from the engine's plane and fills a sheet of its own with them.

pub mod chex;
pub mod kaleido;
pub mod kaleido_many;
pub mod orthodox;
pub mod quex;
pub mod relatives;

//! Boards: bitboards, attack tables, Zobrist key streams.
//!
//! | board | set of fields | attack tables |
//! |---|---|---|
//! | 8x8 | [`Bitboard`] (`u64`) | [`leapers`], [`sliders`] (PEXT, or o^(o-2r)) |
//! | 10x10, 10x8 | [`ten::Set`] (`u128`) | [`ten`]: sliders by PEXT and PDEP, leapers, the prince's two-step move |
//! | round, 89 fields | [`round::Set`] (`u128`) | neighbours by arcs in [`round`]; reach tables are the game's |
//!
//! The plane of Chex has no edge and is part of the game: `variants/chex/plane.rs`.

pub mod bitboard;
pub mod leapers;
pub mod round;
pub(crate) mod set;
pub mod sliders;
pub mod square;
pub mod ten;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use square::Square;

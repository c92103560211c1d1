//! Sets of fields, how pieces reach across them, and the random numbers behind position keys.

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

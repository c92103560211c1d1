//! Orthodox chess and the games that are orthodox chess but for a few rules.
//!
//! [`Position`] is written once over a [`Rules`] parameter that says what differs: nothing in [`Chess`],
//! the relayed powers in [`KnightRelay`].

mod attacks;
mod chess;
mod exchange;
mod fen;
mod game;
mod generate;
mod keys;
mod knight_relay;
mod make;
mod moves;
mod pieces;
mod position;
mod rules;
mod san;
mod symmetry;
mod text;

pub use chess::Standard;
pub use knight_relay::Relay;
pub use moves::MoveKind;
pub use pieces::{Kind, Pieces};
pub use position::{Castling, Position};
pub use rules::Rules;

/// Orthodox chess.
pub type Chess = Position<Standard>;

/// Knight relay chess.
pub type KnightRelay = Position<Relay>;

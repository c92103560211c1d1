//! Orthodox chess, and knight relay chess on the same board.
//!
//! [`Position`] is generic over [`Rules`], which says what differs: nothing in [`Chess`], the relayed leaps in
//! [`KnightRelay`]. All constants fold at compile time.
//!
//! * `pieces`: quad-bitboards, four `u64` planes. A whole position with key, clocks and rights is a few dozen bytes, so
//!   moves are made by copy-make.
//! * `generate`: legal move generation with check and pin masks. It hands *sets* of targets to a `MoveSink`: a move
//!   list, a counter (bulk counting in perft), or the search for one move (`is_legal`). Knight relay adds one loop over
//!   the relayed pieces, and their leaps to the attack maps.
//! * `attacks`: attack maps, checkers, check test of a move.
//! * `see`: static exchange evaluation.
//! * `castling`: castling rights, and the rooks of Chess960.
//! * `keys`: Zobrist keys.
//! * `fen`, `san`, `text`: FEN, SAN and coordinate notation.

mod attacks;
mod castling;
mod chess;
mod fen;
mod game;
mod generate;
mod keys;
mod knight_relay;
mod make;
mod moves;
mod pieces;
mod position;
mod roles;
mod rules;
mod san;
mod see;
mod symmetry;
mod text;

pub use castling::Castling;
pub use chess::Standard;
pub use knight_relay::Relay;
pub use moves::MoveKind;
pub use pieces::{Kind, Pieces};
pub use position::Position;
pub use rules::Rules;

/// Orthodox chess.
pub type Chess = Position<Standard>;

/// Knight relay chess.
pub type KnightRelay = Position<Relay>;

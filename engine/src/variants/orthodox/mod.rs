//! Orthodox chess and its relatives, on eight files and on ten.
//!
//! [`Position`] is generic over [`Rules`], which says what differs: nothing in [`Chess`], the relayed leaps in
//! [`KnightRelay`], and so on, a file for each game. All constants fold at compile time.
//!
//! * `rules`: the frame, what a game can say about itself. `memory`: state that the pieces do not tell. `series`: turns
//!   of several plies.
//! * `board`: the board of a game, with its squares, sets, attack tables and kinds of pieces; 8x8 in 64 bits, 10x8 in
//!   128.
//! * `pieces`: quad-bitboards, on 8x8 four `u64` planes. A whole position with key, clocks and rights is a few dozen
//!   bytes, so moves are made by copy-make.
//! * `generate`: legal move generation with check and pin masks. It hands *sets* of targets to a `MoveSink`: a move
//!   list, a counter (bulk counting in perft), or the search for one move (`is_legal`). Knight relay adds one loop over
//!   the relayed pieces, and their leaps to the attack maps. Where a game's rules break the masks, the same code hands
//!   pseudo-legal moves to a sink that tests each on a copy.
//! * `attacks`: attack maps, checkers, check test of a move.
//! * `see`: static exchange evaluation.
//! * `castling`: castling rights, and the rooks of Chess960.
//! * `keys`: Zobrist keys.
//! * `fen`, `san`, `text`: FEN, SAN and coordinate notation.

mod amazon;
mod attacks;
mod board;
mod capablanca;
mod castling;
mod checks;
mod chess;
mod circe;
mod dunsany;
mod extinction;
mod fen;
mod game;
mod generate;
mod keys;
mod king_of_the_hill;
mod knight_relay;
mod madrasi;
mod make;
mod memory;
mod monster;
mod moves;
mod pieces;
mod position;
mod progressive;
mod roles;
mod rules;
mod san;
mod see;
mod series;
mod symmetry;
mod text;
mod three_check;

pub use amazon::WithAmazon;
pub use board::{Board, BoardSet, BoardSquare, EightFiles, RANKS, TenFiles};
pub use capablanca::WithCompounds;
pub use castling::{Castling, CastlingFiles};
pub use chess::Standard;
pub use circe::{Innocence, Rebirth};
pub use dunsany::Dunsany;
pub use extinction::Extinction;
pub use king_of_the_hill::{HILL, WithHill};
pub use knight_relay::Relay;
pub use madrasi::Paralysis;
pub use memory::{Memory, Ply};
pub use monster::{Monster, TwoAndOne};
pub use moves::MoveKind;
pub use pieces::{Kind, Pieces};
pub use position::Position;
pub use progressive::{Growing, Progressive};
pub use rules::{Legality, PiecesOf, Rules, SetOf, SquareOf};
pub use series::{Series, TurnLengths};
pub use three_check::{ChecksLeft, ThreeChecks};

/// Orthodox chess.
pub type Chess = Position<Standard>;

/// Knight relay chess.
pub type KnightRelay = Position<Relay>;

/// Amazon chess.
pub type AmazonChess = Position<WithAmazon>;

/// Capablanca chess.
pub type CapablancaChess = Position<WithCompounds>;

/// King of the hill.
pub type KingOfTheHill = Position<WithHill>;

/// Three-check chess.
pub type ThreeCheck = Position<ThreeChecks>;

/// Extinction chess.
pub type ExtinctionChess = Position<Extinction>;

/// Madrasi chess.
pub type Madrasi = Position<Paralysis>;

/// Circe chess.
pub type Circe = Position<Rebirth>;

/// Dunsany's chess.
pub type DunsanyChess = Position<Dunsany>;

/// Monster chess.
pub type MonsterChess = Position<Monster>;

/// Scottish progressive chess.
pub type ProgressiveChess = Position<Progressive>;

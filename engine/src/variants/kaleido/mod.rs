//! KaleidoChess (Patrick Hassel Zein, 1985) on its round board, with dice and with other armies.
//!
//! Every piece makes an exact number of steps. What that comes to is worked out once, from the geometry of the board alone
//! ([`reach`]); moves are then looked up.

mod castles;
mod diagram;
mod exchange;
mod fen;
mod game;
mod generate;
mod keys;
mod make;
mod moves;
mod pieces;
mod position;
pub mod reach;
mod rules;
mod symmetry;
mod text;

pub use moves::MoveKind;
pub use pieces::{Kind, Pieces};
pub use position::{Position, Step};
pub use rules::{Dice, PawnArmy, RavenArmy, Rules, Usual};

/// KaleidoChess.
pub type Kaleido = Position<Usual>;

/// KaleidoChess with a die that says which pieces may move.
pub type KaleidoDice = Position<Dice>;

/// KaleidoChess against eighteen pawns.
pub type KaleidoPawns = Position<PawnArmy>;

/// KaleidoChess against eighteen ravens.
pub type KaleidoRavens = Position<RavenArmy>;

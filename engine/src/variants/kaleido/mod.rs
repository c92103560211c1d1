//! KaleidoChess (Patrick Hassel Zein, 1985) on its round board, with dice and with other armies.
//!
//! Every piece makes an exact number of steps. What that comes to is worked out once, from the geometry of the board
//! alone ([`reach`]); moves are then looked up.

mod castles;
mod dice;
mod fen;
mod game;
mod generate;
mod keys;
mod make;
mod moves;
mod pawn_army;
mod pieces;
mod position;
mod raven_army;
pub mod reach;
mod roles;
mod rules;
mod see;
mod symmetry;
mod text;
mod usual;

pub use castles::NO_CASTLE;
pub use dice::{Dice, KaleidoDice};
pub use moves::MoveKind;
pub use pawn_army::{KaleidoPawns, PawnArmy};
pub use pieces::{Kind, Pieces};
pub use position::{Position, Step};
pub use raven_army::{KaleidoRavens, RavenArmy};
pub use rules::Rules;
pub use usual::{Kaleido, Usual};

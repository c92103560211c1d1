//! KaleidoChess (Patrick Hassel Zein, 1985) on its round board, with dice, with other armies, for three and four.
//!
//! * [`reach`]: every piece walks or flies an exact number of steps. The targets are computed once, at the first use,
//!   from the geometry of the board alone (`board/round.rs`): a set for kinds that fly, a list of targets with the
//!   fields that must be empty for kinds that walk.
//! * The only ban is to undo one's last move, which is therefore part of the position, its text and its key.
//! * With dice the throw before each move is a chance outcome; players write the move alone.
//! * `castles`: threats to the last castle, the check of this game, with tests for evasions and mate that make no
//!   moves.
//! * [`many`]: the games for three and four players, with rules of their own on the same board with the same pieces.
//! * `symmetry`: eight of the board's sixteen symmetries lay castles on castles and keep the rules, with colours
//!   exchanged or not. Canonical positions follow from them.

mod castles;
mod dice;
mod fen;
mod game;
mod generate;
mod keys;
mod make;
pub mod many;
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

pub use castles::{CASTLES, NO_CASTLE};
pub use dice::{Dice, KaleidoDice};
pub use many::{Kaleido3, Kaleido4};
pub use moves::MoveKind;
pub use pawn_army::{KaleidoPawns, PawnArmy};
pub use pieces::{Kind, Pieces};
pub use position::{Position, Step};
pub use raven_army::{KaleidoRavens, RavenArmy};
pub use rules::Rules;
pub use see::BY_VALUE;
pub use usual::{Kaleido, Usual};

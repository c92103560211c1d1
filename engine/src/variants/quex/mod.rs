//! Quex and Keyles (Stephen Larson, 1999) on the 10x10 board.
//!
//! Both games share pieces, board, pool and promotion. [`Position`] is generic over [`Rules`]: the king is royal in
//! [`Quex`]; in [`Keyles`] it is captured and comes back in the place of a champion.
//!
//! * `pieces`: five planes of bits on `u128` sets. The codes of the kinds are chosen so that kinds that move alike
//!   share bits: [`Army`] sorts a side's pieces by how they move in a few operations, and all that step the same way
//!   step at once.
//! * `generate`: legal move generation, the sets handed to a `MoveSink`. A prince attacks over one of two middle
//!   squares, so pins are not lines: each pinned piece carries a mask of its own.
//! * `pool`: the captured pieces, part of the position, its text and its key. A pion that arrives is exchanged for one
//!   of them.
//! * The king's re-placement in Keyles is a ply of its own, after which the same side moves.
//! * `see`: static exchange evaluation. The capture of a king of Keyles is neither the end nor an exchange like others:
//!   it is priced by the champion that its owner would give up for it in the position.
//! * `race`: wins of Keyles that kings and end zones decide without search.

mod army;
mod attacks;
mod capturable;
mod fen;
mod game;
mod generate;
mod keys;
mod make;
mod moves;
mod pieces;
mod pool;
mod position;
mod race;
mod roles;
mod royal;
mod rules;
mod see;
mod symmetry;
mod text;

pub use army::Army;
pub use capturable::{Capturable, KING_ARRIVED, Keyles};
pub use moves::MoveKind;
pub use pieces::{Kind, Pieces};
pub use pool::Pool;
pub use position::Position;
pub use royal::{Quex, Royal};
pub use rules::Rules;

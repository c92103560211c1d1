//! Chex (David L. Smith, 1994): tiles drawn by lot and placed on a plane without edges.
//!
//! The plane has no edge. [`Plane`] stores it modulo 64 both ways, which is unambiguous, because tiles that hold
//! together span at most 32 cells; the wandering of the frame is counted beside it, for GUIs that show a window of the
//! plane. Moves name cells by the smallest rectangle around the tiles before the move ([`Frame`]), and the key counts
//! tiles by their place in it, so that positions that differ by a shift are one position to the transposition table.
//!
//! [`Ties`] finds in one depth-first search which tiles hold others together (articulation points) and into which parts
//! the others fall without them. A free tile may go wherever it touches another; a tied one only where it touches every
//! part; a capture is legal exactly if the captor is free, because the cell that it reaches is occupied already. King
//! safety is tested only if an enemy aims at the king or the moved tile is a blocker; the aimers at the king of the
//! side to move are kept in the position.
//!
//! `lines` keeps the occupancy of all rows, columns and diagonals as bits: slider moves, and where a slider touches
//! another tile on the way, are a few operations a line. Sets of fields ([`Fields`]) are bits by rows of the frame. A
//! position takes seven kilobytes, so moves are made and unmade, not made on copies.
//!
//! A draw is three plies of the search (the decision, the chance outcome, the placement) and one composite move,
//! `N@c4`: see [`CompositeMoves`](crate::game::CompositeMoves). The piles are counts: nothing in a position knows their
//! order, which is the business of the dealer ([`chance_rng`](crate::chance_rng)).

mod attacks;
mod by_mail;
mod checks;
mod fen;
mod fields;
mod game;
mod generate;
mod keys;
mod lines;
mod make;
mod moves;
mod plane;
mod position;
mod reach;
mod roles;
mod royal;
mod rules;
mod text;
mod ties;
mod tiles;

pub use by_mail::{ByMail, ChexByMail};
pub use fields::Fields;
pub use moves::MoveKind;
pub use plane::{Cell, Frame, Plane, Step};
pub use position::{Hand, Pile, Position};
pub use royal::{Chex, Royal};
pub use rules::Rules;
pub use ties::Ties;
pub use tiles::{Kind, Tile, TileSet};

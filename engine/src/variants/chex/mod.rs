//! Chex (David L. Smith, 1994): tiles drawn by lot and placed on a plane without edges.
//!
//! Everything turns on whether the tiles hold together. [`Plane`] knows for each tile which tiles it touches, and
//! [`Ties`] which tiles hold others together and what falls apart without them, so that the legality of a move is a few
//! operations on masks with a bit for each tile.
//!
//! A draw is three plies of the search (the decision, the draw, the placement) and one entry of a game's record: see
//! [`Game::plies`](crate::game::Game::plies).

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
pub use reach::{ahead, pawn_captures};
pub use royal::{Chex, Royal};
pub use rules::Rules;
pub use ties::Ties;
pub use tiles::{Kind, Tile, TileSet};

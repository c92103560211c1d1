//! KaleidoChess for three and four players.
//!
//! Board, pieces and their moves are those of the game for two. What is different:
//!
//! * Everyone plays for itself. After a move every other player without a piece on a castle is out, then the mover too
//!   if it has none and somebody else is left. A player that cannot move is out by its only ply, the pass `0000`.
//! * The pieces of whoever is out leave the board. So a player is in exactly if it has a piece, and the game is over
//!   exactly if all pieces are one player's.
//! * The turn goes on clockwise to the next player who is in. The round number grows when it passes White's seat.

mod coalition;
mod facts;
mod fen;
mod four;
mod game;
mod generate;
mod keys;
mod make;
mod position;
mod roles;
mod rules;
mod see;
mod symmetry;
mod text;
mod three;

pub use four::{Four, Kaleido4};
pub use game::LAST_IN;
pub use position::Position;
pub use rules::Rules;
pub use text::write_piece;
pub use three::{Kaleido3, Three};

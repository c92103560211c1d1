//! What may differ from orthodox chess.

use std::fmt::Debug;
use std::hash::Hash;

use super::Pieces;
use crate::board::Bitboard;
use crate::game::Seat;
use crate::variants::GameInfo;

/// The rules by which a game differs from orthodox chess.
///
/// A value of the type is what the game remembers of a position beside the position itself: derived from the pieces after
/// each move by [`survey`](Rules::survey), so that generator, search and evaluation need not derive it again.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// The game's descriptor.
    const INFO: GameInfo;
    /// Where the stream of the game's key numbers begins.
    const KEY_SEED: u64;
    /// Whether knights capture, can be captured, and give check.
    const KNIGHTS_FIGHT: bool;
    /// Whether a pawn's double step can be answered en passant.
    const EN_PASSANT: bool;

    /// Whether a pawn never returns to a square that it has left.
    const PAWNS_ONLY_ADVANCE: bool;

    /// Derives what is remembered of a position.
    fn survey(pieces: &Pieces) -> Self;

    /// The pieces of a side that may leap like knights although they are none.
    fn relayed(&self, seat: Seat) -> Bitboard;

    /// Whether no sequence of moves can mate any more.
    fn is_dead(pieces: &Pieces) -> bool;

    /// Whether a dead position has no moves even for perft.
    const DEAD_IS_OVER: bool;
}

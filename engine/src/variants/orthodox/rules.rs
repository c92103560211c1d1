//! Differences from orthodox chess.

use std::fmt::Debug;
use std::hash::Hash;

use super::Pieces;
use crate::board::Bitboard;
use crate::game::Seat;
use crate::variants::GameInfo;

/// Rules by which a game differs from orthodox chess.
///
/// A value of the type is derived state: [`derive`](Rules::derive) computes it from the pieces after each move, so that
/// move generator, search and evaluation need not derive it again.
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// Descriptor of the game.
    const INFO: GameInfo;
    /// Values of PGN's tag `Variant`: with king and rooks where they castle in orthodox chess, and elsewhere.
    const PGN_VARIANTS: [Option<&'static str>; 2] = [Some(Self::INFO.name); 2];
    /// Seed of the Zobrist keys.
    const KEY_SEED: u64;
    /// True if knights capture, can be captured, and give check.
    const KNIGHTS_FIGHT: bool;
    /// True if a double step can be answered en passant.
    const EN_PASSANT: bool;
    /// True if no pawn returns to a square that it has left.
    const PAWNS_ONLY_ADVANCE: bool;

    /// Derived state of a position.
    fn derive(pieces: &Pieces) -> Self;

    /// Relayed pieces of a side: they leap like knights in addition to their own moves.
    fn relayed(&self, seat: Seat) -> Bitboard;

    /// Dead position: no sequence of moves can mate any more.
    fn is_dead(pieces: &Pieces) -> bool;

    /// True if a dead position has no moves even for perft.
    const DEAD_IS_OVER: bool;
}

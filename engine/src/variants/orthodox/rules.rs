//! The frame of the orthodox family: what a game may say about itself.

use std::fmt::Debug;
use std::hash::Hash;

use super::board::{Board, BoardSet, KeyedBoard};
use super::castling::CastlingFiles;
use super::{Kind, Memory, Pieces, Ply, Position};
use crate::game::Seat;
use crate::outcome::Outcome;
use crate::variants::GameInfo;

/// Square of a game's board.
pub type SquareOf<R> = <<R as Rules>::Board as Board>::Square;

/// Bitboard of a game's board.
pub type SetOf<R> = <<R as Rules>::Board as Board>::Set;

/// Piece placement on a game's board.
pub type PiecesOf<R> = Pieces<<R as Rules>::Board>;

/// Start position of orthodox chess.
pub(super) const ORTHODOX_START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Method by which the generator makes sure that moves are legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Legality {
    /// Check and pin masks: the king is attacked as in orthodox chess.
    Masks,
    /// Every pseudo-legal move is legal: nobody is royal.
    Free,
    /// Each pseudo-legal move is made on a copy and asked about by [`Rules::is_sound`].
    Test,
}

/// Rules by which a game differs from orthodox chess. What has a default is orthodox.
///
/// A value of the type is derived state: [`derive`](Rules::derive) computes it from the pieces after each move, so that
/// move generator, search and evaluation need not derive it again. What the pieces do not tell is [`Memory`].
pub trait Rules: Clone + Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// Descriptor of the game.
    const INFO: GameInfo;
    /// Values of PGN's tag `Variant`: with king and rooks where they castle in orthodox chess, and elsewhere.
    const PGN_VARIANTS: [Option<&'static str>; 2] = [Some(Self::INFO.name); 2];
    /// Seed of the Zobrist keys.
    const KEY_SEED: u64;
    /// FEN of the start position.
    const START: &'static str = ORTHODOX_START;

    /// Files of king and rooks before and after castling.
    const CASTLING: CastlingFiles = CastlingFiles::ORTHODOX;
    /// True for a side that can have the right to castle.
    const MAY_CASTLE: [bool; 2] = [true; 2];
    /// Letter and name of the queen's kind.
    const QUEEN: (char, &'static str) = (Kind::Queen.letter(), Kind::Queen.name());
    /// True if the queen's kind leaps like a knight as well: it is an amazon.
    const QUEEN_LEAPS: bool = false;
    /// True if knights capture, can be captured, and give check.
    const KNIGHTS_FIGHT: bool = true;
    /// True if a double step can be answered en passant.
    const EN_PASSANT: bool = true;
    /// True for a side whose pawns step double.
    const DOUBLE_STEP: [bool; 2] = [true; 2];
    /// Kinds that a pawn promotes to, in the order of generation.
    const PROMOTIONS: &'static [Kind] = &[Kind::Queen, Kind::Knight, Kind::Rook, Kind::Bishop];
    /// True if a side must have a piece of every kind.
    const KINDS_MATTER: bool = false;
    /// True for a side that has one royal king. Other kings are pieces like all others.
    const ROYAL: [bool; 2] = [true; 2];
    /// True if kings and rooks may castle from other squares than the orthodox ones.
    const CHESS960: bool = false;
    /// True if a position is read only if promotions can have brought its pieces about, and a double step its en
    /// passant square; else no side may have more than 32 men, and a square that nobody can use counts as none.
    const CAN_BE_REACHED: bool = false;
    /// True if nothing from before a capture or a pawn's move comes back.
    const PROGRESS_IS_FINAL: bool = true;
    /// True if a dead position has no moves even for perft.
    const DEAD_IS_OVER: bool = false;
    /// True if a move gives check as in orthodox chess: by the piece that moves, or by a line that it opens.
    const ORTHODOX_CHECKS: bool = true;
    /// Circe: true if a captured man is reborn.
    const REBIRTH: bool = false;
    /// True if left and right mirrored make an equivalent position where nobody may castle.
    const MIRRORED: bool = true;
    /// True if an exchange of colours makes an equivalent position.
    const COLOURS_ALIKE: bool = true;
    /// SEE values by kind, in centipawns.
    const SEE_VALUES: &'static [i32] = &[100, 320, 330, 500, 950, 0];
    /// Order in which an exchange captures.
    const LEAST_VALUABLE_FIRST: &'static [Kind] = &Kind::ORTHODOX;
    /// Depth of [`SearchHints::THREAT_SOLVER_DEPTH`](crate::game::SearchHints::THREAT_SOLVER_DEPTH).
    const THREAT_SOLVER_DEPTH: usize = 0;

    /// Board, with its kinds of pieces.
    type Board: KeyedBoard<Self>;

    /// State of a position beyond that of orthodox chess: `()` for none.
    type Memory: Memory;

    /// Derived state of a position.
    #[inline(always)]
    fn derive(_pieces: &PiecesOf<Self>) -> Self {
        Self::default()
    }

    /// Relayed pieces of a side: they leap like knights in addition to their own moves.
    #[inline(always)]
    fn relayed(&self, _seat: Seat) -> SetOf<Self> {
        SetOf::<Self>::EMPTY
    }

    /// Paralysed pieces of both sides: they do not move, capture or check.
    #[inline(always)]
    fn paralysed(&self) -> SetOf<Self> {
        SetOf::<Self>::EMPTY
    }

    /// Dead position: no sequence of moves can win any more.
    #[inline(always)]
    fn is_dead(pieces: &PiecesOf<Self>) -> bool {
        pieces.cannot_mate()
    }

    /// Win on the board by the game's own rule. There are no moves then.
    #[inline(always)]
    fn decided(_position: &Position<Self>) -> Option<Outcome> {
        None
    }

    /// True if the side to move, where nothing is decided yet, wins with a move by the game's own rule. May overlook
    /// some.
    #[inline(always)]
    fn wins_at_once(_position: &Position<Self>) -> bool {
        false
    }

    /// Worth of a check that the side to move gives, in centipawns: what it may cost by SEE. 0 but where checks are
    /// counted.
    #[inline(always)]
    fn check_value(_position: &Position<Self>) -> i32 {
        0
    }

    /// Method of the generator for the side to move.
    #[inline(always)]
    fn legality(_position: &Position<Self>, side: Seat) -> Legality {
        if Self::ROYAL[side.index()] { Legality::Masks } else { Legality::Free }
    }

    /// For [`Legality::Test`]: true if `mover` may leave this position behind.
    #[inline(always)]
    fn is_sound(position: &Position<Self>, mover: Seat) -> bool {
        !position.is_checked(mover)
    }

    /// True if the royal king of a side is in check.
    #[inline(always)]
    fn is_checked(position: &Position<Self>, seat: Seat) -> bool {
        position.is_attacked_king(seat)
    }

    /// Rebirth square of a captured man.
    #[inline(always)]
    fn rebirth(_seat: Seat, _kind: Kind, _captured_on: SquareOf<Self>) -> SquareOf<Self> {
        unreachable!("only where REBIRTH says so")
    }

    /// End of a ply: brings [`Memory`] up to date. The side to move is the opponent already.
    #[inline(always)]
    fn finish(_position: &mut Position<Self>, _ply: Ply) {}
}

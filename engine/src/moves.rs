//! Move and move list, the same for all games.
//!
//! ```
//! use engine::game::Game;
//! use engine::moves::Move;
//! use engine::text::Notation;
//! use engine::variants::Chess;
//!
//! let start = Chess::start();
//! let mv = start.read_move("e2e4").unwrap();
//! assert_eq!((mv.from(), mv.to()), (12, 28));
//! let stored = Move::from_bits(mv.to_bits());
//! assert!(stored == mv && start.is_legal(stored));
//! assert!(!start.is_legal(Move::NONE));
//! ```

use std::fmt;

use arrayvec::ArrayVec;

/// Move: one ply of any game in 32 bits, or a composite move.
///
/// Bits from the low end: from (12), to (12), kind (8). The game defines fields and kinds; the rest of the program only
/// needs that equal moves have equal bits. [`Move::NONE`] is legal in no game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Move(u32);

impl Move {
    /// No move: from field 0 to field 0 with kind 0, which no game uses.
    pub const NONE: Move = Move(0);

    /// Packs a move. `from` and `to` are below 4096.
    #[inline(always)]
    pub const fn new(from: u16, to: u16, kind: u8) -> Move {
        debug_assert!(from < 1 << 12 && to < 1 << 12);
        Move(from as u32 | (to as u32) << 12 | (kind as u32) << 24)
    }

    /// Origin field.
    #[inline(always)]
    pub const fn from(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    /// Target field.
    #[inline(always)]
    pub const fn to(self) -> usize {
        (self.0 >> 12 & 0xfff) as usize
    }

    /// Kind of move, in the numbering of its game.
    #[inline(always)]
    pub const fn kind(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// True unless it is [`Move::NONE`].
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// Raw bits for tables and files.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// Move from raw bits. They may come from anywhere: test [`Game::is_legal`](crate::game::Game::is_legal) before the
    /// move is played.
    pub const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({}-{}/{})", self.from(), self.to(), self.kind())
    }
}

/// Upper bound of the legal moves of a position in any game.
pub const MAX_MOVES: usize = 1024;

/// Move list on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

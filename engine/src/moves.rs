//! One move type for every game, and the list that generators fill.

use std::fmt;

use arrayvec::ArrayVec;

/// A move of any game in 32 bits: from (12 bits), to (12 bits), kind (8 bits).
///
/// What the fields and the kind mean is the game's business; the transposition table, the killers and the
/// principal variation only need that equal moves are equal numbers. [`Move::NONE`] is no move in any game.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Move(u32);

impl Move {
    /// The absence of a move: from field 0 to field 0 with kind 0, which no game uses.
    pub const NONE: Move = Move(0);

    /// Packs a move.
    #[inline(always)]
    pub const fn new(from: u16, to: u16, kind: u8) -> Move {
        debug_assert!(from < 1 << 12 && to < 1 << 12);
        Move(from as u32 | (to as u32) << 12 | (kind as u32) << 24)
    }

    /// The field the move starts from.
    #[inline(always)]
    pub const fn from(self) -> usize {
        (self.0 & 0xfff) as usize
    }

    /// The field the move ends on.
    #[inline(always)]
    pub const fn to(self) -> usize {
        (self.0 >> 12 & 0xfff) as usize
    }

    /// What kind of move it is, in the numbering of its game.
    #[inline(always)]
    pub const fn kind(self) -> u8 {
        (self.0 >> 24) as u8
    }

    /// Whether there is a move at all.
    #[inline(always)]
    pub const fn is_some(self) -> bool {
        self.0 != 0
    }

    /// The number to store in a table.
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The move behind a stored number; the number may come from anywhere, so the move may be nonsense and
    /// must be checked with [`Game::is_legal`](crate::game::Game::is_legal) before it is played.
    pub const fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({}-{}/{})", self.from(), self.to(), self.kind())
    }
}

/// The most moves a position of any game can have.
pub const MAX_MOVES: usize = 1024;

/// The moves of one position, kept on the stack.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

//! State of a position beyond that of orthodox chess.

use std::fmt::Debug;
use std::hash::Hash;

use super::board::{Board, BoardSet};
use super::{Position, Rules, SetOf};
use crate::game::Seat;
use crate::moves::Move;

/// State of a position that its pieces do not tell: checks left, plies left in the turn, kings that have never moved.
///
/// `()` is none; it takes no room and no time.
pub trait Memory: Copy + Default + PartialEq + Eq + Hash + Debug + Send + Sync + 'static {
    /// Name of the state's field in a FEN, between en passant square and halfmove clock; none without such a field.
    const FIELD: Option<&'static str> = None;
    /// True if a turn may be several plies and en passant squares are a set; see [`Series`](super::Series).
    const SERIES: bool = false;
    /// True if it is known of a king that it has never moved, even while it has no right to castle.
    const INNOCENCE: bool = false;

    /// Zobrist key: a part of the position's key.
    #[inline(always)]
    fn key(&self) -> u64 {
        0
    }

    /// The state with colours exchanged.
    fn colours_exchanged(self) -> Self {
        self
    }

    /// Writes the FEN's field.
    fn write(&self) -> String {
        String::new()
    }

    /// Reads the FEN's field; an error says what it should be.
    fn read(_text: &str, _side: Seat) -> Result<Self, &'static str> {
        Ok(Self::default())
    }

    /// Reads a word behind the clocks in which other programs write the state.
    fn read_suffix(_text: &str) -> Option<Self> {
        None
    }

    /// Checks that a side has still to give; none if they are not counted.
    fn checks_left(&self, _seat: Seat) -> Option<u8> {
        None
    }

    /// Plies left in the turn of the side to move, and the turn's length; none if each turn is one ply.
    fn turn(&self) -> Option<[u16; 2]> {
        None
    }

    /// The state after the side to move, at the beginning of its turn, has passed the whole of it.
    #[inline(always)]
    fn passed(self, _next: Seat) -> Self {
        self
    }

    /// True in the middle of a turn: the side to move has made a ply of it already.
    #[inline(always)]
    fn is_mid_turn(&self, _side: Seat) -> bool {
        false
    }

    /// Files of the squares that pawns have stepped over; see [`Memory::SERIES`].
    #[inline(always)]
    fn passed_files(&self) -> u8 {
        0
    }

    /// The state with the files of the squares that pawns have stepped over.
    fn with_passed_files(self, _files: u8) -> Self {
        self
    }

    /// True for a king that has never moved; see [`Memory::INNOCENCE`].
    #[inline(always)]
    fn is_innocent(&self, _seat: Seat) -> bool {
        false
    }

    /// The state with the kings that have never moved.
    fn with_innocence(self, _kings: [bool; 2]) -> Self {
        self
    }
}

impl Memory for () {}

/// Ply that has just been made, for [`Rules::finish`].
#[derive(Clone, Copy, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// The side that has made it.
    pub mover: Seat,
    /// Move number before it.
    pub full_moves: u16,
}

impl<R: Rules> Position<R> {
    /// State beyond that of orthodox chess.
    #[inline(always)]
    pub const fn memory(&self) -> &R::Memory {
        &self.memory
    }

    /// Changes the state beyond that of orthodox chess.
    #[inline(always)]
    pub(super) fn set_memory(&mut self, memory: R::Memory) {
        self.key ^= self.memory.key() ^ memory.key();
        self.memory = memory;
    }

    /// En passant squares that the side to move may capture on.
    #[inline(always)]
    pub(super) fn en_passant_squares(&self) -> SetOf<R> {
        if !R::Memory::SERIES {
            return self.en_passant().into_iter().collect();
        }
        if self.memory.is_mid_turn(self.side) {
            return SetOf::<R>::EMPTY;
        }
        self.passed_squares().without(self.pieces.occupied())
    }

    /// Squares that the pawns of a series have stepped over: those of the side to move in the middle of its turn, else
    /// those of its opponent.
    pub(super) fn passed_squares(&self) -> SetOf<R> {
        const { assert!(!R::Memory::SERIES || R::Board::FILES <= 8, "files are bits of a byte") };
        let mid_turn = self.memory.is_mid_turn(self.side);
        let stepper = if mid_turn { self.side } else { self.side.opponent() };
        let files = SetOf::<R>::from_bits(self.memory.passed_files().into());
        let rank = if stepper == Seat::WHITE { 2 } else { 5 };
        files.shift(rank * R::Board::FILES as i32)
    }
}

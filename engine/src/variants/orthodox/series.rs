//! Turns of several plies: what is remembered in the middle of them.

use super::board::BoardSquare;
use super::{Memory, MoveKind, Ply, Position, Rules, SquareOf};
use crate::board::zobrist;
use crate::game::Seat;

/// Lengths of the turns of a game.
pub trait TurnLengths:
    Copy + Default + PartialEq + Eq + std::hash::Hash + std::fmt::Debug + Send + Sync + 'static
{
    /// True if the FEN's field has the length beside the plies left.
    const WRITTEN: bool;
    /// Form of the FEN's field, for error messages.
    const WANTED: &'static str;

    /// Length of the first turn of a side.
    fn first(seat: Seat) -> u16;

    /// Length of the turn of a side that follows one of `length` plies.
    fn next(seat: Seat, length: u16) -> u16;
}

/// A turn of several plies: the plies left, its length, and the files of the squares that pawns have stepped over: in
/// mid-turn those of the side to move, at its beginning those of the opponent.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Series<L> {
    left: u16,
    length: u16,
    passed_files: u8,
    lengths: L,
}

impl<L: TurnLengths> Default for Series<L> {
    fn default() -> Self {
        Series::new(L::first(Seat::WHITE))
    }
}

impl<L: TurnLengths> Series<L> {
    fn new(length: u16) -> Self {
        Series { left: length, length, passed_files: 0, lengths: L::default() }
    }
}

impl<L: TurnLengths> Memory for Series<L> {
    const FIELD: Option<&'static str> = Some("plies left");
    const SERIES: bool = true;

    #[inline(always)]
    fn key(&self) -> u64 {
        zobrist::digest([u64::from(self.left) | u64::from(self.length) << 16 | u64::from(self.passed_files) << 32])
    }

    fn turn(&self) -> Option<[u16; 2]> {
        Some([self.left, self.length])
    }

    fn write(&self) -> String {
        if L::WRITTEN { format!("{}/{}", self.left, self.length) } else { self.left.to_string() }
    }

    fn read(text: &str, side: Seat) -> Result<Self, &'static str> {
        let (left, length) = match text.split_once('/') {
            Some((left, length)) if L::WRITTEN => (left.parse().ok(), length.parse().ok()),
            None if !L::WRITTEN => (text.parse().ok(), Some(L::first(side))),
            _ => (None, None),
        };
        let (Some(left), Some(length)) = (left, length) else { return Err(L::WANTED) };
        if left == 0 || left > length || text.starts_with(['+', '0']) || text.contains("/+") || text.contains("/0") {
            return Err(L::WANTED);
        }
        Ok(Series { left, ..Series::new(length) })
    }

    #[inline(always)]
    fn passed(self, next: Seat) -> Self {
        Series::new(L::next(next, self.length))
    }

    #[inline(always)]
    fn is_mid_turn(&self, _: Seat) -> bool {
        self.left < self.length
    }

    #[inline(always)]
    fn passed_files(&self) -> u8 {
        self.passed_files
    }

    fn with_passed_files(self, files: u8) -> Self {
        Series { passed_files: files, ..self }
    }
}

/// Ends a ply of a series: the side goes on, or, if `ends` or no ply is left, it is the opponent's turn.
#[inline(always)]
pub(super) fn finish<L: TurnLengths, R: Rules<Memory = Series<L>>>(position: &mut Position<R>, ply: Ply, ends: bool) {
    let mut memory = *position.memory();
    if !memory.is_mid_turn(ply.mover) {
        // The opponent's squares were for the first ply only.
        memory.passed_files = 0;
    }
    let (from, to) = (SquareOf::<R>::from_index(ply.mv.from()), SquareOf::<R>::from_index(ply.mv.to()));
    let stepped_to = 3 + ply.mover.index();
    if ply.mv.kind() == MoveKind::DoubleStep.code() {
        memory.passed_files |= 1 << to.file();
    } else if from.rank() == stepped_to {
        // If a pawn has stepped double on this file, it moves again: nothing else stands where it arrived.
        memory.passed_files &= !(1 << from.file());
    }
    memory.left -= 1;
    if ends || memory.left == 0 {
        let files = memory.passed_files;
        memory = memory.passed(position.side).with_passed_files(files);
    } else {
        position.keep_turn(ply);
    }
    position.set_memory(memory);
}

//! Zobrist keys.

use std::marker::PhantomData;

use super::board::{Board, BoardSquare, KeyedBoard};
use super::{Castling, Memory, Position, Rules, SquareOf};
use crate::board::zobrist::KeyStream;
use crate::game::Seat;

/// Zobrist keys of one game, with room for squares, codes of pieces and files.
pub struct Keys<const SQUARES: usize, const CODES: usize, const FILES: usize> {
    /// `[seat][code][square]`. Code 0, the empty square, has the key 0, so that a quiet move needs no branch; the last
    /// codes are no piece's, but with a power of two there are no bounds to check.
    pieces: [[[u64; SQUARES]; CODES]; 2],
    castling: [u64; Castling::STATES],
    en_passant: [u64; FILES],
    black_to_move: u64,
}

impl<const SQUARES: usize, const CODES: usize, const FILES: usize> Keys<SQUARES, CODES, FILES> {
    pub(super) const fn new(seed: u64, kinds: usize) -> Self {
        let mut stream = KeyStream::new(seed);
        let mut pieces = [[[0; SQUARES]; CODES]; 2];
        let mut i = 0;
        while i < 2 * kinds {
            pieces[i / kinds][1 + i % kinds] = stream.array();
            i += 1;
        }
        Keys { pieces, castling: stream.array(), en_passant: stream.array(), black_to_move: stream.next() }
    }
}

/// Zobrist keys for the squares of a board.
pub trait KeyTable<S>: 'static {
    /// Key of a piece on a square.
    fn piece(&self, seat: Seat, code: usize, square: S) -> u64;
    /// Key of orthodox rights; [`Castling::files_key`] is the rest.
    fn castling(&self, rights: Castling) -> u64;
    /// Key of an en passant square.
    fn en_passant(&self, square: Option<S>) -> u64;
    /// Key of the side to move.
    fn side(&self, seat: Seat) -> u64;
    /// Key of a change of the side to move.
    fn turn(&self) -> u64;
}

impl<S: BoardSquare, const SQUARES: usize, const CODES: usize, const FILES: usize> KeyTable<S>
    for Keys<SQUARES, CODES, FILES>
{
    #[inline(always)]
    fn piece(&self, seat: Seat, code: usize, square: S) -> u64 {
        self.pieces[seat.index() & 1][code % CODES][square.index()]
    }

    #[inline(always)]
    fn castling(&self, rights: Castling) -> u64 {
        self.castling[rights.index()]
    }

    #[inline(always)]
    fn en_passant(&self, square: Option<S>) -> u64 {
        square.map_or(0, |square| self.en_passant[square.file()])
    }

    #[inline(always)]
    fn side(&self, seat: Seat) -> u64 {
        self.black_to_move & (seat.index() as u64).wrapping_neg()
    }

    #[inline(always)]
    fn turn(&self) -> u64 {
        self.black_to_move
    }
}

/// Static address of each game's keys.
pub(super) struct KeysOf<R>(PhantomData<R>);

impl<R: Rules> KeysOf<R> {
    pub(super) const KEYS: &'static <R::Board as Board>::Keys = <R::Board as KeyedBoard<R>>::KEYS;
}

impl<R: Rules> Position<R> {
    /// Key from scratch; [`Position`] updates it incrementally.
    pub(super) fn compute_key(&self) -> u64 {
        let keys = KeysOf::<R>::KEYS;
        let on_board = |square: SquareOf<R>| {
            let (seat, kind) = self.pieces.on(square)?;
            Some(keys.piece(seat, kind as usize, square))
        };
        let pieces = self.pieces.occupied().into_iter().filter_map(on_board).fold(0, |key, number| key ^ number);
        let castling = keys.castling(self.castling()) ^ self.castling().files_key();
        let memory = self.memory.key();
        pieces ^ castling ^ keys.en_passant(self.en_passant()) ^ keys.side(self.side()) ^ memory
    }
}

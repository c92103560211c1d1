//! Zobrist keys.

use std::marker::PhantomData;

use super::{Castling, Memory, Position, Rules};
use crate::board::zobrist::KeyStream;
use crate::board::{Bitboard, Square};
use crate::game::Seat;

/// Zobrist keys of one game.
pub(super) struct Keys {
    /// `[seat][code][square]`. Code 0, the empty square, has the key 0, so that a quiet move needs no branch; code 7 is
    /// no piece's, but with all eight there are no bounds to check.
    pieces: [[[u64; 64]; Self::CODES]; 2],
    castling: [u64; Castling::STATES],
    en_passant: [u64; 8],
    black_to_move: u64,
}

impl Keys {
    const CODES: usize = 8;

    const fn new(seed: u64) -> Keys {
        let mut stream = KeyStream::new(seed);
        let mut pieces = [[[0; 64]; Self::CODES]; 2];
        let mut i = 0;
        while i < 12 {
            pieces[i / 6][1 + i % 6] = stream.array();
            i += 1;
        }
        Keys { pieces, castling: stream.array(), en_passant: stream.array(), black_to_move: stream.next() }
    }

    #[inline(always)]
    pub(super) fn piece(&self, seat: Seat, code: usize, square: Square) -> u64 {
        self.pieces[seat.index() & 1][code % Self::CODES][square.index()]
    }

    /// Key of orthodox rights; [`Castling::files_key`] is the rest.
    #[inline(always)]
    pub(super) fn castling(&self, rights: Castling) -> u64 {
        self.castling[rights.index()]
    }

    #[inline(always)]
    pub(super) fn en_passant(&self, square: Option<Square>) -> u64 {
        square.map_or(0, |square| self.en_passant[square.file()])
    }

    #[inline(always)]
    pub(super) fn side(&self, seat: Seat) -> u64 {
        self.black_to_move & (seat.index() as u64).wrapping_neg()
    }

    #[inline(always)]
    pub(super) fn turn(&self) -> u64 {
        self.black_to_move
    }
}

/// Static address of each game's keys.
pub(super) struct KeysOf<R>(PhantomData<R>);

impl<R: Rules> KeysOf<R> {
    pub(super) const KEYS: &'static Keys = &Keys::new(R::KEY_SEED);
}

impl<R: Rules> Position<R> {
    /// Key from scratch; [`Position`] updates it incrementally.
    pub(super) fn compute_key(&self) -> u64 {
        let keys = KeysOf::<R>::KEYS;
        let on_board = |square: Square| {
            let seat = if self.pieces().of(Seat::BLACK).has(square) { Seat::BLACK } else { Seat::WHITE };
            keys.piece(seat, self.pieces().code_on(square), square)
        };
        let pieces = Bitboard::ALL.into_iter().map(on_board).fold(0, |key, number| key ^ number);
        let castling = keys.castling(self.castling()) ^ self.castling().files_key();
        let memory = self.memory.key();
        pieces ^ castling ^ keys.en_passant(self.en_passant()) ^ keys.side(self.side()) ^ memory
    }
}

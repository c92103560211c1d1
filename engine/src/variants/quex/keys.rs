//! Zobrist keys.

use std::marker::PhantomData;

use super::pieces::CODES;
use super::{Kind, Pool, Position, Rules};
use crate::board::ten::Square;
use crate::board::zobrist::KeyStream;
use crate::game::Seat;

/// Number of possible counts of a kind, 0 included.
const POOL_COUNTS: usize = Pool::MOST + 1;

/// Zobrist keys of one game.
pub(super) struct Keys {
    /// `[seat][code][square]`. Code 0, the empty square, has the key 0, so that a quiet move needs no branch. All codes
    /// have rows: no bounds checks.
    pieces: [[[u64; 128]; CODES]; 2],
    /// `[seat][code][count]`; a count of 0 has the key 0.
    pool: [[[u64; POOL_COUNTS]; CODES]; 2],
    black_to_move: u64,
}

impl Keys {
    const fn new(seed: u64) -> Keys {
        let mut stream = KeyStream::new(seed);
        let mut pieces = [[[0; 128]; CODES]; 2];
        let mut pool = [[[0; POOL_COUNTS]; CODES]; 2];
        let mut i = 0;
        while i < 2 * Kind::COUNT {
            let (seat, code) = (i / Kind::COUNT, Kind::ALL[i % Kind::COUNT] as usize);
            pieces[seat][code] = stream.array();
            pool[seat][code] = stream.array();
            pool[seat][code][0] = 0;
            i += 1;
        }
        Keys { pieces, pool, black_to_move: stream.next() }
    }

    #[inline(always)]
    pub(super) fn piece(&self, seat: Seat, code: usize, square: Square) -> u64 {
        self.pieces[seat.index() & 1][code % CODES][square.index()]
    }

    #[inline(always)]
    pub(super) fn pool(&self, seat: Seat, code: usize, count: usize) -> u64 {
        self.pool[seat.index() & 1][code % CODES][count % POOL_COUNTS]
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
        let pieces = Square::all().filter_map(|square| {
            let (seat, kind) = self.pieces.on(square)?;
            Some(keys.piece(seat, kind as usize, square))
        });
        let pool = Seat::BOTH.into_iter().flat_map(|seat| {
            Kind::ALL.into_iter().map(move |kind| keys.pool(seat, kind as usize, self.pool.count(seat, kind)))
        });
        let side = if self.side == Seat::BLACK { keys.turn() } else { 0 };
        pieces.chain(pool).fold(side, |key, number| key ^ number)
    }
}

//! Zobrist keys.

use std::marker::PhantomData;

use super::{Kind, Position, Rules, Step};
use crate::board::round::Field;
use crate::board::zobrist::KeyStream;
use crate::game::Seat;

/// Zobrist keys of one game.
pub(super) struct Keys {
    /// `[seat][kind][field]`.
    pieces: [[[u64; 128]; Kind::COUNT]; 2],
    /// `[seat]`: origin and target of the last move.
    last_from: [[u64; 128]; 2],
    last_to: [[u64; 128]; 2],
    throws: [u64; 8],
    black_to_move: u64,
}

impl Keys {
    const fn new(seed: u64) -> Keys {
        let mut stream = KeyStream::new(seed);
        let mut pieces = [[[0; 128]; Kind::COUNT]; 2];
        let mut i = 0;
        while i < 2 * Kind::COUNT {
            pieces[i / Kind::COUNT][i % Kind::COUNT] = stream.array();
            i += 1;
        }
        Keys {
            pieces,
            last_from: [stream.array(), stream.array()],
            last_to: [stream.array(), stream.array()],
            throws: stream.array(),
            black_to_move: stream.next(),
        }
    }

    #[inline(always)]
    pub(super) fn piece(&self, seat: Seat, kind: Kind, field: Field) -> u64 {
        self.pieces[seat.index()][kind.index()][field.index()]
    }

    #[inline(always)]
    pub(super) fn last(&self, seat: Seat, last: Option<Step>) -> u64 {
        let number =
            |step: Step| self.last_from[seat.index()][step.from.index()] ^ self.last_to[seat.index()][step.to.index()];
        last.map_or(0, number)
    }

    #[inline(always)]
    pub(super) fn throw(&self, throw: Option<u8>) -> u64 {
        throw.map_or(0, |throw| self.throws[usize::from(throw & 7)])
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
        let pieces = self.pieces.occupied().into_iter().filter_map(|field| {
            let (seat, kind) = self.pieces.on(field)?;
            Some(keys.piece(seat, kind, field))
        });
        let last = Seat::BOTH.into_iter().map(|seat| keys.last(seat, self.last(seat)));
        let side = if self.side == Seat::BLACK { keys.turn() } else { 0 };
        pieces.chain(last).fold(side ^ keys.throw(self.throw), |key, number| key ^ number)
    }
}

//! Zobrist keys.

use std::marker::PhantomData;

use super::{Kind, Pieces, Position, Rules, Step};
use crate::board::round::Field;
use crate::board::zobrist::KeyStream;
use crate::game::Seat;

/// Zobrist keys of one game.
pub(super) struct Keys<const SEATS: usize = 2> {
    /// `[seat][kind][field]`.
    pieces: [[[u64; 128]; Kind::COUNT]; SEATS],
    /// `[seat]`: origin and target of the last move.
    last_from: [[u64; 128]; SEATS],
    last_to: [[u64; 128]; SEATS],
    throws: [u64; 8],
    /// `[seat]`: side to move; 0 for White.
    turns: [u64; SEATS],
}

/// The next rows of keys, one for each seat.
const fn rows<const SEATS: usize>(stream: &mut KeyStream) -> [[u64; 128]; SEATS] {
    let mut rows = [[0; 128]; SEATS];
    let mut seat = 0;
    while seat < SEATS {
        rows[seat] = stream.array();
        seat += 1;
    }
    rows
}

impl<const SEATS: usize> Keys<SEATS> {
    pub(super) const fn new(seed: u64) -> Self {
        let mut stream = KeyStream::new(seed);
        let mut pieces = [[[0; 128]; Kind::COUNT]; SEATS];
        let mut i = 0;
        while i < SEATS * Kind::COUNT {
            pieces[i / Kind::COUNT][i % Kind::COUNT] = stream.array();
            i += 1;
        }
        let (last_from, last_to) = (rows(&mut stream), rows(&mut stream));
        let throws = stream.array();
        let mut turns = [0; SEATS];
        let mut seat = 1;
        while seat < SEATS {
            turns[seat] = stream.next();
            seat += 1;
        }
        Keys { pieces, last_from, last_to, throws, turns }
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
    pub(super) fn turn(&self, side: Seat) -> u64 {
        self.turns[side.index()]
    }

    /// Change of the key by a step of the side to move, the turn left aside. `last`: the step that it made before.
    #[inline(always)]
    pub(super) fn step(&self, pieces: &Pieces<SEATS>, side: Seat, last: Option<Step>, step: Step) -> u64 {
        let piece = |field| move |(seat, kind)| self.piece(seat, kind, field);
        let moving = pieces.on(step.from);
        let moved = [moving.map(piece(step.from)), pieces.on(step.to).map(piece(step.to)), moving.map(piece(step.to))];
        let lasts = self.last(side, last) ^ self.last(side, Some(step));
        moved.into_iter().flatten().fold(lasts, |key, number| key ^ number)
    }

    /// Key from scratch of pieces, last moves and the side to move.
    pub(super) fn of(&self, pieces: &Pieces<SEATS>, last: &[Option<Step>; SEATS], side: Seat) -> u64 {
        let on_fields = pieces.occupied().into_iter().filter_map(|field| {
            let (seat, kind) = pieces.on(field)?;
            Some(self.piece(seat, kind, field))
        });
        let last = Seat::all(SEATS).map(|seat| self.last(seat, last[seat.index()]));
        on_fields.chain(last).fold(self.turn(side), |key, number| key ^ number)
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
        keys.of(&self.pieces, &self.last, self.side) ^ keys.throw(self.throw)
    }
}

//! Zobrist keys.
//!
//! Tiles count by their place in the frame, so that the key does not depend on their place on the plane.

use std::marker::PhantomData;

use super::plane::SPAN;
use super::{Frame, Hand, Kind, Position, Rules, Tile};
use crate::board::zobrist::KeyStream;
use crate::game::Seat;

/// Number of possible counts of a kind in a pile, 0 included.
const COUNTS: usize = 9;

/// Zobrist keys of one game.
pub(super) struct Keys {
    /// `[seat][kind][row][column]` in the frame.
    tiles: [[[[u64; SPAN]; SPAN]; Kind::COUNT]; 2],
    /// `[seat][kind][count]` of the piles.
    piles: [[[u64; COUNTS]; Kind::COUNT]; 2],
    drawing: u64,
    /// `[hand]`.
    holds: [u64; Kind::COUNT],
    black_to_move: u64,
}

impl Keys {
    const fn new(seed: u64) -> Keys {
        let mut stream = KeyStream::new(seed);
        let mut tiles = [[[[0; SPAN]; SPAN]; Kind::COUNT]; 2];
        let mut piles = [[[0; COUNTS]; Kind::COUNT]; 2];
        let mut i = 0;
        while i < 2 * Kind::COUNT {
            let (seat, kind) = (i / Kind::COUNT, i % Kind::COUNT);
            let mut row = 0;
            while row < SPAN {
                tiles[seat][kind][row] = stream.array();
                row += 1;
            }
            piles[seat][kind] = stream.array();
            i += 1;
        }
        Keys { tiles, piles, drawing: stream.next(), holds: stream.array(), black_to_move: stream.next() }
    }

    /// Key of a tile on a cell, by its field in the frame.
    #[inline(always)]
    pub(super) fn tile(&self, seat: Seat, kind: Kind, field: u16) -> u64 {
        let (x, y) = Frame::coordinates(field.into());
        self.tiles[seat.index()][kind.index()][y - 1][x - 1]
    }

    #[inline(always)]
    pub(super) fn pile(&self, seat: Seat, kind: Kind, count: u8) -> u64 {
        self.piles[seat.index()][kind.index()][usize::from(count)]
    }

    #[inline(always)]
    pub(super) fn hand(&self, hand: Hand) -> u64 {
        match hand {
            Hand::Empty => 0,
            Hand::Drawing => self.drawing,
            Hand::Holds(kind) => self.holds[kind.index()],
        }
    }

    #[inline(always)]
    pub(super) fn side(&self, side: Seat) -> u64 {
        if side == Seat::BLACK { self.black_to_move } else { 0 }
    }
}

/// Static address of each game's keys.
pub(super) struct KeysOf<R>(PhantomData<R>);

impl<R: Rules> KeysOf<R> {
    pub(super) const KEYS: &'static Keys = &Keys::new(R::KEY_SEED);
}

impl<R: Rules> Position<R> {
    /// Part of the key for the tiles in play, from scratch.
    pub(super) fn tiles_key(&self) -> u64 {
        let (keys, frame) = (KeysOf::<R>::KEYS, self.plane.frame());
        let number = |seat, kind| {
            let tiles = self.plane.kind(kind) & self.plane.of(seat);
            tiles
                .into_iter()
                .fold(0, |key, tile: Tile| key ^ keys.tile(seat, kind, frame.field(self.plane.cell_of(tile))))
        };
        let of = |seat| Kind::ALL.into_iter().fold(0, |key, kind| key ^ number(seat, kind));
        of(Seat::WHITE) ^ of(Seat::BLACK)
    }

    /// Key from scratch; [`Position`] updates it incrementally.
    pub(super) fn compute_key(&self) -> u64 {
        let keys = KeysOf::<R>::KEYS;
        let pile = |seat: Seat| {
            let count = |kind| self.piles[seat.index()].count(kind);
            Kind::ALL.into_iter().fold(0, |key, kind| key ^ keys.pile(seat, kind, count(kind)))
        };
        self.tiles_key() ^ pile(Seat::WHITE) ^ pile(Seat::BLACK) ^ keys.hand(self.hand) ^ keys.side(self.side)
    }
}

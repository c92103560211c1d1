//! Zobrist keys.

use std::marker::PhantomData;

use super::{Position, Rules};
use crate::seat::Seat;
use crate::variants::kaleido::keys::Keys;

/// Static address of each game's keys.
pub(super) struct KeysOf<R>(PhantomData<R>);

impl<R: Rules> KeysOf<R> {
    pub(super) const KEYS: &'static Keys<{ Seat::MAX }> = &Keys::new(R::KEY_SEED);
}

impl<R: Rules> Position<R> {
    /// Key from scratch; [`Position`] updates it incrementally.
    pub(super) fn compute_key(&self) -> u64 {
        KeysOf::<R>::KEYS.of(&self.pieces, &self.last, self.side)
    }
}

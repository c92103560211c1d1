//! The hand-written evaluations of Chex: as published, and as it was played by mail.
//!
//! Both are one evaluation over the same [`features`]; the games differ in their weights. There are no squares: the plane is the
//! same everywhere, so nothing depends on where on it a tile lies.

mod by_mail;
pub mod features;
mod royal;

use engine::game::Seat;
use engine::variants::chex::{Hand, Kind, Position, Rules, Tile};

use features::{COUNT, HIDDEN, MATERIAL, ROWS};

use crate::features::Row;
use crate::hand_written::Judged;
use crate::score::Score;
use crate::tally::{Sum, Tally};

/// What a game of the family says of its evaluation.
pub trait Judge: Rules {
    /// What each feature is worth, as one table.
    const FLAT: &'static [Score; COUNT];
}

/// Judges everything but the tiles in play by themselves.
#[inline(always)]
fn judge<R: Judge, T: Tally>(position: &Position<R>, tallies: &mut [T; 2]) {
    for (seat, tally) in Seat::BOTH.into_iter().zip(tallies) {
        for kind in Kind::ALL {
            let held = seat == position.side() && position.hand() == Hand::Holds(kind);
            tally.add(HIDDEN.at(kind.index()), i32::from(position.pile(seat).count(kind)) + i32::from(held));
        }
    }
}

impl<R: Judge> Judged for Position<R> {
    const WEIGHTS: &'static [Score] = R::FLAT;
    const ROWS: &'static [Row] = ROWS;
    /// The more tiles are in play, the more of a middle game it is.
    const PHASE: &'static [i32] = &[1; Kind::COUNT];
    const FULL_PHASE: i32 = Tile::COUNT as i32;
    const TEMPO: i32 = 10;
    type Memory = ();
    type Sight = ();

    #[inline(always)]
    fn standing(seat: Seat, kind: usize, _: usize) -> Score {
        let worth = R::FLAT[MATERIAL.at(kind)];
        if seat == Seat::WHITE { worth } else { worth.negated() }
    }

    #[inline(always)]
    fn weigh(&self, _: &mut ()) -> (Score, ()) {
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        judge(self, &mut sums);
        let [white, black] = sums;
        (white.score - black.score, ())
    }

    fn count<T: Tally>(&self, tallies: &mut [T; 2]) {
        for tile in self.plane().in_play() {
            tallies[tile.seat().index()].add(MATERIAL.at(self.plane().kind_of(tile).index()), 1);
        }
        judge(self, tallies);
    }

    #[inline(always)]
    fn finish(&self, value: i32, (): &()) -> i32 {
        value
    }
}

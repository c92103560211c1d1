//! The hand-written evaluations of Quex and Keyles.
//!
//! Both are one evaluation over the same [`features`]; the games differ in their weights and in what kings are for: in Quex they
//! must be safe, in Keyles they run.

pub mod camp;
mod capturable;
mod champions;
pub mod features;
mod king;
mod pions;
mod race;
mod royal;
mod threats;

use std::marker::PhantomData;
use std::sync::Arc;

use engine::board::ten::{SIZE, Square};
use engine::game::Seat;
use engine::variants::quex::{Kind, Position, Rules};

use camp::{Camp, own_rank};
use features::{COUNT, MATERIAL, ROWS, file_place, rank_place};

use crate::ending::Ending;
use crate::features::Row;
use crate::hand_written::Judged;
use crate::network::{Board, Network, View};
use crate::score::Score;
use crate::tally::{Sum, Tally};

/// What a game of the family says of its evaluation.
pub trait Judge: Rules {
    /// What was learned beyond this evaluation.
    fn network() -> Option<Arc<Network>> {
        None
    }

    /// What each feature is worth, as one table.
    const FLAT: &'static [Score; COUNT];

    /// What is made of the advantage of the side that has it, `strong`.
    fn ending(strong: &Camp, weak: &Camp) -> Ending;
}

/// How much each kind of man makes a middle game of the position.
const PHASE: [i32; Kind::COUNT] = [0, 4, 2, 1, 1, 1, 0, 0, 0, 0, 0];

/// Material and square together, by seat, kind and square; Black's are negative.
struct Standing<R>(PhantomData<R>);

impl<R: Judge> Standing<R> {
    const TABLE: &'static [[[Score; Square::COUNT]; Kind::COUNT]; 2] = &{
        let mut table = [[[Score::ZERO; Square::COUNT]; Kind::COUNT]; 2];
        let mut i = 0;
        while i < Square::COUNT * Kind::COUNT {
            let (kind, at) = (i / Square::COUNT, Square::from_index(i % Square::COUNT));
            let man = R::FLAT[MATERIAL.at(kind)].plus(R::FLAT[file_place(kind, at)]);
            let white = man.plus(R::FLAT[rank_place(kind, own_rank(Seat::WHITE, at))]);
            let black = man.plus(R::FLAT[rank_place(kind, own_rank(Seat::BLACK, at))]);
            table[0][kind][at.index()] = white;
            table[1][kind][at.index()] = black.negated();
            i += 1;
        }
        table
    };
}

/// Judges everything but material and squares, and returns the camps.
#[inline(always)]
fn judge<R: Judge, T: Tally>(position: &Position<R>, tallies: &mut [T; 2]) -> [Camp; 2] {
    let mut camps = [Camp::new(position, Seat::WHITE), Camp::new(position, Seat::BLACK)];
    let [white, black] = &mut camps;
    champions::judge(position, white, black, &mut tallies[0]);
    champions::judge(position, black, white, &mut tallies[1]);
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let (own, enemy) = (&camps[seat], &camps[1 - seat]);
        pions::judge(own, enemy, position.pool(), tally);
        threats::judge(own, enemy, tally);
        if R::KING_IS_ROYAL {
            king::judge(own, enemy, tally);
        } else {
            race::judge::<R, T>(own, enemy, position.side() == own.seat, tally);
        }
    }
    camps
}

impl<R: Judge> Judged for Position<R> {
    const WEIGHTS: &'static [Score] = R::FLAT;
    const ROWS: &'static [Row] = ROWS;
    const PHASE: &'static [i32] = &PHASE;
    const FULL_PHASE: i32 = 28;
    const TEMPO: i32 = 14;
    type Memory = ();
    /// The camps of White and Black.
    type Sight = [Camp; 2];

    fn view() -> View<Self> {
        View::Board(Board::of_ranks(Self::PHASE.len(), SIZE, SIZE))
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn standing(seat: Seat, kind: usize, field: usize) -> Score {
        Standing::<R>::TABLE[seat.index()][kind][field]
    }

    #[inline(always)]
    fn weigh(&self, _: &mut ()) -> (Score, [Camp; 2]) {
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        let camps = judge(self, &mut sums);
        let [white, black] = sums;
        (white.score - black.score, camps)
    }

    fn count<T: Tally>(&self, tallies: &mut [T; 2]) -> [Camp; 2] {
        for square in self.pieces().occupied() {
            if let Some((seat, kind)) = self.pieces().on(square) {
                let tally = &mut tallies[seat.index()];
                tally.add(MATERIAL.at(kind.index()), 1);
                tally.add(rank_place(kind.index(), own_rank(seat, square)), 1);
                tally.add(file_place(kind.index(), square), 1);
            }
        }
        judge(self, tallies)
    }

    #[inline(always)]
    fn finish(&self, value: i32, [white, black]: &[Camp; 2]) -> i32 {
        let (strong, weak) = if value > 0 { (white, black) } else { (black, white) };
        R::ending(strong, weak).apply(value)
    }
}

//! The hand-written evaluations of Quex and Keyles.
//!
//! Both are one evaluation over the same [`features`]; the games differ in their weights and in what kings are for: in Quex they
//! must be safe, in Keyles they run.

mod champions;
pub mod features;
mod keyles_params;
mod king_race;
mod king_safety;
mod pions;
mod quex_params;
pub mod side;
mod threats;

use std::marker::PhantomData;
use std::sync::Arc;

use engine::board::ten::{SIZE, Square};
use engine::game::Seat;
use engine::variants::quex::{Kind, Position, Rules};

use features::{COUNT, MATERIAL, ROWS, file_place, rank_place};
use side::{Side, own_rank};

use crate::endgame::EndgameScale;
use crate::features::Row;
use crate::hce::HandCraftedEval;
use crate::nnue::{FeatureSet, Network, PieceSquareFeatures};
use crate::score::Score;
use crate::tally::{Sum, Tally};

/// What a game of the family says of its evaluation.
pub trait EvalParams: Rules {
    /// What was learned beyond this evaluation.
    fn network() -> Option<Arc<Network>>;

    /// What each feature is worth, as one table.
    const WEIGHTS_FLAT: &'static [Score; COUNT];

    /// What is made of the advantage of the side that has it, `strong`.
    fn ending(strong: &Side, weak: &Side) -> EndgameScale;
}

/// How much each kind of man makes a middle game of the position.
const PHASE: [i32; Kind::COUNT] = [0, 4, 2, 1, 1, 1, 0, 0, 0, 0, 0];

/// Material and square together, by seat, kind and square; Black's are negative.
struct Standing<R>(PhantomData<R>);

impl<R: EvalParams> Standing<R> {
    const TABLE: &'static [[[Score; Square::COUNT]; Kind::COUNT]; 2] = &{
        let mut table = [[[Score::ZERO; Square::COUNT]; Kind::COUNT]; 2];
        let mut i = 0;
        while i < Square::COUNT * Kind::COUNT {
            let (kind, at) = (i / Square::COUNT, Square::from_index(i % Square::COUNT));
            let man = R::WEIGHTS_FLAT[MATERIAL.at(kind)].plus(R::WEIGHTS_FLAT[file_place(kind, at)]);
            let white = man.plus(R::WEIGHTS_FLAT[rank_place(kind, own_rank(Seat::WHITE, at))]);
            let black = man.plus(R::WEIGHTS_FLAT[rank_place(kind, own_rank(Seat::BLACK, at))]);
            table[0][kind][at.index()] = white;
            table[1][kind][at.index()] = black.negated();
            i += 1;
        }
        table
    };
}

/// Judges everything but material and squares, and returns the sides.
#[inline(always)]
fn evaluate<R: EvalParams, T: Tally>(position: &Position<R>, tallies: &mut [T; 2]) -> [Side; 2] {
    let mut sides = [Side::new(position, Seat::WHITE), Side::new(position, Seat::BLACK)];
    let [white, black] = &mut sides;
    champions::evaluate(position, white, black, &mut tallies[0]);
    champions::evaluate(position, black, white, &mut tallies[1]);
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let (own, enemy) = (&sides[seat], &sides[1 - seat]);
        pions::evaluate(own, enemy, position.pool(), tally);
        threats::evaluate(own, enemy, tally);
        if R::KING_IS_ROYAL {
            king_safety::evaluate(own, enemy, tally);
        } else {
            king_race::evaluate::<R, T>(own, enemy, position.side() == own.seat, tally);
        }
    }
    sides
}

impl<R: EvalParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = R::WEIGHTS_FLAT;
    const ROWS: &'static [Row] = ROWS;
    const PHASE: &'static [i32] = &PHASE;
    const MAX_PHASE: i32 = 28;
    const TEMPO: i32 = 14;
    type Cache = ();
    /// The sides of White and Black.
    type EvalInfo = [Side; 2];

    fn feature_set() -> FeatureSet<Self> {
        FeatureSet::PieceSquare(PieceSquareFeatures::of_ranks(Self::PHASE.len(), SIZE, SIZE))
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn psqt(seat: Seat, kind: usize, field: usize) -> Score {
        Standing::<R>::TABLE[seat.index()][kind][field]
    }

    #[inline(always)]
    fn positional(&self, _: &mut ()) -> (Score, [Side; 2]) {
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        let sides = evaluate(self, &mut sums);
        let [white, black] = sums;
        (white.score - black.score, sides)
    }

    fn count<T: Tally>(&self, tallies: &mut [T; 2]) -> [Side; 2] {
        for square in self.pieces().occupied() {
            if let Some((seat, kind)) = self.pieces().on(square) {
                let tally = &mut tallies[seat.index()];
                tally.add(MATERIAL.at(kind.index()), 1);
                tally.add(rank_place(kind.index(), own_rank(seat, square)), 1);
                tally.add(file_place(kind.index(), square), 1);
            }
        }
        evaluate(self, tallies)
    }

    #[inline(always)]
    fn scale_endgame(&self, value: i32, [white, black]: &[Side; 2]) -> i32 {
        let (strong, weak) = if value > 0 { (white, black) } else { (black, white) };
        R::ending(strong, weak).apply(value)
    }
}

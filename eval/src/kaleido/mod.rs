//! The hand-written evaluation of KaleidoChess, with dice and with other armies.
//!
//! It is one evaluation over the same [`features`]; the games differ in their weights.

mod castles;
pub mod features;
mod params;
mod pieces;
pub mod side;

use std::marker::PhantomData;
use std::sync::Arc;

use engine::board::round::{Field, SECTORS, Symmetry};
use engine::game::Seat;
use engine::variants::kaleido::{Kind, Position, Rules};

use features::{COUNT, MATERIAL, ROWS, square_place};
use side::Side;

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
}

/// Every piece makes as much of a middle game as another.
const PHASE: [i32; Kind::COUNT] = [1; Kind::COUNT];

/// Material and field together, by seat, kind and field; Black's are negative.
struct Standing<R>(PhantomData<R>);

impl<R: EvalParams> Standing<R> {
    const TABLE: &'static [[[Score; Field::COUNT]; Kind::COUNT]; 2] = &{
        let mut table = [[[Score::ZERO; Field::COUNT]; Kind::COUNT]; 2];
        let mut i = 0;
        while i < Field::COUNT * Kind::COUNT {
            let (kind, field) = (i / Field::COUNT, i % Field::COUNT);
            let piece = R::WEIGHTS_FLAT[MATERIAL.at(kind)].plus(R::WEIGHTS_FLAT[square_place(kind, field)]);
            table[0][kind][field] = piece;
            table[1][kind][field] = piece.negated();
            i += 1;
        }
        table
    };
}

/// Judges everything but material and fields.
#[inline(always)]
fn evaluate<R: EvalParams, T: Tally>(position: &Position<R>, tallies: &mut [T; 2]) {
    let sides = [Side::new(position, Seat::WHITE), Side::new(position, Seat::BLACK)];
    for (seat, tally) in tallies.iter_mut().enumerate() {
        let (own, enemy) = (&sides[seat], &sides[1 - seat]);
        castles::evaluate::<R, T>(own, enemy, position.side() == own.seat, tally);
        pieces::evaluate(position, own, enemy, tally);
    }
}

impl<R: EvalParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = R::WEIGHTS_FLAT;
    const ROWS: &'static [Row] = ROWS;
    const PHASE: &'static [i32] = &PHASE;
    const MAX_PHASE: i32 = 36;
    const TEMPO: i32 = 14;
    type Cache = ();
    type EvalInfo = ();

    /// Black's home is half a turn from White's; the mirror goes through both.
    fn feature_set() -> FeatureSet<Self> {
        let images = |symmetry: Symmetry| {
            (0..Field::COUNT).map(|field| symmetry.field(Field::from_index(field)).index() as u16).collect()
        };
        let [half_turn, mirror] = [Symmetry::new(SECTORS / 2, false), Symmetry::new(0, true)];
        FeatureSet::PieceSquare(PieceSquareFeatures {
            kinds: PHASE.len(),
            black: images(half_turn),
            mirror: images(mirror),
        })
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn psqt(seat: Seat, kind: usize, field: usize) -> Score {
        Standing::<R>::TABLE[seat.index()][kind][field]
    }

    #[inline(always)]
    fn positional(&self, _: &mut ()) -> (Score, ()) {
        let mut sums = [Sum::<Self>::default(), Sum::<Self>::default()];
        evaluate(self, &mut sums);
        let [white, black] = sums;
        (white.score - black.score, ())
    }

    fn count<T: Tally>(&self, tallies: &mut [T; 2]) {
        for field in self.pieces().occupied() {
            if let Some((seat, kind)) = self.pieces().on(field) {
                tallies[seat.index()].add(MATERIAL.at(kind.index()), 1);
                tallies[seat.index()].add(square_place(kind.index(), field.index()), 1);
            }
        }
        evaluate(self, tallies);
    }

    #[inline(always)]
    fn scale_endgame(&self, value: i32, (): &()) -> i32 {
        value
    }
}

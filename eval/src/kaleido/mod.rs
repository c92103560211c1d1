//! Hand-crafted evaluation of KaleidoChess, with dice and with other armies.
//!
//! All four games have material and piece-square tables (PSQT) alone, with the same weights: what else was written by
//! hand cost more time than it was worth once there were networks (`docs/strength/networks.md`). Fields are told apart
//! by class: the castles look the same after a quarter turn and in a mirror. Nothing is scaled in endgames. The games
//! for three and four have no networks, and features of their own ([`many`]).

pub mod features;
pub mod many;
mod params;

use std::sync::Arc;

use engine::board::round::{Field, RoundSymmetry, SECTORS};
use engine::game::Seat;
use engine::variants::kaleido::{Kind, Position, Rules};

use features::{COUNT, GROUPS, MATERIAL, ROWS, square_place};

use crate::features::{Group, Row};
use crate::hce::{EvalParams, HandCraftedEval, checked_weights, piece_square_table};
use crate::nnue::{FeatureSet, Network, PieceSquareFeatures};
use crate::score::Score;
use crate::tally::Tally;

/// Evaluation parameters of a game of the family: weights and network alone.
pub trait KaleidoParams: Rules + EvalParams {}

impl<R: Rules + EvalParams> KaleidoParams for R {}

/// Phase weights: every piece counts the same.
const PHASE: [i32; Kind::COUNT] = [1; Kind::COUNT];

/// Places of the weights whose sum is the PSQT score of a piece.
const fn psqt_places(kind: usize, field: usize) -> [usize; 2] {
    [MATERIAL.at(kind), square_place(kind, field)]
}

/// Classes of fields are the same for both sides.
const fn same(field: usize) -> usize {
    field
}

impl<R: KaleidoParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = checked_weights(R::WEIGHTS, COUNT);
    const ROWS: &'static [Row] = ROWS;
    const GROUPS: &'static [Group] = GROUPS;
    const PHASE: &'static [i32] = &PHASE;
    const MAX_PHASE: i32 = 36;
    const TEMPO: i32 = 14;
    type Cache = ();
    type EvalInfo = ();

    piece_square_table! { KaleidoParams, kinds: Kind::COUNT, fields: Field::COUNT, places: psqt_places, black: same }

    /// Black's home is half a turn from White's; the mirror goes through both.
    fn feature_set() -> FeatureSet<Self> {
        let images = |symmetry: RoundSymmetry| {
            (0..Field::COUNT).map(|field| symmetry.field(Field::from_index(field)).index() as u16).collect()
        };
        let [half_turn, mirror] = [RoundSymmetry::new(SECTORS / 2, false), RoundSymmetry::new(0, true)];
        let features = PieceSquareFeatures { kinds: Kind::COUNT, black: images(half_turn), mirror: images(mirror) };
        FeatureSet::PieceSquare(features)
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn endgame_info(&self) {}

    #[inline(always)]
    fn tally_positional<T: Tally>(&self, _: &mut [T; 2]) {}
}

//! Hand-crafted evaluation of Chex, as published and as it was played by mail.
//!
//! Both have the material in play alone, with the same weights: what else was written by hand cost more time than it
//! was worth once there were networks (`docs/strength/networks.md`). There are no piece-square tables: the plane is the
//! same everywhere, so nothing depends on where on it a tile lies. Nothing is scaled in endgames.

pub mod features;
pub mod nnue_features;
mod params;

use std::sync::Arc;

use engine::game::Seat;
use engine::variants::chex::{Kind, Position, Rules, Tile};

use features::{COUNT, GROUPS, MATERIAL, ROWS};

use crate::features::{Group, Row};
use crate::hce::{EvalParams, HandCraftedEval, checked_weights};
use crate::nnue::{FeatureSet, Network};
use crate::score::Score;
use crate::tally::Tally;

/// Evaluation parameters of a game of the family: weights and network alone.
pub trait ChexParams: Rules + EvalParams {}

impl<R: Rules + EvalParams> ChexParams for R {}

impl<R: ChexParams> HandCraftedEval for Position<R> {
    const WEIGHTS: &'static [Score] = checked_weights(R::WEIGHTS, COUNT);
    const ROWS: &'static [Row] = ROWS;
    const GROUPS: &'static [Group] = GROUPS;
    /// The more tiles are in play, the more of a middle game it is.
    const PHASE: &'static [i32] = &[1; Kind::COUNT];
    const MAX_PHASE: i32 = Tile::COUNT as i32;
    const TEMPO: i32 = 10;
    type Cache = ();
    type EvalInfo = ();

    /// Material alone.
    #[inline(always)]
    fn psqt(seat: Seat, kind: usize, _: usize) -> Score {
        let value = R::WEIGHTS[MATERIAL.at(kind)];
        if seat == Seat::WHITE { value } else { value.negated() }
    }

    fn tally_psqt<T: Tally>(_: Seat, kind: usize, _: usize, tally: &mut T) {
        tally.add(MATERIAL.at(kind), 1);
    }

    fn feature_set() -> FeatureSet<Self> {
        FeatureSet::Custom(nnue_features::custom_features())
    }

    fn network() -> Option<Arc<Network>> {
        R::network()
    }

    #[inline(always)]
    fn endgame_info(&self) {}

    #[inline(always)]
    fn tally_positional<T: Tally>(&self, _: &mut [T; 2]) {}
}

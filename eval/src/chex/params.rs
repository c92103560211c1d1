//! Evaluation parameters of Chex: weights, fitted to games of the published rules. By mail the same weights won as well
//! (`docs/strength.md`).

use engine::variants::chex::{ByMail, Royal};

use super::features::Weights;
use crate::features::row;
use crate::hce::EvalParams;
use crate::nnue::embedded_network;
use crate::score::Score;

impl EvalParams for Royal {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::Chex, "chex.network");
}

impl EvalParams for ByMail {
    const WEIGHTS: &'static [Score] = &WEIGHTS.flat();

    embedded_network!(engine::variants::ChexByMail, "chexpbm.network");
}

/// The weights of Chex, in centipawns.
const WEIGHTS: Weights =
    Weights { material: row([(-63, -61), (625, 709), (368, 405), (266, 293), (259, 300), (57, 96)]) };

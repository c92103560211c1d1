//! The evaluations that players can be given.

use anyhow::{Result, bail};
use engine::search::Material;
use eval::nnue::Network;
use eval::score::Score;
use eval::{HandCraftedEval, HceEvaluator, NnueEvaluator, ReweightedHce};
use searches::Evaluation;

/// The evaluation that a word stands for: `whole`, `hand` (without a network), `bare` (material and squares alone) or `material`.
pub(super) fn of_kind<G: HandCraftedEval>(kind: &str) -> Result<Evaluation<G>> {
    Ok(match kind {
        "whole" => Evaluation::default(),
        "hand" => Evaluation::Hce(HceEvaluator::default()),
        "bare" => Evaluation::Hce(HceEvaluator::psqt_only()),
        "material" => Evaluation::Material(Material::default()),
        _ => bail!("eval={kind}: there are whole, hand, bare, material"),
    })
}

/// The evaluation with another network, from the bytes of its file.
pub(super) fn with_network<G: HandCraftedEval>(bytes: &[u8]) -> Result<Evaluation<G>> {
    Ok(Evaluation::Nnue(NnueEvaluator::new(Some(Network::read::<G>(bytes)?))))
}

/// The hand-written evaluation with other weights, and no network.
pub(super) fn with_weights<G: HandCraftedEval>(weights: &[Score]) -> Evaluation<G> {
    Evaluation::ReweightedHce(ReweightedHce::new(weights))
}

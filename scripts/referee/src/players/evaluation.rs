//! Evaluations of built-in players.

use anyhow::{Result, bail};
use engine::search::Material;
use eval::nnue::{Base, Network};
use eval::score::Score;
use eval::{HandCraftedEval, HceEvaluator, NnueEvaluator, ReweightedHce};
use searches::Evaluation;

/// Evaluation by name: `whole` (HCE and network), `hce`, `psqt` (material and PSQT of the HCE) or `material`.
pub(super) fn of_kind<G: HandCraftedEval>(kind: &str) -> Result<Evaluation<G>> {
    Ok(match kind {
        "whole" => Evaluation::default(),
        "hce" => Evaluation::Hce(HceEvaluator::default()),
        "psqt" => Evaluation::Hce(HceEvaluator::new(Base::Psqt)),
        "material" => Evaluation::Material(Material::default()),
        _ => bail!("eval={kind}: there are whole, hce, psqt, material"),
    })
}

/// HCE with another network, from the bytes of its file.
pub(super) fn with_network<G: HandCraftedEval>(bytes: &[u8]) -> Result<Evaluation<G>> {
    Ok(Evaluation::Nnue(NnueEvaluator::new(Some(Network::read::<G>(bytes)?))))
}

/// HCE with other weights and without a network.
pub(super) fn with_weights<G: HandCraftedEval>(weights: &[Score]) -> Evaluation<G> {
    Evaluation::ReweightedHce(ReweightedHce::new(weights))
}

//! The evaluations that players can be given.

use anyhow::{Result, bail};
use engine::search::Material;
use eval::network::Network;
use eval::score::Score;
use eval::{HandWritten, Judged, Learned, Reweighed};
use searches::Evaluation;

/// The evaluation that a word stands for: `whole`, `hand` (without a network), `bare` (material and squares alone) or `material`.
pub(super) fn of_kind<G: Judged>(kind: &str) -> Result<Evaluation<G>> {
    Ok(match kind {
        "whole" => Evaluation::default(),
        "hand" => Evaluation::HandWritten(HandWritten::default()),
        "bare" => Evaluation::HandWritten(HandWritten::bare()),
        "material" => Evaluation::Material(Material::default()),
        _ => bail!("eval={kind}: there are whole, hand, bare, material"),
    })
}

/// The evaluation with another network, from the bytes of its file.
pub(super) fn with_network<G: Judged>(bytes: &[u8]) -> Result<Evaluation<G>> {
    Ok(Evaluation::Learned(Learned::new(Some(Network::read::<G>(bytes)?))))
}

/// The hand-written evaluation with other weights, and no network.
pub(super) fn with_weights<G: Judged>(weights: &[Score]) -> Evaluation<G> {
    Evaluation::Reweighed(Reweighed::new(weights))
}

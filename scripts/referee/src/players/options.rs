//! Options of built-in players.

use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use engine::search::params::Spec;
use eval::features::Row;
use eval::nnue::NetworkFile;
use eval::score::Score;
use eval::shares::HandCraftedShares;
use eval::{HandCraftedEval, SharesHce};
use formats::files;

use searches::Evaluation;

use super::evaluation;
use arguments::weights;

/// Largest file of weights, in bytes: many times what all weights of a game take.
const MAX_WEIGHTS: u64 = 1 << 20;

/// Options by name; each part of a player takes those that it knows.
pub(super) struct Options<'a> {
    left: Vec<(&'a str, &'a str)>,
}

impl<'a> Options<'a> {
    pub(super) fn new(settings: &'a [(String, String)]) -> Options<'a> {
        Options { left: settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect() }
    }

    /// Takes the option of a name, if it is set.
    fn take(&mut self, name: &str) -> Option<&'a str> {
        let at = self.left.iter().position(|setting| setting.0 == name)?;
        Some(self.left.remove(at).1)
    }

    /// Hash table size, in megabytes.
    pub(super) fn hash(&mut self, default: usize) -> Result<usize> {
        let Some(text) = self.take("hash") else { return Ok(default) };
        text.parse()
            .ok()
            .filter(|&megabytes| megabytes > 0)
            .with_context(|| format!("hash={text}: no number of megabytes"))
    }

    /// Evaluation, from `eval`, `network`, `without` and `weights`.
    pub(super) fn evaluation<G: HandCraftedEval>(&mut self) -> Result<Evaluation<G>> {
        let (kind, without, weights) = (self.take("eval"), self.take("without"), self.take("weights"));
        let network = self.take("network");
        let settings = [kind.is_some(), without.is_some() || weights.is_some(), network.is_some()];
        ensure!(
            settings.into_iter().filter(|&set| set).count() < 2,
            "either eval, or network, or without and weights can be set"
        );
        if let Some(file) = network {
            let limit = NetworkFile::MAX_BYTES as u64;
            let read = || evaluation::with_network(&files::read(Path::new(file), limit)?);
            return read().with_context(|| file.to_string());
        }
        if without.is_none() && weights.is_none() {
            return evaluation::of_kind(kind.unwrap_or("whole"));
        }
        Ok(evaluation::with_weights(&changed(G::WEIGHTS, G::ROWS, weights.map(Path::new), without)?))
    }

    /// Evaluation of a game for more than two, from `without` and `weights`.
    pub(super) fn shares<G: HandCraftedShares>(&mut self) -> Result<SharesHce<G>> {
        let (without, weights) = (self.take("without"), self.take("weights"));
        Ok(SharesHce::new(&changed(G::WEIGHTS, G::ROWS, weights.map(Path::new), without)?))
    }

    /// Takes all remaining options as search parameters.
    pub(super) fn parameters(&mut self, specs: &[Spec], mut set: impl FnMut(&str, i32) -> bool) -> Result<()> {
        for (name, value) in std::mem::take(&mut self.left) {
            if !value.parse().is_ok_and(|value| set(name, value)) {
                let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
                bail!("no parameter '{name}' can be {value}; there are: {}", names.join(", "));
            }
        }
        Ok(())
    }

    /// Checks that no option remains.
    pub(super) fn finish(self, player: &str) -> Result<()> {
        match self.left.first() {
            Some((name, _)) => bail!("'{player}' has no setting '{name}'"),
            None => Ok(()),
        }
    }
}

/// Weights with changes from a file, and without the parts of a name.
fn changed(weights: &[Score], rows: &[Row], file: Option<&Path>, without: Option<&str>) -> Result<Vec<Score>> {
    let mut table = weights.to_vec();
    if let Some(file) = file {
        let text = files::read_text(file, MAX_WEIGHTS).with_context(|| file.display().to_string())?;
        weights::read(rows, &text, &mut table).with_context(|| file.display().to_string())?;
    }
    if let Some(part) = without {
        let left_out: Vec<&Row> = rows.iter().filter(|row| row.group.name() == part || row.name == part).collect();
        ensure!(!left_out.is_empty(), "the evaluation has no part '{part}'");
        left_out.into_iter().flat_map(Row::places).for_each(|place| table[place] = Score::ZERO);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use engine::variants::KnightRelay;

    use super::*;

    #[test]
    fn a_file_that_is_too_long_is_read_no_further() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let file = File::create(&path).unwrap();
        let limits = [("network", NetworkFile::MAX_BYTES as u64), ("weights", MAX_WEIGHTS)];
        for (name, limit) in limits {
            for (length, is_read) in [(limit, true), (limit + 1, false)] {
                file.set_len(length).unwrap();
                let settings = [(name.to_string(), path.display().to_string())];
                let evaluation = Options::new(&settings).evaluation::<KnightRelay>();
                let refused = format!("{:#}", evaluation.map(drop).unwrap_err());
                assert_eq!(!refused.contains(&format!("longer than {limit} bytes")), is_read, "{name}: {refused}");
            }
        }
    }
}

//! Positions extracted from a shard's games, which are kept in a file for the next request.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use anyhow::{Context, Result};
use engine::game::Tactics;
use engine::text::Notation;
use eval::HandCraftedEval;
use eval::nnue::Base;
use formats::files;
use trainer::Dataset;

use crate::TunedGame;
use crate::samples::Blocks;

/// Positions of a shard's games, extracted for a fit or a training. Each game of a [shard](crate::split_games) is there
/// once.
pub trait Extracted<G>: Sized {
    /// Suffix of the files.
    const SUFFIX: &str;

    /// Extracts the positions from games.
    ///
    /// # Errors
    /// If the games cannot be read.
    fn extract(games: &Path, lambda: f64) -> Result<Self>;

    /// Encodes the positions.
    fn encode(&self) -> Vec<u8>;

    /// Decodes positions; nothing if they are damaged.
    fn decode(bytes: &[u8]) -> Option<Self>;
}

impl<G: TunedGame> Extracted<G> for Blocks<G::Sample> {
    const SUFFIX: &str = "samples";

    fn extract(games: &Path, lambda: f64) -> Result<Self> {
        Ok(Blocks::read::<G>(&[games.to_path_buf()], lambda)?.0)
    }

    fn encode(&self) -> Vec<u8> {
        Blocks::encode(self)
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Blocks::decode(bytes, G::weights().len())
    }
}

impl<G: Tactics + Notation + HandCraftedEval> Extracted<G> for Dataset {
    const SUFFIX: &str = "dataset";

    fn extract(games: &Path, lambda: f64) -> Result<Self> {
        Ok(Dataset::read::<G>(&[games.to_path_buf()], lambda, Base::Hce)?.0)
    }

    fn encode(&self) -> Vec<u8> {
        Dataset::encode(self)
    }

    fn decode(bytes: &[u8]) -> Option<Self> {
        Dataset::decode(bytes)
    }
}

/// Reads the positions of a shard. They are extracted from its games once, and then kept in a folder, under a name that
/// follows from the games and the settings. A damaged file is replaced. The folder is for one build of the program: the
/// samples depend on its evaluation.
///
/// # Errors
/// If the games cannot be read, or the folder cannot be written.
pub fn read_shard<G: Notation, E: Extracted<G>>(games: &Path, lambda: f64, folder: &Path) -> Result<E> {
    let content = files::read(games, u64::MAX).with_context(|| games.display().to_string())?;
    let name = format!("{}-{:016x}.{}", G::name(), hash(&(G::name(), lambda.to_bits(), content)), E::SUFFIX);
    let kept = folder.join(name);
    if let Some(extracted) = std::fs::read(&kept).ok().and_then(|bytes| E::decode(intact(&bytes)?)) {
        return Ok(extracted);
    }
    let extracted = E::extract(games, lambda)?;
    let write = || {
        std::fs::create_dir_all(folder)?;
        files::replace(&kept, &with_checksum(extracted.encode()))
    };
    write().with_context(|| kept.display().to_string())?;
    Ok(extracted)
}

fn hash(content: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    hasher.finish()
}

/// Content with a checksum at its end.
fn with_checksum(mut content: Vec<u8>) -> Vec<u8> {
    let checksum = hash(&content.as_slice());
    content.extend(checksum.to_le_bytes());
    content
}

/// The content of a file; nothing if its checksum is wrong.
fn intact(bytes: &[u8]) -> Option<&[u8]> {
    let (content, checksum) = bytes.split_last_chunk()?;
    (u64::from_le_bytes(*checksum) == hash(&content)).then_some(content)
}

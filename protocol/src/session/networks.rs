//! Networks from files: what the option `EvalFile` reads, in place of the games' own networks.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use engine::variants::Variant;
use eval::nnue::{Network, NetworkFile};
use formats::files;

use crate::registry;

/// Networks from files, one for each game at most.
#[derive(Default)]
pub struct Networks(BTreeMap<&'static str, Arc<Network>>);

impl Networks {
    /// Network for a game, by its name.
    pub fn of(&self, variant: &str) -> Option<Arc<Network>> {
        self.0.get(variant).cloned()
    }

    /// Keeps a network for its game, in place of the one before.
    pub fn insert(&mut self, variant: Variant, network: Arc<Network>) {
        self.0.insert(variant.name(), network);
    }
}

/// Reads a network from its file, with the game that it is for.
///
/// # Errors
/// Names the file, and says why it cannot be read or what is wrong with the network.
pub fn read(path: &Path) -> Result<(Variant, Arc<Network>), String> {
    let named = |why: String| format!("{}: {why}", path.display());
    let bytes = files::read(path, NetworkFile::MAX_BYTES as u64).map_err(|error| named(error.to_string()))?;
    registry::read_network(&bytes).map_err(|error| named(error.to_string()))
}

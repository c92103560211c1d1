//! Networks from files: what the option `EvalFile` reads, in place of the games' own networks.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::Arc;

use engine::variants::Variant;
use eval::nnue::{Network, NetworkFile};

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
    let bytes = read_bounded(path).map_err(|error| named(error.to_string()))?;
    registry::read_network(&bytes).map_err(|error| named(error.to_string()))
}

/// Reads a file that is no longer than a network can be.
fn read_bounded(path: &Path) -> io::Result<Vec<u8>> {
    let refused = |why| io::Error::new(io::ErrorKind::InvalidInput, why);
    // A pipe without a writer would hold the program up.
    if !path.metadata()?.is_file() {
        return Err(refused("a folder or a device, not a file".to_string()));
    }
    let most = NetworkFile::MAX_BYTES;
    let mut bytes = Vec::new();
    File::open(path)?.take(most as u64 + 1).read_to_end(&mut bytes)?;
    if bytes.len() > most {
        return Err(refused(format!("more than {most} bytes, too large for a network")));
    }
    Ok(bytes)
}

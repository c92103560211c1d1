//! Checkpoint: the file of an interrupted training or fit, in the wire format of postcard.

use std::fmt::Debug;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use formats::files;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Largest state, in bytes: twenty times that of a network with 512 neurons for Chex.
const MAX_STATE: u64 = 1 << 30;

/// Reads a state, and checks it; nothing if there is no file.
///
/// # Errors
/// If the file cannot be read, holds something else, or does not pass the check. It is named.
pub fn read<S: DeserializeOwned>(file: &Path, check: impl Fn(&S) -> Result<()>) -> Result<Option<S>> {
    if !file.exists() {
        return Ok(None);
    }
    let read = || {
        let state = postcard::from_bytes(&files::read(file, MAX_STATE)?)
            .context("not a state of this version: without the file the work begins anew")?;
        check(&state)?;
        Ok::<_, anyhow::Error>(Some(state))
    };
    read().with_context(|| file.display().to_string())
}

/// Writes a state, whole or not at all.
///
/// # Errors
/// If the file cannot be written. It is named.
pub fn write<S: Serialize>(file: &Path, state: &S) -> Result<()> {
    let write = || Ok::<_, anyhow::Error>(files::replace(file, &postcard::to_stdvec(state)?)?);
    write().with_context(|| file.display().to_string())
}

/// Checks that a state has the configuration of a training or fit.
///
/// # Errors
/// If it has another one. Both are named.
pub fn ensure_same<C: PartialEq + Debug>(there: &C, wanted: &C) -> Result<()> {
    ensure!(there == wanted, "the state of other work: {there:?}, not {wanted:?}");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writing_a_state_leaves_its_neighbours_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (file, neighbour) = (folder.path().join("network.state"), folder.path().join("network.new"));
        std::fs::write(&neighbour, "another file").unwrap();
        for state in [7_u32, 300] {
            write(&file, &state).unwrap();
            assert_eq!(read(&file, |_: &u32| Ok(())).unwrap(), Some(state));
        }
        assert_eq!(std::fs::read_to_string(&neighbour).unwrap(), "another file");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2, "nothing unfinished is left");
    }
}

//! Checkpoint: the file of an interrupted training, in the wire format of postcard.

use std::fmt::Debug;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads a state, and checks it; nothing if there is no file.
///
/// # Errors
/// If the file cannot be read, holds something else, or does not pass the check. It is named.
pub(crate) fn read<S: DeserializeOwned>(file: &Path, check: impl Fn(&S) -> Result<()>) -> Result<Option<S>> {
    if !file.exists() {
        return Ok(None);
    }
    let read = || {
        let state = postcard::from_bytes(&std::fs::read(file)?).context("not the state of a training")?;
        check(&state)?;
        Ok::<_, anyhow::Error>(Some(state))
    };
    read().with_context(|| file.display().to_string())
}

/// Writes a state, whole or not at all.
///
/// # Errors
/// If the file cannot be written. It is named.
pub(crate) fn write<S: Serialize>(file: &Path, state: &S) -> Result<()> {
    let write = || {
        let unfinished = file.with_extension("new");
        let mut new = File::create(&unfinished)?;
        new.write_all(&postcard::to_stdvec(state)?)?;
        new.sync_data()?;
        Ok::<_, anyhow::Error>(std::fs::rename(unfinished, file)?)
    };
    write().with_context(|| file.display().to_string())
}

/// Checks that a state has the configuration of a training.
///
/// # Errors
/// If it has another one. Both are named.
pub(crate) fn ensure_same<C: PartialEq + Debug>(there: &C, wanted: &C) -> Result<()> {
    ensure!(there == wanted, "the state of another training: {there:?}, not {wanted:?}");
    Ok(())
}

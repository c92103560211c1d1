//! Output files of work that takes long: whether they can be written is known before it begins.

use std::path::Path;

use anyhow::{Context, Result, ensure};
use formats::files;

/// Checks that a file can be written as [`files::replace`] does: in its folder a file of another name can be made. What
/// is there already stays as it is, and nothing new is left.
///
/// # Errors
/// If it is a folder, or nothing can be written beside it. It is named.
pub fn check_output(file: &Path) -> Result<()> {
    let check = || -> Result<()> {
        let target = std::fs::canonicalize(file).unwrap_or_else(|_| file.to_path_buf());
        ensure!(!target.is_dir(), "a folder, not a file");
        // What is written to a pipe or a device cannot be taken back.
        if target.exists() && !target.is_file() {
            return Ok(());
        }
        let beside = target.with_extension(format!("check-{}", std::process::id()));
        files::create(&beside, &[])?;
        Ok(std::fs::remove_file(&beside)?)
    };
    check().with_context(|| file.display().to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_check_leaves_everything_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old.network"), folder.path().join("new.network"));
        std::fs::write(&old, "weights").unwrap();
        check_output(&old).unwrap();
        check_output(&new).unwrap();
        assert_eq!(std::fs::read(&old).unwrap(), b"weights");
        assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let fault = |file: &Path| format!("{:#}", check_output(file).unwrap_err());
        assert_eq!(fault(folder.path()), format!("{}: a folder, not a file", folder.path().display()));
        let lost = folder.path().join("none/network");
        assert!(fault(&lost).starts_with(&format!("{}: ", lost.display())));
        assert!(!cfg!(unix) || check_output(Path::new("/dev/null")).is_ok());
    }
}

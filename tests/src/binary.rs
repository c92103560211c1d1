//! The engine's program.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The path of `motley`, built if it is not there or older than its sources.
///
/// # Panics
/// If it does not build.
pub fn motley() -> &'static Path {
    static MOTLEY: OnceLock<PathBuf> = OnceLock::new();
    MOTLEY.get_or_init(|| {
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--package", "protocol", "--bin", "motley"]);
        if !cfg!(debug_assertions) {
            build.arg("--release");
        }
        let built = build.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null()).status();
        assert!(built.is_ok_and(|status| status.success()), "motley does not build");
        // The test lies in target/PROFILE/deps, the program one folder above.
        let test = env::current_exe().expect("a test knows where it is");
        let program = test.parent().and_then(Path::parent).map(|folder| folder.join("motley"));
        program.filter(|file| file.is_file()).expect("motley lies beside its tests")
    })
}

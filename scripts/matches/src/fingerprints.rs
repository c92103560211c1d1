//! Fingerprints: SHA-256 of the programs and files whose contents decide the games of a match.
//!
//! The plan has their names only. A match that goes on after one of them has changed would mix the games of two
//! engines.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{env, fs};

use anyhow::{Context, Result};
use referee::{EngineKind, Openings};
use sha2::{Digest, Sha256};

use super::plan::Plan;

/// What stands for the path of the program that the built-in players are part of.
const OWN_PROGRAM: &str = "the program of the built-in players";

/// Options whose values are files. UCI's names have no case.
const FILE_OPTIONS: [&str; 3] = ["network", "weights", "EvalFile"];

/// SHA-256 in hexadecimal digits, by the path of the program or file.
pub type Fingerprints = BTreeMap<String, String>;

/// Fingerprints of what a plan names. What is not there has none: whoever opens it says so.
///
/// # Errors
/// If a file cannot be read.
pub fn of(plan: &Plan) -> Result<Fingerprints> {
    let mut files: Vec<PathBuf> = Vec::new();
    let mut fingerprints = Fingerprints::new();
    for engine in &plan.engines {
        let mut folder = Path::new("");
        let options = match &engine.kind {
            EngineKind::BuiltIn { options, .. } => {
                fingerprints.insert(OWN_PROGRAM.to_string(), own_program()?.to_string());
                options
            }
            EngineKind::Process(process) => {
                let program = process.command.first().map_or("", String::as_str);
                folder = process.directory.as_deref().unwrap_or(folder);
                files.extend(find_program(program, folder));
                &process.options
            }
        };
        let is_file = |name: &str| FILE_OPTIONS.iter().any(|option| option.eq_ignore_ascii_case(name));
        files.extend(options.iter().filter(|(name, _)| is_file(name)).map(|(_, file)| folder.join(file)));
    }
    if let Openings::List { file, .. } = &plan.openings {
        files.push(file.clone());
    }
    for path in files.iter().filter(|path| path.is_file()) {
        fingerprints.insert(path.display().to_string(), fingerprint(path)?);
    }
    Ok(fingerprints)
}

/// Paths that two matches have in common, with another fingerprint in each.
pub fn changed<'a>(one: &'a Fingerprints, other: &'a Fingerprints) -> Vec<&'a str> {
    let differs = |(path, digest): &(&String, &String)| other.get(*path).is_some_and(|now| now != *digest);
    one.iter().filter(differs).map(|(path, _)| path.as_str()).collect()
}

/// File of a program: the path, as seen from the folder that the program runs in, or in the folders of `PATH` if the
/// name has no folder.
fn find_program(program: &str, folder: &Path) -> Option<PathBuf> {
    if Path::new(program).components().count() > 1 {
        return Some(folder.join(program));
    }
    let folders = env::var_os("PATH")?;
    env::split_paths(&folders).map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Fingerprint of this program, computed once.
fn own_program() -> Result<&'static str> {
    static FINGERPRINT: OnceLock<String> = OnceLock::new();
    match FINGERPRINT.get() {
        Some(known) => Ok(known),
        None => {
            let computed = fingerprint(&env::current_exe().context("the own program")?)?;
            Ok(FINGERPRINT.get_or_init(|| computed))
        }
    }
}

fn fingerprint(path: &Path) -> Result<String> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    Ok(Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::tests::plan;
    use referee::ProcessSpec;

    #[test]
    fn programs_networks_and_lists_have_fingerprints() {
        let scratch = tempfile::tempdir().unwrap();
        let files = ["abc.network", "list.epd", "own.network", "engine"].map(|name| scratch.path().join(name));
        files.iter().for_each(|file| fs::write(file, "abc").unwrap());
        let [network, list, ..] = &files;
        let mut plan = plan(&["random", "greedy"]);
        let mut process = ProcessSpec::new(["./engine"]);
        process.directory = Some(scratch.path().to_path_buf());
        process.options.push(("evalfile".to_string(), "own.network".to_string()));
        plan.engines[0].kind = EngineKind::Process(process);
        let EngineKind::BuiltIn { options, .. } = &mut plan.engines[1].kind else { unreachable!() };
        options.push(("network".to_string(), network.display().to_string()));
        options.push(("hash".to_string(), "4".to_string()));
        plan.openings = Openings::List { file: list.clone(), shuffled: false };
        let found = of(&plan).unwrap();
        assert!(files.iter().all(|file| found.keys().any(|path| Path::new(path) == file)), "{found:?}");
        assert!(found.len() == files.len() + 1 && found.contains_key(OWN_PROGRAM));
        assert!(find_program("sh", Path::new("")).is_some_and(|path| path.ends_with("sh") && path.is_file()));
        assert!(found[network.to_str().unwrap()].starts_with("ba7816bf8f01cfea414140de5dae2223b00361a3"), "FIPS 180");
        fs::write(network, "abd").unwrap();
        assert_eq!(changed(&found, &of(&plan).unwrap()), [network.to_str().unwrap()]);
        fs::remove_file(network).unwrap();
        assert_eq!(changed(&found, &of(&plan).unwrap()), [""; 0]);
    }
}

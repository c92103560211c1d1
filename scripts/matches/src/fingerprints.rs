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

/// Name of the program that the built-in players are part of.
const OWN_PROGRAM: &str = "the program of the built-in players";

/// Options whose values are files.
const FILE_OPTIONS: [&str; 3] = ["network", "weights", "EvalFile"];

/// SHA-256 in hexadecimal digits, by the name of the program or file.
pub type Fingerprints = BTreeMap<String, String>;

/// Fingerprints of what a plan names. What is not there has none: whoever opens it says so.
///
/// # Errors
/// If a file cannot be read.
pub fn of(plan: &Plan) -> Result<Fingerprints> {
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    let mut add = |name: &str, path: Option<PathBuf>| files.extend(path.map(|path| (name.to_string(), path)));
    let mut fingerprints = Fingerprints::new();
    for engine in &plan.engines {
        let options = match &engine.kind {
            EngineKind::BuiltIn { options, .. } => {
                fingerprints.insert(OWN_PROGRAM.to_string(), own_program()?.to_string());
                options
            }
            EngineKind::Process(process) => {
                let program = process.command.first().map_or("", String::as_str);
                add(program, find_program(program));
                &process.options
            }
        };
        for (_, file) in options.iter().filter(|(name, _)| FILE_OPTIONS.contains(&name.as_str())) {
            add(file, Some(file.into()));
        }
    }
    if let Openings::List { file, .. } = &plan.openings {
        add(&file.display().to_string(), Some(file.clone()));
    }
    for (name, path) in files.into_iter().filter(|(_, path)| path.is_file()) {
        fingerprints.insert(name, fingerprint(&path)?);
    }
    Ok(fingerprints)
}

/// Names that two matches have in common, with another fingerprint in each.
pub fn changed<'a>(one: &'a Fingerprints, other: &'a Fingerprints) -> Vec<&'a str> {
    let differs = |(name, digest): &(&String, &String)| other.get(*name).is_some_and(|now| now != *digest);
    one.iter().filter(differs).map(|(name, _)| name.as_str()).collect()
}

/// File of a program: the path, or in the folders of `PATH` if the name has no folder.
fn find_program(program: &str) -> Option<PathBuf> {
    if Path::new(program).components().count() > 1 {
        return Some(program.into());
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
        let [network, list] = ["network", "list.epd"].map(|name| scratch.path().join(name));
        fs::write(&network, "abc").unwrap();
        fs::write(&list, "").unwrap();
        let mut plan = plan(&["random", "greedy"]);
        plan.engines[0].kind = EngineKind::Process(ProcessSpec::new(["sh", "-c", "exit"]));
        let EngineKind::BuiltIn { options, .. } = &mut plan.engines[1].kind else { unreachable!() };
        options.push(("network".to_string(), network.display().to_string()));
        options.push(("hash".to_string(), "4".to_string()));
        plan.openings = Openings::List { file: list.clone(), shuffled: false };
        let found = of(&plan).unwrap();
        let names: Vec<&str> = found.keys().map(String::as_str).collect();
        let mut expected = ["sh", OWN_PROGRAM, network.to_str().unwrap(), list.to_str().unwrap()];
        expected.sort_unstable();
        assert_eq!(names, expected);
        assert!(found[network.to_str().unwrap()].starts_with("ba7816bf8f01cfea414140de5dae2223b00361a3"), "FIPS 180");
        fs::write(&network, "abd").unwrap();
        assert_eq!(changed(&found, &of(&plan).unwrap()), [network.to_str().unwrap()]);
        fs::remove_file(&network).unwrap();
        assert_eq!(changed(&found, &of(&plan).unwrap()), [""; 0]);
    }
}

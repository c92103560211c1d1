//! Fingerprints: SHA-256 of the programs, files and rules of custom variants that decide the games of a match.
//!
//! The plan has their names only. A match that goes on after one of them has changed would mix the games of two
//! engines.

use std::collections::{BTreeMap, BTreeSet};
use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use engine::variants::Variant;
use formats::files::{self, own_sha256, sha256};
use referee::{EngineKind, Openings};

use super::plan::Plan;

/// Place of this program. It plays for the built-in players, and its search and evaluation choose random openings.
const OWN_PROGRAM: &str = "this program (built-in players, random openings)";

/// Place of the description of a custom variant.
const RULES: &str = "the rules";

/// Place of the list of openings.
const OPENINGS: &str = "the openings";

/// SHA-256 in hexadecimal digits, by the place in the plan: `engine 1: program`, `engine 1: argument 2`,
/// `engine 2: EvalFile`.
pub type Fingerprints = BTreeMap<String, String>;

/// Fingerprints of what a plan names. What is not there has none.
///
/// # Errors
/// If a file cannot be read.
pub fn of(plan: &Plan) -> Result<Fingerprints> {
    let mut files: Vec<(String, PathBuf)> = Vec::new();
    for (number, engine) in (1..).zip(&plan.engines) {
        let named = named_by(&engine.kind).into_iter();
        files.extend(named.map(|(place, path)| (format!("engine {number}: {place}"), path)));
    }
    if let Openings::List { file, .. } = &plan.openings {
        files.push((OPENINGS.to_string(), file.clone()));
    }
    let mut fingerprints = Fingerprints::new();
    for (place, path) in files.into_iter().filter(|(_, path)| path.is_file()) {
        fingerprints.insert(place, fingerprint(&path)?);
    }
    let has_built_in = plan.engines.iter().any(|engine| matches!(engine.kind, EngineKind::BuiltIn { .. }));
    if has_built_in || matches!(plan.openings, Openings::Random(_)) {
        let own = own_sha256().context("the own program")?;
        fingerprints.insert(OWN_PROGRAM.to_string(), own.to_string());
    }
    if let Variant::Custom(id) = plan.variant.0 {
        fingerprints.insert(RULES.to_string(), sha256(id.description().rules_text().as_bytes()));
    }
    Ok(fingerprints)
}

/// Places where two matches have other fingerprints, or one of them has none.
pub fn changed<'a>(one: &'a Fingerprints, other: &'a Fingerprints) -> Vec<&'a str> {
    let places: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    places.into_iter().filter(|place| one.get(*place) != other.get(*place)).map(String::as_str).collect()
}

/// Paths that the description of a player may name, by their place in it: the program, its arguments, and the values
/// of its options. Many of them are no paths.
fn named_by(kind: &EngineKind) -> Vec<(String, PathBuf)> {
    let mut named = Vec::new();
    let mut folder = Path::new("");
    let options = match kind {
        EngineKind::BuiltIn { options, .. } => options,
        EngineKind::Process(process) => {
            folder = process.directory.as_deref().unwrap_or(folder);
            if let Some((program, arguments)) = process.command.split_first() {
                named.extend(find_program(program, folder).map(|path| ("program".to_string(), path)));
                for (number, argument) in (1..).zip(arguments) {
                    let (name, path) = named_by_argument(argument, folder);
                    if !is_log(name, &path) {
                        named.push((format!("argument {number}"), path));
                    }
                }
            }
            &process.options
        }
    };
    for (name, value) in options {
        let path = folder.join(value);
        if !is_log(name, &path) {
            named.push((name.clone(), path));
        }
    }
    named
}

/// Path that an argument may name, as seen from the folder that the program runs in: the whole of it, or what follows
/// its name as in `--weights=FILE`.
fn named_by_argument<'a>(argument: &'a str, folder: &Path) -> (&'a str, PathBuf) {
    let whole = folder.join(argument);
    match argument.split_once('=') {
        Some((name, value)) if !whole.is_file() => (name, folder.join(value)),
        _ => ("", whole),
    }
}

/// True for a log: a program writes it, and no game depends on it.
fn is_log(name: &str, path: &Path) -> bool {
    name.to_ascii_lowercase().contains("log") || path.extension().is_some_and(|extension| extension == "log")
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

fn fingerprint(path: &Path) -> Result<String> {
    files::read(path, u64::MAX).map(|bytes| sha256(&bytes)).with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::plan::tests::plan;
    use arguments::games::Variant as PlannedVariant;
    use engine::variants::custom::file;
    use referee::{ProcessSpec, RandomOpenings};

    #[test]
    fn programs_networks_and_lists_have_fingerprints() {
        let scratch = tempfile::tempdir().unwrap();
        let names = ["abc.network", "list.epd", "own.network", "engine", "book.bin", "spoken", "written.log"];
        let files = names.map(|name| scratch.path().join(name));
        files.iter().for_each(|file| fs::write(file, "abc").unwrap());
        let [network, list, ..] = &files;
        let mut plan = plan(&["random", "greedy"]);
        let mut process = ProcessSpec::new(["./engine", "--uci", "book.bin", "--net=own.network", "--out=written.log"]);
        process.directory = Some(scratch.path().to_path_buf());
        let options = [("evalfile", "own.network"), ("Book", "book.bin"), ("Debug Log File", "spoken"), ("Hash", "16")];
        process.options = options.map(|(name, value)| (name.to_string(), value.to_string())).to_vec();
        plan.engines[0].kind = EngineKind::Process(process);
        let EngineKind::BuiltIn { options, .. } = &mut plan.engines[1].kind else { unreachable!() };
        options.push(("network".to_string(), network.display().to_string()));
        options.push(("hash".to_string(), "4".to_string()));
        plan.openings = Openings::List { file: list.clone(), shuffled: false };
        let found = of(&plan).unwrap();
        let arguments = ["engine 1: Book", "engine 1: argument 2", "engine 1: argument 3"];
        let others = ["engine 1: evalfile", "engine 1: program", "engine 2: network", OPENINGS, OWN_PROGRAM];
        assert!(found.keys().eq(arguments.iter().chain(&others)), "{found:?}");
        assert!(found["engine 2: network"].starts_with("ba7816bf8f01cfea414140de5dae2223b00361a3"), "FIPS 180");
        let changes = || changed(&found, &of(&plan).unwrap()).join(", ");
        assert_eq!(changes(), "");
        fs::write(network, "abd").unwrap();
        assert_eq!(changes(), "engine 2: network");
        fs::remove_file(network).unwrap();
        fs::write(scratch.path().join("engine"), "abd").unwrap();
        assert_eq!(changes(), "engine 1: program, engine 2: network");
        fs::write(scratch.path().join("book.bin"), "abd").unwrap();
        let books = "engine 1: Book, engine 1: argument 2";
        assert_eq!(changes(), format!("{books}, engine 1: program, engine 2: network"));
    }

    #[test]
    fn random_openings_depend_on_this_program() {
        let mut plan = plan(&["one", "other"]);
        for engine in &mut plan.engines {
            engine.kind = EngineKind::Process(ProcessSpec::new(["/nowhere/engine"]));
        }
        assert_eq!(of(&plan).unwrap(), Fingerprints::new());
        plan.openings = Openings::Random(RandomOpenings::default());
        assert!(of(&plan).unwrap().keys().eq([OWN_PROGRAM]));
    }

    #[test]
    fn a_program_found_elsewhere_is_another_one_if_its_contents_are() {
        let path = find_program("sh", Path::new("")).expect("there is a shell");
        assert!(path.ends_with("sh") && path.is_file());
        let by_place = |digest: &str| Fingerprints::from([("engine 1: program".to_string(), digest.to_string())]);
        assert_eq!(changed(&by_place("a"), &by_place("a")), [""; 0]);
        assert_eq!(changed(&by_place("a"), &by_place("b")), ["engine 1: program"]);
    }

    #[test]
    fn the_rules_of_a_custom_variant_have_a_fingerprint() {
        let game = |name: &str, more: &str| {
            let text = format!("[{name}]\nstart = \"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\"\n{more}");
            file::load(&text).expect("the file is sound")[0]
        };
        let fingerprints =
            |id| of(&Plan { variant: PlannedVariant(Variant::Custom(id)), ..plan(&["random", "greedy"]) }).unwrap();
        let begun = fingerprints(game("first", ""));
        assert_eq!(changed(&begun, &fingerprints(game("second", "title = \"Second\""))), [""; 0]);
        assert_eq!(changed(&begun, &fingerprints(game("third", "checks = 3"))), [RULES]);
    }
}

//! docs/adding-a-game.md: its walk, taken in a copy of the sources.
//!
//! A line ``New file `PATH`:`` or ``Change in `PATH`:`` names the file that the next block is, or changes. A block
//! marked `console` holds commands behind `$`, run in the copy, and lines of their output.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const PAGE: &str = include_str!("../../docs/adding-a-game.md");

/// A step of the walk.
enum Step {
    /// A file to write.
    New { path: &'static str, text: String },
    /// Lines of a file, and what replaces them.
    Change { path: &'static str, old: String, new: String },
    /// A command to run, and lines of its output.
    Run { command: &'static str, shown: Vec<&'static str> },
}

impl Step {
    /// True for a command of cargo.
    fn is_cargo(&self) -> bool {
        matches!(self, Step::Run { command, .. } if command.starts_with("cargo "))
    }
}

/// The root of the sources.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of the workspace").to_path_buf()
}

/// The steps of the page, in its order.
fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    let mut lines = PAGE.lines();
    let mut subject = None;
    while let Some(line) = lines.next() {
        let named = |start: &str| line.strip_prefix(start)?.strip_suffix("`:");
        if let Some(path) = named("New file `") {
            subject = Some((path, true));
        } else if let Some(path) = named("Change in `") {
            subject = Some((path, false));
        }
        let Some(mark) = line.strip_prefix("```") else { continue };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        match (mark, subject.take()) {
            ("console", None) => steps.extend(commands(&block)),
            (_, Some((path, true))) => steps.push(Step::New { path, text: join(block) }),
            ("diff", Some((path, false))) => {
                let side = |omitted: char| {
                    join(
                        block
                            .iter()
                            .filter(|line| !line.starts_with(omitted))
                            .map(|line| line.get(1..).unwrap_or_default()),
                    )
                };
                steps.push(Step::Change { path, old: side('+'), new: side('-') });
            }
            (mark, _) => panic!("a block '{mark}' that is no step"),
        }
    }
    steps
}

/// The commands of a block with the lines that are shown of their output.
fn commands(block: &[&'static str]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for &line in block {
        match (line.strip_prefix("$ "), steps.last_mut()) {
            (Some(command), _) => steps.push(Step::Run { command, shown: Vec::new() }),
            (None, Some(Step::Run { shown, .. })) => shown.push(line),
            (None, _) => panic!("output without a command: {line}"),
        }
    }
    steps
}

fn join<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    lines.into_iter().flat_map(|line| [line, "\n"]).collect()
}

/// The text with some lines replaced.
///
/// # Panics
/// If it does not hold them exactly once.
fn changed(path: &str, text: &str, old: &str, new: &str) -> String {
    assert_eq!(text.matches(old).count(), 1, "{path} should have these lines once:\n{old}");
    text.replacen(old, new, 1)
}

#[test]
fn the_changes_fit_the_sources() {
    let (mut files, mut edits) = (0, 0);
    for step in steps() {
        match step {
            Step::New { path, .. } => {
                assert!(!root().join(path).exists(), "{path} exists");
                files += 1;
            }
            Step::Change { path, old, new } => {
                let text = fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
                changed(path, &text, &old, &new);
                edits += 1;
            }
            Step::Run { .. } => {}
        }
    }
    assert!(files >= 3 && edits >= 4, "{files} files, {edits} changes");
}

/// Copies the sources, with the times of the files so that cargo builds no more than it must.
fn copy_sources(to: &Path) {
    let _ = fs::remove_dir_all(to);
    fs::create_dir_all(to).expect("a folder for the copy");
    let copy =
        "git ls-files -z --cached --others --exclude-standard | xargs -0 cp -p --parents --target-directory \"$0\"";
    let status = Command::new("sh").args(["-c", copy]).arg(to).current_dir(root()).status();
    assert!(status.expect("there is a shell").success());
}

/// Runs a command in the copy and looks for the lines shown, in their order.
fn run(command: &str, shown: &[&str], tree: &Path, target: &Path) {
    let mut shell = Command::new("sh");
    shell.args(["-ec", command]).current_dir(tree).stdin(Stdio::null());
    // The released program and the tests without what makes them fast and slow to build.
    shell.env("CARGO_TARGET_DIR", target).env("CARGO_PROFILE_RELEASE_LTO", "off");
    shell.env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "0").env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "256");
    shell.env("CARGO_PROFILE_DEV_OPT_LEVEL", "0").env("CARGO_PROFILE_DEV_CODEGEN_UNITS", "256");
    let output = shell.output().expect("there is a shell");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "$ {command}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    let mut lines = text.lines();
    for shown in shown {
        assert!(lines.any(|line| line == *shown), "$ {command}\n{shown}\nis not in\n{text}");
    }
}

#[test]
#[ignore = "builds the workspace twice more: minutes"]
fn the_walk_leads_to_a_game() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("adding-a-game");
    let (tree, target) = (folder.join("tree"), folder.join("target"));
    copy_sources(&tree);
    // What cargo builds is built once, when all files of the page are there.
    let (last, first) = steps().into_iter().partition::<Vec<_>, _>(Step::is_cargo);
    for step in first.into_iter().chain(last) {
        match step {
            Step::New { path, text } => fs::write(tree.join(path), text).expect("a file of the copy"),
            Step::Change { path, old, new } => {
                let text = fs::read_to_string(tree.join(path)).expect("a file of the copy");
                fs::write(tree.join(path), changed(path, &text, &old, &new)).expect("a file of the copy");
            }
            Step::Run { command, shown } => run(command, &shown, &tree, &target),
        }
    }
}

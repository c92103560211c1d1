//! Launcher of the release archives: starts the build of `motley` or `motley-server` that fits the processor.
//!
//! An archive has one build of each program for each microarchitecture level of the x86-64 psABI, in the folder
//! `levels` beside the launcher, and the launcher under the name of each program. The launcher itself is compiled for
//! the lowest level, so that no processor meets an instruction that it lacks: it takes the highest level that the
//! processor supports, or says which features are missing. The environment variable `MOTLEY_LEVEL` chooses a level by
//! its name, for comparisons.

use std::env;
use std::ffi::OsStr;
use std::io;
use std::path::{self, Path, PathBuf};
use std::process::{Command, ExitCode};

/// Folder of the builds, beside the launcher.
const LEVELS: &str = "levels";

/// Environment variable that names a level.
const CHOICE: &str = "MOTLEY_LEVEL";

/// Environment variable for the engine: path of the launcher, the program that GUIs are to start.
const LAUNCHER: &str = "MOTLEY_LAUNCHER";

/// Microarchitecture level, and the features of it that this processor lacks.
struct Level {
    name: &'static str,
    missing: Vec<&'static str>,
}

#[cfg(target_arch = "x86_64")]
macro_rules! level {
    ($name:literal $(, $feature:tt)*) => {
        Level { name: $name, missing: missing(&[$(($feature, std::arch::is_x86_feature_detected!($feature))),*]) }
    };
}

/// Levels, highest first. Each includes the features of those below it.
#[cfg(target_arch = "x86_64")]
fn levels() -> [Level; 3] {
    let v3 = level!(
        "x86-64-v3",
        "ssse3",
        "sse4.1",
        "sse4.2",
        "popcnt",
        "avx",
        "avx2",
        "bmi1",
        "bmi2",
        "f16c",
        "fma",
        "lzcnt",
        "movbe"
    );
    let mut v4 = level!("x86-64-v4", "avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl");
    v4.missing.splice(0..0, v3.missing.iter().copied());
    [v4, v3, Level { name: "x86-64", missing: Vec::new() }]
}

/// Other processors have one build, named after the architecture.
#[cfg(not(target_arch = "x86_64"))]
fn levels() -> [Level; 1] {
    [Level { name: env::consts::ARCH, missing: Vec::new() }]
}

/// Features that were not detected.
#[cfg(any(target_arch = "x86_64", test))]
fn missing(features: &[(&'static str, bool)]) -> Vec<&'static str> {
    features.iter().filter(|(_, detected)| !detected).map(|(feature, _)| *feature).collect()
}

/// The highest level whose build exists and whose features are all there; with a chosen level, only that one. `folder`
/// is that of the builds.
///
/// # Errors
/// If there is none, with the reason in words.
fn choose<'a>(
    levels: &'a [Level],
    chosen: Option<&str>,
    folder: &Path,
    exists: impl Fn(&str) -> bool,
) -> Result<&'a str, String> {
    if let Some(name) = chosen
        && !levels.iter().any(|level| level.name == name)
    {
        let names: Vec<&str> = levels.iter().map(|level| level.name).collect();
        return Err(format!("{CHOICE}={name} is not one of {}", names.join(", ")));
    }
    let mut lowest = None;
    for level in levels {
        if chosen.is_some_and(|name| name != level.name) || !exists(level.name) {
            continue;
        }
        if level.missing.is_empty() {
            return Ok(level.name);
        }
        lowest = Some(level);
    }
    Err(match lowest {
        Some(Level { name, missing }) => {
            format!("this processor is too old for the build for {name}: it lacks {}", missing.join(", "))
        }
        None => format!("there is no build for {} in {}", chosen.unwrap_or("this processor"), folder.display()),
    })
}

/// The program that a launcher starts: the server if it has its name, under any other name the engine.
fn program_of(launcher: &Path) -> &'static str {
    if launcher.file_stem() == Some(OsStr::new("motley-server")) { "motley-server" } else { "motley" }
}

/// File of a program's build for a level, in the folder of the builds.
fn build(folder: &Path, program: &str, level: &str) -> PathBuf {
    folder.join(format!("{program}-{level}{}", env::consts::EXE_SUFFIX))
}

/// Starts a build with the arguments of this process, in its place where the system can do that. Returns its status.
#[cfg(unix)]
fn start(mut command: Command) -> io::Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec())
}

/// Starts a build with the arguments of this process and waits for its end. Returns its status.
#[cfg(not(unix))]
fn start(mut command: Command) -> io::Result<ExitCode> {
    let code = command.status()?.code();
    Ok(code.and_then(|code| u8::try_from(code).ok()).map_or(ExitCode::FAILURE, ExitCode::from))
}

/// Path of this program.
fn launcher() -> io::Result<PathBuf> {
    let launcher = env::current_exe()?;
    // A link in a folder of the path leads to the archive's own folder. On Windows, whose canonical paths begin with
    // `\\?\`, links are left alone: few programs read such a path.
    let real = if cfg!(windows) { path::absolute(&launcher) } else { launcher.canonicalize() };
    Ok(real.unwrap_or(launcher))
}

fn launch(program: &str, launcher: &Path) -> Result<ExitCode, String> {
    let folder = launcher.parent().unwrap_or(Path::new(".")).join(LEVELS);
    let chosen = env::var_os(CHOICE);
    let chosen = chosen.as_deref().map(OsStr::to_string_lossy);
    let levels = levels();
    let level = choose(&levels, chosen.as_deref(), &folder, |level| build(&folder, program, level).is_file())?;
    let file = build(&folder, program, level);
    let mut command = Command::new(&file);
    command.args(env::args_os().skip(1)).env(LAUNCHER, launcher);
    start(command).map_err(|error| format!("{}: {error}", file.display()))
}

fn main() -> ExitCode {
    let launcher = match launcher() {
        Ok(launcher) => launcher,
        Err(error) => {
            eprintln!("motley: this program cannot be found: {error}");
            return ExitCode::FAILURE;
        }
    };
    let program = program_of(&launcher);
    launch(program, &launcher).unwrap_or_else(|error| {
        eprintln!("{program}: {error}");
        ExitCode::FAILURE
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(without: &'static [&'static str]) -> [Level; 3] {
        let v3 = missing(&[("avx2", !without.contains(&"avx2")), ("bmi2", !without.contains(&"bmi2"))]);
        let mut v4 = v3.clone();
        v4.extend(missing(&[("avx512f", !without.contains(&"avx512f"))]));
        [
            Level { name: "x86-64-v4", missing: v4 },
            Level { name: "x86-64-v3", missing: v3 },
            Level { name: "x86-64", missing: Vec::new() },
        ]
    }

    /// Choice among the builds in the folder `a/levels`.
    fn chosen<'a>(levels: &'a [Level], choice: Option<&str>, exists: impl Fn(&str) -> bool) -> Result<&'a str, String> {
        choose(levels, choice, Path::new("a/levels"), exists)
    }

    #[test]
    fn the_highest_supported_level_is_taken() {
        let all = |_: &str| true;
        assert_eq!(chosen(&machine(&[]), None, all), Ok("x86-64-v4"));
        assert_eq!(chosen(&machine(&["avx512f"]), None, all), Ok("x86-64-v3"));
        assert_eq!(chosen(&machine(&["bmi2", "avx512f"]), None, all), Ok("x86-64"));
        assert_eq!(chosen(&machine(&[]), None, |level| level != "x86-64-v4"), Ok("x86-64-v3"));
    }

    #[test]
    fn a_processor_that_is_too_old_is_told_what_it_lacks() {
        let old = machine(&["avx2", "bmi2", "avx512f"]);
        let error = chosen(&old, None, |level| level != "x86-64").unwrap_err();
        assert_eq!(error, "this processor is too old for the build for x86-64-v3: it lacks avx2, bmi2");
        let error = chosen(&old, Some("x86-64-v4"), |_| true).unwrap_err();
        assert_eq!(error, "this processor is too old for the build for x86-64-v4: it lacks avx2, bmi2, avx512f");
    }

    #[test]
    fn a_level_may_be_chosen_by_name() {
        assert_eq!(chosen(&machine(&[]), Some("x86-64"), |_| true), Ok("x86-64"));
        assert!(chosen(&machine(&[]), Some("386"), |_| true).unwrap_err().contains("is not one of x86-64-v4"));
        let nothing = |choice| chosen(&machine(&[]), choice, |_| false).unwrap_err();
        assert_eq!(nothing(None), "there is no build for this processor in a/levels");
        assert_eq!(nothing(Some("x86-64-v4")), "there is no build for x86-64-v4 in a/levels");
    }

    #[test]
    fn the_name_of_the_launcher_says_what_it_starts() {
        let started = |launcher: &str| program_of(Path::new(launcher));
        let names = ["a/motley", "a/motley-server", "a/motley-server.exe", "a/quex"];
        assert_eq!(names.map(started), ["motley", "motley-server", "motley-server", "motley"]);
    }

    #[test]
    fn this_processor_has_a_level() {
        let levels = levels();
        assert!(chosen(&levels, None, |_| true).is_ok());
        assert!(levels.last().is_some_and(|lowest| lowest.missing.is_empty()));
    }
}

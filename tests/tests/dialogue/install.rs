//! `make install`: the files that it puts below a folder, that they are what the program says of itself, and the engine
//! that the script among them takes.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use protocol::layout::LAYOUTS;
use tests::programs::{build, empty_folder, find, installed, motley, skipped};

const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

fn make(goal: &str, programs: &Path, folder: &Path) -> Output {
    let mut make = Command::new("make");
    make.args(["--silent", goal, "PREFIX=/usr"]).current_dir(SOURCES).stdin(Stdio::null());
    make.arg(format!("BINARIES={}", programs.display()));
    make.arg(format!("DESTDIR={}", folder.display())).env_remove("MAKEFLAGS").output().expect("make starts")
}

/// Runs `make install` below a new folder and returns the folder and that of the programs that were installed.
fn installation(name: &str) -> (PathBuf, PathBuf) {
    // Paths may have spaces.
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), &format!("make {name}"));
    let programs = empty_folder(env!("CARGO_TARGET_TMPDIR"), &format!("make {name} from"));
    for program in [motley(), &build("motley-server")] {
        fs::hard_link(program, programs.join(program.file_name().unwrap())).expect("one file system");
    }
    let output = make("install", &programs, &folder);
    assert!(output.status.success(), "{output:?}");
    (folder, programs)
}

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// Files that the relative links of a page lead to.
fn linked(page: &str) -> impl Iterator<Item = &str> {
    let links = page.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(link, _)| link);
    let files = links.filter_map(|link| link.split('#').next());
    files.filter(|file| !file.is_empty() && !file.contains([':', ' ', '\n']))
}

/// Runs a checker of files where it is installed, else says that it is skipped.
fn check(test: &str, words: &[&str], file: &Path) {
    if find(words[0]).is_none() {
        return skipped(test, &format!("program {} not installed", words[0]));
    }
    let output = Command::new(words[0]).args(&words[1..]).arg(file).output().expect("the checker starts");
    assert!(output.status.success(), "{}: {output:?}", file.display());
}

#[test]
fn make_copies_what_it_builds_to_the_name_that_openbench_asks_for() {
    if !installed("make_copies_what_it_builds_to_the_name_that_openbench_asks_for", &["make"]) {
        return;
    }
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "make exe");
    let (target, copy) = (folder.join("target"), folder.join("engine-x"));
    let built = target.join("release/motley");
    fs::create_dir_all(built.parent().unwrap()).unwrap();
    fs::copy(motley(), &built).expect("the program can be copied");
    let mut make = Command::new("make");
    // `true` stands for cargo: the program is built.
    make.args(["--silent", "CARGO=true"]).arg(format!("EXE={}", copy.display())).env("CARGO_TARGET_DIR", &target);
    let output = make.current_dir(SOURCES).env_remove("MAKEFLAGS").output().expect("make starts");
    assert!(output.status.success(), "{output:?}");
    let bench = Command::new(&copy).args(["bench", "2"]).output().expect("the copy starts");
    let last = String::from_utf8_lossy(&bench.stdout).lines().last().map(str::to_string).expect("a line");
    let words: Vec<&str> = last.split(' ').collect();
    let [nodes, "nodes", speed, "nps"] = words[..] else { panic!("{last}") };
    assert!(nodes.parse::<u64>().is_ok() && speed.parse::<u64>().is_ok(), "{last}");
}

#[test]
fn make_install_puts_everything_below_a_folder_and_uninstall_removes_it() {
    let test = "make_install_puts_everything_below_a_folder_and_uninstall_removes_it";
    if !installed(test, &["make", "install", "bash"]) {
        return;
    }
    let (folder, programs) = installation("install");
    let read = |file: &str| {
        fs::read_to_string(folder.join("usr").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
    };

    for program in ["motley", "motley-server"] {
        let version = Command::new(folder.join("usr/bin").join(program)).arg("--version").output().unwrap();
        assert!(String::from_utf8_lossy(&version.stdout).starts_with(&format!("{program} ")), "{version:?}");
    }
    assert!(read("share/man/man1/motley.1").contains(".TH motley 1"));
    assert!(read("share/man/man1/motley-play.1").contains("motley"));
    assert!(read("share/man/man1/motley-server.1").contains(".TH motley-server 1"));
    assert!(read("share/man/man1/motley-xboard.1").contains("starts XBoard"));
    assert!(read("share/bash-completion/completions/motley").contains("motley"));
    assert!(read("share/zsh/site-functions/_motley").starts_with("#compdef motley"));
    assert!(read("share/fish/vendor_completions.d/motley.fish").contains("complete -c motley"));
    assert!(read("share/icons/hicolor/scalable/apps/motley.svg").contains("<svg"));
    assert!(read("share/applications/motley.desktop").contains("\nExec=motley play\n"));
    let entry = read("share/applications/motley-xboard.desktop");
    for layout in LAYOUTS {
        let is_offered = entry.contains(&format!("\nExec=motley-xboard {}\n", layout.variant));
        assert_eq!(is_offered, layout.is_played(), "{}: {entry}", layout.variant);
    }
    // GUIs start the program in its final place.
    for gui in ["cutechess", "gnome-chess", "settings", "xboard", "winboard"] {
        let text = read(&format!("share/motley/{gui}"));
        assert!(text.contains("/usr/bin") && !text.contains(folder.to_str().unwrap()), "{gui}: {text}");
    }
    let metainfo = folder.join("usr/share/metainfo/io.github.motley_authors.motley.metainfo.xml");
    assert!(metainfo.is_file());
    check(test, &["appstreamcli", "validate", "--no-net"], &metainfo);
    assert!(read("share/applications/motley-server.desktop").contains("\nExec=motley-server --open\n"));
    for entry in ["motley.desktop", "motley-server.desktop", "motley-xboard.desktop"] {
        check(test, &["desktop-file-validate"], &folder.join("usr/share/applications").join(entry));
    }

    for licence in ["LICENSE-APACHE", "LICENSE-MIT"] {
        assert!(!read(&format!("share/doc/motley/{licence}")).is_empty());
    }

    let output = make("uninstall", &programs, &folder);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(files(&folder), Vec::<PathBuf>::new());
    assert!(!folder.join("usr/share/motley").exists());
}

#[test]
fn make_uninstall_leaves_games_of_the_server_and_pictures() {
    let test = "make_uninstall_leaves_games_of_the_server_and_pictures";
    if !installed(test, &["make", "install", "bash"]) {
        return;
    }
    let (folder, programs) = installation("uninstall");
    let kept = ["games.db", "quex/king.svg"].map(|file| folder.join("usr/share/motley").join(file));
    for file in &kept {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "kept").unwrap();
    }
    let output = make("uninstall", &programs, &folder);
    assert!(output.status.success(), "{output:?}");
    let mut left = files(&folder);
    left.sort();
    assert_eq!(left, kept);
}

#[test]
fn links_of_installed_pages_lead_to_installed_files() {
    let test = "links_of_installed_pages_lead_to_installed_files";
    if !installed(test, &["make", "install", "bash"]) {
        return;
    }
    let (folder, _) = installation("install of pages");
    let mut pages = files(&folder.join("usr/share/doc/motley"));
    pages.retain(|file| file.extension().is_some_and(|extension| extension == "md"));
    assert!(pages.iter().any(|page| page.ends_with("motley/README.md")), "{pages:?}");
    for page in pages {
        let text = fs::read_to_string(&page).expect("a page is text");
        for file in linked(&text) {
            assert!(page.with_file_name(file).exists(), "{}: {file}", page.display());
        }
    }
}

#[test]
fn motley_xboard_takes_an_engine_by_its_name_in_the_path_and_refuses_what_is_no_program() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/motley-xboard");
    let (folder, name) = (motley().parent().unwrap(), motley().file_name().unwrap());
    let path = format!("{}:{}", folder.display(), env::var("PATH").unwrap());
    let help = |engine: &OsStr| {
        let mut command = Command::new(script);
        command.arg("--help").env("MOTLEY", engine).env("PATH", &path).output().expect("the script starts")
    };
    let output = help(name);
    assert!(String::from_utf8_lossy(&output.stdout).contains(" kaleido "), "{output:?}");
    let output = help("/nowhere/motley".as_ref());
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let told = String::from_utf8_lossy(&output.stderr);
    assert_eq!(told, "motley-xboard: MOTLEY=/nowhere/motley is no program\n");
}

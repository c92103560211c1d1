//! The output of `motley --xboard-config` and the script `scripts/motley-xboard`, tried in XBoard itself. Skipped, with
//! a line on stderr, where a program is missing.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use protocol::layout::LAYOUTS;
use protocol::registry;
use tests::programs::{self, Running};
use tests::xboard::{self, Display, SelfPlay};

/// More than a match of two quick players takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(300);

/// The output of `motley --xboard-config=PART`, with pictures in a folder.
fn configuration(part: &str, pictures: &Path) -> String {
    let mut motley = Command::new(programs::motley());
    let output = motley.arg(format!("--xboard-config={part}")).arg("--pictures").arg(pictures).output();
    let output = output.expect("motley starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("what it prints is text")
}

/// The games that XBoard plays.
fn games() -> impl Iterator<Item = &'static str> {
    LAYOUTS.into_iter().filter(|layout| layout.is_played()).map(|layout| layout.variant)
}

/// Checks by the debug file of a game that XBoard plays the right one, that it found the pictures, and that nobody
/// complained.
fn check(game: &str, debug: &str) {
    let variant = registry::to_cecp(game);
    assert!(variant == "normal" || debug.contains(&format!("variant {variant}\n")), "{debug}");
    for sign in ["llegal move", "forfeits", "Error (", "Failed", "Unrecognized"] {
        assert!(!debug.contains(sign), "{game}: '{sign}' in\n{debug}");
    }
}

#[test]
fn every_line_of_the_list_starts_its_game() {
    let test = "xboard-list";
    if !programs::installed(test, &xboard::PROGRAMS) {
        return;
    }
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test);
    let settings = folder.join("motley.ini");
    fs::write(&settings, configuration("settings", &folder.join("pictures"))).expect("a file can be written");
    let listed = configuration("xboard", &folder.join("pictures"));
    for game in games() {
        let variant = registry::to_cecp(game);
        assert!(listed.contains(&format!(" -variant {variant}")), "{listed}");
        let name = format!("Motley ({variant})");
        let mut arguments = vec![format!("@{}", settings.display())];
        arguments.extend(["-fe", &name, "-se", &name].map(String::from));
        let debug = SelfPlay::of(Command::new(programs::find("xboard").expect("XBoard is installed")))
            .arguments(&arguments)
            .debug(&programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), &format!("{test}-{game}")));
        check(game, &debug);
    }
}

#[test]
fn what_a_game_needs_is_not_saved_as_a_setting_for_all() {
    let test = "xboard-saves";
    if !programs::installed(test, &xboard::PROGRAMS) {
        return;
    }
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test);
    let [added, saved] = ["motley.ini", "saved.ini"].map(|name| folder.join(name));
    fs::write(&added, configuration("settings", &folder.join("pictures"))).expect("a file can be written");
    let settings = "-testLegality true\n-saveSettingsOnExit true\n";
    fs::write(&saved, settings).expect("a file can be written");
    let display = Display::start(&folder);
    let match_of = |engine: &str, name: &str| {
        let mut xboard = Command::new(programs::find("xboard").expect("XBoard is installed"));
        xboard.env("DISPLAY", display.name()).env("HOME", &folder).arg("-settingsFile").arg(&saved);
        xboard.arg(format!("@{}", added.display())).args(["-fe", engine, "-se", engine]);
        xboard.args(["-noGUI", "-xexit", "-matchGames", "1", "-searchDepth", "1", "-soundProgram", ""]);
        Running::start(&mut xboard, &folder, name).finish(LIMIT);
        fs::read_to_string(&saved).expect("settings are text")
    };
    assert_eq!(match_of("Motley (knightrelay)", "knightrelay"), settings);
    // Where nothing is to be kept from it, XBoard does save, the list of engines too.
    assert!(match_of("Motley (normal)", "chess").contains("\"Motley\" -fd "));
}

#[test]
fn the_script_starts_every_game() {
    let test = "motley-xboard";
    if !programs::installed(test, &xboard::PROGRAMS) {
        return;
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/motley-xboard");
    for game in games() {
        let mut command = Command::new(script);
        command.env("MOTLEY", programs::motley()).env_remove("XDG_CACHE_HOME");
        let arguments = [game, "--time", "3+1", "--side", "none"].map(String::from);
        let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), &format!("{test}-{game}"));
        let debug = SelfPlay::of(command).arguments(&arguments).debug(&folder);
        check(game, &debug);
        assert!(debug.contains("level 0 3 1"), "three minutes and a second a move: {debug}");
        let pictures = folder.join(".cache/motley/pictures").join(game);
        assert!(pictures.is_dir(), "{}", pictures.display());
    }
}

#[test]
fn the_script_refuses_what_it_does_not_know() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/motley-xboard");
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), "motley-xboard-wrong");
    for arguments in [
        &[][..],
        &["atomic"],
        &["all"],
        &["kaleido4"],
        &["dunsany"],
        &["monster"],
        &["chess", "--time", "soon"],
        &["chess", "--time"],
        &["chess", "--side", "red"],
        &["chess", "--colour", "white"],
    ] {
        let mut command = Command::new(script);
        command.args(arguments).env("MOTLEY", programs::motley()).env("HOME", &folder).env_remove("DISPLAY");
        let output = command.output().expect("the script runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(told.contains("usage: motley-xboard [--variants FILE] GAME"), "{told}");
        let listed = told.lines().find_map(|line| line.strip_prefix("games: ")).expect("the games are listed");
        assert!(listed.split(' ').eq(games()), "those that XBoard plays: {listed}");
    }
}

#[test]
fn the_script_says_how_it_is_used() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/../scripts/motley-xboard");
    for help in ["--help", "-h"] {
        let output =
            Command::new(script).arg(help).env("MOTLEY", programs::motley()).output().expect("the script runs");
        assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(
            told.contains("usage: motley-xboard ") && told.contains("--side") && told.contains(" kaleido "),
            "{told}"
        );
    }
}

/// Menus of XBoard.
const MENUS: [&str; 8] = ["File", "Edit", "View", "Mode", "Action", "Engine", "Options", "Help"];

/// Items of menus that a text names, as in `Engine > Load New 1st Engine...`.
fn items_named(text: &str) -> Vec<String> {
    let named = MENUS.iter().flat_map(|menu| text.split(&format!("{menu} > ")).skip(1).collect::<Vec<_>>());
    let is_of_item = |c: char| c.is_ascii_alphanumeric() || matches!(c, ' ' | '.' | '#');
    named.map(|rest| rest[..rest.find(|c| !is_of_item(c)).unwrap_or(rest.len())].trim_end().to_string()).collect()
}

#[test]
fn the_documents_name_items_of_menus_as_xboard_does() {
    let test = "xboard-menus";
    if !programs::installed(test, &["xboard"]) || !xboard::has_known_dialogs(test) {
        return;
    }
    let program = fs::read(programs::find("xboard").expect("XBoard is installed")).expect("it can be read");
    let strings: BTreeSet<&[u8]> = program.split(|&byte| byte == 0).collect();
    let pictures = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test);
    let mut items = items_named(&configuration("all", &pictures));
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
    for folder in [docs.join("games"), docs] {
        let files = fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("a file").path());
        for file in files.filter(|file| file.extension().is_some_and(|extension| extension == "md")) {
            items.extend(items_named(&fs::read_to_string(&file).expect("a text")));
        }
    }
    assert!(items.len() >= 6, "{items:?}");
    for item in items {
        assert!(strings.contains(item.as_bytes()), "XBoard has no '{item}' in its menus");
    }
}

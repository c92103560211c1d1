//! Custom variants in the real programs: `--variants FILE`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tests::dialogue::Dialogue;
use tests::programs::{build, empty_folder, motley};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../assets/variants.toml")
        .canonicalize()
        .expect("the examples are there")
}

fn run(program: &Path, arguments: &[&str]) -> Output {
    Command::new(program).args(arguments).stdin(Stdio::null()).output().expect("the program starts")
}

fn text(output: &[u8]) -> String {
    String::from_utf8(output.to_vec()).expect("the output is text")
}

#[test]
fn the_games_of_a_file_are_games_of_the_command_line() {
    let file = examples();
    let file = file.to_str().expect("a path in UTF-8");
    let games = text(&run(motley(), &["--variants", file, "variants"]).stdout);
    assert!(games.contains("knightmate    custom    Knightmate\n") && games.starts_with("chess "), "{games}");
    let shown = run(motley(), &["show", "--variant", "gardner", &format!("--variants={file}")]);
    assert!(text(&shown.stdout).starts_with(" 5  r n b q k\n"), "{shown:?}");
    let demo =
        run(motley(), &["--variants", file, "demo", "--variant", "losalamos", "--moves", "2", "--movetime", "10"]);
    assert!(demo.status.success() && text(&demo.stdout).contains("* {"), "{demo:?}");
    let unknown = run(motley(), &["show", "--variant", "gardner"]);
    assert_eq!(unknown.status.code(), Some(2));
}

#[test]
fn perft_counts_the_games_of_a_file() {
    let file = examples();
    let arguments = ["--variants", file.to_str().expect("a path in UTF-8"), "--variant", "giveaway", "--depth", "3"];
    let output = run(&build("perft"), &arguments);
    assert_eq!(text(&output.stdout).lines().last(), Some("nodes 8067"), "{output:?}");
}

#[test]
fn a_file_with_a_fault_is_refused_with_its_place() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "custom-variants");
    let file = folder.join("faulty.toml");
    fs::write(&file, "[mine]\nstart = \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"\npieces.A = { moves = \"RX\" }\n")
        .expect("written");
    let file = file.to_str().expect("a path in UTF-8");
    for arguments in [&["--variants", file][..], &["--variants", file, "variants"], &["variants", "--variants", file]] {
        let output = run(motley(), arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let wanted = format!("motley: {file}, line 3, column 24: 'X' is none of the atoms");
        assert!(output.stdout.is_empty() && text(&output.stderr).starts_with(&wanted), "{output:?}");
    }
    let missing = run(motley(), &["--variants", "/nowhere.toml", "variants"]);
    assert!(text(&missing.stderr).starts_with("motley: cannot read /nowhere.toml: "), "{missing:?}");
}

#[test]
fn uci_changes_from_one_game_of_a_file_to_another() {
    let file = examples();
    let mut engine = Dialogue::with_arguments(&["--variants", file.to_str().expect("a path in UTF-8")]);
    engine.send("uci");
    let options = engine.through("uciok");
    let variants = options.iter().find(|line| line.contains("UCI_Variant")).expect("the option");
    assert!(variants.contains(" var almost ") && variants.ends_with(" var nightriders"), "{variants}");
    for (game, wanted) in [
        ("gardner", "rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"),
        ("nightriders", "rnahqkbanr/pppppppppp/10/10/10/10/10/10/PPPPPPPPPP/RNAHQKBANR w KQkq - 0 1"),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ("knightmate", "rmbqkbmr/pppppppp/8/8/8/8/PPPPPPPP/RMBQKBMR w KQkq - 0 1"),
    ] {
        engine.send(&format!("setoption name UCI_Variant value {game}"));
        engine.send("position startpos");
        assert_eq!(engine.position(), wanted, "{game}");
        engine.send("go nodes 2000");
        let best = engine.until("bestmove");
        assert!(best.len() >= "bestmove a2a3".len(), "{game}: {best}");
    }
    engine.quit();
}

#[test]
fn xboard_is_told_the_pieces_and_their_moves() {
    let file = examples();
    let mut engine = Dialogue::with_arguments(&["--variants", file.to_str().expect("a path in UTF-8")]);
    engine.send("xboard");
    engine.send("protover 2");
    let features = engine.through("feature done=1").join("\n");
    assert!(features.contains(",knightmate,") && features.contains(",generals,"), "{features}");
    engine.send("variant generals");
    engine.send("ping 1");
    let lines = engine.through("pong 1");
    let expected = ["setup (PN.R.GSKpn.r.gsk) 8x8+0_fairy", "piece G& WfF", "piece S& FfW"];
    for wanted in expected {
        assert!(lines.iter().any(|line| line.starts_with(wanted)), "{wanted} is not in {lines:?}");
    }
    engine.quit();
}

#[test]
fn a_fault_in_a_position_of_xboards_has_its_column_there() {
    let file = examples();
    let mut engine = Dialogue::with_arguments(&["--variants", file.to_str().expect("a path in UTF-8")]);
    engine.send("xboard\nprotover 2");
    engine.until("feature done=1");
    engine.send("variant gardner\nforce\nsetboard rnbqk/ppppp/5/PPPPP/RNBQK[-] x - - 0 1");
    let fault = "side to move, column 30: 'x' is neither 'w' nor 'b'";
    assert_eq!(engine.until("tellusererror"), format!("tellusererror Illegal position: {fault}"));
    engine.quit();
}

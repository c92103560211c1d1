//! Pictures of positions and moves: `motley show --moves`, `--diagrams`, and those on the pages of the games.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tests::programs::{empty_folder, motley};

/// The example of the rules of knight relay chess: the pawn on e6 is relayed.
const RELAY: &str = "3k4/1N6/4P3/p7/3N4/Q1n5/2n5/4K3 w - - 0 1";

fn show(arguments: &[&str]) -> Output {
    let mut command = Command::new(motley());
    command.arg("show").args(arguments).stdin(Stdio::null()).output().expect("motley starts")
}

/// Lines that `motley show` prints below the board.
fn shown(arguments: &[&str]) -> Vec<String> {
    let output = show(arguments);
    assert!(output.status.success() && output.stderr.is_empty(), "{arguments:?}: {output:?}");
    String::from_utf8(output.stdout).expect("text").lines().map(str::to_string).collect()
}

/// A picture that `motley show` writes.
fn picture(test: &str, arguments: &[&str]) -> String {
    let file = empty_folder(env!("CARGO_TARGET_TMPDIR"), test).join("picture.svg");
    shown(&[arguments, &["--svg", file.to_str().unwrap()]].concat());
    fs::read_to_string(&file).expect("there is a picture")
}

#[test]
fn moves_of_a_piece_are_told() {
    let last = |arguments: &[&str]| shown(arguments).last().cloned().expect("lines");
    assert_eq!(last(&["--moves", "e2"]), "e2 moves to: e3 e4");
    assert_eq!(last(&["--variant", "knightrelay", "--fen", RELAY, "--moves", "e6"]), "e6 moves to: c5 c7 e7 f4 g5 g7");
    let lines = shown(&["--fen", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "--moves", "E5"]);
    assert_eq!(lines[lines.len() - 2..], ["E5 moves to: e6", "E5 captures on: d6"], "en passant too");
    // An own piece is captured in KaleidoChess, and with dice the throws allow any piece.
    for variant in ["kaleido", "kaleidodice"] {
        assert_eq!(last(&["--variant", variant, "--moves", "8b"]), "8b captures on: 8A 8C 8D 8J 8K", "{variant}");
    }
    let captured = ["--variant", "keyles", "--fen", "10/k9/10/10/4r5/10/QR8/10/10/10[K] w - - 0 4", "--moves", "k"];
    assert_eq!(last(&captured), "k moves to: a4 b4");
    let tile = ["--variant", "chex", "--fen", "K/P[QRRBBNPPPPPPPkqrrbbnnpppppppp] wN - - 0 3", "--moves", "N"];
    assert_eq!(last(&tile), "N moves to: a1 a2 a3 a4 b1 b4 c1 c2 c3 c4");
}

#[test]
fn a_field_without_moves_is_refused() {
    for (arguments, status, complaint) in [
        (&["--moves", "e1"][..], 2, "no legal move begins at e1"),
        (&["--moves", "e5"], 2, "no legal move begins at e5"),
        (&["--moves", "K"], 2, "no legal move begins at K"),
        (&["--moves", "z9"], 2, "there is no field z9"),
        (&["--moves", "e2 e3"], 2, "moves takes one field"),
        (&["--moves", "e1", "--svg", "/dev/null/x"], 2, "no legal move begins at e1"),
        (&["--diagrams", "/dev/null/x"], 1, "chess needs no move diagrams"),
        (&["--variant", "chex", "--diagrams", "/dev/null/x"], 1, "chex needs no move diagrams"),
        (&["--variant", "quex", "--diagrams", "/dev/null/x"], 1, "Not a directory"),
    ] {
        let output = show(arguments);
        let complaints = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.code() == Some(status) && output.stdout.is_empty(), "{arguments:?}: {output:?}");
        assert!(complaints.contains(complaint), "{arguments:?}: {complaints}");
    }
    for arguments in [&["--moves", "e2", "--diagrams", "x"][..], &["--moves", "e2", "--pieces", "x"], &["--moves", ""]]
    {
        assert_eq!(show(arguments).status.code(), Some(2), "{arguments:?}");
    }
}

/// A dot for each move and a ring for each capture, and one of both in the legend.
#[test]
fn moves_of_a_piece_are_drawn() {
    let circles = |name: &str, arguments: &[&str]| picture(name, arguments).matches("<circle").count();
    let relay = ["--variant", "knightrelay", "--fen", RELAY];
    let marked = circles("moves-relay", &[&relay[..], &["--moves", "e6"]].concat());
    assert_eq!(marked - circles("moves-none", &relay), 6 + 1);
    let dragon = ["--variant", "kaleido", "--moves", "1K"];
    let (marked, plain) = (picture("moves-round", &dragon), picture("moves-plain", &dragon[..2]));
    let told = shown(&dragon).into_iter().filter_map(|line| line.strip_prefix("1K ").map(str::to_string));
    let fields: Vec<usize> = told.map(|line| line.split(": ").nth(1).expect("fields").split(' ').count()).collect();
    assert_eq!(fields.len(), 2, "moves and captures");
    let circles = |text: &str| text.matches("<circle").count();
    assert_eq!(circles(&marked) - circles(&plain), fields.iter().sum::<usize>() + 2);
    let count = |text: &str, word: &str| text.matches(&format!("\n{word}\n")).count();
    assert_eq!(["moves", "captures"].map(|word| (count(&plain, word), count(&marked, word))), [(0, 1); 2]);
}

#[test]
fn diagrams_are_drawn_of_every_kind_of_piece() {
    for (variant, files, one) in [("quex", 11, "fote"), ("keyles", 11, "king"), ("kaleidodice", 9 + 1, "touch")] {
        let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), &format!("diagrams-{variant}")).join("new");
        assert_eq!(shown(&["--variant", variant, "--diagrams", folder.to_str().unwrap()]), [""; 0]);
        assert_eq!(fs::read_dir(&folder).expect("a folder").count(), files, "{variant}");
        assert!(folder.join(format!("{variant}-{one}.svg")).is_file(), "{variant}-{one}");
    }
}

/// The pictures on the pages of the games show what the program draws now. `scripts/draw-pictures` draws them anew.
#[test]
fn the_pictures_of_the_pages_are_up_to_date() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "draw-pictures");
    let mut script = Command::new(root.join("scripts/draw-pictures"));
    let drawn = script.arg(&folder).env("MOTLEY", motley()).status().expect("the script runs");
    assert!(drawn.success());
    let mut names = BTreeSet::new();
    for file in fs::read_dir(&folder).expect("a folder") {
        let name = file.expect("a file").file_name().into_string().expect("a plain name");
        let (new, old) = (folder.join(&name), root.join("docs/img").join(&name));
        let is_same = fs::read(&new).expect("a picture") == fs::read(&old).unwrap_or_default();
        assert!(is_same, "docs/img/{name} is not up to date: scripts/draw-pictures");
        names.insert(name);
    }
    // Every drawing of the pages is one of these.
    for page in fs::read_dir(root.join("docs/games")).expect("a folder") {
        let text = fs::read_to_string(page.expect("a page").path()).expect("text");
        for link in text.split("](../img/").skip(1).filter_map(|rest| rest.split(')').next()) {
            assert!(names.contains(link) || link.ends_with(".png"), "{link} is drawn by nothing");
        }
    }
}

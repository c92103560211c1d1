//! Option `EvalFile`: networks from files.

use std::fs;
use std::path::{Path, PathBuf};

use eval::nnue::NetworkFile;
use tests::dialogue::Dialogue;
use tests::programs::empty_folder;

/// File of the network that a game is played with.
fn own_network(variant: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../eval/networks/{variant}.network"))
}

/// Writes a network for a game that says nothing of any position: all its output weights and biases are 0.
fn silent_network(variant: &str, folder: &Path) -> String {
    let bytes = fs::read(own_network(variant)).expect("a network");
    let mut network = NetworkFile::read(&bytes).expect("a network");
    network.output_weights.fill(0);
    network.output_biases.fill(0);
    let file = folder.join(format!("{variant} silent.network"));
    fs::write(&file, postcard::to_stdvec(&network).expect("bytes")).expect("a file");
    file.to_str().expect("a name").to_string()
}

/// Answer to the option's value.
fn set(engine: &mut Dialogue, file: &str) -> Vec<String> {
    engine.send(&format!("setoption name EvalFile value {file}"));
    engine.before("isready", "readyok")
}

/// The network's line of `eval`.
fn network_term(engine: &mut Dialogue) -> String {
    let lines = engine.before("eval", "evaluation: ");
    lines.into_iter().find(|line| line.starts_with("network ")).expect("the term of the network")
}

/// Nodes of a search to a depth. They show which network the search has.
fn nodes(engine: &mut Dialogue) -> String {
    let info = engine.before("ucinewgame\nposition startpos moves e2e4\ngo depth 7", "bestmove ").pop();
    let words: Vec<String> = info.expect("info").split(' ').map(str::to_string).collect();
    let at = words.iter().position(|word| word == "nodes").expect("nodes");
    words[at + 1].clone()
}

#[test]
fn the_terminal_client_reads_networks_and_refuses_a_missing_one() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "eval-file-play");
    let [silent, other, none] =
        [silent_network("chess", &folder), silent_network("quex", &folder), "/nowhere/x.network".to_string()];
    let play = |file: &str| {
        let option = format!("EvalFile={file}");
        Dialogue::with_arguments(&["play", "--side", "both", "--option", &option])
    };
    let said = |mut game: Dialogue| {
        let said = game.through("White to move");
        game.quit();
        said
    };
    assert!(said(play(&silent)).iter().all(|line| !line.contains("network")));
    assert!(said(play(&other)).iter().any(|line| line.contains("a network for quex, not for chess")));
    let mut refused = play(&none);
    assert!(!refused.wait().success());
}

#[test]
fn a_network_from_a_file_is_played_with_until_the_option_is_empty() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "eval-file");
    let file = silent_network("chess", &folder);
    for search in ["alphabeta", "tree"] {
        let mut engine = Dialogue::uci("chess");
        engine.send(&format!("setoption name Search value {search}\nposition startpos moves e2e4"));
        let own = (network_term(&mut engine), nodes(&mut engine));
        assert!(set(&mut engine, &file).is_empty());
        let silent = (network_term(&mut engine), nodes(&mut engine));
        assert!(silent.0.trim_start_matches("network").split_whitespace().all(|value| value == "+0.00"), "{silent:?}");
        assert_ne!(own.0, silent.0);
        assert_ne!(own.1, silent.1, "the search has the network");
        // The network outlives a change of the search.
        engine.send("setoption name Search value tree\nsetoption name Search value alphabeta");
        engine.send(&format!("setoption name Search value {search}"));
        assert_eq!((network_term(&mut engine), nodes(&mut engine)), silent);
        // The engine's own network is no other one if it comes from a file.
        assert!(set(&mut engine, own_network("chess").to_str().unwrap()).is_empty());
        assert_eq!((network_term(&mut engine), nodes(&mut engine)), own);
        assert!(set(&mut engine, &file).is_empty());
        assert!(set(&mut engine, "").is_empty());
        assert_eq!((network_term(&mut engine), nodes(&mut engine)), own);
        engine.quit();
    }
}

#[test]
fn a_network_for_another_game_waits_for_that_game() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "eval-file-variants");
    let [chess, quex] = ["chess", "quex"].map(|variant| silent_network(variant, &folder));
    let mut engine = Dialogue::uci("chess");
    assert!(set(&mut engine, &chess).is_empty());
    let silent = network_term(&mut engine);
    assert_eq!(
        set(&mut engine, &quex),
        [format!("info string {quex}: a network for quex, not for chess; it is used when quex is played")]
    );
    assert_eq!(network_term(&mut engine), silent);
    engine.send("setoption name UCI_Variant value keyles");
    // In one position a network may say nothing.
    let positions = [
        "startpos",
        "fen 10/1k8/10/10/4r5/10/QR8/10/8K1/10[] w - - 0 1",
        "fen p6p2/2rl2l2r/c2w2ntc1/1ft4wf1/4N5/5k4/1FW2L1WT1/1CT5FC/4R1L2R/2P4P2[KQNGGqngg] w - - 0 29",
    ];
    let speaks = positions.into_iter().any(|position| {
        engine.send(&format!("position {position}"));
        network_term(&mut engine) != silent
    });
    assert!(speaks, "keyles has its own network");
    for variant in ["quex", "chess"] {
        engine.send(&format!("setoption name UCI_Variant value {variant}"));
        assert_eq!(network_term(&mut engine), silent, "{variant}");
    }
    assert!(set(&mut engine, "<empty>").is_empty());
    engine.send("position startpos moves e2e4");
    assert_ne!(network_term(&mut engine), silent);
    engine.quit();
}

#[test]
fn a_network_for_a_custom_variant_is_refused_and_leaves_the_rules_alone() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "eval-file-custom");
    let bytes = fs::read(own_network("chess")).expect("a network");
    let mut network = NetworkFile::read(&bytes).expect("a network");
    network.variant = "gardner".to_string();
    let file = folder.join("gardner.network");
    fs::write(&file, postcard::to_stdvec(&network).expect("bytes")).expect("a file");
    let file = file.to_str().expect("a name");
    let variants = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/variants.toml");
    let mut engine = Dialogue::with_arguments(&["--variants", variants.to_str().expect("a path in UTF-8")]);
    engine.send("uci");
    engine.until("uciok");
    engine.send("setoption name UCI_Variant value almost\nposition startpos moves e2e4");
    let before = engine.position();
    let why = "not a network that can be used: it is for gardner, and custom variants have no networks";
    let refusal = format!("info string Error ({file}: {why}): setoption name EvalFile value {file}");
    assert_eq!(set(&mut engine, file), [refusal]);
    assert_eq!(engine.position(), before);
    engine.send("position startpos moves e2e4 e7e5");
    assert!(engine.position().starts_with("rnbckbnr/"), "almost chess goes on");
    engine.quit();
}

#[test]
fn what_is_no_network_is_refused_with_the_reason() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "eval-file-refused");
    let bytes = fs::read(own_network("chess")).expect("a network");
    let write = |name: &str, bytes: &[u8]| {
        let file = folder.join(name);
        fs::write(&file, bytes).expect("a file");
        file.to_str().expect("a name").to_string()
    };
    let mut changed = NetworkFile::read(&bytes).expect("a network");
    changed.ft_weights.truncate(128);
    let narrow = postcard::to_stdvec(&changed).expect("bytes");
    let found = [changed.ft_weights.len(), changed.output_weights.len(), changed.output_biases.len()];
    let unusable = "not a network that can be used: ";
    let cases = [
        (folder.join("none").to_str().unwrap().to_string(), "No such file or directory (os error 2)".to_string()),
        (folder.to_str().unwrap().to_string(), "a folder or a device, not a file".to_string()),
        ("/dev/zero".to_string(), "a folder or a device, not a file".to_string()),
        (write("empty", b""), format!("{unusable}the file is cut short")),
        (write("cut short", &bytes[..bytes.len() / 2]), format!("{unusable}the file is cut short")),
        (write("longer", &[&bytes[..], b"x"].concat()), format!("{unusable}a byte follows the weights")),
        (write("large", &vec![0; NetworkFile::MAX_BYTES + 1]), format!("longer than {} bytes", NetworkFile::MAX_BYTES)),
        (write("text", b"#!/bin/sh\n"), format!("{unusable}its format is 35, not one from 1 to 3")),
        (write("checkers", b"\x01\x08checkers\0"), format!("{unusable}it is for no game that is known here")),
        (
            write("narrow", &narrow),
            format!("{unusable}it has {found:?} input weights, output weights and output biases, not"),
        ),
    ];
    let silent_file = silent_network("chess", &folder);
    let mut engine = Dialogue::uci("chess");
    assert!(set(&mut engine, &silent_file).is_empty());
    let silent = network_term(&mut engine);
    for (file, why) in &cases {
        let said = set(&mut engine, file).concat();
        assert!(said.starts_with(&format!("info string Error ({file}: {why}")), "{said}");
        assert!(said.ends_with(&format!("): setoption name EvalFile value {file}")), "{said}");
        assert_eq!(network_term(&mut engine), silent, "the network before it stays: {file}");
    }
    engine.quit();
    let mut engine = Dialogue::cecp();
    for (file, why) in &cases {
        engine.send(&format!("option EvalFile={file}"));
        let said = engine.so_far().concat();
        assert!(said.starts_with(&format!("Error ({file}: {why}")), "{said}");
    }
    engine.send(&format!("option EvalFile={silent_file}"));
    assert!(engine.so_far().is_empty());
    assert_eq!(network_term(&mut engine), silent);
    engine.quit();
}

//! docs/manual.md names every command and option, and its examples are true.
//!
//! In a block marked `console` a line behind `$` is run, and the lines behind it are in its output. In a block marked
//! `dialogue` lines behind `>` are among those that the engine says, in this order, and the others are sent to it. A
//! line that ends in `...` stands for all that begin so.

use std::collections::BTreeSet;
use std::process::{Command, Stdio};

use clap::CommandFactory;
use protocol::cli::Arguments;
use protocol::options::SPECS;
use tests::dialogue::Dialogue;
use tests::programs::{empty_folder, motley};

const MANUAL: &str = include_str!("../../../docs/manual.md");

/// The commands of CECP and UCI, by their specifications.
const COMMANDS: &str = "\
    xboard protover accepted rejected new variant quit random force go playother level st sd nps time otim \
    usermove ? ping draw result setboard hint bk undo remove hard easy post nopost analyze . exclude include \
    exit name rating computer memory cores option lift put uci debug isready setoption register ucinewgame \
    position stop ponderhit show d fen moves eval perft divide bench play help tile die";

/// The blocks with a mark, as lists of lines.
fn blocks(mark: &str) -> Vec<Vec<&'static str>> {
    let fence = format!("```{mark}\n");
    let inside = MANUAL.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    inside.map(|block| block.lines().collect()).collect()
}

fn fits(line: &str, shown: &str) -> bool {
    shown.strip_suffix("...").map_or(line == shown, |start| line.starts_with(start))
}

/// True if the manual has a text between backquotes, by itself or at the beginning of something longer.
fn names(text: &str) -> bool {
    [format!("`{text}`"), format!("`{text} "), format!("`{text}=")].iter().any(|quoted| MANUAL.contains(quoted))
}

#[test]
fn everything_on_the_command_line_is_in_the_manual() {
    let command = Arguments::command();
    let mut missing = Vec::new();
    for part in std::iter::once(&command).chain(command.get_subcommands()) {
        if part.get_name() != "motley" && !MANUAL.contains(&format!("`motley {}", part.get_name())) {
            missing.push(part.get_name().to_string());
        }
        let options = part.get_arguments().filter_map(|argument| argument.get_long()).map(|long| format!("--{long}"));
        missing.extend(options.filter(|option| !names(option)));
    }
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_option_and_command_is_in_the_manual() {
    let options = SPECS.iter().map(|spec| spec.name).chain(["UCI_Variant"]);
    let missing: BTreeSet<&str> = options.chain(COMMANDS.split_whitespace()).filter(|name| !names(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_the_manual_shows_of_the_shell_is_true() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "manual");
    let path = format!("{}:/usr/bin:/bin", motley().canonicalize().unwrap().parent().unwrap().display());
    for block in blocks("console") {
        for example in block.join("\n").split("$ ").skip(1) {
            let (command, shown) = example.split_once('\n').unwrap_or((example, ""));
            let mut shell = Command::new("sh");
            shell.args(["-c", command]).current_dir(&folder).env("PATH", &path).env("HOME", &folder);
            let output = shell.stdin(Stdio::null()).output().expect("there is a shell");
            assert!(output.status.success(), "{command}: {output:?}");
            let text = String::from_utf8_lossy(&output.stdout);
            let mut lines = text.lines();
            for shown in shown.lines().filter(|line| *line != "...") {
                assert!(lines.any(|line| fits(line, shown)), "$ {command}\n{shown}\nis not in\n{text}");
            }
        }
    }
}

#[test]
fn what_the_manual_shows_of_dialogues_is_true() {
    let blocks = blocks("dialogue");
    assert!(blocks.len() > 5);
    for block in blocks {
        let mut engine = Dialogue::start();
        for line in block {
            match line.strip_prefix("> ") {
                Some(shown) => while !fits(&engine.read(), shown) {},
                // It is sent below: an engine that has ended would not listen to another one.
                None if line == "quit" => {}
                None => engine.send(line),
            }
        }
        engine.quit();
    }
}

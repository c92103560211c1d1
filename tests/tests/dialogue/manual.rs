//! docs/manual.md names every command and option, docs/terminal.md those of `motley play`, docs/server.md those of the
//! server; the examples of the manual and of docs/protocol.md are true.
//!
//! In a block marked `console` a line behind `$` is run, and the lines behind it are in its output. In a block marked
//! `dialogue` lines behind `>` are among those that the engine says, in this order, and the others are sent to it. A
//! line that ends in `...` stands for all that begin so. The engine complains of nothing unless that is shown.

use std::collections::{BTreeMap, BTreeSet};
use std::process::{Command, Stdio};

use clap::CommandFactory;
use protocol::cli::Arguments;
use protocol::options::{OptionType, SPECS, VARIANT};
use protocol::play::command;
use tests::dialogue::Dialogue;
use tests::programs::{build, empty_folder, motley};

const MANUAL: &str = include_str!("../../../docs/manual.md");
const PROTOCOL: &str = include_str!("../../../docs/protocol.md");
const SERVER: &str = include_str!("../../../docs/server.md");
const TERMINAL: &str = include_str!("../../../docs/terminal.md");

/// The commands of CECP and UCI, by their specifications.
const COMMANDS: &str = "\
    xboard protover accepted rejected new variant quit random force go playother level st sd nps time otim \
    usermove ? ping draw result setboard hint bk undo remove hard easy post nopost analyze . exclude include \
    exit name rating ics computer memory cores option lift put hover uci debug isready setoption register \
    ucinewgame position stop ponderhit show d fen moves eval perft divide bench play help tile die";

/// The blocks of a page with a mark, as lists of lines.
fn blocks(page: &'static str, mark: &str) -> Vec<Vec<&'static str>> {
    let fence = format!("```{mark}\n");
    let inside = page.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap_or_default());
    inside.map(|block| block.lines().collect()).collect()
}

/// Section of a page from behind its heading to the next heading.
fn section(page: &'static str, heading: &str) -> &'static str {
    let (_, rest) = page.split_once(&format!("\n{heading}\n")).unwrap_or_else(|| panic!("no heading {heading}"));
    rest.split("\n#").next().unwrap_or_default()
}

/// Rows of a page's tables whose first cell begins with code, as lists of cells.
fn rows(page: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let rows = page.lines().filter(|line| line.starts_with("| `"));
    rows.map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
}

fn fits(line: &str, shown: &str) -> bool {
    shown.strip_suffix("...").map_or(line == shown, |start| line.starts_with(start))
}

/// True if a page has a text between backquotes, by itself or at the beginning of something longer.
fn names(page: &str, text: &str) -> bool {
    [format!("`{text}`"), format!("`{text} "), format!("`{text}=")].iter().any(|quoted| page.contains(quoted))
}

/// Own long options of a command, with their dashes.
fn long_options(command: &clap::Command) -> impl Iterator<Item = String> {
    command.get_arguments().filter_map(|argument| argument.get_long()).map(|long| format!("--{long}"))
}

#[test]
fn everything_on_the_command_line_is_in_its_section_of_the_manual() {
    let command = Arguments::command();
    for part in std::iter::once(&command).chain(command.get_subcommands()) {
        let heading = match part.get_name() {
            "motley" => "## The command line".to_string(),
            name => format!("### `motley {name}`"),
        };
        let text = section(MANUAL, &heading);
        let missing: Vec<String> = long_options(part).filter(|option| !names(text, option)).collect();
        assert!(missing.is_empty(), "{heading}: {missing:?}");
    }
}

#[test]
fn every_command_is_in_the_manual() {
    let missing: Vec<&str> = COMMANDS.split_whitespace().filter(|name| !names(MANUAL, name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Values and default of an option, as the manual writes them.
fn values(option_type: OptionType) -> String {
    match option_type {
        OptionType::Spin { min, max, default } => format!("{min} to {max}, {default}"),
        OptionType::Check { default } => format!("on or off, {}", if default { "on" } else { "off" }),
        OptionType::Combo(words) => {
            let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
            let (last, others) = quoted.split_last().expect("a combo has words");
            format!("{} or {last}, {}", others.join(", "), quoted[0])
        }
        OptionType::File => "a file, none".to_string(),
        OptionType::Button | OptionType::Text(_) => String::new(),
    }
}

#[test]
fn every_option_is_in_the_manual_with_its_values() {
    let of_table = SPECS.iter().map(|spec| (format!("`{}`", spec.name), values(spec.option_type)));
    let variant = (format!("`{VARIANT}`"), "a game, `chess`".to_string());
    let expected: BTreeMap<String, String> = of_table.chain([variant]).collect();
    let shown = rows(section(MANUAL, "## Options")).map(|cells| (cells[0].to_string(), cells[1].to_string()));
    assert_eq!(shown.collect::<BTreeMap<_, _>>(), expected);
}

#[test]
fn every_command_and_option_of_the_client_is_in_a_table_of_its_page() {
    let first_cells: String = rows(TERMINAL).map(|cells| format!("{}\n", cells[0])).collect();
    let arguments = Arguments::command();
    let play = arguments.find_subcommand("play").expect("a command");
    // The first of the commands is any move.
    let commands = command::COMMANDS[1..].iter().map(|&(name, ..)| name.to_string());
    let missing: Vec<String> = commands.chain(long_options(play)).filter(|name| !names(&first_cells, name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn every_option_of_the_server_is_on_its_page() {
    let output = Command::new(build("motley-server")).arg("--help").output().expect("the server starts");
    let help = String::from_utf8_lossy(&output.stdout);
    let lines = help.lines().map(str::trim_start).filter(|line| line.starts_with("--"));
    let options: BTreeSet<&str> = lines.filter_map(|line| line.split_whitespace().next()).collect();
    assert!(options.len() > 5, "{help}");
    let table = section(SERVER, "## Options");
    let missing: Vec<&str> = options.into_iter().filter(|option| !names(table, option)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn what_the_manual_shows_of_the_shell_is_true() {
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "manual");
    let path = format!("{}:/usr/bin:/bin", motley().canonicalize().unwrap().parent().unwrap().display());
    for block in blocks(MANUAL, "console") {
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

/// Reads up to a line that is shown. The engine complains of nothing before it.
fn read_through(engine: &mut Dialogue, shown: &str) {
    loop {
        let line = engine.read();
        if fits(&line, shown) {
            return;
        }
        let complains =
            line.contains("Error (") || line.starts_with("Illegal move") || line.starts_with("tellusererror");
        assert!(!complains, "{line}\nis not shown; {shown} is\n{}", engine.said().join("\n"));
    }
}

/// Holds the dialogue of a block.
fn hold(block: &[&str]) {
    let mut engine = Dialogue::start();
    for &line in block {
        match line.strip_prefix("> ") {
            Some(shown) => read_through(&mut engine, shown),
            // It is sent below: an engine that has ended would not listen to another one.
            None if line == "quit" => {}
            None => engine.send(line),
        }
    }
    // Answered once every line before it is carried out.
    let (question, answer) = if block.contains(&"uci") { ("isready", "readyok") } else { ("ping 999", "pong 999") };
    engine.send(question);
    read_through(&mut engine, answer);
    engine.quit();
}

#[test]
fn what_is_shown_of_dialogues_is_true() {
    for (page, least) in [(MANUAL, 6), (PROTOCOL, 2)] {
        let blocks = blocks(page, "dialogue");
        assert!(blocks.len() >= least);
        blocks.iter().for_each(|block| hold(block));
    }
}

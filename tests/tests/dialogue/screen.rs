//! Games of a person against the engine on the whole screen, under tmux. Skipped, with a line on stderr, where that is
//! missing.

use std::fs::{self, File};
use std::io::Read;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use engine::game::Game;
use engine::variants::DunsanyChess;
use protocol::registry::{self, NAMES};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::io::retry_on_intr;
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use rustix::termios::{Winsize, tcsetwinsize};
use tests::programs::{self, empty_folder, installed, motley};
use tests::tmux::Terminal;

/// More than drawing a board takes on the slowest machine.
const LIMIT: Duration = Duration::from_secs(120);

/// A game on a screen, in a folder of its own. When it ends, the shell says how, and whether the terminal is as it was.
fn start(test: &str, size: (u16, u16), settings: &str) -> Option<(Terminal, PathBuf)> {
    if !installed(test, &["tmux", "ps"]) {
        return None;
    }
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), test);
    let program = motley().display();
    let command = format!(
        "export LC_ALL=C.UTF-8; echo before; '{program}' play --option Hash=1 --option Seed=5 {settings}; \
         echo \"ended: $?\"; stty -a | grep -oE -e '-?(echo|icanon)\\b'; sleep 600"
    );
    Some((Terminal::start(test, &folder, size, &command), folder))
}

/// The terminal shows what it showed before, and works line by line.
fn check_restored(terminal: &Terminal, status: &str) {
    let screen = terminal.until("shell", |screen| screen.contains("ended: ") && screen.contains("echo\n"));
    assert!(screen.contains("before\n") && screen.contains(&format!("ended: {status}\n")), "{screen}");
    assert!(screen.contains("\nicanon\n") && !screen.contains("-echo\n") && !screen.contains("help"), "{screen}");
}

#[test]
fn a_refused_option_ends_no_turn_of_the_engine() {
    let Some((terminal, _)) = start("screen-option", (100, 30), "--movetime 3000") else { return };
    terminal.expect("White to move");
    terminal.type_line("e2e4");
    terminal.type_line("option EvalFile=/nowhere/network");
    terminal.expect("/nowhere/network: ");
    terminal.expect("1... ");
    terminal.type_line("quit");
    check_restored(&terminal, "0");
}

#[test]
fn a_game_is_played_on_the_whole_screen() {
    let Some((terminal, folder)) = start("screen-game", (100, 30), "--movetime 50") else { return };
    // A screen is drawn from above: this line is nearly the last.
    let screen = terminal.expect("Type a move, or help");
    assert!(screen.starts_with(" chess: White to move") && screen.contains(" 8  ♜   ♞   ♝   ♛ "), "{screen}");
    terminal.type_line("e2e4");
    terminal.expect("1... ");
    let is_answered = |screen: &str| screen.contains("White to move") && screen.contains("  1. e2e4 ");
    terminal.until("moves beside the board", is_answered);
    assert!(terminal.painted().contains("\u{1b}[48;5;"), "squares have colours");

    terminal.type_line("e4e6");
    terminal.expect("! e4e6: ");
    terminal.type_line("moves d2");
    terminal.expect("d2d3 d2d4");

    terminal.resize(40, 16);
    terminal.until("narrow screen", |screen| screen.lines().count() <= 16 && !screen.contains("  1. e2e4 "));
    terminal.resize(120, 40);
    terminal.expect("  1. e2e4 ");

    terminal.type_line("hint");
    terminal.expect("hint: ");
    terminal.type_line("save game.pgn");
    terminal.expect("saved in game.pgn");
    terminal.type_line("undo");
    terminal.until("start position", |screen| !screen.contains("  1. e2e4 "));
    terminal.type_line("load game.pgn");
    terminal.expect("loaded chess with 2 moves");
    terminal.expect("  1. e2e4 ");
    terminal.type_line("quit");
    check_restored(&terminal, "0");
    let saved = fs::read_to_string(folder.join("game.pgn")).expect("a game was saved");
    assert!(saved.contains("\n1. e4 ") && saved.ends_with("*\n\n"), "{saved}");
}

#[test]
fn the_log_has_what_is_typed_and_said_on_the_screen() {
    let settings = "--side both --log game.log";
    let Some((terminal, folder)) = start("screen-log", (100, 30), settings) else { return };
    terminal.expect("White to move");
    terminal.type_line("e2e4");
    terminal.expect("Black to move");
    terminal.type_line("e4e6");
    terminal.expect("! e4e6: ");
    terminal.type_line("quit");
    check_restored(&terminal, "0");
    let log = fs::read_to_string(folder.join("game.log")).expect("a log");
    for line in [" < e2e4\n", " < e4e6\n", " > ! e4e6: ", " < quit\n"] {
        assert!(log.contains(line), "{line}: {log}");
    }
}

#[test]
fn lines_are_edited_and_come_back() {
    let Some((terminal, _)) = start("screen-editor", (80, 24), "--side both") else { return };
    terminal.expect("White to move");
    for key in ["x", "2", "e", "4", "Home", "Delete", "e", "End"] {
        terminal.press(key);
    }
    terminal.expect("> e2e4");
    terminal.press("Enter");
    terminal.expect("Black to move");
    terminal.press("Up");
    terminal.expect("> e2e4");
    terminal.press("C-u");
    terminal.until("empty line", |screen| screen.lines().any(|line| line.trim_end() == ">"));
    terminal.press("C-d");
    check_restored(&terminal, "0");
}

#[test]
fn a_board_larger_than_the_window_is_scrolled() {
    let Some((terminal, _)) = start("screen-scroll", (80, 16), "--variant kaleido --side both") else { return };
    terminal.until("part of the board", |screen| {
        screen.contains("[00  ]") && screen.contains("ut: PageUp, PageDown, Shift with arrows scroll. ")
    });
    for _ in 0..4 {
        terminal.press("PPage");
    }
    terminal.until("upper edge", |screen| screen.contains("[5B w]") && !screen.contains("[1B W]"));
    for _ in 0..8 {
        terminal.press("NPage");
    }
    terminal.until("lower edge", |screen| screen.contains("[1B W]") && !screen.contains("[5B w]"));
    terminal.type_line("flip");
    terminal.press("NPage");
    terminal.press("NPage");
    terminal.expect("[5B w]");
    terminal.type_line("quit");
    check_restored(&terminal, "0");
}

#[test]
fn the_plane_of_chex_grows_and_the_clocks_run() {
    let Some((terminal, _)) = start("screen-tiles", (60, 20), "--variant chex --side both --time 5+3") else { return };
    terminal.until("clock", |screen| {
        screen.contains("White to move") && (screen.contains("White 5:00") || screen.contains("White 4:"))
    });
    terminal.until("running clock", |screen| screen.contains("White 4:"));
    terminal.expect("Type draw, a move, or help");
    terminal.type_line("draw");
    let screen = terminal.expect("you drew ");
    let drawn = screen.split("you drew a ").nth(1).and_then(|rest| rest.split_once(" (")).expect("a name");
    let letter = drawn.1.chars().next().expect("a letter");
    terminal.type_line(&format!("{letter}@a1"));
    terminal.until("larger plane", |screen| {
        let has_third_rank = screen.lines().any(|line| line.trim() == "3") && screen.contains(" a ");
        has_third_rank && screen.contains("Black to move") && screen.contains("Black's pile: ")
    });
    terminal.type_line("quit");
    check_restored(&terminal, "0");
}

/// Every game in a small and in a large window, which the board fills, with a line that names `help`.
#[test]
fn every_game_is_whole_in_usual_windows() {
    for variant in NAMES {
        let side = if registry::ensure_for_two(variant).is_ok() { "both" } else { "all" };
        let settings = format!("--variant {variant} --side {side} --pieces letters");
        let Some((terminal, _)) = start(&format!("screen-{variant}"), (80, 24), &settings) else { return };
        for (columns, rows) in [(80, 24), (200, 60)] {
            terminal.resize(columns, rows);
            let help = "a move, or help for the list of commands.";
            let fits = |screen: &str| screen.lines().count() == usize::from(rows) && screen.contains(help);
            let screen = terminal.until("whole board", fits);
            assert!(!screen.contains("cut") && !screen.contains(": -"), "{screen}");
            let title = screen.lines().next().unwrap_or_default();
            let first = if variant == DunsanyChess::name() { "Black" } else { "White" };
            assert!(title.starts_with(&format!(" {variant}: {first} to move")), "{screen}");
            // The plane of Chex begins with one field. The line with the help may be of the window as it was before.
            let least = match variant {
                _ if variant.starts_with("chex") => 1,
                _ if rows == 24 => 8,
                _ => 48,
            };
            let painted = || terminal.painted().lines().filter(|line| line.contains("48;5;")).count();
            let filled = programs::wait_for(LIMIT, || (painted() >= least).then_some(()));
            assert!(filled.is_some(), "{variant} fills {} of {rows} rows", painted());
        }
        terminal.type_line("quit");
        check_restored(&terminal, "0");
    }
}

#[test]
fn four_players_share_a_screen() {
    let settings = "--variant kaleido4 --seats me,engine,engine,engine --time 2+0";
    let Some((terminal, folder)) = start("screen-four", (80, 24), settings) else { return };
    let seats = "White me, Red engine, Black engine, Green engine";
    let screen = terminal.until("whole screen", |screen| screen.contains(seats) && screen.contains("help"));
    let title = screen.lines().next().unwrap_or_default();
    assert!(
        title.starts_with(" kaleido4: White to move") && title.contains("  Red 2:00  Black 2:00  Green 2:00"),
        "{screen}"
    );
    for label in ["[1B W]", "[3B'W]", "[5B w]", "[7B'w]", "Red's castles: 3B", "Green's castles: 7B"] {
        assert!(screen.contains(label), "{label}: {screen}");
    }
    for plate in [231, 124, 16, 34] {
        assert!(terminal.painted().contains(&format!("48;5;{plate}m")), "{plate}");
    }
    terminal.type_line("2A-2K");
    terminal.expect("1... Green ");
    terminal.until("the person's turn", |screen| screen.starts_with(" kaleido4: White to move "));
    terminal.resize(120, 30);
    terminal.expect("  1. 2A-2K ");
    terminal.type_line("flip");
    terminal.until("Red's side below", |screen| {
        let row_of = |label: &str| screen.lines().position(|line| line.contains(label));
        row_of("[3B").is_some_and(|red| row_of("[7B").is_some_and(|green| green < red))
    });
    terminal.type_line("save four.pgn");
    terminal.expect("saved in four.pgn");
    terminal.type_line("undo");
    terminal.until("start position", |screen| !screen.contains("  1. 2A-2K "));
    terminal.type_line("quit");
    check_restored(&terminal, "0");
    assert!(fs::read_to_string(folder.join("four.pgn")).expect("a game").contains("[Red \"Motley "));
}

#[test]
fn pieces_are_figures_or_letters() {
    let Some((terminal, _)) = start("screen-pieces", (80, 24), "--side both") else { return };
    terminal.expect(" ♜   ♞   ♝   ♛   ♚ ");
    terminal.type_line("pieces letters");
    terminal.expect(" r   n   b   q   k ");
    terminal.type_line("pieces auto");
    terminal.expect(" ♜   ♞   ♝   ♛   ♚ ");
    terminal.type_line("pieces small");
    terminal.expect("! pieces takes figures, letters or auto");
    terminal.type_line("quit");
    check_restored(&terminal, "0");
}

#[test]
fn go_is_taken_back_while_the_engine_thinks() {
    let Some((terminal, _)) = start("screen-go", (80, 24), "--movetime 600000") else { return };
    terminal.expect("White to move");
    terminal.type_line("go");
    terminal.expect("White to move, the engine");
    terminal.type_line("undo");
    terminal.until("the person's turn", |screen| screen.contains("White to move") && !screen.contains(", the engine"));
    terminal.type_line("quit");
    check_restored(&terminal, "0");
}

#[test]
fn line_by_line_on_a_terminal_help_is_named_too() {
    let Some((terminal, _)) = start("screen-plain", (80, 24), "--side both --plain") else { return };
    let screen = terminal.expect("Type a move, or help");
    assert!(screen.contains(" 8  ♜ ♞ ♝ ♛ ♚ "), "{screen}");
    terminal.type_line("pieces letters");
    terminal.type_line("e2e4");
    terminal.expect(" 8  r n b q k ");
    terminal.type_line("quit");
    terminal.expect("ended: 0");
}

/// The program without a command says on a terminal what can be typed, and `play` leads to a game.
#[test]
fn the_program_greets_on_a_terminal() {
    if !installed("greeting", &["tmux"]) {
        return;
    }
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "greeting");
    let command = format!("'{}'; echo \"ended: $?\"; sleep 600", motley().display());
    let terminal = Terminal::start("greeting", &folder, (100, 30), &command);
    let screen = terminal.expect("quit ");
    for word in ["Motley ", "play GAME ", "help ", "xboard, uci ", " keyles,"] {
        assert!(screen.contains(word), "{word}: {screen}");
    }
    terminal.type_line("play checkers");
    terminal.until("the whole list", |screen| {
        screen.contains("no game is called checkers") && screen.matches("kaleido4").count() == 2
    });
    terminal.type_line("play quex");
    terminal.expect(" quex: White to move");
    terminal.type_line("quit");
    terminal.expect("ended: 0");
}

#[test]
fn a_program_that_is_told_to_end_gives_the_terminal_back() {
    for (name, signal) in [("TERM", Signal::TERM), ("HUP", Signal::HUP), ("INT", Signal::INT)] {
        let Some((terminal, _)) = start(&format!("screen-{name}"), (80, 24), "--movetime 60000 --side black") else {
            return;
        };
        // The engine is thinking.
        terminal.expect("depth ");
        terminal.until("help while the engine thinks", |screen| screen.contains("Type a move, or help"));
        let children =
            Command::new("ps").args(["-o", "pid=", "--ppid", &terminal.process()]).output().expect("ps runs");
        let process = String::from_utf8_lossy(&children.stdout).trim().parse().expect("one child");
        kill_process(Pid::from_raw(process).expect("the number of a process"), signal).expect("it runs");
        check_restored(&terminal, "0");
    }
}

#[test]
fn without_colours_there_are_none() {
    let Some((terminal, _)) = start("screen-no-color", (80, 24), "--side both") else { return };
    terminal.expect("White to move");
    terminal.press("C-c");
    check_restored(&terminal, "0");
    terminal.press("C-c");
    let folder = empty_folder(env!("CARGO_TARGET_TMPDIR"), "screen-no-color-2");
    let command = format!("NO_COLOR=1 '{}' play; sleep 600", motley().display());
    let plain = Terminal::start("screen-no-color-2", &folder, (80, 24), &command);
    plain.expect("White to move");
    let painted = plain.painted();
    assert!(
        painted.contains("\u{1b}[1m") && !painted.contains("\u{1b}[48;5;") && !painted.contains("\u{1b}[38;5;"),
        "{painted}"
    );
}

/// The terminal is not the controlling one, so that no SIGHUP comes.
#[test]
fn a_game_ends_with_its_terminal_without_a_signal() {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a pseudoterminal");
    grantpt(&controller).expect("a terminal of this user");
    unlockpt(&controller).expect("a terminal that opens");
    let name = ptsname(&controller, Vec::new()).expect("a terminal with a name");
    let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::CLOEXEC;
    let terminal = rustix::fs::open(&name, flags, Mode::empty()).expect("a terminal");
    let size = Winsize { ws_col: 80, ws_row: 24, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&terminal, size).expect("a terminal with a size");
    let another = || terminal.try_clone().expect("another descriptor");
    let mut game = Command::new(motley())
        .args(["play", "--option", "Hash=1"])
        .env("TERM", "xterm")
        .stdin(another())
        .stdout(another())
        .stderr(another())
        .spawn()
        .expect("motley starts");
    drop(terminal);
    let mut controller = File::from(controller);
    let (mut drawn, mut part) = (Vec::new(), [0; 4096]);
    let end = Instant::now() + LIMIT;
    while !String::from_utf8_lossy(&drawn).contains("White to move") {
        let left = Timespec::try_from(end.saturating_duration_since(Instant::now())).expect("a short time");
        let ready = retry_on_intr(|| poll(&mut [PollFd::new(&controller, PollFlags::IN)], Some(&left)));
        if ready.expect("a terminal") == 0 || Instant::now() >= end {
            game.kill().expect("a child can be killed");
            panic!("no board on the screen:\n{}", String::from_utf8_lossy(&drawn));
        }
        let len = controller.read(&mut part).expect("a screen");
        drawn.extend_from_slice(&part[..len]);
    }
    drop(controller);
    let ended = programs::wait_for(LIMIT, || game.try_wait().expect("a child can be waited for"));
    if ended.is_none() {
        game.kill().expect("a child can be killed");
    }
    assert!(ended.is_some(), "the game goes on without a terminal");
}

//! Games in XBoard, on a display of its own. Skipped, with a line on stderr, where a program is missing.

mod chess;
mod chex;
mod kaleido;
mod knight_relay;
mod matches;
mod person;
mod quex;
mod session;

use std::path::{Path, PathBuf};

use engine::record::Record;
use engine::text::{Notation, read_row};
use protocol::layout::{Layout, OnSquares};
use protocol::picture::figures::CHESS;
use protocol::registry::to_cecp;
use tests::programs;
use tests::xboard::{self, Drawing, ENGINE_LOG, XBoard};

/// Short searches on a clock that nobody can lose on; the depth ends them. Without pondering a game can be repeated.
const QUICK: [&str; 8] = ["-timeControl", "5", "-timeIncrement", "1", "-searchDepth", "5", "-ponderNextMove", "false"];

/// Parts of XBoard that a test works with.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Parts {
    /// The board and the pieces beside it, as any version has them.
    Board,
    /// Menus, their keys and dialogs too, as the known version has them.
    Menus,
}

fn folder(test: &str) -> PathBuf {
    programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), test)
}

fn engine(log: &Path) -> String {
    format!("{} --log {}", programs::motley().display(), log.display())
}

/// An engine whose games begin with a position.
fn engine_from(start: &str, log: &Path) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/from_position.py");
    format!("python3 {script} {} {}", start.replace(' ', "_"), engine(log))
}

/// XBoard with a window, ready for clicks.
struct Window {
    xboard: XBoard,
    folder: PathBuf,
    drawing: Drawing,
    /// The first position of the game.
    start: String,
}

impl Window {
    /// Opens it with a game, from a position if one is given; nothing if a program is missing.
    fn open<G: Notation>(
        test: &str,
        parts: Parts,
        drawing: Drawing,
        start: Option<&str>,
        options: &[&str],
    ) -> Option<Window> {
        let mut needed = [&xboard::PROGRAMS[..], &["xdotool", "import"]].concat();
        needed.extend(start.map(|_| "python3"));
        if !programs::installed(test, &needed) {
            return None;
        }
        if parts == Parts::Menus && !xboard::has_known_dialogs(test) {
            return None;
        }
        let folder = folder(test);
        let log = folder.join(ENGINE_LOG);
        let engine = start.map_or_else(|| engine(&log), |start| engine_from(start, &log));
        let options = [&drawing.options[..], &QUICK[..], &["-showTargetSquares", "true"], options].concat();
        let xboard = XBoard::start(&folder, to_cecp(G::name()), &[&engine], &options);
        xboard.expect('>', "pong");
        xboard.wait_for_window();
        let start = start.map_or_else(|| G::start().to_string(), str::to_string);
        Some(Window { xboard, folder, drawing, start })
    }

    /// Clicks on a square, with White below.
    fn click(&self, square: &str) {
        self.xboard.click_at(&self.drawing, self.drawing.square(square));
    }

    /// Takes a picture for a person to look at.
    fn picture(&self, name: &str) {
        self.xboard.point_away();
        self.xboard.settle();
        self.xboard.screenshot(&self.folder.join(name));
    }

    /// Plays the moves, of which the user has clicked the last, and the engine's answer under our rules.
    fn check_answer<G: Notation>(&self, moves: &[&str]) {
        let clicked = moves.last().expect("a move was clicked");
        assert_eq!(self.xboard.expect('<', "usermove"), format!("usermove {clicked}"));
        let answer = self.xboard.expect_after('>', "move ", "< usermove");
        self.check_line::<G>(&[moves, &[answer.trim_start_matches("move ")]].concat());
        assert!(!self.xboard.debug().contains("llegal move"), "{}", self.xboard.debug());
    }

    /// Plays moves under our rules.
    fn check_line<G: Notation>(&self, moves: &[&str]) {
        let mut record = Record::<G>::new(self.start.parse().expect("a position"));
        for text in moves {
            let mv = record.position().read_move(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            record.play(mv);
        }
    }
}

/// Squares that a line `highlight` marks, with their colours, from the last rank down.
fn highlighted<G: OnSquares>(line: &str) -> Vec<(String, char)> {
    let height = Layout::of(G::name()).expect("a layout").height;
    let rows: Vec<&str> = line.trim_start_matches("highlight ").split('/').collect();
    assert_eq!(rows.len(), height, "{line}");
    let ranks = rows.into_iter().zip((1..=height).rev());
    let squares = ranks.flat_map(|(row, rank)| {
        read_row(row).zip('a'..).filter_map(move |((_, colour), file)| Some((format!("{file}{rank}"), colour?)))
    });
    squares.collect()
}

/// Letter of the tile that the user has drawn, from the line that changes the engine's name.
fn drawn_tile(line: &str) -> char {
    let name = line.trim_end_matches('"').rsplit(' ').next().unwrap_or_default();
    let figure = CHESS.iter().find(|man| man.name == name);
    figure.unwrap_or_else(|| panic!("no tile in {line}")).letter
}

//! XBoard, run on a display of its own: matches between engines, and clicks on the board.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::Duration;

use crate::pgn::{self, PgnGame};
use crate::programs::{self, Running};

/// What tests with XBoard need.
pub const PROGRAMS: [&str; 2] = ["xboard", "Xvfb"];

/// Programs may take this long to start on a busy machine.
const START: Duration = Duration::from_secs(30);

/// Where, in the folder of a test, the first engine writes its log.
pub const ENGINE_LOG: &str = "engine.log";

/// The options that leave the rules to the engine; docs/xboard.md says why.
const RULES_ARE_THE_ENGINES: [&str; 6] = ["-testLegality", "false", "-ruleMoves", "0", "-repeatsToDraw", "0"];

/// An X server without a screen.
#[derive(Debug)]
pub struct Display {
    name: String,
    _server: Running,
}

impl Display {
    /// Starts a server under the first free number.
    ///
    /// # Panics
    /// If it does not come up.
    pub fn start(folder: &Path) -> Display {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"]);
        let server = Running::start(&mut command, folder, "xvfb");
        let number = programs::wait_for(START, || {
            let text = fs::read_to_string(folder.join("xvfb.out")).unwrap_or_default();
            text.strip_suffix('\n').map(str::to_string)
        });
        Display { name: format!(":{}", number.expect("Xvfb says its number")), _server: server }
    }

    /// Runs a program on the display and returns what it prints, if it succeeds.
    fn output(&self, command: &mut Command) -> Option<String> {
        let output = command.env("DISPLAY", &self.name).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

/// XBoard with one or two engines. Its files lie in a folder: `debug`, which holds what was said to and by the engines
/// with XBoard's remarks, and `games.pgn`.
#[derive(Debug)]
pub struct XBoard {
    folder: PathBuf,
    running: Running,
    display: Display,
}

impl XBoard {
    /// Starts XBoard with a variant, and with engines as command lines.
    pub fn start(folder: &Path, variant: &str, engines: &[&str], options: &[&str]) -> XBoard {
        let display = Display::start(folder);
        let mut command = Command::new(programs::find("xboard").expect("XBoard is installed"));
        command.env("DISPLAY", &display.name).env("HOME", folder);
        command.args(["-variant", variant]).args(RULES_ARE_THE_ENGINES);
        for (option, engine) in ["-fcp", "-scp"].iter().zip(engines) {
            command.args([option, engine]);
        }
        command.args(["-saveSettingsOnExit", "false", "-soundProgram", "", "-debug", "-nameOfDebugFile"]);
        command.arg(folder.join("debug")).arg("-sgf").arg(folder.join("games.pgn")).args(options);
        let running = Running::start(&mut command, folder, "xboard");
        XBoard { folder: folder.to_path_buf(), running, display }
    }

    /// Waits for the end of XBoard, for at most `limit`.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        self.running.wait(limit)
    }

    /// The debug file so far.
    pub fn debug(&self) -> String {
        fs::read(self.folder.join("debug")).map(|text| String::from_utf8_lossy(&text).into_owned()).unwrap_or_default()
    }

    /// Waits until the first engine, whose log is [`ENGINE_LOG`], has received (`<`) or sent (`>`) a line that begins
    /// with `text`, and returns the line. (The debug file tears lines that XBoard sends in pieces.)
    ///
    /// # Panics
    /// If that does not happen.
    pub fn expect(&self, direction: char, text: &str) -> String {
        let mark = format!(" {direction} {text}");
        let log = || fs::read_to_string(self.folder.join(ENGINE_LOG)).unwrap_or_default();
        let found = programs::wait_for(START, || {
            let log = log();
            let start = log.find(&mark)? + mark.len() - text.len();
            log[start..].split_once('\n').map(|(line, _)| line.to_string())
        });
        found.unwrap_or_else(|| panic!("no line '{mark}' in the engine's log:\n{}", log()))
    }

    /// Leaves XBoard the time to draw what it was told, for a picture that a person will look at. Nothing depends on it.
    pub fn settle(&self) {
        thread::sleep(Duration::from_secs(1));
    }

    /// Clicks on a square of a board of 8 by 8 squares shown with White below; XBoard must run with
    /// [`CLICKABLE`].
    ///
    /// # Panics
    /// If there is no window to click on.
    pub fn click(&self, square: &str) {
        let window = self.window();
        let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
        let geometry = self.xdotool(&["getwindowgeometry", "--shell", &window]);
        let height: i32 =
            geometry.lines().find_map(|line| line.strip_prefix("HEIGHT=")?.parse().ok()).expect("a window is so high");
        // The board lies in the lower left corner of the window, inside a small margin.
        let x = MARGIN + PITCH * i32::from(file) + PITCH / 2;
        let y = height - MARGIN - PITCH * i32::from(rank) - PITCH / 2;
        self.xdotool(&["mousemove", "--window", &window, &x.to_string(), &y.to_string()]);
        // XBoard looks at where the pointer was last seen to move.
        thread::sleep(Duration::from_millis(200));
        self.xdotool(&["click", "1"]);
    }

    /// Saves a picture of the window.
    ///
    /// # Panics
    /// If there is no window.
    pub fn screenshot(&self, file: &Path) {
        let mut import = Command::new("import");
        import.args(["-window", &self.window()]).arg(file);
        self.display.output(&mut import).expect("a picture of the window");
    }

    fn window(&self) -> String {
        let process = self.running.id().to_string();
        let search = ["search", "--onlyvisible", "--pid", &process];
        let found = programs::wait_for(START, || {
            let list = self.display.output(Command::new("xdotool").args(search))?;
            list.lines().next().map(str::to_string)
        });
        found.expect("XBoard opens a window")
    }

    fn xdotool(&self, arguments: &[&str]) -> String {
        let output = self.display.output(Command::new("xdotool").args(arguments));
        output.unwrap_or_else(|| panic!("xdotool {arguments:?} fails"))
    }
}

/// The options with which [`XBoard::click`] finds the squares.
pub const CLICKABLE: [&str; 2] = ["-boardSize", "49"];
/// The distance from square to square at that size, in pixels: 49 and a line.
const PITCH: i32 = 50;
/// Pixels between the edges of the window and the board.
const MARGIN: i32 = 2;

/// Lets two engines play a match without a window and returns the games, which must be as many as asked for, and
/// ended by nothing but the rules.
///
/// # Panics
/// If XBoard fails or does not end within `limit`, or if a game ends otherwise.
pub fn play_match(
    folder: &Path,
    variant: &str,
    engines: [&str; 2],
    games: usize,
    options: &[&str],
    limit: Duration,
) -> Vec<PgnGame> {
    let count = games.to_string();
    let mut all = vec!["-noGUI", "-xexit", "-matchGames", &count, "-matchPause", "100"];
    all.extend(options);
    let mut xboard = XBoard::start(folder, variant, &engines, &all);
    let status = xboard.wait(limit);
    let debug = xboard.debug();
    let tail = &debug[debug.char_indices().rev().nth(3000).map_or(0, |(at, _)| at)..];
    assert!(status.is_some_and(|status| status.success()), "XBoard: {status:?}; the debug file ends:\n{tail}");

    let text = fs::read_to_string(folder.join("games.pgn")).expect("XBoard saves the games");
    let played = pgn::parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    assert_eq!(played.len(), games, "{text}");
    for sign in ["llegal move", "forfeits", "disconnected", "<first : Error (", "exited unexpectedly"] {
        assert!(!debug.contains(sign) && !text.contains(sign), "'{sign}' in a match:\n{text}\n{tail}");
    }
    played
}

//! XBoard, run on a display of its own: matches between engines, and clicks on the board.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::thread;
use std::time::Duration;

use formats::pgn::{self, PgnGame};

use crate::programs::{self, Running};

/// Programs that tests with XBoard need.
pub const PROGRAMS: [&str; 2] = ["xboard", "Xvfb"];

/// Programs may take this long to start on a busy machine.
const START: Duration = Duration::from_secs(120);

/// Where, in the folder of a test, the first engine writes its log.
pub const ENGINE_LOG: &str = "engine.log";

/// The options that leave the rules to the engine; docs/xboard.md says why.
const RULES_ARE_THE_ENGINES: [&str; 6] = ["-testLegality", "false", "-ruleMoves", "0", "-repeatsToDraw", "0"];

/// The XBoard in whose menus and dialogs tests know their way.
const KNOWN: &str = "xboard version 4.9.1";

/// True if the installed XBoard has the menus and dialogs that tests know. If not, prints that the test is skipped.
pub fn has_known_dialogs(test: &str) -> bool {
    let version = programs::find("xboard").and_then(|xboard| Command::new(xboard).arg("--version").output().ok());
    let known = version.is_some_and(|said| String::from_utf8_lossy(&said.stdout).lines().next() == Some(KNOWN));
    if !known {
        programs::skipped(test, &format!("it knows the menus and dialogs of {KNOWN} only"));
    }
    known
}

/// An X server without a screen.
#[derive(Debug)]
pub struct Display {
    name: String,
    server: Running,
}

impl Display {
    /// Starts a server under the first free number.
    ///
    /// # Panics
    /// If it does not come up.
    pub fn start(folder: &Path) -> Display {
        let mut command = Command::new("Xvfb");
        command.args(["-displayfd", "1", "-screen", "0", "1024x768x24", "-nolisten", "tcp"]);
        let server = Running::start(&mut command, folder, "xvfb");
        let number = programs::wait_for(START, || {
            let text = fs::read_to_string(folder.join("xvfb.out")).unwrap_or_default();
            text.strip_suffix('\n').map(str::to_string)
        });
        Display { name: format!(":{}", number.expect("Xvfb says its number")), server }
    }

    /// Display name for X programs.
    pub fn name(&self) -> &str {
        &self.name
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
        command.args(["-showCoords", "true", "-pieceImageDirectory"]).arg(draw_pieces(folder, variant, engines[0]));
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

    /// Log of the first engine so far.
    pub fn engine_log(&self) -> String {
        fs::read_to_string(self.folder.join(ENGINE_LOG)).unwrap_or_default()
    }

    /// Waits until the first engine, whose log is [`ENGINE_LOG`], has received (`<`) or sent (`>`) a line that begins
    /// with `text`, and returns the line. (The debug file tears lines that XBoard sends in pieces.)
    ///
    /// A line of the engine's is waited for until XBoard has read it too: what is clicked after that is clicked on the
    /// board that it has led to.
    ///
    /// # Panics
    /// If that does not happen.
    pub fn expect(&self, direction: char, text: &str) -> String {
        self.expect_from(0, direction, text).0
    }

    /// The same, of the lines after the first that contains `after`.
    ///
    /// # Panics
    /// If that does not happen.
    pub fn expect_after(&self, direction: char, text: &str, after: &str) -> String {
        let found = programs::wait_for(START, || self.engine_log().find(after));
        let start = found.unwrap_or_else(|| panic!("no '{after}' in the engine's log:\n{}", self.engine_log()));
        self.expect_from(start + after.len(), direction, text).0
    }

    /// The same, of the lines later than `heard` bytes of the log. Returns the line and where it ends.
    ///
    /// # Panics
    /// If that does not happen.
    pub fn expect_from(&self, heard: usize, direction: char, text: &str) -> (String, usize) {
        let mark = format!(" {direction} {text}");
        let found = programs::wait_for(START, || {
            let log = self.engine_log();
            let start = heard + log[heard..].find(&mark)? + mark.len() - text.len();
            let line = log[start..].split_once('\n')?.0;
            Some((line.to_string(), start + line.len()))
        });
        let (line, end) = found.unwrap_or_else(|| {
            let log = self.engine_log();
            panic!("no line '{mark}' in the engine's log after:\n{}\nbut:\n{}", &log[..heard], &log[heard..])
        });
        if direction == '>' {
            let sent = self.engine_log()[..end].matches(&format!("> {line}")).count();
            let read = format!("<first : {line}");
            let all = programs::wait_for(START, || (self.debug().matches(&read).count() >= sent).then_some(()));
            all.unwrap_or_else(|| panic!("XBoard does not read '{line}'"));
        }
        (line, end)
    }

    /// Leaves XBoard the time to draw what it was told, for a picture that a person will look at. No click depends on
    /// it.
    pub fn settle(&self) {
        thread::sleep(Duration::from_secs(1));
    }

    /// Clicks on a square as it is drawn, counted from the lower left corner, 0 the first; XBoard must run with the
    /// options of the board's [`Drawing`].
    ///
    /// # Panics
    /// If there is no window to click on.
    pub fn click_at(&self, drawing: &Drawing, place: (i32, i32)) {
        self.point_at(drawing, place);
        self.click();
    }

    fn point_at(&self, drawing: &Drawing, (column, row): (i32, i32)) {
        let window = self.window();
        let height = self.height(&window);
        // The board lies in the lower left corner of the window, inside a small margin.
        let x = MARGIN + drawing.pitch * column + drawing.pitch / 2;
        let y = height - MARGIN - drawing.pitch * row - drawing.pitch / 2;
        self.xdotool(&["mousemove", "--window", &window, &x.to_string(), &y.to_string()]);
    }

    /// Waits until the window has the size that the game asks for: it changes a few times after the start.
    ///
    /// # Panics
    /// If there is no window, or it never comes to rest.
    pub fn wait_for_window(&self) {
        let window = self.window();
        let (mut height, mut seen) = (0, 0);
        let rested = programs::wait_for(START, || {
            thread::sleep(Duration::from_millis(100));
            let now = self.height(&window);
            seen = if now == height { seen + 1 } else { 0 };
            height = now;
            (seen == 10).then_some(())
        });
        rested.expect("the window comes to rest");
    }

    /// Width and height of a window.
    ///
    /// # Panics
    /// If there is no such window.
    pub fn size(&self, window: &str) -> (i32, i32) {
        let geometry = self.xdotool(&["getwindowgeometry", "--shell", window]);
        let read = |mark: &str| geometry.lines().find_map(|line| line.strip_prefix(mark)?.parse().ok());
        read("WIDTH=").zip(read("HEIGHT=")).expect("a window has a size")
    }

    fn height(&self, window: &str) -> i32 {
        self.size(window).1
    }

    /// Presses a key of the keyboard with the pointer on the board.
    pub fn key(&self, drawing: &Drawing, key: &str) {
        self.point_at(drawing, drawing.square("a1"));
        self.xdotool(&["key", key]);
    }

    /// Types a line with the pointer on the board: XBoard opens a window for a move at the first letter.
    ///
    /// # Panics
    /// If the window does not open or close.
    pub fn type_line(&self, drawing: &Drawing, text: &str) {
        let first = text.chars().next().map(String::from).unwrap_or_default();
        self.key(drawing, &first);
        let entry = self.window_called("Type a move");
        self.xdotool(&["type", &text[first.len()..]]);
        self.xdotool(&["key", "Return"]);
        self.wait_until_gone(&entry);
    }

    /// Presses a key with the pointer on a window, so many times.
    ///
    /// # Panics
    /// If there is no such window.
    pub fn key_in(&self, window: &str, key: &str, times: usize) {
        self.xdotool(&["mousemove", "--window", window, "8", "8"]);
        self.wait_until_idle();
        for _ in 0..times {
            self.xdotool(&["key", key]);
        }
    }

    /// Clicks on a place in a window, in pixels from its upper left corner.
    ///
    /// # Panics
    /// If there is no such window.
    pub fn click_in(&self, window: &str, (x, y): (i32, i32)) {
        self.xdotool(&["mousemove", "--window", window, &x.to_string(), &y.to_string()]);
        self.click();
    }

    /// Clicks where the pointer is. XBoard looks at where it last saw the pointer move: it must have seen that before
    /// the click, and must see the click before the pointer moves on.
    fn click(&self) {
        self.wait_until_idle();
        self.xdotool(&["click", "1"]);
        self.wait_until_idle();
    }

    /// Waits until the X server and XBoard have done all that they were asked.
    fn wait_until_idle(&self) {
        self.display.server.wait_until_idle(START);
        self.running.wait_until_idle(START);
    }

    /// Chooses an item of a menu by the keyboard: the key that opens the menu, and the place of the item in it, from 0.
    ///
    /// # Panics
    /// If the menu does not open.
    pub fn choose(&self, drawing: &Drawing, menu: &str, item: usize) {
        let before = self.windows().len();
        self.key(drawing, menu);
        let opened = programs::wait_for(START, || (self.windows().len() > before).then_some(()));
        opened.unwrap_or_else(|| panic!("{menu} opens no menu"));
        for _ in 0..item {
            self.xdotool(&["key", "Down"]);
        }
        self.xdotool(&["key", "Return"]);
    }

    /// Closes a window as its button OK does, by the key that GTK gives it.
    ///
    /// # Panics
    /// If it stays.
    pub fn accept(&self, window: &str) {
        self.key_in(window, "alt+o", 1);
        self.wait_until_gone(window);
    }

    /// Waits for a window of XBoard's of that name.
    ///
    /// # Panics
    /// If it does not open.
    pub fn window_called(&self, name: &str) -> String {
        let pattern = format!("^{name}$");
        let search = ["search", "--onlyvisible", "--name", &pattern];
        let found = programs::wait_for(START, || {
            let list = self.display.output(Command::new("xdotool").args(search))?;
            list.lines().next().map(str::to_string)
        });
        found.unwrap_or_else(|| panic!("no window is called {name}"))
    }

    /// Waits until a window is closed.
    ///
    /// # Panics
    /// If it stays.
    pub fn wait_until_gone(&self, window: &str) {
        let gone = programs::wait_for(START, || (!self.windows().iter().any(|open| open == window)).then_some(()));
        gone.expect("the window is closed");
    }

    /// All windows that can be seen, menus too.
    fn windows(&self) -> Vec<String> {
        let mut search = Command::new("xdotool");
        let list = self.display.output(search.args(["search", "--onlyvisible", "--name", ""])).unwrap_or_default();
        list.lines().map(str::to_string).collect()
    }

    /// Names of the visible windows beside the one with the board: dialogs and notes.
    pub fn dialogs(&self) -> Vec<String> {
        let board = self.window();
        let others = self.windows().into_iter().filter(|window| *window != board);
        // A window may be closed meanwhile; menus and help have no name.
        let names =
            others.filter_map(|window| self.display.output(Command::new("xdotool").args(["getwindowname", &window])));
        names.map(|name| name.trim().to_string()).filter(|name| !name.is_empty()).collect()
    }

    /// Moves a window to the right of the board, since no window manager arranges them.
    ///
    /// # Panics
    /// If there is no such window.
    pub fn move_aside(&self, window: &str) {
        self.xdotool(&["windowmove", window, "660", "0"]);
    }

    /// The games that XBoard has saved so far.
    ///
    /// # Panics
    /// If they cannot be read.
    pub fn saved_games(&self) -> Vec<PgnGame> {
        let text = fs::read_to_string(self.folder.join("games.pgn")).unwrap_or_default();
        pgn::parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"))
    }

    /// Waits until the title of the window ends with a text.
    ///
    /// # Panics
    /// If it does not.
    pub fn expect_title(&self, end: &str) {
        let found = programs::wait_for(START, || self.title().ends_with(end).then_some(()));
        found.unwrap_or_else(|| panic!("the title is '{}', without '{end}' at its end", self.title()));
    }

    fn title(&self) -> String {
        self.xdotool(&["getwindowname", &self.window()]).trim().to_string()
    }

    /// Moves the pointer off the window, for a picture without the help that XBoard shows where it rests.
    pub fn point_away(&self) {
        self.xdotool(&["mousemove", "1020", "760"]);
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

    /// The window with the board: the first that was opened.
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

/// Size of a board in XBoard, from which tests compute where to click.
#[derive(Clone, Copy, Debug)]
pub struct Drawing {
    /// The options that make it so.
    pub options: [&'static str; 2],
    /// The distance from square to square, in pixels.
    pitch: i32,
    /// Columns left of the a-file: the holdings and the gap.
    left: i32,
    /// Files of the board.
    files: i32,
    /// Rows of the whole drawing.
    rows: i32,
}

/// The board of chess: squares of 49 pixels and a line.
pub const EIGHT: Drawing = Drawing { options: ["-boardSize", "49"], pitch: 50, left: 0, files: 8, rows: 8 };

/// The board of chess in a window that is large enough for the others: squares of 80 pixels and a line.
pub const LARGE: Drawing = Drawing { options: ["-boardSize", "80"], pitch: 81, left: 0, files: 8, rows: 8 };

/// The board of Quex, with places for captured men beside it. XBoard makes the window for eight squares of the asked
/// size and then fits in fourteen.
pub const TEN: Drawing = Drawing { options: ["-boardSize", "80"], pitch: 46, left: 2, files: 10, rows: 11 };

/// The board of Capablanca chess.
pub const TEN_BY_EIGHT: Drawing = Drawing { options: ["-boardSize", "80"], pitch: 65, left: 0, files: 10, rows: 8 };

/// The round board on 11x11 squares, with XBoard's window for eight squares of the asked size.
pub const ELEVEN: Drawing = Drawing { options: ["-boardSize", "80"], pitch: 59, left: 0, files: 11, rows: 11 };

/// The window of Chex, with the piles beside it: sixteen columns in the width of eight squares.
pub const PLANE: Drawing = Drawing { options: ["-boardSize", "80"], pitch: 40, left: 2, files: 12, rows: 15 };

impl Drawing {
    /// Column and row of a square with White below.
    ///
    /// # Panics
    /// If it is no square.
    pub fn square(&self, name: &str) -> (i32, i32) {
        let rank: i32 = name[1..].parse().expect("a square has a rank");
        (i32::from(name.as_bytes()[0] - b'a') + self.left, rank - 1)
    }

    /// The same with Black below.
    ///
    /// # Panics
    /// If it is no square.
    pub fn square_from_black(&self, name: &str) -> (i32, i32) {
        let (column, row) = self.square(name);
        (self.files - 1 - (column - self.left) + self.left, self.rows - 1 - row)
    }
}

/// Pixels between the edges of the window and the board.
const MARGIN: i32 = 2;

/// Draws the pieces of a game, by XBoard's name for it, and returns the folder with their pictures. The game may be a
/// custom variant of the file that an engine reads.
fn draw_pieces(folder: &Path, variant: &str, engine: &str) -> PathBuf {
    let pieces = folder.join("pieces");
    let game = if variant == "normal" { "chess" } else { variant };
    let mut motley = Command::new(programs::motley());
    let variants = engine.split(' ').skip_while(|word| *word != "--variants").take(2);
    let drawn = motley.args(["show", "--variant", game, "--pieces"]).arg(&pieces).args(variants).status();
    assert!(drawn.is_ok_and(|status| status.success()), "the pieces of {game} are drawn");
    pieces
}

/// The engine playing itself in XBoard, without a window, for a few plies.
#[derive(Debug)]
pub struct SelfPlay(Command);

impl SelfPlay {
    /// Least number of plies of each side.
    const PLIES: usize = 2;

    /// By XBoard, or by a command that starts it.
    pub fn of(command: Command) -> SelfPlay {
        SelfPlay(command)
    }

    /// Adds arguments that say which engines play what.
    pub fn arguments(mut self, arguments: &[String]) -> SelfPlay {
        self.0.args(arguments);
        self
    }

    /// Plays in a folder of its own, which is the user's home too, and returns the debug file.
    ///
    /// # Panics
    /// If one of the two does not move.
    pub fn debug(mut self, folder: &Path) -> String {
        let display = Display::start(folder);
        self.0.env("DISPLAY", &display.name).env("HOME", folder);
        self.0.args(["-noGUI", "-xexit", "-matchGames", "1", "-searchDepth", "1", "-saveSettingsOnExit", "false"]);
        self.0.args(["-debug", "-nameOfDebugFile"]).arg(folder.join("debug"));
        let _running = Running::start(&mut self.0, folder, "self-play");
        let debug = || fs::read(folder.join("debug")).map(|text| String::from_utf8_lossy(&text).into_owned());
        let moved = programs::wait_for(START, || {
            let debug = debug().ok()?;
            let both = ["<first : move ", "<second: move "].map(|mark| debug.matches(mark).count());
            // Luck may end a game of Chex at once.
            let over = debug.contains("1/2-1/2 {Stalemate}");
            (over || both.into_iter().all(|moves| moves >= Self::PLIES)).then_some(debug)
        });
        moved.unwrap_or_else(|| panic!("{:?} plays no game:\n{}", self.0, debug().unwrap_or_default()))
    }
}

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

//! Programs of others: their paths, and guards that end them with the test.

use std::env;
use std::fs;
use std::io;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

/// Polling interval.
const GLANCE: Duration = Duration::from_millis(50);

/// Polling interval for the state of a process.
const STATE_GLANCE: Duration = Duration::from_millis(15);

/// A program that sleeps at so many glances in a row is idle.
const IDLE_GLANCES: u32 = 5;

/// Path of a program: from `PATH`, or among Debian's games, which root's `PATH` leaves out.
pub fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let mut places = env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    places.find_map(|place| Some(place.join(program)).filter(|file| file.is_file()))
}

/// True if all programs are there. If not, prints on stderr that the test is skipped, past the capture of the harness.
pub fn installed(test: &str, programs: &[&str]) -> bool {
    let missing: Vec<&str> = programs.iter().copied().filter(|program| find(program).is_none()).collect();
    for program in &missing {
        skipped(test, &format!("program {program} not installed"));
    }
    missing.is_empty()
}

/// The command line of Cute Chess, if it is there: the program that the environment variable `CUTECHESS_CLI` names, or
/// `cutechess-cli` from `PATH`. Debian does not have it. If it is not there, says that the test is skipped.
pub fn cutechess(test: &str) -> Option<PathBuf> {
    let named = env::var_os("CUTECHESS_CLI").map(PathBuf::from);
    let found = named.or_else(|| find("cutechess-cli"));
    if found.is_none() {
        skipped(
            test,
            "program cutechess-cli not installed, nor named by CUTECHESS_CLI (docs/gui.md says how to build it)",
        );
    }
    found
}

/// A Python that has python-chess, if there is one; see [`python_with`].
pub fn python(test: &str) -> Option<PathBuf> {
    python_with(test, "chess.engine")
}

/// A Python that has a module, if there is one: that of `scripts/setup-packages`, or the system's. If not, says that
/// the test is skipped.
pub fn python_with(test: &str, module: &str) -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../.venv/bin/python");
    let has_module = |python: &PathBuf| {
        let mut import = Command::new(python);
        import.args(["-c", &format!("import {module}")]).stdin(Stdio::null()).stderr(Stdio::null());
        import.status().is_ok_and(|status| status.success())
    };
    let python = [Some(own), find("python3")].into_iter().flatten().find(has_module);
    if python.is_none() {
        skipped(test, &format!("program python3 with the module {module} not installed"));
    }
    python
}

/// Says that a test is skipped. The harness swallows what `eprintln!` prints in a test that passes, and a test that
/// did not run must not look like one that did.
pub fn skipped(test: &str, why: &str) {
    let line = format!("SKIPPED: {test}: {why}\n");
    if io::Write::write_all(&mut io::stderr(), line.as_bytes()).is_err() {
        eprint!("{line}");
    }
}

/// The engine's program: the one that the environment variable `MOTLEY` names, or else the one beside the tests, built
/// if it is not there or older than its sources.
///
/// # Panics
/// If it does not build.
pub fn motley() -> &'static Path {
    static MOTLEY: OnceLock<PathBuf> = OnceLock::new();
    MOTLEY.get_or_init(|| {
        if let Some(named) = env::var_os("MOTLEY") {
            return PathBuf::from(named);
        }
        build("motley")
    })
}

/// The program that plays matches, built if it is not there or older than its sources.
///
/// # Panics
/// If it does not build.
pub fn match_runner() -> &'static Path {
    static MATCH: OnceLock<PathBuf> = OnceLock::new();
    MATCH.get_or_init(|| build("match"))
}

/// Builds a program of the workspace as the tests are built, if it is not there or older than its sources, and says
/// where it is.
///
/// # Panics
/// If it does not build.
pub fn build(program: &str) -> PathBuf {
    let mut build = Command::new(env!("CARGO"));
    // With the features of the whole workspace, as `cargo test --workspace` builds: its libraries are built once.
    build.args(["build", "--quiet", "--workspace", "--bin", program]);
    if !cfg!(debug_assertions) {
        build.arg("--release");
    }
    let built = build.current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null()).status();
    assert!(built.is_ok_and(|status| status.success()), "{program} does not build");
    let test = env::current_exe().expect("a test knows where it is");
    // The test lies in target/PROFILE/deps, the program one folder above.
    let file = test.parent().and_then(Path::parent).map(|folder| folder.join(program));
    file.filter(|file| file.is_file()).expect("a program lies beside its tests")
}

/// An empty folder for what a test writes.
///
/// # Panics
/// If the file system refuses.
pub fn empty_folder(parent: &str, test: &str) -> PathBuf {
    let folder = Path::new(parent).join(test);
    if folder.exists() {
        fs::remove_dir_all(&folder).expect("an old folder can be removed");
    }
    fs::create_dir_all(&folder).expect("a new folder can be made");
    folder
}

/// Writes an executable script. Another process writes it: programs that other threads of a test start at the same time
/// hold the files for a moment that this process writes, and the system executes no file that is open for writing.
///
/// # Panics
/// If the file system refuses.
pub fn write_script(file: &Path, text: &str) {
    let source = file.with_extension("source");
    fs::write(&source, text).expect("a script can be written");
    let installed = Command::new("install").args(["-m", "755"]).arg(&source).arg(file).status();
    assert!(installed.is_ok_and(|status| status.success()), "{} is not installed", file.display());
}

/// Waits until `look` finds something, for at most `limit`.
pub fn wait_for<T>(limit: Duration, look: impl FnMut() -> Option<T>) -> Option<T> {
    poll(limit, GLANCE, look)
}

fn poll<T>(limit: Duration, interval: Duration, mut look: impl FnMut() -> Option<T>) -> Option<T> {
    let end = Instant::now() + limit;
    loop {
        let found = look();
        if found.is_some() || Instant::now() >= end {
            return found;
        }
        thread::sleep(interval);
    }
}

/// A running program that is killed, with the programs that it started, when the value is dropped.
#[derive(Debug)]
pub struct Running {
    child: Child,
    /// The path of the files of output, without their endings.
    output: PathBuf,
}

impl Running {
    /// Starts a program with nothing on its stdin, and with its output in `name.out` and `name.err` of a folder.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn start(command: &mut Command, folder: &Path, name: &str) -> Running {
        let output = folder.join(name);
        let file = |ending: &str| fs::File::create(output.with_extension(ending)).expect("a file for output");
        command.stdin(Stdio::null()).stdout(file("out")).stderr(file("err")).process_group(0);
        let child = command.spawn().unwrap_or_else(|error| panic!("{command:?}: {error}"));
        Running { child, output }
    }

    /// Waits for the end of the program, for at most `limit`; `None` if it still runs.
    pub fn wait(&mut self, limit: Duration) -> Option<ExitStatus> {
        wait_for(limit, || self.child.try_wait().expect("a child can be waited for"))
    }

    /// Waits for the success of a program and returns what it wrote to stdout.
    ///
    /// # Panics
    /// If the program fails, or still runs after `limit`; then with what it wrote to stderr.
    pub fn finish(mut self, limit: Duration) -> String {
        let status = self.wait(limit);
        let read = |ending: &str| fs::read(self.output.with_extension(ending)).unwrap_or_default();
        let error = String::from_utf8_lossy(&read("err")).into_owned();
        assert!(status.is_some_and(|status| status.success()), "{status:?}: {error}");
        String::from_utf8_lossy(&read("out")).into_owned()
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Waits until the program sleeps for a while, having done all that it was asked: on a busy machine it may be
    /// behind.
    ///
    /// # Panics
    /// If it does not within `limit`.
    pub fn wait_until_idle(&self, limit: Duration) {
        let stat = format!("/proc/{}/stat", self.id());
        let mut idle = 0;
        let rested = poll(limit, STATE_GLANCE, || {
            let stat = fs::read_to_string(&stat).expect("the process runs");
            let state = stat.rsplit_once(") ").and_then(|(_, fields)| fields.chars().next());
            idle = if state == Some('S') { idle + 1 } else { 0 };
            (idle == IDLE_GLANCES).then_some(())
        });
        rested.unwrap_or_else(|| panic!("process {} never rests", self.id()));
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // The program leads a process group of its own: what it started goes with it. That some or all of them have
        // ended already is as good.
        let group = format!("-{}", self.child.id());
        let kill = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        if kill.is_err() || self.child.wait().is_err() {
            eprintln!("process {} may still run", self.child.id());
        }
    }
}

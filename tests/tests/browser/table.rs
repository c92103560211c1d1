//! A game server and browsers that play at it, for one test.

use std::cell::RefCell;
use std::env;
use std::fs;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;
use tests::programs::{self, Running};
use thirtyfour::{CapabilitiesHelper, ChromeCapabilities, ChromiumLikeCapabilities, DesiredCapabilities, WebDriver};
use tokio::runtime::{Builder, Runtime};

use super::window::{Look, Window};

/// More than a program takes to start on the slowest machine.
const START: Duration = Duration::from_secs(60);

/// Starts of chromedriver of which one finds a port.
const DRIVER_STARTS: usize = 10;

/// Starts of a browser of which one is fast enough for the driver.
const BROWSER_STARTS: usize = 3;

/// Server and driver that the tests talk to.
const PROGRAMS: [&str; 2] = ["chromium", "chromedriver"];

/// Server of a test, and the browsers that it has opened.
pub struct Table {
    /// Folder for what the programs write.
    pub folder: PathBuf,
    server: RefCell<Server>,
    driver: String,
    browsers: RefCell<Vec<WebDriver>>,
    _driver: Running,
    // Below the driver: removed after its end.
    _profiles: TempDir,
}

/// A running game server.
struct Server {
    program: Running,
    address: String,
}

impl Server {
    /// Starts a server with the games of a folder, at a port or at a free one (0), with more options.
    fn start(folder: &Path, port: u16, options: &[&str]) -> Server {
        let mut command = Command::new(program());
        command
            .args(["--rate", "0", "--port", &port.to_string(), "--data"])
            .arg(folder.join("games.sqlite"))
            .args(options);
        let program = Running::start(&mut command, folder, "server");
        let address = word_of(&folder.join("server.out"), |word| word.starts_with("http"));
        Server { program, address: address.trim_end_matches('/').to_string() }
    }
}

/// The server's program: the one that the environment variable `MOTLEY_SERVER` names, or else that of the workspace.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| match env::var_os("MOTLEY_SERVER") {
        Some(named) => PathBuf::from(named),
        None => programs::build("motley-server"),
    })
}

/// Waits for a word in a program's output.
fn word_of(output: &Path, is_wanted: impl Fn(&str) -> bool) -> String {
    let found = programs::wait_for(START, || {
        let text = fs::read_to_string(output).ok()?;
        let complete = text.rfind('\n').map_or("", |end| &text[..end]);
        complete.split_whitespace().find(|word| is_wanted(word)).map(str::to_string)
    });
    found.unwrap_or_else(|| panic!("{}: not what was expected: {:?}", output.display(), fs::read_to_string(output)))
}

/// Starts chromedriver with a folder for the profiles of its browsers, which are left there when it is killed. Returns
/// its port.
///
/// `--port=0` takes a port that is free for IPv6, and ends where IPv4 has it in use: then it is started again.
fn driver(folder: &Path, profiles: &Path) -> (Running, u16) {
    for start in 1..=DRIVER_STARTS {
        let name = format!("driver-{start}");
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").env("TMPDIR", profiles);
        let mut driver = Running::start(&mut command, folder, &name);
        let output = folder.join(&name).with_extension("out");
        let port = programs::wait_for(START, || {
            let text = fs::read_to_string(&output).ok()?;
            match text.split_whitespace().find_map(port_of) {
                Some(port) => Some(Some(port)),
                None => driver.wait(Duration::ZERO).map(|_| None),
            }
        });
        match port {
            Some(Some(port)) => return (driver, port),
            Some(None) => eprintln!("{}: {:?}", output.display(), fs::read_to_string(&output)),
            None => panic!("{}: not what was expected: {:?}", output.display(), fs::read_to_string(&output)),
        }
    }
    panic!("chromedriver has found no port in {DRIVER_STARTS} starts");
}

/// The port at the end of the driver's sentence.
fn port_of(word: &str) -> Option<u16> {
    word.strip_suffix('.')?.parse().ok()
}

/// Runs a test at a server of its own, unless a program is missing. Browsers are closed afterwards, come what may.
pub fn play(test: &str, work: impl AsyncFnOnce(&Table)) {
    if !programs::installed(test, &PROGRAMS) {
        return;
    }
    let folder = programs::empty_folder(env!("CARGO_TARGET_TMPDIR"), &format!("browser-{test}"));
    // In the temporary folder, for the path of Chromium's socket has less than 108 bytes.
    let profiles = tempfile::tempdir().expect("a folder for profiles");
    let (driver, port) = driver(&folder, profiles.path());
    let table = Table {
        server: RefCell::new(Server::start(&folder, 0, &[])),
        driver: format!("http://127.0.0.1:{port}"),
        browsers: RefCell::default(),
        folder,
        _driver: driver,
        _profiles: profiles,
    };
    let runtime: Runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let outcome = panic::catch_unwind(AssertUnwindSafe(|| runtime.block_on(work(&table))));
    for browser in table.browsers.take() {
        if let Err(error) = runtime.block_on(browser.quit()) {
            eprintln!("{test}: a browser does not quit: {error}");
        }
    }
    if let Err(cause) = outcome {
        panic::resume_unwind(cause);
    }
}

impl Table {
    /// Address of the server.
    pub fn address(&self) -> String {
        self.server.borrow().address.clone()
    }

    /// Kills the server, as a power cut would.
    pub fn kill_server(&self) {
        let program = &mut self.server.borrow_mut().program;
        let killed = Command::new("kill").args(["-KILL", &program.id().to_string()]).status();
        assert!(killed.is_ok_and(|status| status.success()), "the server cannot be killed");
        program.wait(START).expect("a killed server ends");
    }

    /// Starts the server again, at the same address and with the same games, with more options.
    pub fn restart_server(&self, options: &[&str]) {
        let port = self.address().rsplit(':').next().and_then(|port| port.parse().ok()).expect("a port");
        fs::remove_file(self.folder.join("server.out")).expect("old output can be removed");
        let server = Server::start(&self.folder, port, options);
        *self.server.borrow_mut() = server;
    }

    /// Opens a browser of its own: another person.
    pub async fn window(&self, look: Look) -> Window {
        self.window_at(self.address(), look).await
    }

    /// Opens a browser of its own that reaches the server by another address, whose certificate is its own.
    pub async fn window_at(&self, address: String, look: Look) -> Window {
        let mut capabilities = DesiredCapabilities::chrome();
        for argument in ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--mute-audio"] {
            capabilities.add_arg(argument).expect("an argument");
        }
        let logs = json!({ "browser": "ALL" });
        capabilities.set("goog:loggingPrefs", logs).expect("a capability");
        capabilities.accept_insecure_certs(true).expect("a capability");
        let browser = self.browser(&capabilities).await;
        self.browsers.borrow_mut().push(browser.clone());
        Window::new(browser, address, look).await
    }

    /// Starts a browser; again where the driver has not waited long enough for it.
    async fn browser(&self, capabilities: &ChromeCapabilities) -> WebDriver {
        let mut start = 1;
        loop {
            match WebDriver::new(&self.driver, capabilities.clone()).await {
                Ok(browser) => return browser,
                Err(error) => {
                    assert!(start < BROWSER_STARTS, "no browser: {error}");
                    eprintln!("a browser does not start: {error}");
                }
            }
            start += 1;
        }
    }
}

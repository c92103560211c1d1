//! A program on a terminal of its own, under tmux: keys are sent to it, and its screen is read.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::programs::{find, wait_for};

/// Time limit for a change of the screen, on a busy machine too.
const LIMIT: Duration = Duration::from_secs(60);

/// A terminal. It is closed, with what runs on it, when the value is dropped.
pub struct Terminal {
    socket: String,
}

impl Terminal {
    /// Starts a shell command on a terminal of so many columns and rows. `test` tells it from others.
    ///
    /// # Panics
    /// If tmux does not start.
    pub fn start(test: &str, folder: &Path, (columns, rows): (u16, u16), command: &str) -> Terminal {
        let terminal = Terminal { socket: format!("motley-{test}-{}", std::process::id()) };
        let (columns, rows) = (columns.to_string(), rows.to_string());
        let folder = folder.to_str().expect("a plain path");
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &columns, "-y", &rows, "-c", folder, command]);
        terminal
    }

    fn tmux(&self, arguments: &[&str]) -> String {
        let tmux = find("tmux").expect("tmux is installed");
        let mut command = Command::new(tmux);
        // -u: UTF-8, whatever the locale of the tests is.
        command.args(["-u", "-L", &self.socket]).args(arguments).stdin(Stdio::null()).env_remove("TMUX");
        let output = command.output().expect("tmux runs");
        assert!(output.status.success(), "tmux {arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Types a line and ends it.
    ///
    /// # Panics
    /// If there is no terminal any more.
    pub fn type_line(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
        self.press("Enter");
    }

    /// Presses a key, by tmux's name for it.
    ///
    /// # Panics
    /// If there is no terminal any more.
    pub fn press(&self, key: &str) {
        self.tmux(&["send-keys", key]);
    }

    /// Gives the terminal another size.
    ///
    /// # Panics
    /// If there is no terminal any more.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.tmux(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// Text on the screen.
    ///
    /// # Panics
    /// If there is no terminal any more.
    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// The same with the codes of colours and attributes.
    ///
    /// # Panics
    /// If there is no terminal any more.
    pub fn painted(&self) -> String {
        self.tmux(&["capture-pane", "-p", "-e"])
    }

    /// The process that runs on the terminal.
    ///
    /// # Panics
    /// If there is no terminal any more.
    pub fn process(&self) -> String {
        self.tmux(&["list-panes", "-F", "#{pane_pid}"]).trim().to_string()
    }

    /// Waits until the screen is as wanted, and returns it.
    ///
    /// # Panics
    /// If that does not happen.
    pub fn until(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let seen = wait_for(LIMIT, || Some(self.screen()).filter(|screen| wanted(screen)));
        seen.unwrap_or_else(|| panic!("no {what} on the screen:\n{}", self.screen()))
    }

    /// Waits until a text is on the screen, and returns the screen.
    ///
    /// # Panics
    /// If that does not happen.
    pub fn expect(&self, text: &str) -> String {
        self.until(text, |screen| screen.contains(text))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It may have gone already, which is as good.
        let tmux = find("tmux").map(Command::new);
        let _ = tmux.map(|mut tmux| tmux.args(["-L", &self.socket, "kill-server"]).stderr(Stdio::null()).status());
    }
}

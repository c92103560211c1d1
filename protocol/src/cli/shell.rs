//! Manual pages and shell completions, generated from the command line's description.

use std::fs;
use std::io;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::parse::CommandError;

/// Manual page of the program, in roff.
///
/// # Errors
/// If the page is not UTF-8.
pub fn manual_page(command: Command) -> Result<String, CommandError> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(|error| error.to_string())?;
    String::from_utf8(page).map_err(|error| error.to_string())
}

/// Writes the manual pages of the program and of each of its commands to a folder. A missing folder is created.
///
/// # Errors
/// If the folder cannot be created or written to.
pub fn save_manual_pages(command: Command, folder: &Path) -> Result<(), CommandError> {
    let written = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(written)?;
    clap_mangen::generate_to(command, folder).map_err(written)
}

/// Completion script of a shell.
pub fn completions(mut command: Command, shell: Shell) -> String {
    let name = command.get_name().to_string();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

//! What a shell and its user want of a program: manual pages, and completion of what is being typed.

use std::fs;
use std::io;
use std::path::Path;

use clap::Command;
use clap_complete::Shell;
use clap_mangen::Man;

use crate::parse::CommandError;

/// The manual page of the program itself, in the language of `man`.
///
/// # Errors
/// If it is no text.
pub fn manual_page(command: Command) -> Result<String, CommandError> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page).map_err(|error| error.to_string())?;
    String::from_utf8(page).map_err(|error| error.to_string())
}

/// Writes the manual pages of the program and of each of its commands to a folder, made if it is not there.
///
/// # Errors
/// If the folder cannot be made or written to.
pub fn save_manual_pages(command: Command, folder: &Path) -> Result<(), CommandError> {
    let written = |error: io::Error| format!("{}: {error}", folder.display());
    fs::create_dir_all(folder).map_err(written)?;
    clap_mangen::generate_to(command, folder).map_err(written)
}

/// What makes a shell complete the program's arguments, to be read by the shell.
pub fn completions(mut command: Command, shell: Shell) -> String {
    let name = command.get_name().to_string();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

//! The program `match`: games between engines under a referee, and what they say about strength.

mod command_line;

use std::process::ExitCode;

use clap::Parser;

use command_line::{Command, execute};

fn main() -> ExitCode {
    match execute(Command::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

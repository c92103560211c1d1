//! Binary `match`: matches between engines under a referee, and statistics of their results. See the crate
//! [`matches`](mod@matches).

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

//! Binary `match`: matches between engines under a referee, and statistics of their results. See the crate
//! [`matches`](mod@matches).

mod command_line;

use std::env;
use std::process::ExitCode;

use clap::Parser;
use engine::variants::custom::file;

use command_line::{Command, execute};

fn main() -> ExitCode {
    let loaded = file::load_from_command_line(env::args_os().skip(1)).map_err(anyhow::Error::from);
    match loaded.and_then(|()| execute(Command::parse())) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

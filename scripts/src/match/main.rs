//! The program `match`: games between engines under a referee, and what they say about strength.

mod command_line;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;

use command_line::{Command, execute};

fn main() -> Result<ExitCode> {
    let right = execute(Command::parse())?;
    Ok(if right { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

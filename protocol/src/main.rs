//! The program `motley`.

use std::process::ExitCode;

use clap::Parser;
use protocol::cli::Arguments;

fn main() -> ExitCode {
    env_logger::init();
    protocol::cli::run(Arguments::parse())
}

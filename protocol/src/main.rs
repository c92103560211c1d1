//! The program `motley`.

use std::process::ExitCode;

use protocol::cli::{self, Arguments};

fn main() -> ExitCode {
    env_logger::init();
    // Not the plain standard output: what the program writes also goes to the transcript.
    streams::run(|arguments: Arguments, _| cli::run(arguments))
}

//! The program `motley`.

use std::env;
use std::process::ExitCode;

use engine::variants::custom::file;
use protocol::cli::{self, Arguments};
use streams::report;

fn main() -> ExitCode {
    env_logger::init();
    if let Err(error) = file::load_from_command_line(env::args_os().skip(1)) {
        report(format_args!("motley: {error}"));
        return ExitCode::from(2);
    }
    // Not the plain standard output: what the program writes also goes to the transcript.
    streams::run(|arguments: Arguments, _| cli::run(arguments))
}

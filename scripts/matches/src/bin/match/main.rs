//! Binary `match`: matches between engines under a referee, and statistics of their results. See the crate
//! [`matches`](mod@matches).

mod command_line;

use std::env;
use std::process::ExitCode;

use engine::variants::custom::file;
use streams::report;

use command_line::execute;

fn main() -> ExitCode {
    if let Err(error) = file::load_from_command_line(env::args_os().skip(1)) {
        report(format_args!("match: {error}"));
        return ExitCode::FAILURE;
    }
    let status = |right| if right { ExitCode::SUCCESS } else { ExitCode::FAILURE };
    streams::run(|command, out| execute(command, out).map(status))
}

//! Binary `match`: matches between engines under a referee, and statistics of their results. See the crate
//! [`matches`](mod@matches).

mod command_line;

use std::env;
use std::process::ExitCode;

use engine::variants::custom::file;
use streams::report;

use command_line::{Verdict, execute};

fn main() -> ExitCode {
    if let Err(error) = file::load_from_command_line(env::args_os().skip(1)) {
        report(format_args!("match: {error}"));
        return ExitCode::FAILURE;
    }
    let status = |verdict| match verdict {
        Verdict::Right => ExitCode::SUCCESS,
        Verdict::Wrong => ExitCode::FAILURE,
        Verdict::BadArguments => ExitCode::from(2),
    };
    streams::run(|command, out| execute(command, out).map(status))
}

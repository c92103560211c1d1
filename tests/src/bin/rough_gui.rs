//! Fuzzes dialogues with the real program, `motley`, or the one that the environment variable `MOTLEY` names.

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use streams::{Stdout, report};
use tests::programs::motley;
use tests::rough_gui::{Counts, DIALECTS, Dialect, hold};

/// Holds random dialogues with motley as a rough GUI would: hostile lines, floods, pipes that close, signals.
#[derive(Parser)]
struct Arguments {
    /// Seconds after which no session begins.
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// Seed of the first session; each has the next one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Sessions of each dialect at most.
    #[arg(long)]
    sessions: Option<u64>,
    /// Dialect, if not all of them.
    #[arg(long)]
    dialect: Option<Dialect>,
}

fn main() -> ExitCode {
    streams::run(|arguments: Arguments, out: &mut Stdout| Ok::<_, io::Error>(run(&arguments, out)))
}

fn run(arguments: &Arguments, out: &mut Stdout) -> ExitCode {
    let end = Instant::now() + Duration::from_secs(arguments.seconds);
    let dialects = arguments.dialect.map_or(DIALECTS.to_vec(), |dialect| vec![dialect]);
    let mut counts = Counts::default();
    let mut failures = 0;
    for seed in (arguments.seed..).take(arguments.sessions.map_or(usize::MAX, |sessions| sessions as usize)) {
        for &dialect in &dialects {
            if Instant::now() >= end {
                break;
            }
            match hold(motley(), dialect, seed) {
                Ok(more) => counts.add(more),
                Err(fault) => {
                    failures += 1;
                    report(format_args!("{fault}\n"));
                }
            }
        }
        if Instant::now() >= end {
            break;
        }
    }
    out.line(format_args!("{counts}; {failures} sessions failed"));
    if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

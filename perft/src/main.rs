//! The program `perft`.

mod progress;

use std::convert::Infallible;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, ensure};
use clap::Parser;
use engine::text::{Notation, PositionError, quote};
use engine::variants::Variant;
use engine::variants::custom::file;
use engine::with_game;
use perft::suite::{self, Entry};
use perft::unique::{Budget, Frontier, Stored, Text, Whole};
use perft::unit::{self, Unit};
use perft::{HashTable, MAX_COPY_SIZE, Splitter, TooMany, staged};
use progress::Progress;
use rayon::ThreadPoolBuilder;
use streams::{Stdout, report};
use thiserror::Error;

/// Counts the legal sequences of moves of a given length (perft).
///
/// A move is a composite move: in Chex and in KaleidoChess with dice it includes the tile drawn or the die thrown.
///
/// With --unique: counts the distinct positions at each depth too. Positions are compared in full, except for the rule
/// clock and the move number: side to move, castling rights and en passant (where a capture is legal; in monster and
/// progressive chess every passed square) count, the way there does not. The output is one line `unique DEPTH NUMBER`
/// for each depth from 0, and at the end the usual `nodes`. With --split the output is the distinct positions after so
/// many moves, sorted, one line `FEN ;mult M` each: M sequences lead to the position, clock and move number are written
/// as 0 1. The sum of all M is the number of sequences, and the sum of M times the count from each position is the
/// count of the greater depth, so that a large count can be shared out line by line.
///
/// With --unit: counts a part of such a count, the positions of a file, each to --depth. The output is one line of
/// JSON: positions, sequences (the sum of all M) and nodes (the sum of M times the count).
///
/// Exit status: 0 if all is well, 1 if a count is wrong or cannot be written, 2 if the program was asked for something
/// it cannot do.
#[derive(Parser)]
#[command(name = "perft", version, group(clap::ArgGroup::new("what").required(true).args(["depth", "suite", "split"])))]
struct Options {
    /// The game
    #[arg(long)]
    variant: String,
    /// Read custom variants from a file
    #[arg(long, value_name = "FILE")]
    variants: Option<PathBuf>,
    /// Depth of the count in moves
    #[arg(long, value_parser = clap::value_parser!(u32).range(0..=255))]
    depth: Option<u32>,
    /// The position to count from, instead of the start position
    #[arg(long, conflicts_with = "suite")]
    fen: Option<String>,
    /// Count below each move
    #[arg(long, conflicts_with_all = ["suite", "staged"])]
    divide: bool,
    /// Check the known counts of a file, `-` for standard input: lines of a position and counts, `FEN ;D1 20 ;D2 400`
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Leave out known counts above this number
    #[arg(long, value_name = "NODES", conflicts_with_all = ["depth", "split"])]
    max_nodes: Option<u64>,
    /// Number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Remember counts in a hash table of this size in megabytes
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,
    /// Count by the lists of noisy and of quiet moves and check the generator in every position (slow)
    #[arg(long, conflicts_with_all = ["threads", "hash"])]
    staged: bool,
    /// Count the distinct positions at each depth
    #[arg(long, conflicts_with_all = ["suite", "divide", "hash", "staged", "max_nodes"])]
    unique: bool,
    /// With --unique: write the distinct positions after so many moves, each with its multiplicity: `FEN ;mult M`
    #[arg(long, value_name = "MOVES", requires = "unique", value_parser = clap::value_parser!(u32).range(0..=255))]
    split: Option<u32>,
    /// With --split: write the count of this depth from each position too, as an estimate of its size: `;D2 400`
    #[arg(long, value_name = "DEPTH", requires = "split", value_parser = clap::value_parser!(u32).range(1..=8))]
    estimate: Option<u32>,
    /// With --unique: one position stands for all that are equal by a symmetry of the game; the counts are the same
    #[arg(long, requires = "unique")]
    symmetry: bool,
    /// Count the positions of a file as --split writes them, `-` for standard input, each to --depth
    #[arg(
        long, value_name = "FILE", requires = "depth",
        conflicts_with_all = ["suite", "fen", "divide", "staged", "unique", "max_nodes"]
    )]
    unit: Option<PathBuf>,
    /// With --unique: refuse to go on where the positions need more memory than this, in megabytes
    #[arg(
        long, value_name = "MB", requires = "unique", conflicts_with = "suite",
        default_value_t = Budget::DEFAULT_MEGABYTES,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    memory: u32,
}

/// Largest text that is read, in bytes: some three million positions.
const MAX_TEXT: u64 = 256 << 20;

/// Reads a text from a file, `-` for standard input. Returns its name, too.
fn read_text(file: &Path) -> Result<(String, String)> {
    let (name, source): (_, Box<dyn Read>) = if file == Path::new("-") {
        ("standard input".to_string(), Box::new(io::stdin()))
    } else {
        let name = file.display().to_string();
        let opened = File::open(file).with_context(|| format!("cannot read {name}"))?;
        (name, Box::new(opened))
    };
    let mut bytes = Vec::new();
    source.take(MAX_TEXT + 1).read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    ensure!(bytes.len() as u64 <= MAX_TEXT, "{name} has more than {} MiB: divide it", MAX_TEXT >> 20);
    let text = String::from_utf8(bytes).with_context(|| format!("cannot read {name}"))?;
    Ok((name, text))
}

/// Result of a run: decides the exit status.
enum Verdict {
    Right,
    Wrong,
}

fn main() -> ExitCode {
    streams::run(|options: Options, out| -> Result<ExitCode, Infallible> {
        Ok(match run(&options, out) {
            Ok(Verdict::Right) => ExitCode::SUCCESS,
            Ok(Verdict::Wrong) => ExitCode::from(1),
            Err(error) => {
                report(format_args!("perft: {error:#}"));
                ExitCode::from(2)
            }
        })
    })
}

fn run(options: &Options, out: &mut Stdout) -> Result<Verdict> {
    options.variants.as_deref().map(file::load_from).transpose()?;
    let variant: Variant = options.variant.parse()?;
    with_game!(variant, G => options.run::<G>(out))
}

impl Options {
    fn run<G: Notation>(&self, out: &mut Stdout) -> Result<Verdict> {
        if self.unique {
            let position = self.position::<G>()?;
            if size_of::<G>() > MAX_COPY_SIZE {
                return self.run_unique::<G, Text>(&position, out);
            }
            return self.run_unique::<G, Whole<G>>(&position, out);
        }
        if let Some(file) = &self.unit {
            return self.run_unit::<G>(file, out);
        }
        let counter = Counter::new(self)?;
        match &self.suite {
            Some(file) => {
                let (name, text) = read_text(file)?;
                let suite = suite::parse::<G>(&text).map_err(|error| anyhow!("{name}, {error}"))?;
                run_suite(&counter, &suite, self.max_nodes.unwrap_or(u64::MAX), out)
            }
            None => run_position(&counter, &self.position::<G>()?, self.depth.unwrap_or_default(), self.divide, out),
        }
    }

    /// Position to count from.
    fn position<G: Notation>(&self) -> Result<G> {
        match &self.fen {
            Some(fen) => fen.parse().map_err(|error: PositionError| {
                let why = quote(&error.to_string());
                anyhow!("bad position '{}': {why}", quote(fen))
            }),
            None => Ok(G::start()),
        }
    }

    /// `--unique`. Nothing is written before all is known, so that a refusal leaves no half of a result.
    fn run_unique<G: Notation, S: Stored<G>>(&self, position: &G, out: &mut Stdout) -> Result<Verdict> {
        let started = Instant::now();
        let pool = ThreadPoolBuilder::new().num_threads(self.threads.into()).build()?;
        let budget = Budget::new(self.memory as usize);
        let mut frontier = Frontier::<G, S>::new(position);
        let mut unique = vec![frontier.unique()];
        for _ in 0..self.split.or(self.depth).unwrap_or_default() {
            let progress = Progress::start();
            frontier = frontier.expand(&pool, &budget, &|total| progress.advance(1, total))?;
            if self.symmetry {
                frontier = frontier.merge_symmetric(&pool, &budget)?;
            }
            unique.push(frontier.unique());
        }
        if self.split.is_some() {
            out.lines(frontier.into_epd(&pool, &budget, self.estimate)?);
            return Ok(Verdict::Right);
        }
        for (depth, unique) in unique.iter().enumerate() {
            out.line(format_args!("unique {depth} {unique}"));
        }
        write_speed(frontier.nodes().into(), started, out);
        out.line(format_args!("nodes {}", frontier.nodes()));
        Ok(Verdict::Right)
    }

    /// `--unit`.
    fn run_unit<G: Notation>(&self, file: &Path, out: &mut Stdout) -> Result<Verdict> {
        let (name, text) = read_text(file)?;
        let unit: Unit<G> = unit::parse(&text).map_err(|error| anyhow!("{name}, {error}"))?;
        let pool = ThreadPoolBuilder::new().num_threads(self.threads.into()).build()?;
        let table = self.hash.map(|megabytes| HashTable::new(megabytes as usize)).transpose()?;
        let progress = Progress::start();
        let report = |done, total| progress.advance(done, total);
        let depth = self.depth.unwrap_or_default();
        let nodes = match &table {
            Some(table) => unit.count(depth, table, &pool, &report),
            None => unit.count(depth, &(), &pool, &report),
        }
        .with_context(|| name.clone())?;
        out.line(format_args!(
            r#"{{"variant":"{}","depth":{depth},"positions":{},"sequences":{},"nodes":{nodes}}}"#,
            G::name(),
            unit.positions(),
            unit.sequences()
        ));
        Ok(Verdict::Right)
    }
}

/// Method of counting.
struct Counter {
    table: Option<HashTable>,
    splitter: Splitter,
    staged: bool,
}

impl Counter {
    fn new(options: &Options) -> Result<Counter> {
        Ok(Counter {
            table: options.hash.map(|megabytes| HashTable::new(megabytes as usize)).transpose()?,
            splitter: Splitter::new(options.threads.into())?,
            staged: options.staged,
        })
    }

    /// Perft of a position.
    fn count<G: Notation>(&self, position: &G, depth: u32) -> Result<u64, CountError> {
        Ok(perft::exact(match depth {
            _ if self.staged => staged::count(position, depth)?,
            0 => 1,
            _ => sum(&self.divide(position, depth)),
        })?)
    }

    /// Divide: moves as text with their counts, in alphabetical order.
    fn divide<G: Notation>(&self, position: &G, depth: u32) -> Vec<(String, u64)> {
        let progress = Progress::start();
        let report = |done, total| progress.advance(done, total);
        let counts = match &self.table {
            Some(table) => perft::divide(position, depth, table, &self.splitter, &report),
            None => perft::divide(position, depth, &(), &self.splitter, &report),
        };
        let mut named: Vec<_> = counts.into_iter().map(|(mv, nodes)| (position.write_move(mv), nodes)).collect();
        named.sort();
        named
    }
}

/// A count without a result.
#[derive(Debug, Error)]
enum CountError {
    #[error(transparent)]
    Disagreement(#[from] staged::Disagreement),
    #[error(transparent)]
    TooMany(#[from] TooMany),
}

/// Sum of the counts of a divide. It saturates, as they do.
fn sum(counts: &[(String, u64)]) -> u64 {
    counts.iter().fold(0, |sum, (_, nodes)| sum.saturating_add(*nodes))
}

fn write_speed(nodes: u128, started: Instant, out: &mut Stdout) {
    let seconds = started.elapsed().as_secs_f64();
    out.line(format_args!("time {seconds:.4} s, {:.0} nodes/s", nodes as f64 / seconds.max(1e-9)));
}

fn run_position<G: Notation>(
    counter: &Counter,
    position: &G,
    depth: u32,
    divide: bool,
    out: &mut Stdout,
) -> Result<Verdict> {
    let started = Instant::now();
    let nodes = if divide && depth > 0 {
        let counts = counter.divide(position, depth);
        let nodes = perft::exact(sum(&counts))?;
        out.lines(counts.iter().map(|(mv, nodes)| format!("{mv}: {nodes}")));
        nodes
    } else {
        match counter.count(position, depth) {
            Ok(nodes) => nodes,
            Err(CountError::TooMany(error)) => return Err(error.into()),
            Err(CountError::Disagreement(disagreement)) => {
                report(format_args!("perft: {disagreement}"));
                return Ok(Verdict::Wrong);
            }
        }
    };
    write_speed(nodes.into(), started, out);
    out.line(format_args!("nodes {nodes}"));
    Ok(Verdict::Right)
}

fn run_suite<G: Notation>(counter: &Counter, suite: &[Entry<G>], max_nodes: u64, out: &mut Stdout) -> Result<Verdict> {
    let started = Instant::now();
    let (mut passed, mut failed, mut total) = (0, 0, 0u128);
    for entry in suite {
        let position = &entry.position;
        for known in entry.known_up_to(max_nodes) {
            let result = counter.count(position, known.depth);
            total += u128::from(known.nodes);
            if result.as_ref().ok() == Some(&known.nodes) {
                passed += 1;
                continue;
            }
            failed += 1;
            let found = result.map_or_else(|fault| fault.to_string(), |nodes| format!("counted {nodes}"));
            let (line, depth, expected) = (entry.line, known.depth, known.nodes);
            out.line(format_args!("line {line}: {position} at depth {depth}: expected {expected}, {found}"));
        }
    }
    if suite::is_left_out(suite, max_nodes) {
        report(format_args!("perft: nothing was compared: --max-nodes {max_nodes} leaves out every known count"));
    }
    write_speed(total, started, out);
    out.line(format_args!("{passed} passed, {failed} failed"));
    Ok(if failed == 0 { Verdict::Right } else { Verdict::Wrong })
}

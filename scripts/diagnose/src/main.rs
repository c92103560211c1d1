//! Program `diagnose`: what the alpha-beta search does in chess, by the depth of its nodes.
//!
//! It searches a set of positions with several numbers of nodes, and once more to the same depths with a sample of the
//! prunings verified by searches in full.

mod counts;
mod table;
mod traced;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use engine::moves::Move;
use engine::record::Record;
use engine::search::{Bound, Control, Limits, Search, Searcher};
use engine::variants::Chess;
use formats::files;

use table::Run;
use traced::Traced;

/// Largest file of positions, in bytes.
const MAX_LIST: u64 = 64 << 20;

/// Shows what the search does in chess: cutoffs, reductions, extensions, prunings and how often they are wrong, by
/// the depth of the node. One thread, so that equal calls give equal tables.
#[derive(Parser, Debug)]
#[command(name = "diagnose", version)]
struct Options {
    /// File of positions: a FEN a line
    #[arg(long, value_name = "FILE", default_value = "tests/data/chess-positions.epd")]
    positions: PathBuf,
    /// Positions of the file, from the first
    #[arg(long, value_name = "NUMBER", default_value_t = usize::MAX)]
    number: usize,
    /// Numbers of nodes of a search
    #[arg(long, value_name = "NODES", value_delimiter = ',', default_value = "8000,32000,128000,512000")]
    nodes: Vec<u64>,
    /// The best move is compared with that of a search of so many times the most nodes; 0 compares nothing
    #[arg(long, value_name = "FACTOR", default_value_t = 4)]
    deeper: u64,
    /// Of each technique at each depth one pruning of so many is verified; 0 verifies nothing
    #[arg(long, value_name = "NUMBER", default_value_t = 1000)]
    verify: u64,
    /// Transposition table in megabytes
    #[arg(long, value_name = "MEGABYTES", default_value_t = 64)]
    hash: usize,
    /// Writes the counts to a CSV file too
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

fn main() -> ExitCode {
    streams::run(|options: Options, out| -> Result<ExitCode> {
        let records = options.read_positions()?;
        let deepest = options.nodes.iter().max().context("--nodes is empty")?;
        let deep = match options.deeper {
            0 => Vec::new(),
            factor => search_all(&records, deepest.saturating_mul(factor), &options, 0)?.1,
        };
        let mut runs = Vec::new();
        for &nodes in &options.nodes {
            let (mut run, best) = search_all(&records, nodes, &options, 0)?;
            run.agree = best.iter().zip(&deep).filter(|(move_, deeper)| move_ == deeper).count();
            run.compared = best.len().min(deep.len());
            if options.verify > 0 {
                run.verified = search_all(&records, nodes, &options, options.verify)?.0.counts;
            }
            runs.push(run);
        }
        out.text(table::markdown(&runs));
        if let Some(path) = &options.csv {
            table::write_csv(path, &runs).with_context(|| path.display().to_string())?;
        }
        Ok(ExitCode::SUCCESS)
    })
}

impl Options {
    fn read_positions(&self) -> Result<Vec<Record<Chess>>> {
        let path = self.positions.display();
        let text = files::read_text(&self.positions, MAX_LIST).with_context(|| path.to_string())?;
        let mut records = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let fen = line.trim();
            if fen.is_empty() || fen.starts_with('#') {
                continue;
            }
            records.push(Record::new(fen.parse().with_context(|| format!("{path}, line {number}"))?));
        }
        records.truncate(self.number);
        ensure!(!records.is_empty(), "{path} has no positions");
        Ok(records)
    }
}

/// Searches all positions, each with an empty table. Returns the counts and the best moves.
fn search_all(
    records: &[Record<Chess>],
    nodes: u64,
    options: &Options,
    verify_every: u64,
) -> Result<(Run, Vec<Option<Move>>)> {
    let traced = Traced::default();
    traced.lock().verify_every = verify_every;
    let mut searcher = Searcher::new(traced.clone());
    searcher.set_hash(options.hash)?;
    let (mut run, mut best) = (Run::new(nodes), Vec::new());
    for record in records {
        searcher.clear();
        traced.lock().begin_search();
        // The nodes of each iteration.
        let mut iterations = Vec::new();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let verdict = searcher.think(record, &limits, &Control::new(), &mut |report| {
            if report.bound == Bound::Exact {
                iterations.push((report.depth, report.nodes));
            }
        });
        run.add_search(verdict.depth, &iterations);
        best.push(verdict.best);
    }
    run.counts = traced.lock().counts.clone();
    Ok((run, best))
}

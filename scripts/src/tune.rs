//! The program `tune`: samples from games of the engine with itself, and weights of an evaluation fitted to them.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use engine::game::Tactics;
use engine::text::Notation;
use eval::Judged;
use rayon::prelude::*;
use scripts::fit::{Settings, fit};
use scripts::games::Variant;
use scripts::samples::{Sample, collect};
use scripts::{weights, with_game};

/// Fits the weights of an evaluation to games of the engine with itself.
#[derive(Parser)]
#[command(name = "tune", version)]
struct Options {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games and prints samples, one a line.
    Collect {
        /// The game.
        #[arg(long, value_enum)]
        variant: Variant,
        /// How many games.
        #[arg(long, default_value_t = 200)]
        games: u64,
        /// Nodes a move.
        #[arg(long, default_value_t = 1000)]
        nodes: u64,
        /// The number of the first opening.
        #[arg(long, default_value_t = 1)]
        seed: u64,
    },
    /// Fits the weights to samples and prints them as they are written in the source.
    Fit {
        /// The game.
        #[arg(long, value_enum)]
        variant: Variant,
        /// How much of the target is the search's value, 0 to 1; the rest is the result.
        #[arg(long, default_value_t = 0.5)]
        search_share: f64,
        /// How firmly weights are held where they are.
        #[arg(long, default_value_t = 1.0)]
        stiffness: f64,
        /// Steps of the descent.
        #[arg(long, default_value_t = 400)]
        steps: usize,
        /// Files of samples.
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

#[expect(clippy::print_stdout, reason = "the samples are what the program is for")]
fn print_samples<G: Tactics + Notation + Judged>(games: u64, nodes: u64, first: u64) -> Result<()> {
    (first..first + games).into_par_iter().try_for_each(|seed| {
        let lines: Vec<String> = collect::<G>(seed, nodes)?.iter().map(|sample| format!("{sample}\n")).collect();
        print!("{}", lines.concat());
        Ok(())
    })
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "the weights are what the program is for")]
fn print_weights<G: Notation + Judged>(files: &[PathBuf], settings: &Settings) -> Result<()> {
    let mut samples: Vec<Sample<G>> = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let read = text.par_lines().map(str::parse).collect::<Result<Vec<_>>>();
        samples.extend(read.with_context(|| file.display().to_string())?);
    }
    let fit = fit(&samples, settings);
    print!("{}", weights::write(G::ROWS, &fit.weights));
    let [before, after] = fit.errors;
    eprintln!(
        "{} samples, scale {:.0}, error on those held back {before:.5} before and {after:.5} after",
        samples.len(),
        fit.scale
    );
    for row in G::ROWS.iter().filter(|row| row.places().all(|place| fit.uses[place] == 0)) {
        eprintln!("never seen: {}", row.name);
    }
    Ok(())
}

fn main() -> Result<()> {
    match Options::parse().task {
        Task::Collect { variant, games, nodes, seed } => {
            with_game!(variant, Chosen => print_samples::<Chosen>(games, nodes, seed))
        }
        Task::Fit { variant, search_share, stiffness, steps, files } => {
            let settings = Settings { search_share, stiffness, steps };
            with_game!(variant, Chosen => print_weights::<Chosen>(&files, &settings))
        }
    }
}

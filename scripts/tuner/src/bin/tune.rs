//! The program `tune`: games of the engine with itself, and weights and networks that learn from them.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use arguments::games::Variant;
use arguments::weights;
use books::BookMaker;
use clap::{Parser, Subcommand};
use engine::text::Notation;
use engine::with_game;
use searches::Compared;
use selfplay::{SelfPlay, collect};
use trainer::{Lessons, Progress, Schooling, teach};
use tuner::{Settings, fit, read_examples};

/// Teaches evaluations with games of the engine with itself.
#[derive(Parser)]
#[command(name = "tune", version)]
struct Options {
    /// Threads; all processors if nothing is said
    #[arg(long, global = true, default_value_t = 0)]
    threads: usize,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games and adds them to a file; a collection that was interrupted goes on
    Collect {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// How many games the collection is to have
        #[arg(long, default_value_t = 200)]
        games: u64,
        /// Nodes a move
        #[arg(long, default_value_t = 500)]
        nodes: u64,
        /// What the first game follows from; each later one from a number higher by 1
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file
        #[arg(long)]
        output: PathBuf,
    },
    /// Fits the weights to the quiet positions of games and prints them as they are written in the source
    Fit {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// How much of the target is the search's value, 0 to 1; the rest is the result
        #[arg(long, default_value_t = 0.8)]
        search_share: f64,
        /// How much the next search's value counts beside a position's own, and so on, 0 to 1: TD(lambda)
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        lambda: f64,
        /// How firmly weights are held where they are
        #[arg(long, default_value_t = 2.0)]
        stiffness: f64,
        /// Steps of the descent
        #[arg(long, default_value_t = 400)]
        steps: usize,
        /// Begins with the weights of this file, as an earlier fit printed them, and not with those of the source
        #[arg(long)]
        weights: Option<PathBuf>,
        /// Keeps the state of the fit in this file, and goes on with it if it is there
        #[arg(long)]
        state: Option<PathBuf>,
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Teaches a network what the hand-written evaluation does not see in the quiet positions of games
    Network {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// How much of the target is the search's value, 0 to 1; the rest is the result
        #[arg(long, default_value_t = 0.9)]
        search_share: f64,
        /// How much the next search's value counts beside a position's own, and so on, 0 to 1: TD(lambda)
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        lambda: f64,
        /// How often every position is shown
        #[arg(long, default_value_t = 5)]
        epochs: usize,
        /// Positions between two changes of the weights
        #[arg(long, default_value_t = 4096)]
        batch: usize,
        /// How far weights are moved at first; less and less after that
        #[arg(long, default_value_t = 0.001)]
        rate: f64,
        /// How fast weights of the inputs are forgotten if nothing holds them: more for fewer positions
        #[arg(long, default_value_t = 3.0)]
        decay: f64,
        /// What the first weights and the order of the positions follow from
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Keeps the state in this file, and goes on with it if it is there
        #[arg(long)]
        state: Option<PathBuf>,
        /// The file of the network
        #[arg(long)]
        output: PathBuf,
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Makes an opening book from games of the engine with itself
    Book {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// Positions in it
        #[arg(long, default_value_t = 250)]
        positions: usize,
        /// Entries from the start position
        #[arg(long, default_value_t = 10)]
        depth: usize,
        /// Nodes of a search; each candidate is looked at with so many
        #[arg(long, default_value_t = 4000)]
        nodes: u64,
        /// How much worse than the best one a move may be, in centipawns
        #[arg(long, default_value_t = 30)]
        margin: i32,
        /// What the games follow from
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file
        #[arg(long)]
        output: PathBuf,
    },
}

/// A number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it must lie between 0 and 1".to_owned())
}

#[expect(clippy::print_stderr, reason = "the rate is what a person wants to know")]
fn play<G: Compared + Notation>(games: u64, nodes: u64, first: u64, output: &Path) -> Result<()> {
    let (began, positions) = (Instant::now(), AtomicUsize::new(0));
    let see = |visited| _ = positions.fetch_add(visited, Ordering::Relaxed);
    collect::<G>(&SelfPlay::with_nodes(nodes), first..first + games, output, &see)?;
    let (positions, seconds) = (positions.into_inner(), began.elapsed().as_secs_f64());
    eprintln!("{positions} positions in {seconds:.1} s, {:.0} a second", positions as f64 / seconds);
    Ok(())
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "the weights are what the program is for")]
fn learn<G: Compared + Notation>(
    files: &[PathBuf],
    start: Option<&Path>,
    settings: &Settings,
    state: Option<&Path>,
) -> Result<()> {
    let examples = read_examples::<G>(files, settings.lambda)?;
    let mut table = G::WEIGHTS.to_vec();
    if let Some(file) = start {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        weights::read(G::ROWS, &text, &mut table).with_context(|| file.display().to_string())?;
    }
    let fit = fit(&examples, &table, settings, state)?;
    print!("{}", weights::write(G::ROWS, &fit.weights));
    let [before, after] = fit.errors;
    eprintln!(
        "{} positions, scale {:.0}, error on those held back {before:.5} before and {after:.5} after",
        examples.len(),
        fit.scale
    );
    for row in G::ROWS.iter().filter(|row| row.places().all(|place| fit.uses[place] == 0)) {
        eprintln!("never seen: {}", row.name);
    }
    Ok(())
}

#[expect(clippy::print_stderr, reason = "how it goes on is what a person wants to know")]
fn school<G: Compared + Notation>(
    files: &[PathBuf],
    lambda: f64,
    schooling: &Schooling,
    state: Option<&Path>,
    output: &Path,
) -> Result<()> {
    let named = || output.display().to_string();
    let lessons = Lessons::read::<G>(files, lambda)?;
    eprintln!("{} positions", lessons.len());
    let see = |progress: &Progress| {
        let Progress { epochs, taught, held_back, by_hand } = progress;
        eprintln!("{epochs}: error {taught:.6}, on those held back {held_back:.6}, by hand {by_hand:.6}");
    };
    // Whatever is wrong with the file is better known before.
    let mut file = File::options().write(true).create(true).truncate(false).open(output).with_context(named)?;
    let weights = teach::<G>(&lessons, schooling, state, see)?;
    let bytes = postcard::to_stdvec(&weights)?;
    file.set_len(0).and_then(|()| file.write_all(&bytes)).with_context(named)
}

fn main() -> Result<()> {
    let Options { threads, task } = Options::parse();
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    match task {
        Task::Collect { variant, games, nodes, seed, output } => {
            with_game!(variant, Chosen => play::<Chosen>(games, nodes, seed, &output))
        }
        Task::Fit { variant, search_share, lambda, stiffness, steps, weights, state, files } => {
            let settings = Settings { search_share, lambda, stiffness, steps };
            with_game!(variant, Chosen => learn::<Chosen>(&files, weights.as_deref(), &settings, state.as_deref()))
        }
        Task::Network { variant, search_share, lambda, epochs, batch, rate, decay, seed, state, output, files } => {
            let schooling = Schooling { search_share, epochs, batch, rate, decay, seed };
            with_game!(variant, Chosen => school::<Chosen>(&files, lambda, &schooling, state.as_deref(), &output))
        }
        Task::Book { variant, positions, depth, nodes, margin, seed, output } => {
            let maker = BookMaker { positions, depth, nodes, margin, seed };
            let book = with_game!(variant, Chosen => maker.make::<Chosen>());
            std::fs::write(&output, book).with_context(|| output.display().to_string())
        }
    }
}

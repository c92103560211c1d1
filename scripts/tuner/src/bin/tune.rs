//! Binary `tune`: self-play games, and weights, networks and opening books made from them. See the crate [`tuner`].

use std::env;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use anyhow::{Context, Result};
use arguments::base::Base;
use arguments::games::Variant;
use arguments::seeds::seeds;
use arguments::weights;
use books::BookBuilder;
use clap::{Args, Parser, Subcommand};
use engine::game::Game;
use engine::text::Notation;
use engine::variants::custom::file;
use engine::{with_game, with_two_player_game};
use formats::files;
use referee::players::MatchGame;
use searches::Compared;
use selfplay::{SelfPlay, collect};
use streams::{Stdout, report};
use trainer::{
    Dataset, EpochStats, InitialNetwork, LocalSgdConfig, TrainConfig, answer_round, check_initial, read_initial, train,
    train_in_rounds,
};
use tuner::{
    Blocks, Collection, Division, FitConfig, Request, Shards, Sums, TunedGame, check_output, fit, read_answers,
    read_request, read_shard, split_games,
};

/// Largest file of weights, in bytes: many times what all weights of a game take.
const MAX_WEIGHTS: u64 = 1 << 20;

/// Tunes evaluations with games of the engine with itself.
#[derive(Parser)]
#[command(name = "tune", version)]
struct Options {
    /// Threads; 0 for all processors
    #[arg(long, global = true, default_value_t = 0)]
    threads: usize,
    /// Reads custom variants from a file (TOML)
    #[arg(long, value_name = "FILE", global = true)]
    variants: Option<PathBuf>,
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Plays games and adds them to a file; an interrupted collection resumes. Prints what the file holds then, and its
    /// SHA-256, as a line of JSON
    Collect {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// Number of games in the collection
        #[arg(long, default_value_t = 200)]
        games: u64,
        /// Nodes a move after which no further iteration begins
        #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..))]
        nodes: u64,
        /// Seed of the first game; each further one has the next number
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file
        #[arg(long)]
        output: PathBuf,
    },
    /// Fits the weights to the quiet positions of games (Texel tuning) and prints them as they are written in the
    /// source
    Fit {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// Weight of the search's score in the target, 0 to 1 (nnue-pytorch's lambda); the rest is the result
        #[arg(long, default_value_t = 0.8, value_parser = share)]
        search_share: f64,
        /// TD(lambda), not nnue-pytorch's lambda: weight of each later score beside the one before, 0 to 1
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        lambda: f64,
        /// L2 regularisation: strength of the penalty for weights that leave their initial values
        #[arg(long, default_value_t = 2.0, value_parser = penalty)]
        stiffness: f64,
        /// Steps of gradient descent
        #[arg(long, default_value_t = 400)]
        steps: usize,
        /// Starts from the weights of this file, as an earlier fit printed them, instead of those of the source
        #[arg(long)]
        weights: Option<PathBuf>,
        /// File of the fit's state; an interrupted fit resumes from it
        #[arg(long)]
        state: Option<PathBuf>,
        /// Reads no games, but has others sum over so many shards: for each sum it prints a request for each shard, as
        /// lines of JSON for `tune gradient`, and reads their answers from standard input in the same order. The
        /// weights come as a line of JSON, too
        #[arg(long, conflicts_with = "files")]
        shards: Option<usize>,
        /// Files of games
        #[arg(required_unless_present = "shards")]
        files: Vec<PathBuf>,
    },
    /// Divides games into shards, files of about equal size, for `tune gradient`. Prints how many there are as a line
    /// of JSON
    Split {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// Number of shards; there are fewer if there are too few games
        #[arg(long)]
        shards: usize,
        /// Folder of the shards: 0000.games and so on
        #[arg(long)]
        output: PathBuf,
        /// Files of games
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Sums the gradient of the loss of a fit over the positions of a shard, as a request of `tune fit --shards` says
    /// that is read from standard input. Prints the sums as a line of JSON
    Gradient(Shard),
    /// Trains a network that corrects the hand-crafted evaluation, with the quiet positions of games
    Network {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// Weight of the search's score in the target, 0 to 1 (nnue-pytorch's lambda); the rest is the result
        #[arg(long, default_value_t = 0.9)]
        search_share: f64,
        /// TD(lambda), not nnue-pytorch's lambda: weight of each later score beside the one before, 0 to 1
        #[arg(long, default_value_t = 0.0, value_parser = share)]
        lambda: f64,
        /// Base: the evaluation that the network is added to
        #[arg(long, value_enum, default_value_t = Base::Hce, conflicts_with = "shards")]
        base: Base,
        /// L1 size: neurons of the hidden layer; 128, 256 or 512
        #[arg(long, default_value_t = TrainConfig::default_l1_size())]
        l1_size: usize,
        /// Begins with the weights of this network, not with random ones; also with that of another game which has the
        /// same inputs. The L1 size is that of the file
        #[arg(long, value_name = "FILE", conflicts_with_all = ["l1_size", "shards"])]
        initial: Option<PathBuf>,
        /// Fine-tuning: weights decay towards those of the initial network, not towards zero
        #[arg(long, requires = "initial")]
        fine_tune: bool,
        /// Passes over all positions
        #[arg(long, default_value_t = 5)]
        epochs: usize,
        /// Positions of a batch
        #[arg(long, default_value_t = 4096)]
        batch: usize,
        /// Learning rate after the warm-up; it falls along a cosine
        #[arg(long, default_value_t = 0.001)]
        rate: f64,
        /// Weight decay of the feature transformer, as a multiple of the learning rate: more for fewer positions. The
        /// outputs have a quarter of it
        #[arg(long, default_value_t = 3.0)]
        decay: f64,
        /// Seed of random initial weights and the order of the positions
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// File of the training's state; an interrupted training resumes from it
        #[arg(long)]
        state: Option<PathBuf>,
        /// File of the network
        #[arg(long)]
        output: PathBuf,
        /// Reads no games, but has others train with so many shards, in rounds: for each round it prints a request for
        /// each shard, as lines of JSON for `tune round`, and reads their answers from standard input in the same
        /// order
        #[arg(long, conflicts_with = "files")]
        shards: Option<usize>,
        /// Rounds an epoch, after each of which the networks of all shards are averaged
        #[arg(long, default_value_t = 4, requires = "shards")]
        rounds: usize,
        /// Files of games
        #[arg(required_unless_present = "shards")]
        files: Vec<PathBuf>,
    },
    /// Trains a network with the positions of a shard for a round, as a request of `tune network --shards` says that is
    /// read from standard input. Prints the network as a line of JSON
    Round(Shard),
    /// Makes an opening book from games of the engine with itself
    Book {
        /// The game
        #[arg(long, value_enum)]
        variant: Variant,
        /// Positions of the book
        #[arg(long, default_value_t = 250)]
        positions: usize,
        /// Depth of the book in moves, chance outcomes not counted
        #[arg(long, default_value_t = 10)]
        depth: usize,
        /// Nodes of the search of each candidate
        #[arg(long, default_value_t = 4000)]
        nodes: u64,
        /// Margin by which a move may be worse than the best one, in centipawns
        #[arg(long, default_value_t = 30)]
        margin: i32,
        /// Seed of the games
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// The file
        #[arg(long)]
        output: PathBuf,
    },
}

/// Shard that answers requests of `tune fit --shards` and `tune network --shards`.
#[derive(Args)]
struct Shard {
    /// The game
    #[arg(long, value_enum)]
    variant: Variant,
    /// TD(lambda), as for `tune fit` and `tune network`
    #[arg(long, default_value_t = 0.0, value_parser = share)]
    lambda: f64,
    /// Folder where this build of the program keeps the extracted positions for the next request
    #[arg(long)]
    cache: PathBuf,
    /// File of the shard's games
    games: PathBuf,
}

/// Parses a number from 0 to 1.
fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "it must lie between 0 and 1".to_owned())
}

/// Parses a finite number that is not negative.
fn penalty(text: &str) -> Result<f64, String> {
    let penalty = text.parse().ok().filter(|penalty: &f64| penalty.is_finite() && *penalty >= 0.0);
    penalty.ok_or_else(|| "it must be finite and not negative".to_owned())
}

fn collect_games<G: MatchGame>(games: u64, nodes: u64, first: u64, output: &Path, out: &mut Stdout) -> Result<()> {
    let (began, played) = (Instant::now(), AtomicUsize::new(0));
    let on_game = |positions| {
        played.fetch_add(positions, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    collect::<G>(&SelfPlay::with_nodes(nodes), seeds(first, games)?, output, &on_game)?;
    let (played, seconds) = (played.into_inner(), began.elapsed().as_secs_f64());
    report(format_args!("{played} positions in {seconds:.1} s, {:.0} a second", played as f64 / seconds));
    out.line(serde_json::to_string(&Collection::read::<G>(output, first)?)?);
    Ok(())
}

/// Tells how many games were left out because they are in the files more than once, if there are some.
fn report_left_out(games: usize) {
    if games > 0 {
        report(format_args!("games left out, for they are in the files more than once: {games}"));
    }
}

/// Network of a file that a training begins with.
struct Initial<'a> {
    file: &'a Path,
    fine_tune: bool,
}

/// Where a fit or a training has its positions.
enum Source<'a> {
    Files(&'a [PathBuf]),
    Shards(usize),
}

impl Source<'_> {
    /// Shards if their number was given, else files.
    fn of(shards: Option<usize>, files: &[PathBuf]) -> Source<'_> {
        shards.map_or(Source::Files(files), Source::Shards)
    }
}

/// Has somebody else answer requests: prints them, and reads a line for each.
fn exchange(requests: &[String], limit: usize, out: &mut Stdout) -> Result<Vec<String>> {
    out.lines(requests);
    read_answers(&mut std::io::stdin().lock(), requests.len(), limit)
}

fn fit_weights<G: TunedGame>(
    source: &Source,
    start: Option<&Path>,
    config: &FitConfig,
    state: Option<&Path>,
    out: &mut Stdout,
) -> Result<()> {
    // Before the games are read, so that errors show at once.
    state.into_iter().try_for_each(check_output)?;
    let mut table = G::weights().to_vec();
    if let Some(file) = start {
        let name = || file.display().to_string();
        let text = files::read_text(file, MAX_WEIGHTS).with_context(name)?;
        weights::read(G::rows(), &text, &mut table).with_context(name)?;
    }
    let fit = match *source {
        Source::Files(files) => {
            let (mut blocks, left_out) = Blocks::read::<G>(files, config.lambda)?;
            report_left_out(left_out);
            fit(&mut blocks, &table, config, state)?
        }
        Source::Shards(shards) => {
            let limit = tuner::line_limit(table.len());
            let exchange = |requests: &[String]| exchange(requests, limit, out);
            let mut shards = Shards::<G::Sample, _>::new(shards, exchange);
            fit(&mut shards, &table, config, state)?
        }
    };
    let text = weights::write(G::rows(), &fit.weights, G::weights());
    match source {
        Source::Files(_) => out.text(text),
        Source::Shards(_) => out.line(serde_json::json!({ "fitted": text })),
    }
    let [before, after] = fit.errors;
    report(format_args!(
        "{} positions, scale {:.0}, validation loss {before:.5} before and {after:.5} after",
        fit.samples, fit.scale
    ));
    for row in G::rows().iter().filter(|row| row.places().all(|place| fit.uses[place] == 0)) {
        report(format_args!("never seen: {}", row.name));
    }
    Ok(())
}

fn split_into_shards<G: Game>(files: &[PathBuf], shards: usize, folder: &Path, out: &mut Stdout) -> Result<()> {
    let Division { games, shards, left_out } = split_games::<G>(files, shards, folder)?;
    report_left_out(left_out);
    out.line(serde_json::json!({ "variant": G::name(), "games": games, "shards": shards }));
    Ok(())
}

fn sum_gradient<G: TunedGame>(games: &Path, lambda: f64, cache: &Path, out: &mut Stdout) -> Result<()> {
    let weights = G::weights().len();
    let text = read_request(&mut std::io::stdin().lock(), tuner::line_limit(weights))?;
    let request = Request::parse(&text, weights)?;
    let blocks: Blocks<G::Sample> = read_shard::<G, _>(games, lambda, cache)?;
    let sums = Sums::of(&blocks, &request).with_context(|| games.display().to_string())?;
    out.line(serde_json::to_string(&sums)?);
    Ok(())
}

fn train_network<G: Compared + Notation>(
    source: &Source,
    (lambda, base): (f64, Base),
    (mut config, initial): (LocalSgdConfig, Option<Initial>),
    state: Option<&Path>,
    output: &Path,
    out: &mut Stdout,
) -> Result<()> {
    let on_epoch = |stats: &EpochStats| {
        report(format_args!("{}: {}", stats.epochs, stats.describe()));
        if let Some(warning) = stats.warning() {
            report(warning);
        }
    };
    // Before the games are read, so that errors show at once.
    [Some(output), state].into_iter().flatten().try_for_each(check_output)?;
    let read = |Initial { file, fine_tune }| {
        Ok::<_, anyhow::Error>(InitialNetwork { network: read_initial::<G>(file)?, fine_tune })
    };
    let initial = initial.map(read).transpose()?;
    if let Some(InitialNetwork { network, .. }) = &initial {
        config.train.l1_size = network.ft_biases.len();
        check_initial::<G>(network, &config.train, base.into())?;
    }
    let network = match *source {
        Source::Files(files) => {
            let (dataset, left_out) = Dataset::read::<G>(files, lambda, base.into())?;
            report_left_out(left_out);
            report(format_args!("{} positions", dataset.len()));
            train::<G>(&dataset, &config.train, initial.as_ref(), state, on_epoch)?
        }
        Source::Shards(shards) => {
            let limit = trainer::line_limit::<G>();
            let exchange = |requests: &[String]| exchange(requests, limit, out);
            train_in_rounds::<G>(shards, &config, state, exchange, on_epoch)?
        }
    };
    files::replace(output, &postcard::to_stdvec(&network)?).with_context(|| output.display().to_string())?;
    if let Source::Shards(_) = source {
        out.line(serde_json::json!({ "trained": output }));
    }
    Ok(())
}

fn train_round<G: Compared + Notation>(games: &Path, lambda: f64, cache: &Path, out: &mut Stdout) -> Result<()> {
    let request = read_request(&mut std::io::stdin().lock(), trainer::line_limit::<G>())?;
    out.line(answer_round::<G>(&request, || read_shard::<G, Dataset>(games, lambda, cache))?);
    Ok(())
}

fn main() -> ExitCode {
    if let Err(error) = file::load_from_command_line(env::args_os().skip(1)) {
        report(format_args!("tune: {error}"));
        return ExitCode::FAILURE;
    }
    streams::run(|options, out| execute(options, out).map(|()| ExitCode::SUCCESS))
}

fn execute(Options { threads, task, .. }: Options, out: &mut Stdout) -> Result<()> {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;
    match task {
        Task::Collect { variant, games, nodes, seed, output } => {
            with_game!(variant, Chosen => collect_games::<Chosen>(games, nodes, seed, &output, out))
        }
        Task::Fit { variant, search_share, lambda, stiffness, steps, weights, state, shards, files } => {
            let config = FitConfig { search_share, lambda, l2_penalty: stiffness, steps };
            let (weights, state) = (weights.as_deref(), state.as_deref());
            let source = Source::of(shards, &files);
            with_game!(variant, Chosen => fit_weights::<Chosen>(&source, weights, &config, state, out))
        }
        Task::Split { variant, shards, output, files } => {
            with_game!(variant, Chosen => split_into_shards::<Chosen>(&files, shards, &output, out))
        }
        Task::Gradient(Shard { variant, lambda, cache, games }) => {
            with_game!(variant, Chosen => sum_gradient::<Chosen>(&games, lambda, &cache, out))
        }
        Task::Network {
            variant,
            search_share,
            lambda,
            base,
            l1_size,
            initial,
            fine_tune,
            epochs,
            batch,
            rate,
            decay,
            seed,
            state,
            output,
            shards,
            rounds,
            files,
        } => {
            let train = TrainConfig { l1_size, search_share, epochs, batch, rate, decay, seed };
            train.check()?;
            let config = LocalSgdConfig { train, rounds };
            let initial = initial.as_deref().map(|file| Initial { file, fine_tune });
            let (source, state) = (Source::of(shards, &files), state.as_deref());
            with_two_player_game!(variant.two_player()?, Chosen => {
                train_network::<Chosen>(&source, (lambda, base), (config, initial), state, &output, out)
            })
        }
        Task::Round(Shard { variant, lambda, cache, games }) => {
            with_two_player_game!(variant.two_player()?, Chosen => {
                train_round::<Chosen>(&games, lambda, &cache, out)
            })
        }
        Task::Book { variant, positions, depth, nodes, margin, seed, output } => {
            let builder = BookBuilder { positions, depth, nodes, margin, seed };
            check_output(&output)?;
            let book = with_two_player_game!(variant.two_player()?, Chosen => builder.build::<Chosen>());
            files::replace(&output, &book).with_context(|| output.display().to_string())
        }
    }
}

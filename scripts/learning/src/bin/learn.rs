//! Binary `learn`: makes the network of a game stronger by its own games. See the crate [`learning`](mod@learning).

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use arguments::base::Base;
use arguments::games::Variant;
use clap::Parser;
use engine::variants::custom::file;
use engine::with_two_player_game;
use indicatif::{ProgressBar, ProgressStyle};
use learning::{CollectConfig, Deadline, GateConfig, Learner, Row, Settings, add_missing};
use matches::option_syntax;
use referee::players::MatchGame;
use referee::{Odds, TimeControl};
use searches::Compared;
use streams::{Stdout, report};
use trainer::{TrainConfig, read_initial};

/// Makes the network of a game stronger by its own games: games, training, match, again and again.
///
/// Each round plays games with the current network, trains a network with the games of the last rounds, and has it play
/// against the current one at equal time; a sequential test decides whether it is kept. An interrupted run resumes when
/// the same command is given again. The result of each round is printed, and added to a table.
#[derive(Parser)]
#[command(name = "learn", version)]
struct Options {
    /// The game, one for two players
    #[arg(long, value_enum)]
    variant: Variant,
    /// Folder of games, networks and results; outside the repository, for games are many megabytes
    #[arg(long)]
    folder: PathBuf,
    /// Hours after which the loop stops. What has begun goes on to its end: self-play games, a training, and of a match
    /// up to eight pairs of games a thread
    #[arg(long)]
    hours: Option<f64>,
    /// Rounds, those that are finished in the folder included, after which the loop stops
    #[arg(long)]
    rounds: Option<usize>,
    /// Table of the results, to which missing ones are added
    #[arg(long, default_value = "docs/experiments/learning.csv")]
    table: PathBuf,
    /// Writes no table
    #[arg(long)]
    no_table: bool,
    /// Threads, also games at a time; 0 for all processors
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Reads custom variants from a file (TOML)
    #[arg(long, value_name = "FILE")]
    variants: Option<PathBuf>,
    /// Self-play games of a round
    #[arg(long, default_value_t = 20_000)]
    games: u64,
    /// Minutes after which a round begins no further self-play game
    #[arg(long)]
    minutes: Option<u64>,
    /// Nodes a move in self-play games, after which no further iteration begins
    #[arg(long, default_value_t = 400)]
    nodes: u64,
    /// Seed of the first self-play game; each round has a million of its own
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Material odds of the openings, as for `match` [default: of the game]
    #[arg(long)]
    odds: Option<Odds>,
    /// Rounds whose games a network is trained with: the last ones
    #[arg(long, default_value_t = 3)]
    replay: usize,
    /// TD(lambda), as for `tune network`
    #[arg(long, default_value_t = 0.8)]
    lambda: f64,
    /// Weight of the search's score in the target, as for `tune network`
    #[arg(long, default_value_t = 0.95)]
    search_share: f64,
    /// Base: the evaluation that the network is added to
    #[arg(long, value_enum, default_value_t = Base::Hce)]
    base: Base,
    /// L1 size: neurons of the hidden layer; 128, 256 or 512
    #[arg(long, default_value_t = TrainConfig::default_l1_size())]
    l1_size: usize,
    /// Passes over all positions
    #[arg(long, default_value_t = 6)]
    epochs: usize,
    /// Positions of a batch [default: 4096, with fewer than 1,500,000 positions 1024]
    #[arg(long)]
    batch: Option<usize>,
    /// Learning rate after the warm-up
    #[arg(long, default_value_t = 0.0008)]
    rate: f64,
    /// Weight decay, as for `tune network`
    #[arg(long, default_value_t = 3.0)]
    decay: f64,
    /// Trainings begin with the weights of this network, not with random ones; also with that of another game which has
    /// the same inputs. The L1 size is that of the file. In fine-tuning only until a round has kept a network
    #[arg(long, value_name = "FILE", conflicts_with = "l1_size")]
    initial: Option<PathBuf>,
    /// Fine-tuning: trainings begin with the weights of the current network, and decay towards these, not towards zero
    #[arg(long)]
    fine_tune: bool,
    /// Limits of the match's players, as for `match`
    #[arg(long, num_args = 1.., default_value = "tc=1+0.01")]
    time: Vec<String>,
    /// Pairs of games in the match at most. If the test is undecided after them, the new network is kept if it is the
    /// better one with a likelihood of 85 %
    #[arg(long, default_value_t = 500)]
    pairs: u64,
    /// Sequential test of the match, as for `match`, but with the defaults elo0=-15 elo1=30
    #[arg(long, num_args = 1..)]
    sprt: Vec<String>,
}

/// Words of `--sprt` that hold if they are not given.
const DEFAULT_SPRT: [&str; 2] = ["elo0=-15", "elo1=30"];

/// Positions of a batch where none is given, but for small rounds.
const DEFAULT_BATCH: usize = 4096;

impl Options {
    fn settings<G: Compared>(&self) -> Result<Settings> {
        let absolute = |file: &PathBuf| file.canonicalize().with_context(|| format!("--initial: {}", file.display()));
        let initial = self.initial.as_ref().map(absolute).transpose()?;
        let network = initial.as_deref().map(read_initial::<G>).transpose().context("--initial")?;
        let train = TrainConfig {
            l1_size: network.map_or(self.l1_size, |network| network.ft_biases.len()),
            search_share: self.search_share,
            epochs: self.epochs,
            batch: self.batch.unwrap_or(DEFAULT_BATCH),
            rate: self.rate,
            decay: self.decay,
            seed: 1,
        };
        // The last word of a name holds.
        let sprt: Vec<String> = DEFAULT_SPRT.map(str::to_string).into_iter().chain(self.sprt.clone()).collect();
        let sprt = option_syntax::sprt(&sprt).context("--sprt")?.context("--sprt: no test")?;
        let time: TimeControl = self.time.join(" ").parse()?;
        Ok(Settings {
            variant: self.variant,
            seed: self.seed,
            odds: self.odds,
            collect: CollectConfig { games: self.games, minutes: self.minutes, nodes: self.nodes },
            replay: self.replay,
            lambda: self.lambda,
            base: self.base.into(),
            train,
            adapt_batch: self.batch.is_none(),
            initial,
            fine_tune: self.fine_tune,
            gate: GateConfig { time, pairs: self.pairs, sprt },
        })
    }

    fn deadline(&self) -> Result<Deadline> {
        let Some(hours) = self.hours else { return Ok(Deadline::NONE) };
        ensure!(hours > 0.0, "--hours: it must be above 0");
        Ok(Duration::try_from_secs_f64(3600.0 * hours).map_or(Deadline::NONE, Deadline::after))
    }
}

/// A round in words.
fn describe(row: &Row) -> String {
    let Row { round, games, positions, samples, validation_loss, base_loss, against, gate_games, .. } = row;
    let Row { wins, draws, losses, elo, low, high, kept, .. } = row;
    let initial = row.initial_loss.map_or_else(String::new, |loss| format!("initial network {loss:.6}, "));
    let scale = row.scale.map_or_else(String::new, |scale| format!(", scale {scale}"));
    let elo = if elo.is_empty() { String::new() } else { format!(", Elo {elo} [{low}, {high}]") };
    format!(
        "round {round}: {games} games, {positions} positions; {samples} quiet ones trained with, loss \
         {validation_loss:.6} ({initial}base {base_loss:.6}{scale}); +{wins} ={draws} -{losses} in {gate_games} games \
         against {against}{elo}: {kept}"
    )
}

fn learn<G: Compared + MatchGame>(options: &Options, out: &mut Stdout) -> Result<()> {
    let deadline = options.deadline()?;
    let mut learner = Learner::open(&options.folder, options.settings::<G>()?)?;
    let tell = |rows: &[Row]| if options.no_table { Ok(()) } else { add_missing(rows, &options.table) };
    tell(learner.finished())?;
    let style = ProgressStyle::with_template("{pos}/{len} {prefix} {bar:20} {elapsed}, {eta} to go  {msg}");
    let progress = ProgressBar::new(0).with_style(style.expect("the template is right"));
    while options.rounds.is_none_or(|rounds| learner.finished().len() < rounds) {
        progress.reset();
        let Some(row) = learner.run_round::<G>(deadline, &progress)? else {
            report("the time is up; the same command goes on");
            break;
        };
        let described = describe(row);
        // All rounds: somebody may have put back a table without the last ones.
        tell(learner.finished())?;
        progress.suspend(|| out.line(described));
    }
    progress.finish_and_clear();
    match learner.network() {
        Some(file) => report(format_args!("the current network: {}", file.display())),
        None => report("the current network: that of the program"),
    }
    Ok(())
}

fn main() -> ExitCode {
    if let Err(error) = file::load_from_command_line(env::args_os().skip(1)) {
        report(format_args!("learn: {error}"));
        return ExitCode::FAILURE;
    }
    streams::run(|options: Options, out| {
        rayon::ThreadPoolBuilder::new().num_threads(options.threads).build_global()?;
        with_two_player_game!(options.variant.two_player()?, Chosen => learn::<Chosen>(&options, out))?;
        Ok::<_, anyhow::Error>(ExitCode::SUCCESS)
    })
}

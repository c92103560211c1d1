//! Command line of the binary `match`.

use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::builder::RangedU64ValueParser;
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use arguments::games::Variant;
use engine::variants::TwoPlayerVariant;
use engine::{with_game, with_two_player_game};
use formats::files;
use matches::{
    Format, GameRecord, LadderConfig, OptionLists, Plan, Report, Runner, Screening, StarvedGames, StopReason, Store,
    option_syntax, perft_check, replay_file, write_pgn,
};
use referee::{Adjudication, FaultKind, Odds, OpeningSuite, Openings, RandomOpenings, TimeControl, write_openings};
use spsa::{Faults, Tuning, TuningSettings};
use streams::{Stdout, report};

const EXAMPLES: &str = "\
Engines: a built-in player by name (random, cautious, greedy, oneply, mcts-plain, tree, alphabeta; for three and four
players paranoid, brs, maxn), or cmd=PROGRAM; then
  name=NAME  args='ARGUMENTS'  dir=FOLDER  proto=uci|cecp|auto  restart=never|game|fault  patience=SECONDS
  option.NAME=VALUE
  tc=[MOVES/]SECONDS[+INCREMENT]  movetime=SECONDS  nodes=N  depth=N  margin=SECONDS
Options of built-in players:
  hash=MEGABYTES  eval=whole|hce|psqt|material  network=FILE  without=PART  weights=FILE
  and the search parameters by name.

Examples:
  match --variant keyles --engine alphabeta nodes=2000 --engine greedy --pairs 50
  match --variant quex --each nodes=1000 --engine alphabeta --engine alphabeta name=psqt option.eval=psqt
  match --variant chess --each tc=1+0.01 --engine cmd=target/release/motley name=new \\
        --engine cmd=/opt/old/motley name=old --sprt elo0=0 elo1=5 --concurrency 2 --output runs/new-old \\
        --fail-on illegal,crash,stall,violation,forfeit
  match spsa --variant chess --parameters rfp_margin,lmr_base --time nodes=2000 --output spsa.json
  match screen --change rfp_margin=90 --change 'lmr_base=65 lmr_divisor=211' --output runs/screen
  match book --variant chex --number 200 > chex.epd
  match --variant kaleido4 --format gauntlet --engine cautious --engine greedy --engine random --rounds 50
  match replay runs/new-old/games.pgn
  match perft-check --variant chess motley uci:stockfish";

/// Plays matches of any of the games, under a referee that deals the tiles and throws the dice.
#[derive(Parser, Debug)]
#[command(name = "match", version, after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct Command {
    /// Reads custom variants from a file (TOML)
    #[arg(long, value_name = "FILE", global = true)]
    variants: Option<PathBuf>,
    #[command(subcommand)]
    task: Option<Task>,
    #[command(flatten)]
    options: Options,
}

#[derive(Subcommand, Debug)]
enum Task {
    /// Writes random balanced openings, a position a line
    Book(BookOptions),
    /// Checks recorded games move by move; exit status 1 if one is wrong
    Replay {
        /// The file, in PGN
        file: PathBuf,
    },
    /// Prints the report of a match that was or is being played, and writes its games.pgn and summary.md anew
    Report {
        /// The folder given as --output
        folder: PathBuf,
        /// What becomes of games on a starved machine; as in the match if not given
        #[arg(long, value_enum)]
        starved: Option<StarvedGames>,
    },
    /// Compares the moves that two engines list in the positions of random games; exit status 1 if they differ
    PerftCheck(perft_check::Options),
    /// Tunes parameters of the search by games (SPSA)
    Spsa(SpsaOptions),
    /// Tries changes of parameters of the search together, and prints what each is worth (a factorial design)
    Screen(ScreenOptions),
    /// Plays the built-in players against each other and prints a table for each game
    Ladder(LadderOptions),
}

#[derive(Args, Debug)]
struct BookOptions {
    /// The game
    #[arg(long, value_enum)]
    variant: Variant,
    /// Number of openings
    #[arg(long, default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    number: usize,
    /// Seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Moves played at random
    #[arg(long, default_value_t = RandomOpenings::default().moves)]
    moves: usize,
    /// Highest absolute score of a short search, in centipawns
    #[arg(long, default_value_t = RandomOpenings::default().balance)]
    balance: i32,
    /// Nodes of that search
    #[arg(long, default_value_t = RandomOpenings::default().nodes)]
    nodes: u64,
    /// Material odds: number of pieces of White that are taken off, by lot, or a range as 0-12 [default: of the game]
    #[arg(long)]
    odds: Option<Odds>,
}

/// Most pairs of games of a pairing.
const MAX_PAIRS: u64 = 1_000_000_000;

#[derive(Args, Debug)]
struct LadderOptions {
    /// Only this game; may be given several times
    #[arg(long, value_enum)]
    variant: Vec<Variant>,
    /// Pairs of games for each pairing
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u64).range(1..=MAX_PAIRS))]
    pairs: u64,
    /// Seed of openings, chance outcomes and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Folder of the results, with a folder for each game; an interrupted ladder resumes from it
    #[arg(long, default_value = "target/ladder")]
    output: PathBuf,
    #[command(flatten)]
    config: LadderConfig,
}

/// Options of the games of a tuning or a screening.
#[derive(Args, Debug)]
struct GameOptions {
    /// Ends games early, as in a match: resign=CENTIPAWNS/MOVES draw=CENTIPAWNS/MOVES/AFTER longest=MOVES
    #[arg(long, value_name = "WORDS", num_args = 1..)]
    adjudicate: Vec<String>,
    /// Seed of openings, chance outcomes, players and perturbations
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
}

impl GameOptions {
    fn adjudication(&self) -> Result<Adjudication> {
        option_syntax::adjudication(&self.adjudicate).context("--adjudicate")
    }
}

#[derive(Args, Debug)]
struct SpsaOptions {
    /// The game
    #[arg(long, value_enum, default_value = "chess")]
    variant: Variant,
    /// Names of the parameters
    #[arg(long, value_name = "NAMES", value_delimiter = ',', required = true)]
    parameters: Vec<String>,
    /// Time control of each side, as the words of an engine: nodes=2000
    #[arg(long, value_name = "WORDS", default_value = "nodes=2000")]
    time: TimeControl,
    /// Iterations
    #[arg(long, default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Pairs of games in each iteration. Twice as many games are the most that are played at a time
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u64).range(1..=MAX_PAIRS))]
    pairs: u64,
    /// Learning rate in the last iteration: the step for each half point, in perturbations
    #[arg(long, default_value_t = 0.01, value_parser = option_syntax::positive_number)]
    rate: f64,
    #[command(flatten)]
    games: GameOptions,
    /// File of the values; an interrupted tuning resumes from it
    #[arg(long, value_name = "FILE")]
    output: PathBuf,
}

#[derive(Args, Debug)]
struct ScreenOptions {
    /// The game
    #[arg(long, value_enum, default_value = "chess")]
    variant: Variant,
    /// A change: parameters with their values, 'lmr_base=65 lmr_divisor=211', or with one value for each side,
    /// 'lmr_base=50..80'. Give it for each
    #[arg(long = "change", value_name = "PARAMETERS", required = true)]
    changes: Vec<String>,
    /// Time control of each side, as the words of an engine: nodes=30000
    #[arg(long, value_name = "WORDS", default_value = "nodes=30000")]
    time: TimeControl,
    /// Megabytes of each player's transposition table
    #[arg(long, value_name = "MB", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=1024))]
    hash: u16,
    /// Pairs of games of each row of the design, whose number is the least power of two above that of the changes
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=MAX_PAIRS))]
    pairs: u64,
    #[command(flatten)]
    games: GameOptions,
    /// Folder of the results; an interrupted screening resumes from it
    #[arg(long, value_name = "FOLDER")]
    output: PathBuf,
}

/// Options of a match.
#[derive(Args, Debug)]
pub struct Options {
    /// The game
    #[arg(long, value_enum, default_value = "chess")]
    variant: Variant,
    #[command(flatten)]
    lists: OptionLists,
    /// Pairs of games for each pairing; the two games of a pair have the same opening and the same chance outcomes. In
    /// games for more than two: openings that each table plays, in all rotations
    #[arg(
        long,
        visible_alias = "rounds",
        default_value_t = 100,
        value_parser = clap::value_parser!(u64).range(1..=MAX_PAIRS)
    )]
    pairs: u64,
    /// Leaves the first N pairs to other runs of the same match, so that it can be played in blocks
    #[arg(long, value_name = "N", default_value_t = 0)]
    skip: u64,
    /// Tournament format
    #[arg(long, value_enum, default_value = "round-robin")]
    format: Format,
    /// Seed of openings, chance outcomes and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games played at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// Folder of the results: results.jsonl, games.pgn, summary.md. An interrupted match resumes from it
    #[arg(long, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// Ends the match with exit status 1 after a fault of these kinds: illegal, crash, stall, violation, forfeit
    #[arg(long, value_name = "KINDS", value_delimiter = ',')]
    fail_on: Vec<FaultKind>,
    /// What becomes of games in which the referee itself had to wait for a processor (a starved machine): they count,
    /// or their pairs are left out of the results and of the sequential test
    #[arg(long, value_enum, default_value_t)]
    starved: StarvedGames,
    /// Shows neither progress nor the share of the time that was spent on thinking
    #[arg(long)]
    quiet: bool,
}

/// Result of a command that could be executed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Everything is right.
    Right,
    /// A check has failed.
    Wrong,
    /// Arguments are wrong, as stderr says, and nothing was done.
    BadArguments,
}

impl From<bool> for Verdict {
    fn from(is_right: bool) -> Verdict {
        if is_right { Verdict::Right } else { Verdict::Wrong }
    }
}

/// Executes a command and prints its results.
///
/// # Errors
/// If the command cannot be executed.
pub fn execute(command: Command, out: &mut Stdout) -> Result<Verdict> {
    let Some(task) = command.task else {
        let options = &command.options;
        return with_arguments(plan(options), |plan| play(options, &plan, out).map(Verdict::from));
    };
    match task {
        Task::Book(options) => {
            let BookOptions { variant, number, seed, moves, balance, nodes, odds } = options;
            let settings = RandomOpenings { moves, balance, nodes, odds };
            with_arguments(check_openings(variant, settings), |()| {
                out.text(with_game!(variant, Chosen => write_openings::<Chosen>(settings, seed, number))?);
                Ok(Verdict::Right)
            })
        }
        Task::Replay { file } => replay_file(&file, &mut |line| out.line(line)).map(Verdict::from),
        Task::Report { folder, starved } => {
            let (mut plan, games) = Store::read(&folder)?;
            plan.starved = starved.unwrap_or(plan.starved);
            with_arguments(plan.check(), |()| {
                out.text(write_summary(&folder, &plan, &games)?);
                Ok(Verdict::Right)
            })
        }
        Task::PerftCheck(options) => {
            with_arguments(options.check(), |()| perft_check::run(&options, out).map(Verdict::from))
        }
        Task::Spsa(options) => with_arguments(tuning(&options), |tuning| tune(&options, tuning, out)),
        Task::Screen(options) => with_arguments(screening(&options), |screening| screen(&options, screening, out)),
        Task::Ladder(options) => with_arguments(for_two(&options.variant), |variants| ladder(&options, &variants, out)),
    }
}

/// Goes on with what the arguments come to. If they are wrong, says so.
fn with_arguments<T>(arguments: Result<T>, execute: impl FnOnce(T) -> Result<Verdict>) -> Result<Verdict> {
    match arguments {
        Ok(arguments) => execute(arguments),
        Err(error) => {
            report(format_args!("match: {error:#}"));
            Ok(Verdict::BadArguments)
        }
    }
}

/// Checks that a game can have such openings.
fn check_openings(variant: Variant, settings: RandomOpenings) -> Result<()> {
    let openings = Openings::Random(settings);
    // No search: no opening is drawn.
    with_game!(variant, Chosen => OpeningSuite::<Chosen>::open(&openings, 0, || None).map(drop))
}

/// Plays a match, or what is left of it.
fn play(options: &Options, plan: &Plan, out: &mut Stdout) -> Result<bool> {
    let (mut store, games) = match &options.output {
        Some(folder) => Store::open(folder, plan).map(|(store, games)| (Some(store), games))?,
        None => (None, Vec::new()),
    };
    check_pairs(plan, &games, options.pairs)?;
    let total = plan.schedule().games(options.pairs);
    let rounds = options.skip..options.pairs;
    let runner = Runner { plan, rounds, workers: options.concurrency.into(), fail_on: &options.fail_on };
    let first = plan.schedule().games(options.skip);
    let finished = games.iter().filter(|game| game.game >= first).count() as u64;
    let bar = progress(options.quiet, "games", total - first, finished);
    let (began, players) = (Instant::now(), Mutex::new([Duration::ZERO; 2]));
    let see = |game: &GameRecord, report: &Report| {
        let mut players = players.lock().expect("no worker panics");
        players[0] += game.thinking();
        players[1] += game.preparation;
        if !bar.is_hidden() {
            bar.set_message(report.line());
        }
        bar.inc(1);
    };
    let played = with_game!(plan.variant, Chosen => runner.run::<Chosen>(&games, store.as_mut(), &see));
    let spent = began.elapsed();
    bar.finish_and_clear();
    let (report, stopped) = played?;
    // The summary reads all games again: there is no room for them twice.
    drop(games);
    match &options.output {
        Some(folder) => out.text(write_summary(folder, plan, &Store::read(folder)?.1)?),
        None => out.text(report.markdown()),
    }
    if !options.quiet {
        let at_a_time = u64::from(options.concurrency).min(total - first - finished);
        let players = players.into_inner().expect("no worker has panicked");
        out.text(shares_of_time(spent, at_a_time, players));
    }
    match stopped {
        StopReason::Finished | StopReason::Decided(_) => Ok(true),
        StopReason::Fault(fault) => bail!("{fault}"),
    }
}

/// Checks that a match has no results of more pairs of games than these.
///
/// # Errors
/// If it has.
fn check_pairs(plan: &Plan, games: &[GameRecord], pairs: u64) -> Result<()> {
    let total = plan.schedule().games(pairs);
    ensure!(
        games.iter().all(|game| game.game < total),
        "there are results of more than --pairs {pairs}; give as many as before, or more"
    );
    Ok(())
}

/// Line about a run that has taken the time `spent`: what part of it the players thought and got ready. Games that are
/// played at a time have that time each.
fn shares_of_time(spent: Duration, at_a_time: u64, players: [Duration; 2]) -> String {
    let available = spent.as_secs_f64() * at_a_time.max(1) as f64;
    let [thinking, prepared] = players.map(|time| 100.0 * time.as_secs_f64() / available);
    format!(
        "\n{:.1} s: the players thought for {thinking:.1} % of it and got ready for {prepared:.1} %, \
         all else took {:.1} %\n",
        spent.as_secs_f64(),
        100.0 - thinking - prepared
    )
}

/// Games for two: the given ones, or all of the list.
///
/// # Errors
/// If one is for more players.
fn for_two(variants: &[Variant]) -> Result<Vec<(Variant, TwoPlayerVariant)>> {
    let chosen = if variants.is_empty() { Variant::all_for_two() } else { variants.to_vec() };
    chosen.into_iter().map(|variant| Ok((variant, variant.two_player()?))).collect()
}

/// Plays all games of a plan in a game for two, or what is left of them, `concurrency` at a time. They are kept in a
/// folder.
///
/// # Errors
/// If the folder has results of another match or of more pairs, or the games cannot be played or stored.
fn play_kept(plan: &Plan, two: TwoPlayerVariant, pairs: u64, concurrency: u16, folder: &Path) -> Result<Report> {
    let (mut store, games) = Store::open(folder, plan)?;
    check_pairs(plan, &games, pairs)?;
    let runner = Runner { plan, rounds: 0..pairs, workers: concurrency.into(), fail_on: &[] };
    let bar = progress(false, "games", plan.schedule().games(pairs), games.len() as u64);
    let see = |_: &GameRecord, _: &Report| bar.inc(1);
    let played = with_two_player_game!(two, Chosen => runner.run::<Chosen>(&games, Some(&mut store), &see));
    bar.finish_and_clear();
    Ok(played?.0)
}

/// Plays the ladder of each game and prints its crosstable, with remarks, when it is complete.
fn ladder(options: &LadderOptions, variants: &[(Variant, TwoPlayerVariant)], out: &mut Stdout) -> Result<Verdict> {
    let LadderOptions { pairs, seed, concurrency, output, config, .. } = options;
    for &(variant, two) in variants {
        let (plan, folder) = (config.plan(variant, *seed), output.join(variant.name()));
        let report = play_kept(&plan, two, *pairs, *concurrency, &folder).with_context(|| variant.to_string())?;
        out.line(report.crosstable() + &report.remarks());
    }
    Ok(Verdict::Right)
}

/// Screening with its game and its plan, from the options.
///
/// # Errors
/// If an option is wrong.
fn screening(options: &ScreenOptions) -> Result<(TwoPlayerVariant, Screening, Plan)> {
    let ScreenOptions { variant, changes, time, hash, games, .. } = options;
    let two = variant.two_player()?;
    let screening = Screening::new(changes.clone())?;
    let plan = screening.plan(*variant, *time, (*hash).into(), games.seed, games.adjudication()?)?;
    plan.check()?;
    Ok((two, screening, plan))
}

/// Plays a screening, or what is left of it, and prints the table of the changes, with remarks.
fn screen(
    options: &ScreenOptions,
    (two, screening, plan): (TwoPlayerVariant, Screening, Plan),
    out: &mut Stdout,
) -> Result<Verdict> {
    let ScreenOptions { pairs, games, output, .. } = options;
    let report = play_kept(&plan, two, *pairs, games.concurrency, output)?;
    out.text(screening.markdown(report.pairings()) + &report.remarks());
    Ok(Verdict::Right)
}

/// Settings of a tuning with its game, from the options.
///
/// # Errors
/// If an option is wrong.
fn tuning(options: &SpsaOptions) -> Result<(TwoPlayerVariant, TuningSettings)> {
    let SpsaOptions { variant, parameters, time, pairs, games, .. } = options;
    let two = variant.two_player()?;
    let (parameters, adjudication) = (parameters.clone(), games.adjudication()?);
    let settings = TuningSettings { variant: *variant, parameters, time: *time, pairs: *pairs, adjudication };
    settings.check()?;
    Ok((two, settings))
}

/// Tunes search parameters by SPSA and prints their values. Faults are told as they occur, and their sum in the end.
fn tune(
    options: &SpsaOptions,
    (two, settings): (TwoPlayerVariant, TuningSettings),
    out: &mut Stdout,
) -> Result<Verdict> {
    rayon::ThreadPoolBuilder::new().num_threads(options.games.concurrency.into()).build_global()?;
    let mut tuning = Tuning::open(settings, options.iterations, options.rate, options.games.seed, &options.output)?;
    let bar = progress(false, "iterations", options.iterations, tuning.state().spsa.done);
    while !tuning.is_finished() {
        let result = with_two_player_game!(two, Chosen => tuning.iterate::<Chosen>())?;
        if let Some(faults) = in_words(&result.faults) {
            let number = tuning.state().spsa.done;
            bar.suspend(|| report(format_args!("match: iteration {number}: faults: {faults}")));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    if let Some(faults) = in_words(&tuning.state().faults) {
        report(format_args!("match: faults of all iterations, each a lost game: {faults}"));
    }
    out.text(tuning.table());
    Ok(Verdict::Right)
}

/// Numbers of faults by kind, as in summaries: `1 crash, 2 forfeit`. `None` if there are none.
fn in_words(faults: &Faults) -> Option<String> {
    let counted: Vec<String> = faults.iter().map(|(kind, number)| format!("{number} {kind}")).collect();
    (!counted.is_empty()).then(|| counted.join(", "))
}

/// Progress bar, shown on a terminal only.
fn progress(quiet: bool, units: &'static str, total: u64, done: u64) -> ProgressBar {
    if quiet {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template("{pos}/{len} {prefix} {bar:20} {elapsed}, {eta} to go  {msg}");
    let bar = ProgressBar::new(total).with_style(style.expect("the template is right")).with_prefix(units);
    bar.set_position(done);
    bar
}

/// Writes games.pgn and summary.md of a match into its folder. Returns the report.
fn write_summary(folder: &Path, plan: &Plan, games: &[GameRecord]) -> Result<String> {
    let report = Report::of(plan, games).markdown();
    let mut by_number: Vec<&GameRecord> = games.iter().collect();
    by_number.sort_by_key(|game| game.game);
    let pgn = by_number.par_iter().map(|game| write_pgn(plan, game)).collect::<Result<Vec<String>>>()?.concat();
    for (name, text) in [("games.pgn", &pgn), ("summary.md", &report)] {
        let file = folder.join(name);
        files::replace(&file, text.as_bytes()).with_context(|| file.display().to_string())?;
    }
    Ok(report)
}

/// Plan of a match from the options.
///
/// # Errors
/// If an option is wrong, or does not fit the others.
fn plan(options: &Options) -> Result<Plan> {
    let lists = &options.lists;
    let plan = Plan {
        variant: options.variant,
        engines: lists
            .engines
            .iter()
            .map(|engine| option_syntax::engine(&lists.each, engine))
            .collect::<Result<_>>()?,
        format: options.format,
        openings: option_syntax::openings(&lists.openings).context("--openings")?,
        seed: options.seed,
        adjudication: option_syntax::adjudication(&lists.adjudicate).context("--adjudicate")?,
        sprt: option_syntax::sprt(&lists.sprt).context("--sprt")?,
        starved: options.starved,
    };
    plan.check()?;
    if let Openings::Random(settings) = plan.openings {
        check_openings(plan.variant, settings).context("openings")?;
    }
    ensure!(options.skip < options.pairs, "--skip {} leaves none of --pairs {}", options.skip, options.pairs);
    Ok(plan)
}

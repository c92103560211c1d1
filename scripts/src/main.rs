//! The program `duel`: what a part of the engine is worth, in games against the engine without it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use engine::eval::Evaluator;
use engine::game::Tactics;
use engine::search::params::Spec;
use engine::search::{Limits, Material, Params, Searcher, TreeParams, TreeSearcher};
use eval::features::Row;
use eval::score::Score;
use eval::{HandWritten, Judged, Reweighed};
use rayon::prelude::*;
use scripts::duel::{Duel, HASH, Player};
use scripts::elo::Tally;
use scripts::games::Variant;
use scripts::weak::{GreedyMover, OnePlyMover, RandomMover};
use scripts::{weights, with_game};

/// Plays the engine against itself, changed as the options say, or against a weak player, at a fixed number of nodes a move.
#[derive(Parser)]
#[command(name = "duel", version)]
struct Options {
    /// The game.
    #[arg(long, value_enum, default_value = "chess")]
    variant: Variant,
    /// How the first player searches.
    #[arg(long, value_enum, default_value = "alphabeta")]
    first: Search,
    /// What the opponent evaluates, or who he is.
    #[arg(long, value_enum, default_value = "whole")]
    opponent: Opponent,
    /// Leaves a part of the evaluation out of the opponent's: a name that the command `eval` shows.
    #[arg(long, value_name = "PART", conflicts_with = "opponent")]
    without: Option<String>,
    /// Weights for the first player's evaluation, as `cargo tune fit` prints them.
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// A parameter of the first player's search, as NAME=VALUE; may be given several times.
    #[arg(long, value_name = "NAME=VALUE")]
    set: Vec<String>,
    /// Pairs of games, each from an opening of its own.
    #[arg(long, default_value_t = 100)]
    pairs: u64,
    /// Nodes a move.
    #[arg(long, default_value_t = 2000)]
    nodes: u64,
    /// Milliseconds a move instead; then no two matches are the same.
    #[arg(long, value_name = "MS")]
    movetime: Option<u64>,
    /// Megabytes that each player's search may remember things in.
    #[arg(long, default_value_t = HASH)]
    hash: usize,
    /// The number of the first opening.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Search {
    /// Alpha-beta.
    Alphabeta,
    /// Monte Carlo tree search.
    Tree,
}

#[derive(Clone, Copy, ValueEnum)]
enum Opponent {
    /// The same evaluation.
    Whole,
    /// Its material and squares alone.
    Bare,
    /// The men counted by what they are worth in exchanges.
    Material,
    /// The same, but he searches a tree.
    Tree,
    /// Nothing: he plays at random.
    Random,
    /// What he can take at once.
    Greedy,
    /// Nothing, but he wins if he can and avoids losing at once.
    Oneply,
}

/// Makes the changes that were asked for to the parameters of a search.
fn change(changes: &[String], specs: &[Spec], mut set: impl FnMut(&str, i32) -> bool) -> Result<()> {
    for change in changes {
        let Some((name, value)) = change.split_once('=') else { bail!("'{change}' is not NAME=VALUE") };
        if !value.parse().is_ok_and(|value| set(name, value)) {
            let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
            bail!("no parameter '{name}' can be {value}; there are: {}", names.join(", "));
        }
    }
    Ok(())
}

/// The evaluation with other weights, or with nothing for the parts of a name.
fn changed<G: Judged>(weights: Option<&Path>, without: Option<&str>) -> Result<Reweighed<G>> {
    let mut table = G::WEIGHTS.to_vec();
    if let Some(file) = weights {
        let text = std::fs::read_to_string(file).with_context(|| file.display().to_string())?;
        weights::read(G::ROWS, &text, &mut table).with_context(|| file.display().to_string())?;
    }
    if let Some(part) = without {
        let rows: Vec<&Row> = G::ROWS.iter().filter(|row| row.group.name() == part || row.name == part).collect();
        if rows.is_empty() {
            bail!("the evaluation has no part '{part}'");
        }
        rows.into_iter().flat_map(Row::places).for_each(|place| table[place] = Score::ZERO);
    }
    Ok(Reweighed::new(&table))
}

fn duel<G: Tactics + Judged>(options: &Options) -> Result<Tally> {
    match &options.weights {
        None => against(options, HandWritten::<G>::default()),
        Some(file) => against(options, changed::<G>(Some(file), None)?),
    }
}

/// Whoever plays a game, and how he is made for the opening with a number.
type Maker<'a, G> = Box<dyn Fn(u64) -> Box<dyn Player<G>> + Sync + 'a>;

/// Plays an evaluation against the opponent that the options name.
fn against<G: Tactics + Judged, E: Evaluator<G> + Sync + 'static>(options: &Options, evaluator: E) -> Result<Tally> {
    let (mut params, mut tree_params) = (Params::default(), TreeParams::default());
    match options.first {
        Search::Alphabeta => change(&options.set, Params::SPECS, |name, value| params.set(name, value))?,
        Search::Tree => change(&options.set, TreeParams::SPECS, |name, value| tree_params.set(name, value))?,
    }
    let hash = options.hash;
    let first: Maker<G> = match options.first {
        Search::Alphabeta => alphabeta(evaluator, params, hash),
        Search::Tree => tree(evaluator, tree_params, hash),
    };
    let plain = Params::default();
    let second: Maker<G> = match (&options.without, options.opponent) {
        (Some(part), _) => alphabeta(changed::<G>(None, Some(part))?, plain, hash),
        (None, Opponent::Whole) => alphabeta(HandWritten::<G>::default(), plain, hash),
        (None, Opponent::Bare) => alphabeta(HandWritten::<G>::bare(), plain, hash),
        (None, Opponent::Material) => alphabeta(Material::<G>::default(), plain, hash),
        (None, Opponent::Tree) => tree(HandWritten::<G>::default(), TreeParams::default(), hash),
        (None, Opponent::Random) => Box::new(|seed| Box::new(RandomMover::new(seed))),
        (None, Opponent::Greedy) => Box::new(|seed| Box::new(GreedyMover::new(seed))),
        (None, Opponent::Oneply) => Box::new(|seed| Box::new(OnePlyMover::new(seed))),
    };
    Ok(meet(options, first, second))
}

/// Players that search by alpha-beta.
fn alphabeta<'a, G, E>(evaluator: E, params: Params, megabytes: usize) -> Maker<'a, G>
where
    G: Tactics,
    E: Evaluator<G> + Sync + 'static,
{
    Box::new(move |_| {
        let mut searcher = Searcher::new(evaluator.clone());
        searcher.set_params(params.clone());
        searcher.set_hash(megabytes).expect("there is memory for a duel");
        Box::new(searcher)
    })
}

/// Players that search a tree.
fn tree<'a, G, E>(evaluator: E, params: TreeParams, megabytes: usize) -> Maker<'a, G>
where
    G: Tactics,
    E: Evaluator<G> + Sync + 'static,
{
    Box::new(move |_| {
        let mut searcher = TreeSearcher::new(evaluator.clone());
        searcher.set_params(params.clone());
        searcher.set_hash(megabytes).expect("there is memory for a duel");
        Box::new(searcher)
    })
}

/// Plays the pairs of games between two players.
fn meet<G: Tactics>(options: &Options, first: Maker<G>, second: Maker<G>) -> Tally {
    let nodes = options.movetime.is_none().then_some(options.nodes);
    let move_time = options.movetime.map(Duration::from_millis);
    let limits = Limits { nodes, move_time, overhead: Duration::ZERO, ..Limits::default() };
    let duel = Duel { first: || first(0), second, limits };
    let seeds = options.seed..options.seed + options.pairs;
    seeds.into_par_iter().map(|seed| duel.pair(seed)).reduce(Tally::default, Tally::merge)
}

#[expect(clippy::print_stdout, reason = "the result is what the program is for")]
fn main() -> Result<()> {
    let options = Options::parse();
    let tally = with_game!(options.variant, Chosen => duel::<Chosen>(&options)?);
    let [won, drawn, lost] = tally.games;
    println!("games {}  +{won} ={drawn} -{lost}  pairs by points {:?}", won + drawn + lost, tally.pairs);
    println!("score {:.1} %  Elo {}", 100.0 * tally.score(), tally.elo());
    Ok(())
}

//! The program `duel`: what a part of the engine is worth, in games against the engine without it.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Parser, ValueEnum};
use engine::eval::Evaluator;
use engine::game::Tactics;
use engine::search::{Limits, Material, Params, Searcher};
use eval::features::Row;
use eval::score::Score;
use eval::{HandWritten, Judged, Reweighed};
use rayon::prelude::*;
use scripts::duel::{Duel, Player, searcher};
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
    /// The number of the first opening.
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

#[derive(Clone, Copy, ValueEnum)]
enum Opponent {
    /// The same evaluation.
    Whole,
    /// Its material and squares alone.
    Bare,
    /// The men counted by what they are worth in exchanges.
    Material,
    /// Nothing: he plays at random.
    Random,
    /// What he can take at once.
    Greedy,
    /// Nothing, but he wins if he can and avoids losing at once.
    Oneply,
}

/// The default parameters with the changes that were asked for.
fn params(changes: &[String]) -> Result<Params> {
    let mut params = Params::default();
    for change in changes {
        let Some((name, value)) = change.split_once('=') else { bail!("'{change}' is not NAME=VALUE") };
        if !value.parse().is_ok_and(|value| params.set(name, value)) {
            let names: Vec<&str> = Params::SPECS.iter().map(|spec| spec.name).collect();
            bail!("no parameter '{name}' can be {value}; there are: {}", names.join(", "));
        }
    }
    Ok(params)
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

/// Plays an evaluation against the opponent that the options name.
fn against<G: Tactics + Judged, E: Evaluator<G> + Sync>(options: &Options, evaluator: E) -> Result<Tally> {
    let params = params(&options.set)?;
    let first = || {
        let mut searcher: Searcher<G, _> = searcher(evaluator.clone());
        searcher.set_params(params.clone());
        searcher
    };
    if let Some(part) = &options.without {
        let lacking = changed::<G>(None, Some(part))?;
        return Ok(meet(options, first, |_| searcher(lacking.clone())));
    }
    Ok(match options.opponent {
        Opponent::Whole => meet(options, first, |_| searcher(HandWritten::<G>::default())),
        Opponent::Bare => meet(options, first, |_| searcher(HandWritten::<G>::bare())),
        Opponent::Material => meet(options, first, |_| searcher(Material::<G>::default())),
        Opponent::Random => meet(options, first, RandomMover::new),
        Opponent::Greedy => meet(options, first, GreedyMover::new),
        Opponent::Oneply => meet(options, first, OnePlyMover::new),
    })
}

/// Plays the pairs of games between two players.
fn meet<G, E, P, A, B>(options: &Options, first: A, second: B) -> Tally
where
    G: Tactics,
    E: Evaluator<G>,
    P: Player<G>,
    A: Fn() -> Searcher<G, E> + Sync,
    B: Fn(u64) -> P + Sync,
{
    let nodes = options.movetime.is_none().then_some(options.nodes);
    let move_time = options.movetime.map(Duration::from_millis);
    let duel =
        Duel { first, second, limits: Limits { nodes, move_time, overhead: Duration::ZERO, ..Limits::default() } };
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

//! The program `duel`: what a part of the engine is worth, in games against the engine without it.

use anyhow::{Result, bail};
use clap::{Parser, ValueEnum};
use std::time::Duration;

use engine::eval::Evaluator;
use engine::game::Tactics;
use engine::search::{Limits, Material, Params, Searcher};
use engine::variants::{Chess, Keyles, KnightRelay, Quex};
use eval::{HandWritten, Judged};
use rayon::prelude::*;
use scripts::duel::{Duel, Player, searcher};
use scripts::elo::Tally;
use scripts::weak::{GreedyMover, RandomMover};

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
enum Variant {
    Chess,
    Knightrelay,
    Quex,
    Keyles,
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

fn duel<G: Tactics + Judged>(options: &Options) -> Result<Tally> {
    let params = params(&options.set)?;
    let first = || {
        let mut searcher: Searcher<G, _> = searcher(HandWritten::default());
        searcher.set_params(params.clone());
        searcher
    };
    Ok(match options.opponent {
        Opponent::Whole => meet(options, first, |_| searcher(HandWritten::<G>::default())),
        Opponent::Bare => meet(options, first, |_| searcher(HandWritten::<G>::bare())),
        Opponent::Material => meet(options, first, |_| searcher(Material::<G>::default())),
        Opponent::Random => meet(options, first, RandomMover::new),
        Opponent::Greedy => meet(options, first, GreedyMover::new),
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
    let tally = match options.variant {
        Variant::Chess => duel::<Chess>(&options)?,
        Variant::Knightrelay => duel::<KnightRelay>(&options)?,
        Variant::Quex => duel::<Quex>(&options)?,
        Variant::Keyles => duel::<Keyles>(&options)?,
    };
    let [won, drawn, lost] = tally.games;
    println!("games {}  +{won} ={drawn} -{lost}  pairs by points {:?}", won + drawn + lost, tally.pairs);
    println!("score {:.1} %  Elo {}", 100.0 * tally.score(), tally.elo());
    Ok(())
}

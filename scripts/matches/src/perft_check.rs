//! Whether two engines see the same moves, in the positions of random games.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{Context, Result, bail};
use clap::Args;
use engine::chance_rng::ChanceRng;
use engine::game::{Game, GenType};
use engine::moves::MoveList;
use engine::record::Record;
use engine::text::Notation;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use arguments::games::Variant;
use engine::with_game;
use referee::{Dialect, Engine, Player, ProcessSpec};

/// The name of the rules in this process.
const OWN_RULES: &str = "motley";

/// Compares the moves that two engines see in the positions of random games.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// One engine: `motley` for the rules of the project itself, else a command with its arguments, `uci:` or `cecp:` before it if that cannot be found out.
    /// It must list its moves when asked for `go perft 1` (UCI), or be ours.
    first: String,
    /// The other one.
    second: String,
    /// The game.
    #[arg(long, value_enum, default_value = "chess")]
    variant: Variant,
    /// How many random games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The most plies of a game.
    #[arg(long, default_value_t = 150)]
    plies: usize,
    /// The number of the first game.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many differing positions are shown.
    #[arg(long, default_value_t = 10)]
    show: usize,
}

/// A position in which two engines see different moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The position.
    pub position: String,
    /// The moves that only the first sees, and that only the second does.
    pub only: [Vec<String>; 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.position)?;
        for (who, moves) in ["first", "second"].iter().zip(&self.only).filter(|(_, moves)| !moves.is_empty()) {
            writeln!(f, "  only the {who}: {}", moves.join(" "))?;
        }
        Ok(())
    }
}

/// What a comparison has come to.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Positions compared.
    pub positions: u64,
    /// Moves in them, as the first engine sees them.
    pub moves: u64,
    /// Positions in which the engines differ.
    pub different: u64,
    /// The first of these.
    pub differences: Vec<Difference>,
}

/// Compares, and prints what differs. Returns whether nothing does.
///
/// # Errors
/// If an engine cannot be started, does not play the game, or does not list its moves.
#[expect(clippy::print_stdout, reason = "the result is what the command is for")]
pub fn run(options: &Options) -> Result<bool> {
    let comparison = with_game!(options.variant, Chosen => compare::<Chosen>(options)?);
    for difference in &comparison.differences {
        print!("{difference}");
    }
    let Comparison { positions, moves, different, .. } = comparison;
    println!("games {}  positions {positions}  moves {moves}  different {different}", options.games);
    Ok(different == 0)
}

/// Compares two engines in random games.
///
/// # Errors
/// As [`run`].
pub fn compare<G: Game + Notation>(options: &Options) -> Result<Comparison> {
    let mut engines = [Lister::open::<G>(&options.first)?, Lister::open::<G>(&options.second)?];
    let mut comparison = Comparison::default();
    for seed in options.seed..options.seed + options.games {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut record = Record::<G>::default();
        while record.outcome().is_none() && record.moves().len() < options.plies {
            comparison.look_at(record.position(), &mut engines, options.show)?;
            let next = ChanceRng::new(seed).roll(&record).or_else(|| {
                let mut moves = MoveList::new();
                record.position().moves(GenType::All, &mut moves);
                moves.choose(&mut random).copied()
            });
            record.play(next.context("a game that is not over has moves")?);
        }
    }
    Ok(comparison)
}

impl Comparison {
    fn look_at<G: Game + Notation>(&mut self, position: &G, engines: &mut [Lister; 2], show: usize) -> Result<()> {
        let [first, second] = engines;
        let (first, second) = (first.moves(position)?, second.moves(position)?);
        self.positions += 1;
        self.moves += first.len() as u64;
        if first != second {
            self.different += 1;
            if self.differences.len() < show {
                let only = |these: &BTreeSet<String>, those| these.difference(those).cloned().collect();
                let only = [only(&first, &second), only(&second, &first)];
                self.differences.push(Difference { position: position.to_string(), only });
            }
        }
        Ok(())
    }
}

/// Whoever can list the moves of a position.
enum Lister {
    /// The rules of the project.
    Rules,
    /// An engine, by a name for messages.
    Engine(String, Box<Engine>),
}

impl Lister {
    fn open<G: Game + Notation>(text: &str) -> Result<Lister> {
        if text == OWN_RULES {
            return Ok(Lister::Rules);
        }
        let (dialect, command) = match text.split_once(':') {
            Some(("uci", command)) => (Dialect::Uci, command),
            Some(("cecp", command)) => (Dialect::Cecp, command),
            _ => (Dialect::Auto, text),
        };
        let words: Vec<&str> = command.split_whitespace().collect();
        if words.is_empty() {
            bail!("'{text}' names no program");
        }
        let mut engine = Engine::new(ProcessSpec { dialect, ..ProcessSpec::new(words) });
        let ready = engine.introduce::<G>().and_then(|_| engine.new_game(&Record::<G>::default(), 0));
        ready.with_context(|| format!("engine '{text}'"))?;
        Ok(Lister::Engine(text.to_string(), Box::new(engine)))
    }

    /// The texts of the entries that can come next.
    fn moves<G: Game + Notation>(&mut self, position: &G) -> Result<BTreeSet<String>> {
        match self {
            Lister::Rules => {
                let mut entries = MoveList::new();
                position.composite_moves(&mut entries);
                Ok(entries.iter().map(|&entry| position.write_move(entry)).collect())
            }
            Lister::Engine(name, engine) => {
                let moves = engine.list_moves(position);
                let moves = moves.with_context(|| format!("engine '{name}' in {position}"))?;
                Ok(moves.into_iter().collect())
            }
        }
    }
}

//! Perft check: compares the moves that two engines list in the positions of random games.

use std::fmt;

use anyhow::{Context, Result, ensure};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use engine::chance_rng::ChanceRng;
use engine::game::{Game, GenType};
use engine::moves::MoveList;
use engine::record::Record;
use engine::text::Notation;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use arguments::games::Variant;
use arguments::seeds::seeds;
use engine::with_game;
use referee::{Dialect, Engine, Player, ProcessSpec};
use streams::Stdout;

/// Name of the project's own rules.
const OWN_RULES: &str = "motley";

/// Compares the moves that two engines list in the positions of random games.
#[derive(Args, Clone, Debug)]
pub struct Options {
    /// First engine: `motley` for the rules of the project itself, else a command with its arguments, quoted as in a
    /// shell, after `uci:` or `cecp:` unless the protocol can be detected. It must support `go perft 1` (UCI), or be
    /// our own.
    first: String,
    /// Second engine.
    second: String,
    /// The game.
    #[arg(long, value_enum, default_value = "chess")]
    variant: Variant,
    /// Number of random games.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Most plies of a game.
    #[arg(long, default_value_t = 150, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    plies: usize,
    /// Seed of the first game; each further one has the next number.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of differing positions that are shown.
    #[arg(long, default_value_t = 10)]
    show: usize,
}

impl Options {
    /// Checks the arguments, as far as that needs no engine.
    ///
    /// # Errors
    /// If a command is empty or has an open quote, or there are no seeds for so many games.
    pub fn check(&self) -> Result<()> {
        for text in [self.first.as_str(), self.second.as_str()] {
            if text != OWN_RULES {
                command_of(text)?;
            }
        }
        seeds(self.seed, self.games).map(drop)
    }
}

/// A position in which two engines list different moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Position.
    pub position: String,
    /// Moves that only the first lists, and that only the second lists; or that it lists more often than the other.
    pub only: [Vec<String>; 2],
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.position)?;
        for (which, moves) in ["first", "second"].iter().zip(&self.only).filter(|(_, moves)| !moves.is_empty()) {
            writeln!(f, "  only the {which}: {}", moves.join(" "))?;
        }
        Ok(())
    }
}

/// Result of a comparison.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Comparison {
    /// Positions compared.
    pub positions: u64,
    /// Moves in them, as the first engine lists them.
    pub moves: u64,
    /// Positions in which the engines differ.
    pub different: u64,
    /// First differences.
    pub differences: Vec<Difference>,
}

/// Compares two engines and prints the differences. Returns true if there are none.
///
/// # Errors
/// If an engine cannot be started, does not play the game, or does not list its moves, or if there are no seeds for so
/// many games.
pub fn run(options: &Options, out: &mut Stdout) -> Result<bool> {
    let comparison = with_game!(options.variant, Chosen => compare::<Chosen>(options)?);
    for difference in &comparison.differences {
        out.text(difference);
    }
    let Comparison { positions, moves, different, .. } = comparison;
    out.line(format_args!("games {}  positions {positions}  moves {moves}  different {different}", options.games));
    Ok(different == 0)
}

/// Compares two engines in random games.
///
/// # Errors
/// As [`run`].
pub fn compare<G: Game + Notation>(options: &Options) -> Result<Comparison> {
    let mut engines = [MoveLister::open::<G>(&options.first)?, MoveLister::open::<G>(&options.second)?];
    let mut comparison = Comparison::default();
    for seed in seeds(options.seed, options.games)? {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut record = Record::<G>::default();
        while record.outcome().is_none() && record.plies().len() < options.plies {
            comparison.compare_position(record.position(), &mut engines, options.show)?;
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
    fn compare_position<G: Game + Notation>(
        &mut self,
        position: &G,
        engines: &mut [MoveLister; 2],
        show: usize,
    ) -> Result<()> {
        let [first, second] = engines;
        let (first, second) = (first.moves(position)?, second.moves(position)?);
        self.positions += 1;
        self.moves += first.len() as u64;
        if first != second {
            self.different += 1;
            if self.differences.len() < show {
                let only = [without(&first, &second), without(&second, &first)];
                self.differences.push(Difference { position: position.to_string(), only });
            }
        }
        Ok(())
    }
}

/// Moves of a list without those of another, each as often as it is there.
fn without(moves: &[String], others: &[String]) -> Vec<String> {
    let mut left = moves.to_vec();
    for other in others {
        if let Some(at) = left.iter().position(|mv| mv == other) {
            left.remove(at);
        }
    }
    left
}

/// Protocol and command of an engine, with its words.
fn command_of(text: &str) -> Result<(Dialect, Vec<String>)> {
    let (dialect, command) = match text.split_once(':') {
        Some(("uci", command)) => (Dialect::Uci, command),
        Some(("cecp", command)) => (Dialect::Cecp, command),
        _ => (Dialect::Auto, text),
    };
    let words = shlex::split(command).with_context(|| format!("{text}: a quote is open"))?;
    ensure!(!words.is_empty(), "'{text}' names no program");
    Ok((dialect, words))
}

/// Source of move lists.
enum MoveLister {
    /// Rules of the project.
    Rules,
    /// Engine, with a name for messages.
    Engine(String, Box<Engine>),
}

impl MoveLister {
    fn open<G: Game + Notation>(text: &str) -> Result<MoveLister> {
        if text == OWN_RULES {
            return Ok(MoveLister::Rules);
        }
        let (dialect, words) = command_of(text)?;
        let mut engine = Engine::new(ProcessSpec { dialect, ..ProcessSpec::new(words) });
        let ready = engine.new_game(&Record::<G>::default(), 0);
        ready.with_context(|| format!("engine '{text}'"))?;
        Ok(MoveLister::Engine(text.to_string(), Box::new(engine)))
    }

    /// Texts of the composite moves of a position, sorted. A move that is listed twice is there twice.
    fn moves<G: Game + Notation>(&mut self, position: &G) -> Result<Vec<String>> {
        let mut moves: Vec<String> = match self {
            MoveLister::Rules => {
                let mut composite_moves = MoveList::new();
                position.composite_moves(&mut composite_moves);
                composite_moves.iter().map(|&mv| position.write_move(mv)).collect()
            }
            MoveLister::Engine(name, engine) => {
                let moves = engine.list_moves(position);
                moves.with_context(|| format!("engine '{name}' in {position}"))?
            }
        };
        moves.sort_unstable();
        Ok(moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_quoted_as_in_a_shell() {
        let words = |text: &str| command_of(text).map(|(_, words)| words).map_err(|error| error.to_string());
        assert_eq!(words("uci:'/my engines/one' --threads 2").unwrap(), ["/my engines/one", "--threads", "2"]);
        assert_eq!(words(r"/my\ engines/one").unwrap(), ["/my engines/one"]);
        assert_eq!(command_of("cecp:engine").unwrap(), (Dialect::Cecp, vec!["engine".to_string()]));
        assert_eq!(words("uci:'engine").unwrap_err(), "uci:'engine: a quote is open");
        assert_eq!(words("cecp: ").unwrap_err(), "'cecp: ' names no program");
    }

    #[test]
    fn arguments_are_checked_without_an_engine() {
        let sound = Options {
            first: OWN_RULES.to_string(),
            second: "uci:/nowhere/engine".to_string(),
            variant: Variant(engine::variants::Variant::Chess),
            games: 3,
            plies: 9,
            seed: 1,
            show: 1,
        };
        let check = |options: Options| options.check().map_err(|error| error.to_string());
        assert_eq!(check(sound.clone()), Ok(()));
        let open = Options { second: "uci:'engine".to_string(), ..sound.clone() };
        assert_eq!(check(open), Err("uci:'engine: a quote is open".to_string()));
        let last = Options { seed: u64::MAX, ..sound };
        assert_eq!(check(last), Err("--seed: there are no further seeds".to_string()));
    }
}
